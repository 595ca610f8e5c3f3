import Foundation
import FoyerCore
import FoyerPlatformCore
import FoyerTUI
import TestSupport
import Testing

@testable import Foyer
@testable import FoyerPlatform

/// A program that is installed in a folder of the test's own, and its screen.
private final class PageDrive {
    private let folder = TestFolder()
    private let mailbox: Mailbox<ScreenMessage>
    private var program: ScreenProgram
    private var now = Instant.zero
    private var size = CellSize(columns: 80, rows: 24)
    private(set) var text = ""
    private(set) var cells: [ScreenCell] = []

    static let pages = [
        "index": "# Tea House\n\nGood evening.\n\n[The menu](menu.md) and [the web](https://example.com/tea) and "
            + "[nowhere](gone.md) and [outside](../../etc/passwd) and [a script](javascript:alert)\n",
        "menu": "# The menu\n\nOolong.\n\n[Back home](index.md)\n\n" + String(repeating: "tea\n\n", count: 60),
        "sign": "# The sign\n\n![A lamp](common/icon.png)\n",
        "broken": "# Never listed\n",
    ]

    /// - Parameter damages: pages whose files are changed after the program was installed.
    init(requested: String? = nil, damages: [String] = []) throws {
        let manifest = """
            {"app_id":"com.example.tea","name":"Tea House","pages":["pages/index","pages/menu","pages/sign"],
             "version":{"code":1,"name":"1.0.0"}}
            """
        var files = [ZipWriter.File(name: Manifest.path, bytes: Array(manifest.utf8))]
        for (name, text) in Self.pages.sorted(by: { $0.key < $1.key }) {
            files.append(ZipWriter.File(name: "pages/\(name).md", bytes: Array(text.utf8)))
        }
        let icon = try PipelineRig.assets.read("programs/com.example.tea/common/icon.png")
        files.append(ZipWriter.File(name: "pages/common/icon.png", bytes: icon))
        let archive = try ZipWriter.encode(files, deflate: Deflate.pack)
        let store = AppStore(path: folder.places.apps)
        let staging = try store.stage()
        try Data(archive).write(to: URL(fileURLWithPath: staging.packagePath))
        try staging.unpack()
        let version = PackageVersion(code: 1, name: "1.0.0", digest: SHA256.hexadecimal(of: archive))
        let lock = try store.lock("com.example.tea", timeout: .seconds(600))
        let lease = try store.commit(staging, as: version, lock: lock)
        for page in damages {
            try Data("rot".utf8).write(to: URL(fileURLWithPath: lease.app.path + "/pages/\(page).md"))
        }
        let judged = try Manifest.validate(Array(manifest.utf8))
        let path = requested.flatMap { PagePath($0) }
        let first = path.flatMap { judged.pages.contains($0) ? $0 : nil } ?? judged.startPage
        let ready = ReadyProgram(
            lease: lease, manifest: judged, firstPage: try? PageReader.read(first, from: lease))
        mailbox = try Mailbox<ScreenMessage>()
        let count = Count()
        self.count = count
        let screen = MiniProgramScreen(program: ready, requested: path) { count.value += 1 }
        program = ScreenProgram(first: screen, theme: DisplayTheme(), language: .english, mailbox: mailbox, at: .zero)
        draw()
        program.handle(.started, at: now)
        draw()
    }

    private final class Count { var value = 0 }
    private let count: Count
    var launchedCount: Int { count.value }
    var isOver: Bool { program.outcome != nil }

    func draw() {
        let frame = program.render(size: size, at: now)
        var buffer = Buffer(size: frame.size)
        for (index, cell) in frame.cells.enumerated() {
            buffer[index % frame.size.columns, index / frame.size.columns] = cell
        }
        (text, cells) = (buffer.text, frame.cells)
    }

    /// A terminal's answer or the user's choice; the next frame is drawn in it.
    func restyle(_ theme: DisplayTheme) {
        let look = ScreenLook(plan: nil, theme: theme, language: .english)
        program.handle(.posted(ScreenMessage(.restyle(look))), at: now)
        draw()
    }

    func press(_ keys: KeyEvent...) {
        for key in keys { program.handle(.input(.key(key)), at: now) }
        draw()
    }

    func resize(_ columns: Int, _ rows: Int) {
        size = CellSize(columns: columns, rows: rows)
        program.handle(.input(.resized(size)), at: now)
        draw()
    }

    func click(_ word: String) {
        for (row, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let range = line.range(of: word) else { continue }
            let column = line.distance(from: line.startIndex, to: range.lowerBound)
            program.handle(.input(.mouse(MouseEvent(.click, column: column, row: row))), at: now)
        }
        draw()
    }

    /// Pages are read on another thread.
    func wait(for word: String) async throws {
        try await wait { $0.text.contains(word) }
    }

    func wait(until isSo: (PageDrive) -> Bool) async throws {
        while !isSo(self) {
            let mailbox = mailbox
            try await LoopThread.run { mailbox.wait(until: nil) }
            for message in mailbox.drain() { program.handle(.posted(message), at: now) }
            draw()
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct MiniProgramScreenTests {
    /// The font of a terminal may change under a page.
    @Test func picturesFollowTheShapeOfACell() async throws {
        let drive = try PageDrive(requested: "pages/sign")
        let waiting = drive.cells
        try await drive.wait { $0.cells != waiting }
        let tall = drive.cells
        drive.restyle(DisplayTheme(pixelCell: .init(width: 10, height: 10)))
        try await drive.wait { $0.cells != tall && $0.cells != waiting }
        for _ in 0..<20 {
            // The first may be drawn when the second has been, too.
            drive.restyle(DisplayTheme(pixelCell: .init(width: 10, height: 10)))
            drive.restyle(DisplayTheme(pixelCell: .init(width: 10, height: 20)))
            try await drive.wait { $0.cells == tall }
        }
    }

    @Test func theFirstPageIsThereAtOnce() throws {
        let drive = try PageDrive()
        #expect(drive.text.contains("Good evening."))
        #expect(drive.launchedCount == 1)
        drive.draw()
        drive.resize(60, 20)
        #expect(drive.launchedCount == 1, "told once")
    }

    @Test func aLinkLeadsToAnotherPageAndBack() async throws {
        let drive = try PageDrive()
        drive.press(.tab, .enter)
        try await drive.wait(for: "Oolong.")
        #expect(drive.text.contains("q Back"))
        drive.press(.character("q"))
        try await drive.wait(for: "Good evening.")
        #expect(drive.text.contains("q Close"))
        #expect(!drive.isOver)
        drive.press(.character("q"))
        #expect(drive.isOver)
    }

    @Test func aLinkCanBeClicked() async throws {
        let drive = try PageDrive()
        drive.click("The menu")
        try await drive.wait(for: "Oolong.")
    }

    @Test func aPageThatWasAskedForComesFirst() throws {
        #expect(try PageDrive(requested: "pages/menu").text.contains("Oolong."))
    }

    @Test func aPageThatIsMissingIsTheStartPageWithANotice() throws {
        let drive = try PageDrive(requested: "pages/gone")
        #expect(drive.text.contains("Good evening."))
        #expect(drive.text.contains("There is no page pages/gone"))
    }

    @Test func scrolling() throws {
        let drive = try PageDrive(requested: "pages/menu")
        #expect(drive.text.contains(" %") && !drive.text.contains(" 0 %") && !drive.text.contains("100 %"))
        drive.press(.end)
        #expect(!drive.text.contains("Oolong.") && drive.text.contains("100 %"))
        drive.press(.home)
        #expect(drive.text.contains("Oolong."))
        drive.press(.character(" "))
        #expect(!drive.text.contains("Oolong."))
        drive.press(.pageUp)
        #expect(drive.text.contains("Oolong."))
    }

    @Test func anAddressOutsideIsShownBeforeItIsOpened() throws {
        let drive = try PageDrive()
        drive.press(.tab, .tab, .enter)
        #expect(drive.text.contains("Enter opens https://example.com/tea"))
        drive.press(.tab)
        #expect(!drive.text.contains("Enter opens"))
    }

    @Test(arguments: [(4, "leaves the program"), (5, "Only web addresses")])
    func linksThatAreNotFollowed(link: Int, notice: String) throws {
        let drive = try PageDrive()
        for _ in 0..<link { drive.press(.tab) }
        drive.press(.enter)
        #expect(drive.text.contains(notice))
        #expect(drive.text.contains("Good evening."))
    }

    /// The user is told, and can leave: not an empty screen.
    @Test func aStartPageThatCannotBeReadIsSaid() async throws {
        let drive = try PageDrive(damages: ["index"])
        try await drive.wait(for: "This page cannot be read.")
        #expect(drive.text.contains("q Close"))
        drive.press(.character("q"))
        #expect(drive.isOver)
    }

    @Test func aPageThatCannotBeReadLeadsToTheStartPage() async throws {
        let drive = try PageDrive(damages: ["menu"])
        drive.press(.tab, .enter)
        try await drive.wait(for: "There is no page pages/menu")
        #expect(drive.text.contains("Good evening."))
    }

    @Test func theListOfKeys() throws {
        let drive = try PageDrive()
        drive.press(.character("?"))
        #expect(drive.text.contains("do what has the focus"))
        drive.press(.character("q"))
        #expect(!drive.text.contains("do what has the focus") && !drive.isOver)
    }

    @Test func theFootersKeysCanBeClicked() throws {
        let drive = try PageDrive()
        drive.click("? Keys")
        #expect(drive.text.contains("do what has the focus"))
        drive.click("do what has the focus")
        #expect(!drive.text.contains("do what has the focus") && !drive.isOver)
        drive.click("q Close")
        #expect(drive.isOver)
    }

    @Test func theProgramsNameStandsThereOnce() throws {
        let drive = try PageDrive()
        #expect(drive.text.components(separatedBy: "Tea House").count == 2)
        let menu = try PageDrive(requested: "pages/menu")
        #expect(menu.text.components(separatedBy: "The menu").count == 2)
        menu.press(.end)
        #expect(menu.text.components(separatedBy: "The menu").count == 2, "in the header, once it has scrolled away")
    }

    @Test(arguments: [(1, 1), (20, 6), (200, 50), (80, 2)]) func anySize(columns: Int, rows: Int) throws {
        let drive = try PageDrive()
        drive.resize(columns, rows)
        drive.press(.down, .end, .home, .tab)
    }
}
