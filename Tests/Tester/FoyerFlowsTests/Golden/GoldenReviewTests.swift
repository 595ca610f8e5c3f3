import Foyer
import FoyerSystem
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FoyerFlows
@testable import FoyerGolden
@testable import FoyerTrace

/// The review of golden screens: what is asked, and what is kept of it.
@Suite struct GoldenReviewTests {
    private let folder = TestFolder()

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// The flow's results after its program says something else, and there is a screen without a file.
    private func review() async throws -> GoldenReview {
        func scenario(_ word: String, _ rule: GoldenOrder.Rule, more: String = "") throws -> Scenario {
            let text = """
                title: T
                size: 20x5
                run: [sh, -c, 'echo \(word); read x; echo more; read x']
                steps:
                  - wait: \(word)
                  - golden: first
                  - press: enter
                  - wait: more
                  - golden: second
                \(more)
                """
            var scenario = try Scenario.read(Array(text.utf8), file: path("cable.yaml")).get()
            scenario.goldens.rule = rule
            return scenario
        }
        _ = try await ScenarioRig.run(try scenario("open", .record))
        let result = try await ScenarioRig.run(
            try scenario("shut", .collect, more: "  - resize: 30x4\n  - golden: third\n"))
        #expect(result.hasPassed, "\(result.report(.english))")
        return GoldenReview([result])
    }

    /// A test that compares screens itself leaves what it saw; kept, it takes the place of the golden file.
    @Test func whatOtherTestsHaveLeftIsReviewed() throws {
        func write(_ text: String, _ name: String) throws {
            var canvas = Canvas(size: CellSize(columns: 10, rows: 2))
            canvas.text(SafeText(text), column: 0, row: 0)
            let outcome = GoldenOutcome(path: path("Pages.screens/" + name), state: .new, screen: .init(canvas.buffer))
            try GoldenFiles.write(outcome)
        }
        try write("old", "a.10x2.txt")
        try write("new", "a.10x2.txt.new")
        try write("first", "b.10x2.txt.new")
        try write("same", "c.10x2.txt")
        try write("same", "c.10x2.txt.new")
        let pending = try GoldenFiles.pending(in: [folder.path, path("nowhere")])
        var review = GoldenReview([], pending: pending)
        #expect(review.items.map { $0.difference?.count } == [3, nil])
        try review.keep()
        review.leave()
        #expect(try GoldenFiles.screen(path("Pages.screens/a.10x2.txt")).text(0).line == "new")
        #expect(!UserFile.exists(path("Pages.screens/a.10x2.txt.new")))
        #expect(
            !UserFile.exists(path("Pages.screens/b.10x2.txt")) && UserFile.exists(path("Pages.screens/b.10x2.txt.new")))
    }

    @Test(arguments: [DiskChange.Kind.makeFolder, .createFile, .write, .sync, .rename])
    func aGoldenScreenThatIsNotWrittenFailsTheFlow(_ kind: DiskChange.Kind) throws {
        let flow = try Scenario.read(Array("title: T\nrun: ls\nsteps: [{ golden: a }]".utf8), file: path("a.yaml"))
            .get()
        var result = ScenarioResult.failed(flow, .noMemory)
        let golden = path("a.screens/a.10x2.txt")
        let screen = GoldenScreen(Buffer(size: CellSize(columns: 10, rows: 2)))
        (result.failure, result.goldens) = (nil, [GoldenOutcome(path: golden, state: .new, screen: screen)])
        result.keepGoldens(.record, disk: Disk { $0.kind == kind ? .fail(ENOSPC) : .none })
        #expect(!result.hasPassed && !UserFile.exists(golden))
        #expect(result.report(.english).contains("\(golden) cannot be written: No space left on device."))
        #expect(result.goldenNotes.isEmpty)
    }

    private func kept(_ name: String) -> String {
        String(decoding: (try? UserFile.read(path("cable.screens/\(name).txt"), limit: 1 << 20)) ?? [], as: UTF8.self)
    }

    private func key(_ screen: GoldenReviewScreen, _ key: KeyEvent, _ context: ScreenContext) -> Bool {
        if case .leave = screen.handle(.input(.key(key)), context: context) { true } else { false }
    }

    private func context(_ columns: Int = 80, _ rows: Int = 24) -> ScreenContext {
        ScreenContext(
            now: .zero, size: CellSize(columns: columns, rows: rows), theme: DisplayTheme(), language: .english
        ) { _ in }
    }

    private func draw(_ screen: GoldenReviewScreen, _ context: ScreenContext) -> String {
        var canvas = Canvas(size: context.size)
        screen.draw(in: &canvas, context: context)
        return canvas.buffer.text
    }

    @Test func whatDiffersAndWhatIsNewIsAskedAbout() async throws {
        let review = try await review()
        #expect(
            review.items.map(\.outcome.path) == [
                path("cable.screens/first.20x5.txt"), path("cable.screens/second.20x5.txt"),
                path("cable.screens/third.30x4.txt"),
            ])
        #expect(review.items.map { $0.difference?.count } == [4, 4, nil])
        #expect(kept("first.20x5").contains("open"), "nothing is kept before it was answered")
    }

    @Test func yesKeepsNoLeavesAllKeepsTheRest() async throws {
        var answered: GoldenReview?
        let screen = GoldenReviewScreen(try await review()) { answered = $0 }
        #expect(!key(screen, .character("n"), context()))
        #expect(kept("first.20x5").contains("open"))
        #expect(!key(screen, .character("y"), context()))
        #expect(kept("second.20x5").contains("shut") && kept("third.30x4").isEmpty)
        #expect(key(screen, .character("a"), context()))
        #expect(kept("third.30x4").contains("shut"))
        screen.disappear()
        #expect(answered?.kept == 2 && answered?.left == 1)
    }

    @Test func quittingKeepsNothingFurther() async throws {
        let screen = GoldenReviewScreen(try await review()) { _ in }
        #expect(key(screen, .character("q"), context()))
        #expect(kept("first.20x5").contains("open"))
    }

    @Test func bothStandBesideEachOtherAndEachAlone() async throws {
        let screen = GoldenReviewScreen(try await review()) { _ in }
        let both = draw(screen, context())
        #expect(both.contains("1 of 3 · " + path("cable.screens/first.20x5.txt")), "\(both)")
        #expect(both.contains("Golden file left, new screen right."), "\(both)")
        #expect(both.split(separator: "\n").contains { $0.contains("open") && $0.contains("shut") }, "\(both)")
        _ = key(screen, .tab, context())
        let old = draw(screen, context())
        #expect(old.contains("open") && !old.contains("shut\n") && old.contains("The golden file."), "\(old)")
        _ = key(screen, .tab, context())
        #expect(draw(screen, context()).contains("\nshut"))
        // Where there is little room.
        for (columns, rows) in [(20, 6), (1, 1), (200, 50)] { _ = draw(screen, context(columns, rows)) }
    }

    /// Of a difference between two screens of one size, alone.
    private func wide(_ size: CellSize, column: Int = 0) throws -> GoldenReviewScreen {
        func golden(_ text: String) -> GoldenScreen {
            var canvas = Canvas(size: size)
            canvas.text(SafeText(text), column: column, row: 0)
            return GoldenScreen(canvas.buffer)
        }
        let (old, new) = (golden("open"), golden("shut"))
        let difference = try #require(GoldenDifference(from: old, to: new))
        let outcome = GoldenOutcome(path: "a.txt", state: .differs(difference), screen: new)
        return GoldenReviewScreen(GoldenReview([], pending: [outcome])) { _ in }
    }

    /// What does not fit beside each other stands one above the other; what is cut says so.
    @Test func screensThatDoNotFitSayWhatIsCut() throws {
        let fits = try wide(CellSize(columns: 59, rows: 24))
        #expect(draw(fits, context(120, 40)).contains("open") && !draw(fits, context(120, 40)).contains("Scroll"))
        let stacked = draw(try wide(CellSize(columns: 100, rows: 16)), context(120, 40)).split(separator: "\n")
        let (old, new) = (
            try #require(stacked.firstIndex { $0.hasPrefix("open") }),
            try #require(stacked.firstIndex { $0.hasPrefix("shut") })
        )
        #expect(stacked.contains { $0.contains("Golden file above, new screen below.") }, "\(stacked)")
        #expect(new > old + 1 && stacked[old + 1..<new].contains { $0.contains("────") }, "\(stacked)")
        #expect(!stacked.joined().contains("Scroll"))
        let screen = try wide(CellSize(columns: 200, rows: 50), column: 190)
        let cut = draw(screen, context(120, 40))
        #expect(cut.contains("Columns 142–200 of 200, rows 1–33 of 50."), "\(cut)")
        _ = key(screen, .left, context(120, 40))
        #expect(draw(screen, context(120, 40)).contains("Columns 138–196 of 200"))
        _ = key(screen, .tab, context(120, 40))
        #expect(draw(screen, context(120, 40)).contains(" of 200, rows 1–"), "alone it is cut as well")
        #expect(draw(screen, context(60, 10)).contains("of 200, rows 1–"), "where there is little room")
    }

    /// Two screens of a terminal's size, on one of that size.
    @Test func everySentenceIsWholeOnAnOrdinaryTerminal() throws {
        let shown = draw(try wide(CellSize(columns: 80, rows: 24), column: 60), context())
        #expect(shown.contains("Golden file left, new screen right. Columns ") && shown.contains(" of 24."), "\(shown)")
        #expect(shown.contains("q Quit   ←→↑↓ Scroll"), "\(shown)")
        #expect(!shown.contains("…") && shown.contains("of row 1 show \"shut\""), "\(shown)")
        // On a narrow one as well.
        let narrow = draw(try wide(CellSize(columns: 80, rows: 24), column: 60), context(48, 24))
        #expect(!narrow.contains("…") && narrow.contains("of 24."), "\(narrow)")
    }

    @Test func theSameIsSaidInLines() async throws {
        let screen = GoldenReviewScreen(try await review()) { _ in }
        let spoken = try #require(screen.spoken(context()))
        #expect(spoken.text.map(\.string).contains("Row 1 was: open"))
        #expect(spoken.text.map(\.string).contains("Row 1 is now: shut"))
        #expect(spoken.answers.compactMap(\.letter) == ["y", "n", "a", "q"])
    }

    @Test func aFileThatCannotBeWrittenStays() async throws {
        let screen = GoldenReviewScreen(try await review()) { _ in }
        Folder.removeTree(path: path("cable.screens"))
        try UserFile.write([], to: path("cable.screens"))
        #expect(!key(screen, .character("y"), context()))
        #expect(draw(screen, context()).contains("1 of 3"))
        #expect(screen.spoken(context())?.news.isEmpty == false)
    }

    @Test func thePageHasBothAndLoadsNothing() async throws {
        let html = GoldenReviewPage(try await review(), language: .english).html
        #expect(html.contains("cable.screens/first.20x5.txt</h2>") && html.contains("The cells in columns 1 to "))
        let parts = html.split(separator: "class=\"expected\">").dropFirst().map { String($0.prefix { $0 != "<" }) }
        #expect(parts.count == 2, "the third has no file")
        #expect(html.contains("data-old=\"Golden file\" data-new=\"Screen now\""))
        let old = try #require(Array(try TraceFrames(packed: parts.first ?? "").track()).first)
        #expect(old.screen.textLines[0] == "open")
        #expect(
            try TracePage.tracks(in: Array(html.utf8)).compactMap { Array($0).first?.screen.textLines[0] }.first
                == "shut")
        #expect(!html.contains("src=") && !html.contains("href=") && !html.contains("<svg"))
    }

    // MARK: - Outside any run

    @Test func twoFilesAreCompared() async throws {
        _ = try await review()
        let one = try GoldenFiles.screen(path("cable.screens/first.20x5.txt"))
        let other = try GoldenFiles.screen(path("cable.screens/second.20x5.txt"))
        #expect(GoldenDifference(from: one, to: one) == nil)
        #expect(GoldenDifference(from: one, to: other)?.changes.map(\.row).max() == 2)
        let cast = "{\"version\":2,\"width\":20,\"height\":5}\n[0.1,\"o\",\"open\\r\\n\"]\n"
        try folder.write(cast, to: "a.cast")
        #expect(GoldenDifference(from: try GoldenFiles.screen(path("a.cast")), to: one) == nil)
        #expect(throws: LocalizedFailure.self) { try GoldenFiles.screen(path("cable.yaml")) }
    }

    @Test func whatIsNoFlowInAFolderIsNoBrokenOne() throws {
        try #require(mkdir(path("sub"), 0o755) == 0)
        try folder.write("services: { web: { image: x } }\n", to: "sub/compose.yaml")
        try folder.write("- one\n- two\n", to: "sub/names.yml")
        // These may be flows with a mistake.
        try folder.write("title: T\nrun: ls\nsteps: [{ wiat: q }]\n", to: "sub/typo.yaml")
        try folder.write("title: T\nrnu: ls\n", to: "sub/short.yaml")
        try folder.write("title: \"T\n", to: "sub/open.yaml")
        #expect(
            try ScenarioSuite.files([path("sub")]) == ["open", "short", "typo"].map { path("sub/\($0).yaml") })
        #expect(try ScenarioSuite.files([path("sub/compose.yaml")]) == [path("sub/compose.yaml")])
    }

    @Test func aChecklistInAFolderIsNoBrokenScenario() throws {
        try folder.write("title: T\nitems:\n  - { id: a, title: A, do: x, see: y, demo: home }\n", to: "list.yaml")
        try folder.write("title: T\ndemo: home\nsteps: [{ press: q }]\n", to: "flow.yaml")
        #expect(try ScenarioSuite.files([folder.path]) == [path("flow.yaml")])
        // Whoever names it means it.
        #expect(try ScenarioSuite.files([path("list.yaml")]) == [path("list.yaml")])
    }

    @Test func aSnapshotIsDrawnInTheLanguageAndHintsAtEarlierSteps() async throws {
        let assets = try ScenarioRig.shippedAssets()
        let text = "title: T\nlaunch: com.example.gone\nsteps: [{ wait: '1001' }]\n"
        let home = try Scenario.read(Array(text.utf8), file: "t.yaml").get()
        let english = try await Snapshot.draw(home, at: nil, size: nil, format: .text, on: assets)
        let chinese = try await Snapshot.draw(
            home, at: nil, size: nil, language: .simplifiedChinese, format: .text, on: assets)
        #expect(english != chinese)
        let script = "title: T\nrun: [sh, -c, 'printf open; read x; printf \"\\033[2J\\033[H\"']\n"
        let steps = "steps: [{ wait: open }, { press: enter }, { wait: { exit: 0 } }]\n"
        let program = try Scenario.read(Array((script + steps).utf8), file: "t.yaml").get()
        let hints = Mutex<[String]>([])
        _ = try await Snapshot.draw(program, at: nil, size: nil, format: .text, on: assets) { news in
            if case .hint(let phrase) = news { hints.withLock { $0.append(phrase.english) } }
        }
        #expect(hints.withLock { $0 } == ["The screen is empty at the end; --at 1 to --at 2 draw it as it was then."])
    }
}
