import FoyerCore
import TestSupport
import Testing

@testable import FoyerPlatformCore

@Suite("Shortcuts: the desktop entry")
struct DesktopEntryTests {
    static func read(_ text: String) throws -> DesktopEntry { try DesktopEntry(reading: Array(text.utf8)) }

    @Test("What is written for a shortcut")
    func shortcut() throws {
        let entry = DesktopEntry.shortcut(
            try ShortcutPageTests.shortcut(title: "Tea \\ House", link: "foyer://page/view1?a=%20b"),
            program: ["/opt/my foyer/bin/foyer"], icon: "/home/me/icons/a.png", stem: "foyer-tea-0011")
        let text = """
            [Desktop Entry]
            Type=Application
            Version=1.0
            Name=Tea \\\\ House
            Icon=/home/me/icons/a.png
            Exec="/opt/my foyer/bin/foyer" open "foyer://page/view1?a=%%20b"
            Terminal=true
            Actions=remove;
            X-Foyer-Link=foyer://page/view1?a=%20b

            [Desktop Action remove]
            Name=Remove Shortcut
            Exec="/opt/my foyer/bin/foyer" shortcut remove foyer-tea-0011

            """
        #expect(try entry.text() == text)
        #expect(try Self.read(text) == entry)
    }

    @Test("What is written for the scheme's handler")
    func handler() throws {
        let entry = DesktopEntry.handler(name: "Foyer", scheme: "Foyer", program: ["xterm", "-e", "/a'b/foyer"])
        let text = """
            [Desktop Entry]
            Type=Application
            Version=1.0
            Name=Foyer
            Exec=xterm -e "/a'b/foyer" open %u
            Terminal=true
            NoDisplay=true
            MimeType=x-scheme-handler/foyer;

            """
        #expect(try entry.text() == text)
        #expect(try Self.read(text) == entry)
    }

    @Test("Both layers of quoting")
    func quoting() throws {
        let entry = DesktopEntry(
            name: " \n\\ ", command: [.text("/x"), .text("\\ \" $ ` % %u \n"), .text(""), .address])
        let text = try entry.text()
        #expect(text.contains("\nName=\\s\\n\\\\\\s\n"))
        #expect(text.contains(#"Exec=/x "\\\\ \\" \\$ \\` %% %%u \n" "" %u"#))
        #expect(try Self.read(text) == entry)
    }

    @Test("Any text reads back exactly, and stays in its line", arguments: 0..<300)
    func storm(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        func text() -> String { HostileText.text(using: &generator, pieces: HostileText.writable) }
        func command() -> [DesktopEntry.Argument] {
            let program = "/" + text().filter { $0 != "=" }
            return [.text(program)] + (0..<3).map { _ in Bool.random(using: &generator) ? .text(text()) : .address }
        }
        let entry = DesktopEntry(
            name: text(), comment: Bool.random(using: &generator) ? text() : nil, icon: text(), command: command(),
            needsTerminal: Bool.random(using: &generator), isHidden: Bool.random(using: &generator),
            mediaTypes: ["x-scheme-handler/foyer"], actions: [.init(id: "remove", name: text(), command: command())],
            link: text())
        let written = try entry.text()
        let read = try Self.read(written)
        #expect(read == entry)
        #expect(try read.text().utf8.elementsEqual(written.utf8))
        let lines = 13 + (entry.comment == nil ? 0 : 1) + (entry.isHidden ? 1 : 0)
        #expect(written.unicodeScalars.split(separator: "\n").count == lines)
    }

    @Test("What the format has no word for is refused, not changed")
    func refused() {
        let controls = DesktopEntry(name: "a\u{1B}", command: [.text("/x")])
        #expect(throws: DesktopEntryError.control(key: "Name")) { try controls.text() }
        let argument = DesktopEntry(name: "a", command: [.text("/x"), .text("\u{0}")])
        #expect(throws: DesktopEntryError.control(key: "Exec")) { try argument.text() }
        for program in [[], [.text("")], [.text("/a=b")], [.address]] as [[DesktopEntry.Argument]] {
            let entry = DesktopEntry(name: "a", command: program)
            #expect(throws: DesktopEntryError.program) { try entry.text() }
        }
        let action = DesktopEntry(
            name: "a", command: [.text("/x")], actions: [.init(id: "a]\n", name: "", command: [.text("/x")])])
        #expect(throws: DesktopEntryError.token("a]\n")) { try action.text() }
        let type = DesktopEntry(name: "a", command: [.text("/x")], mediaTypes: ["a;b"])
        #expect(throws: DesktopEntryError.token("a;b")) { try type.text() }
    }

    @Test("Entries of others are read as far as they are of this kind")
    func others() throws {
        let entry = try Self.read(
            "# a comment\n\n[Desktop Entry]\nName[de]=x\nName= Y\\sz\nType=Application\nExec=/bin/x 'a'b\n"
                .replacing("'a'b", with: "-a=%%b %u") + "Keywords=a\\;b;\n\n[Other]\nName=no\n")
        #expect(
            entry
                == DesktopEntry(
                    name: "Y z", command: [.text("/bin/x"), .text("-a=%b"), .address], needsTerminal: false))
    }

    @Test(
        "Anything else is no entry",
        arguments: [
            "", "Name=x", "[Other]\nName=x", "[Desktop Entry]\nnonsense", "[Desktop Entry]\nType=Link\nName=x\nExec=/x",
            "[Desktop Entry]\nType=Application\nExec=/x", "[Desktop Entry]\nType=Application\nName=x",
            "[Desktop Entry]\nType=Application\nName=x\nExec=\"/x",
            "[Desktop Entry]\nType=Application\nName=\\q\nExec=/x",
            "[Desktop Entry]\nType=Application\nName=x\nExec=/x;id",
            "[Desktop Entry]\nType=Application\nName=x\nExec=/x %z",
            "[Desktop Entry]\nType=Application\nName=x\nExec=/x\nTerminal=yes",
            "[Desktop Entry]\nType=Application\nName=x\nExec=/x\nActions=a;",
        ])
    func damaged(text: String) {
        #expect(throws: DesktopEntryError.self) { try Self.read(text) }
    }
}
