import FoyerCore
import TestSupport
import Testing

@testable import FoyerPlatformCore

@Suite("Shortcuts: the desktop entry")
struct DesktopEntryTests {
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
        let read = try #require(DesktopEntry.shortcut(in: Array(text.utf8)))
        #expect(read.title == "Tea \\ House" && read.link == "foyer://page/view1?a=%20b")
        #expect(read.icon == "/home/me/icons/a.png")
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
    }

    @Test("Both layers of quoting")
    func quoting() throws {
        let entry = DesktopEntry(
            name: " \n\\ ", command: [.text("/x"), .text("\\ \" $ ` % %u \n"), .text(""), .address])
        let text = try entry.text()
        #expect(text.contains("\nName=\\s\\n\\\\\\s\n"))
        #expect(text.contains(#"Exec=/x "\\\\ \\" \\$ \\` %% %%u \n" "" %u"#))
    }

    @Test(arguments: 0..<300) func `any title and link are read back and stay in their lines`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        func text() -> String { HostileText.text(using: &generator, pieces: HostileText.writable) }
        func command() -> [DesktopEntry.Argument] {
            let program = "/" + text().filter { $0 != "=" }
            return [.text(program)] + (0..<3).map { _ in Bool.random(using: &generator) ? .text(text()) : .address }
        }
        let entry = DesktopEntry(
            name: text(), icon: text(), command: command(),
            needsTerminal: Bool.random(using: &generator), isHidden: Bool.random(using: &generator),
            mediaTypes: ["x-scheme-handler/foyer"], actions: [.init(id: "remove", name: text(), command: command())],
            link: text())
        let written = try entry.text()
        let read = try #require(DesktopEntry.shortcut(in: Array(written.utf8)))
        let (icon, link) = (try #require(entry.icon), try #require(entry.link))
        #expect(read.title.utf8.elementsEqual(entry.name.utf8))
        #expect(read.icon.utf8.elementsEqual(icon.utf8) && read.link.utf8.elementsEqual(link.utf8))
        #expect(written.unicodeScalars.split(separator: "\n").count == 13 + (entry.isHidden ? 1 : 0))
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

    @Test func `only the lines of the entry itself are read`() throws {
        let text = "[Desktop Entry]\nName[de]=x\nName=Y\\sz\nX-Foyer-Link=foyer://a\n\n[Other]\nName=no\nIcon=no\n"
        let read = try #require(DesktopEntry.shortcut(in: Array(text.utf8)))
        #expect(read.title == "Y z" && read.link == "foyer://a" && read.icon.isEmpty)
    }

    @Test(
        "Anything else is no shortcut's entry",
        arguments: [
            "", "Name=x\nX-Foyer-Link=y", "[Other]\nName=x\nX-Foyer-Link=y", "[Desktop Entry]\nnonsense",
            "[Desktop Entry]\nType=Application\nName=x\nExec=/x", "[Desktop Entry]\nX-Foyer-Link=y",
            "[Desktop Entry]\nName=\\q\nX-Foyer-Link=y", "[Desktop Entry]\nName=x\n[Other]\nX-Foyer-Link=y",
        ])
    func damaged(text: String) {
        #expect(DesktopEntry.shortcut(in: Array(text.utf8)) == nil)
    }
}
