import FoyerCore
import FoyerPlatformCore
import FoyerTUI
import TestSupport
import Testing

@testable import Foyer
@testable import FoyerPlatform

/// Adding a page to the desktop, from the key to the result.
@Suite struct GuideScreenTests {
    private func guide() throws -> HostDrive {
        let drive = try HostDrive()
        drive.complete()
        drive.actions.open("foyer://page/a")
        drive.rest()
        drive.press(.character("s"))
        return drive
    }

    /// The work is done by tasks: waits until the screen says so.
    private func wait(_ drive: HostDrive, for text: String) async throws {
        try await drive.wait { $0.text.contains(text) }
    }

    @Test func theGuideSaysWhatWillBe() throws {
        let drive = try guide()
        for part in ["About /page/a", "Choose “Add to desktop”", "The icon opens just this page", "In a browser"] {
            #expect(drive.text.contains(part), "\(part)\n\(drive.text)")
        }
        #expect(drive.notes.content.withLock { $0.added.isEmpty })
        drive.press(.character("q"))
        #expect(drive.shown == "/page/a" && drive.host.places().places.count == 1)
    }

    @Test func tabsCanBeAddedToo() throws {
        let drive = try HostDrive()
        drive.complete()
        drive.press(.character("s"))
        #expect(drive.text.contains("About /tab/one"))
    }

    @Test(.timeLimit(.minutes(5))) func enterAddsThePage() async throws {
        let drive = try guide()
        drive.press(.enter)
        try await wait(drive, for: "is among your programs now")
        let added = drive.notes.content.withLock { $0.added }
        #expect(added.map(\.link.text) == ["foyer://page/a"] && added.map(\.title.string) == ["About /page/a"])
        drive.press(.enter)
        #expect(drive.shown == "/page/a")
    }

    /// What is there is not offered as if it were not; it can be written once more.
    @Test(.timeLimit(.minutes(5))) func aPageThatIsThereIsNotOfferedAgain() async throws {
        let drive = try guide()
        drive.press(.enter)
        try await wait(drive, for: "is among your programs now")
        drive.press(.character("q"), .character("s"))
        try await wait(drive, for: "“About /page/a” is among your programs already.")
        #expect(!drive.text.contains("Add to desktop") && drive.text.contains("The icon opens just this page"))
        drive.press(.enter)
        #expect(drive.shown == "/page/a" && drive.notes.content.withLock { $0.added.count } == 1)
        drive.press(.character("s"))
        try await wait(drive, for: "already")
        drive.press(.tab)
        #expect(drive.text.contains("Replace it"))
        drive.press(.enter)
        try await wait(drive, for: "is among your programs now")
        #expect(drive.notes.content.withLock { $0.added.count } == 2)
    }

    @Test(.timeLimit(.minutes(5))) func `an icon can be removed at once and later`() async throws {
        let drive = try guide()
        #expect(!drive.text.contains("Remove"))
        drive.press(.enter)
        try await wait(drive, for: "is among your programs now")
        drive.press(.character("x"))
        try await wait(drive, for: "“About /page/a” is no longer among your programs.")
        #expect(drive.notes.content.withLock { $0.added.isEmpty } && drive.text.contains("Add to desktop"))
        drive.press(.enter)
        try await wait(drive, for: "is among your programs now")
        drive.press(.character("q"), .character("s"))
        try await wait(drive, for: "already")
        drive.notes.content.withLock { $0.failure = .busy(folder: "/apps") }
        drive.press(.character("x"))
        try await wait(drive, for: "Another process is changing")
        #expect(drive.notes.content.withLock { $0.added.count } == 1)
    }

    @Test(.timeLimit(.minutes(5))) func `an address that fits stands in the middle`() async throws {
        let drive = try guide()
        drive.press(.character("b"))
        try await wait(drive, for: "http://127.0.0.1:9/x")
        let line = try #require(drive.text.split(separator: "\n").first { $0.contains("http://127.0.0.1:9/x") })
        #expect(line == String(repeating: " ", count: (drive.size.columns - 20) / 2) + "http://127.0.0.1:9/x")
    }

    @Test(.timeLimit(.minutes(5))) func aFailureIsSaidAndCanBeTriedAgain() async throws {
        let drive = try guide()
        drive.notes.content.withLock { $0.failure = .busy(folder: "/apps") }
        drive.press(.enter)
        try await wait(drive, for: "Another process is changing")
        drive.notes.content.withLock { $0.failure = nil }
        drive.press(.enter)
        try await wait(drive, for: "is among your programs now")
    }

    @Test(.timeLimit(.minutes(5))) func thePageForBrowsersIsServedWhileTheGuideIsThere() async throws {
        let drive = try guide()
        drive.press(.character("b"))
        try await wait(drive, for: "http://127.0.0.1:9/x")
        // Nothing stands beside it, so that it can be copied; and it is a link.
        let lines = drive.text.split(separator: "\n").filter { $0.contains("127.0.0.1") }
        #expect(lines.count == 1 && lines[0].split(separator: " ") == ["http://127.0.0.1:9/x"])
        #expect(drive.host.links.map(\.address) == ["http://127.0.0.1:9/x"] && drive.host.links[0].columns == 30..<50)
        drive.press(.character("q"))
        await drive.notes.stopped.wait()
    }

    /// A page that the host's author keeps on the web is opened as it is; nothing is served.
    @Test func thePageThatTheHostNamesIsOpened() throws {
        let address = "https://pages.example/add?page=a"
        let drive = try HostDrive(hostedGuide: try WebAddress(address))
        drive.complete()
        drive.actions.open("foyer://page/a")
        drive.rest()
        drive.press(.character("s"))
        drive.press(.character("b"))
        drive.rest()
        #expect(drive.notes.content.withLock { $0.opened } == [address])
        #expect(drive.notes.content.withLock { $0.served } == 0)
        #expect(drive.text.contains(address) && drive.host.links.map(\.address) == [address])
        drive.press(.character("q"))
        #expect(drive.shown == "/page/a")
    }

    /// Whether a picture is where the icon belongs: its placeholder has two colours.
    private func showsPicture(_ drive: HostDrive) -> Bool {
        Set(drive.cells.prefix(drive.size.columns * 9).map(\.background)).count > 4
    }

    @Test(.timeLimit(.minutes(5))) func theIconThatIsWrittenIsShown() async throws {
        let drive = try guide()
        #expect(!showsPicture(drive))
        try await drive.wait { showsPicture($0) }
    }

    // MARK: - The code

    private static let hosted = "https://shop.example/guides/dawn.html"

    private func served(size: CellSize, theme: DisplayTheme) throws -> HostDrive {
        let drive = try HostDrive(theme: theme, hostedGuide: try WebAddress(Self.hosted))
        drive.size = size
        drive.complete()
        drive.actions.open("foyer://page/a")
        drive.rest()
        drive.press(.character("s"), .character("b"))
        return drive
    }

    /// What a reader of codes sees of the screen.
    private func codes(on drive: HostDrive, isLight: Bool) throws -> [String] {
        let (cells, columns) = (drive.cells, drive.size.columns)
        func isDark(_ color: CellColor, isText: Bool) -> Bool {
            switch color {
            case .rgb(0, 0, 0): true
            case .rgb(255, 255, 255): false
            default: isText == isLight
            }
        }
        return try QRReader.read(columns: columns, rows: drive.size.rows) { column, row, isLower in
            let cell = cells[row * columns + column]
            let isInk = QRReader.isInk(Character(cell.glyph.scalars[0]), isLower: isLower)
            return isDark(isInk ? cell.foreground : cell.background, isText: isInk)
        }
    }

    @Test(arguments: [CellColor.Depth.mono, .ansi16, .direct], [Palette.dark, .light])
    func aHostedGuideHasACodeThatAPhoneReads(depth: CellColor.Depth, palette: Palette) throws {
        let drive = try served(
            size: CellSize(columns: 80, rows: 24),
            theme: DisplayTheme(depth: depth, palette: palette, reducesMotion: true))
        #expect(try codes(on: drive, isLight: palette.isLight) == [Self.hosted], "\(drive.text)")
        // The address can still be copied in one piece, and the page be left.
        #expect(
            drive.text.split(separator: "\n").contains { $0.split(separator: " ") == [Self.hosted[...]] },
            "\(drive.text)")
        #expect(drive.text.contains("Open this in a browser:"))
        drive.press(.enter)
        #expect(drive.shown == "/page/a")
    }

    @Test(arguments: [
        (CellSize(columns: 60, rows: 24), DisplayTheme(reducesMotion: true)),
        (CellSize(columns: 80, rows: 20), DisplayTheme(reducesMotion: true)),
        (CellSize(columns: 20, rows: 6), DisplayTheme(reducesMotion: true)),
        (CellSize(columns: 120, rows: 50), DisplayTheme(isASCII: true, reducesMotion: true)),
    ])
    func whereItDoesNotFitThereIsTheAddress(size: CellSize, theme: DisplayTheme) throws {
        let drive = try served(size: size, theme: theme)
        #expect(try codes(on: drive, isLight: false).isEmpty)
        #expect(!drive.text.contains("▀") && drive.text.filter { !$0.isNewline }.contains(Self.hosted), "\(drive.text)")
    }
}
