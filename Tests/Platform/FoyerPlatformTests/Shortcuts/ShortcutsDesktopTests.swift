import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite struct ShortcutsDesktopTests {
    private let folder = TemporaryFolder()
    private var places: Places {
        Places { ["XDG_DATA_HOME": folder.path + "/data", "XDG_CONFIG_HOME": folder.path + "/config"][$0] }
    }
    private var desktop: DesktopShortcuts { desktop() }
    private let router: HostRouter

    init() throws {
        router = try HostRouter(scheme: "foyer", patterns: ["page/{name}"])
    }

    private func desktop(
        _ program: [String] = ["/opt/foyer/bin/foyer"], opensOwnWindow: Bool = false, disk: Disk = .real
    ) -> DesktopShortcuts {
        DesktopShortcuts(
            places, scheme: "foyer", hostName: "Foyer", program: program, opensOwnWindow: opensOwnWindow, disk: disk)
    }

    private static let icon = ShortcutPicture.standard

    private func shortcut(_ title: String = "Tea House", _ link: String = "foyer://page/view1") throws -> Shortcut {
        try Shortcut(title: title, link: link, scheme: "foyer", icon: #require(Self.icon))
    }

    /// All files below the temporary folder.
    private func files(_ path: String = "") -> [String] {
        var list: [String] = []
        for name in TestFile.names(in: folder.path + path) {
            var status = stat()
            lstat(folder.path + path + "/" + name, &status)
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            list += isFolder ? files(path + "/" + name) : [path + "/" + name]
        }
        return list
    }

    /// Whether links of the scheme open this host by default.
    private var isRegistered: Bool {
        String(decoding: read(places.mimeDefaults) ?? [], as: UTF8.self)
            .contains("\nx-scheme-handler/foyer=foyer-handler.desktop;")
    }

    /// What `desktop-file-validate` says.
    private func complaints(_ path: String) throws -> String {
        let output = folder.path + "/complaints"
        let descriptor = open(output, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        // It says all of it on standard output.
        let child = try ChildProcess("desktop-file-validate", [path], output: descriptor)
        let status = child.status(within: .seconds(600))
        let said = String(decoding: folder.read("complaints") ?? [], as: UTF8.self)
        unlink(output)
        return status == 0 ? said : "status \(status ?? -1): \(said)"
    }

    /// An icon never takes a link that nobody sees.
    @Test func anIconHasATerminalUnlessItsProgramOpensOne() throws {
        for opensOwnWindow in [false, true] {
            let desktop = DesktopShortcuts(
                places, scheme: "foyer", hostName: "Reader", program: ["/opt/reader"], opensOwnWindow: opensOwnWindow)
            let item = try desktop.add(try shortcut())
            for path in [item.entry, places.applications + "/foyer-handler.desktop"] {
                let text = String(decoding: read(path) ?? [], as: UTF8.self)
                #expect(text.contains("\nTerminal=\(!opensOwnWindow)\n"), "\(text)")
                #expect(try complaints(path) == "")
            }
            try desktop.remove(item.name)
        }
    }

    @Test func addingWritesEntryIconAndHandler() throws {
        let item = try desktop.add(shortcut())
        #expect(item.title == "Tea House")
        #expect(item.link == "foyer://page/view1")
        #expect(item.name.hasPrefix("foyer-tea-house-"))
        for file in files() where !file.hasSuffix("mimeinfo.cache") && !file.hasSuffix("mimeapps.list") {
            var status = stat()
            lstat(folder.path + file, &status)
            #expect(status.st_mode & 0o7777 == 0o600, "\(file)")
        }
        let lines = lines(of: item.entry)
        #expect(lines.contains("Exec=/opt/foyer/bin/foyer open foyer://page/view1"))
        #expect(lines.contains("Name=Tea House") && lines.contains("Icon=\(item.icon)"))
        #expect(try complaints(item.entry) == "")
        #expect(try complaints(places.applications + "/foyer-handler.desktop") == "")
        let icon = try PictureDecoder.decode(#require(read(item.icon)))
        #expect(icon.width == ShortcutPicture.side && icon.height == icon.width)
        #expect(isRegistered)
        #expect(try desktop.list() == [item])
    }

    /// The desktop knows nothing of the shell in which the icon was made.
    @Test func anIconHasWhatItsProgramNeedsToOpenIt() throws {
        let desktop = DesktopShortcuts(
            places, scheme: "foyer", hostName: "Foyer", program: ["/opt/foyer"],
            options: ["--server", "http://127.0.0.1:8642/%f"])
        let item = try desktop.add(shortcut())
        let opens = "Exec=/opt/foyer open --server \"http://127.0.0.1:8642/%%f\" "
        #expect(lines(of: item.entry).contains(opens + "foyer://page/view1"))
        #expect(lines(of: item.entry).contains("Exec=/opt/foyer shortcut remove \(item.name)"))
        #expect(try desktop.list() == [item])
        // So does the entry that opens links from elsewhere.
        #expect(lines(of: places.applications + "/foyer-handler.desktop").contains(opens + "%u"))
        #expect(try complaints(places.applications + "/foyer-handler.desktop") == "")
        #expect(try complaints(item.entry) == "")
    }

    @Test func `an icon of 64 pixels is enlarged`() throws {
        let pixels = try #require(
            Pixels(width: 64, height: 64, bytes: (0..<64 * 64).flatMap { _ -> [UInt8] in [9, 99, 199, 255] }))
        let file = try #require(PNG.encode(pixels, hasAlpha: true, compress: Deflate.zlib))
        let small = try #require(ShortcutIcon(file))
        let item = try desktop.add(
            Shortcut(title: "Tea House", link: "foyer://page/view1", scheme: "foyer", icon: small))
        let icon = try PictureDecoder.decode(#require(read(item.icon)))
        #expect(icon.width == ShortcutPicture.side && icon.height == icon.width)
        #expect(icon.bytes.prefix(4) == [9, 99, 199, 255] && icon.bytes.suffix(4) == [9, 99, 199, 255])
    }

    private func read(_ path: String) -> [UInt8]? { try? UserFile.read(path, limit: .max) }

    private func lines(of path: String) -> [Substring] {
        String(decoding: read(path) ?? [], as: UTF8.self).split(separator: "\n")
    }

    @Test func `an entry of 0_4 is found and removed`() throws {
        let item = try desktop.add(shortcut())
        let entry = """
            [Desktop Entry]
            Type=Application
            Version=1.0
            Name=Tea House
            Icon=\(item.icon)
            Exec=/opt/foyer/bin/foyer open foyer://page/view1
            Terminal=true
            Actions=remove;
            X-Foyer-Link=foyer://page/view1

            [Desktop Action remove]
            Name=Remove Shortcut
            Exec=/opt/foyer/bin/foyer shortcut remove \(item.name)

            """
        #expect(read(item.entry) == Array(entry.utf8), "what 0.4 wrote")
        #expect(try desktop.list() == [item])
        try desktop.remove("Tea House")
        #expect(files() == [])
    }

    static let titles = [
        "a\"b`c$d\\e", "%f %u %%", "$(reboot)", "<script>", "茶馆 🍵", "-rf", "../../etc/passwd", "a;b;c",
        "[Desktop Entry]",
        "  spaced  out ", "é", "عربي", "line\nbreak", "tab\tstop", "#comment", "Name[de]=x",
    ]

    @Test(arguments: titles) func everyTitleReadsBackAndValidates(_ title: String) throws {
        let shortcut = try shortcut(title, "foyer://page/a%20b%22%24%60?q=%25f%5C;x&y='")
        let odd = desktop(["/opt/a \"b\" $c `d` %f \\e; 茶/foyer", "--plain"])
        let item = try odd.add(shortcut)
        #expect(item.title == shortcut.title.string)
        #expect(try complaints(item.entry) == "")
        #expect(try odd.list() == [item])
        try odd.remove(item.name)
        #expect(files() == [])
    }

    @Test func removingTheLastLeavesNothing() throws {
        let first = try desktop.add(shortcut())
        let second = try desktop.add(shortcut("Bikes", "foyer://page/view2"))
        #expect(try desktop.list() == [second, first])
        try desktop.remove("Tea House")
        #expect(isRegistered)
        #expect(try desktop.list() == [second])
        #expect(read(first.icon) == nil)
        try desktop.remove("foyer://page/view2")
        #expect(!isRegistered)
        #expect(files() == [])
        #expect(access(desktop.iconFolder, F_OK) != 0)
    }

    @Test func theSameOnceMoreReplacesWhatIsThere() throws {
        let first = try desktop.add(shortcut())
        let second = try desktop(["/usr/bin/foyer"]).add(shortcut())
        #expect(first == second)
        #expect(try desktop.list() == [first])
        #expect(lines(of: first.entry).contains("Exec=/usr/bin/foyer open foyer://page/view1"))
    }

    @Test func theUsersOwnDefaultsStay() throws {
        let before = "[Added Associations]\ntext/plain=a.desktop;\n\n[Default Applications]\ntext/html=b.desktop\n"
        mkdir(folder.path + "/config", 0o700)
        mkdir(folder.path + "/dotfiles", 0o700)
        folder.write(Array(before.utf8), to: "dotfiles/mimeapps.list")
        // The user may choose the folder freely.
        chmod(folder.path + "/dotfiles/mimeapps.list", 0o644)
        symlink("../dotfiles/mimeapps.list", places.mimeDefaults)
        let item = try desktop.add(shortcut())
        let during = String(decoding: folder.read("dotfiles/mimeapps.list") ?? [], as: UTF8.self)
        #expect(during.contains("x-scheme-handler/foyer=foyer-handler.desktop;\n"))
        try desktop.remove(item.name)
        #expect(folder.read("dotfiles/mimeapps.list") == Array(before.utf8))
        #expect(UserFile.status(folder.path + "/dotfiles/mimeapps.list").map { $0.st_mode & 0o7777 } == 0o644)
    }

    @Test func entriesOfOthersAreNotTouched() throws {
        try desktop.remove(desktop.add(shortcut()).name)
        let entry = "[Desktop Entry]\nType=Application\nName=Tea House\nExec=true\n"
        folder.write(Array(entry.utf8), to: "data/applications/foyer-mine.desktop")
        symlink("/etc/passwd", places.applications + "/foyer-link.desktop")
        #expect(try desktop.list() == [])
        #expect(throws: ShortcutError.unknown("Tea House")) { try desktop.remove("Tea House") }
        #expect(throws: ShortcutError.unknown("../x")) { try desktop.remove("../x") }
        // Foyer does not block on a fifo; the desktop's own tool would.
        mkfifo(places.applications + "/foyer-fifo.desktop", 0o600)
        #expect(try desktop.list() == [])
        unlink(places.applications + "/foyer-fifo.desktop")
        try desktop.remove(desktop.add(shortcut()).name)
        #expect(TestFile.names(in: places.applications).filter { $0.hasPrefix("foyer") }.count == 2)
    }

    @Test func whatIsAmbiguousIsNotRemoved() throws {
        let first = try desktop.add(shortcut())
        let second = try desktop.add(shortcut("Tea House", "foyer://page/view2"))
        #expect(throws: ShortcutError.ambiguous("Tea House", names: [first.name, second.name].sorted())) {
            try desktop.remove("Tea House")
        }
    }

    @Test(arguments: ["javascript:alert(1)", "https://example.com/", "foyer://other/view1", "foyer://page/a\nb", ""])
    func aRefusedTargetWritesNothing(_ link: String) throws {
        #expect(throws: ShortcutError.self) {
            try desktop.add(Shortcut(title: "Tea House", link: link, iconFile: nil, router: router))
        }
        #expect(throws: ShortcutError.refused(.emptyTitle)) {
            try desktop.add(Shortcut(title: " \u{200B} ", link: "foyer://page/a", iconFile: nil, router: router))
        }
        #expect(folder.names == [])
    }

    @Test func aProgramThatNoEntryCanNameWritesNothing() throws {
        #expect(throws: ShortcutError.entry(.program)) { try desktop(["/opt/a=b/foyer"]).add(shortcut()) }
        #expect(folder.names == [])
    }

    /// Without any display `xdg-open` asks no handler; whether it answers does not matter. Outside a desktop environment it
    /// opens no terminal for a program that wants one.
    @Test func theDesktopsOpenerReachesTheProgram() throws {
        let program = folder.path + "/program"
        folder.write(Array("#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(folder.path)/said'\n".utf8), to: "program")
        chmod(program, 0o700)
        try desktop([program], opensOwnWindow: true).add(shortcut())
        let child = try ChildProcess(
            "env",
            [
                "-u", "XDG_CURRENT_DESKTOP", "-u", "DESKTOP_SESSION", "DISPLAY=:99", "XDG_DATA_HOME=\(places.dataHome)",
                "XDG_CONFIG_HOME=\(places.configHome)", "xdg-open", "foyer://page/view1?a=b",
            ])
        #expect(child.status(within: .seconds(600)) == 0)
        #expect(folder.read("said").map { String(decoding: $0, as: UTF8.self) } == "open\nfoyer://page/view1?a=b\n")
    }

    /// The disk fails at each change in turn: earlier writes are undone.
    @Test func anAdditionThatFailsTakesBackWhatItWrote() throws {
        let shortcut = try shortcut()
        for failing in 0..<100 {
            let changes = Changes()
            let disk = Disk { change in
                // Undoing needs a disk that can remove files.
                guard change.kind != .remove else { return .none }
                return changes.next() == failing ? .fail(ENOSPC) : .none
            }
            do throws(ShortcutError) {
                try desktop(disk: disk).add(shortcut)
                #expect(failing > 8)
                return
            } catch {
                guard case .disk(let failure) = error else { throw error }
                #expect(failure.code == ENOSPC)
                #expect(files().filter { !$0.hasSuffix("mimeinfo.cache") } == [], "change \(failing)")
            }
        }
    }

    private final class Changes: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                defer { count += 1 }
                return count
            }
        }
    }
}
