import Foyer
import FoyerPlatform
import FoyerSystem
import Testing

@testable import FoyerChecklist
@testable import FoyerFlows

/// The card of an item over its own flow.
@Suite struct WitnessScreenTests {
    private final class Program: Screen {
        private(set) var keys: [KeyEvent] = []
        private(set) var covers: [Bool] = []
        /// What it says in lines; `nil` for its cells.
        var words: Spoken?

        func spoken(_ context: ScreenContext) -> Spoken? { words }

        func draw(in canvas: inout Canvas, context: ScreenContext) {
            canvas.text("the program itself", column: 0, row: 0)
        }

        func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
            switch event {
            case .input(.key(let key)): keys.append(key)
            case .covered: covers.append(true)
            case .uncovered: covers.append(false)
            default: break
            }
            return .stay
        }
    }

    private static let size = CellSize(columns: 80, rows: 20)
    private let program = Program()
    /// As on the stack, where the card is delivered its keys.
    private let screen: ScreenChild
    private let context = ScreenContext(now: .zero, size: size, theme: DisplayTheme(), language: .english) { _ in }

    init() throws {
        let text = "title: L\nitems:\n  - { id: a, title: First, do: [Boil it., Pour it.], see: It is red., launch: x }"
        let list = try Checklist.read(Array(text.utf8), file: "t.yaml").get()
        let theme = DisplayTheme()
        let recorder = EvidenceRecorder(FlowRecord(.live), theme: theme, at: .zero) { [] }
        screen = ScreenChild(
            WitnessScreen(
                program, recorder,
                flow: .init(
                    card: ChecklistCard(run: ChecklistRun(list), language: .english), place: "1 of 1", theme: theme)))
    }

    private var text: String { draw(Self.size).buffer.text }

    private func draw(_ size: CellSize) -> Canvas {
        var canvas = Canvas(size: size)
        let context = ScreenContext(now: .zero, size: size, theme: DisplayTheme(), language: .english) { _ in }
        screen.draw(in: &canvas, context: context)
        return canvas
    }

    /// Where the flow needs all rows, in cells that it leaves empty.
    @Test func withoutALineTheKeyToTheVerdictIsInTheCorner() {
        let canvas = draw(CellSize(columns: 20, rows: 6))
        #expect(canvas.buffer.text.split(separator: "\n").last?.hasSuffix(" F2") == true, "\(canvas.buffer.text)")
        #expect(canvas.key(atColumn: 18, row: 5) == .function(2))
        #expect(!draw(CellSize(columns: 19, rows: 1)).buffer.text.contains("F2"), "the program's words stay")
        #expect(!text.contains(" F2\n") && text.contains("F2 Verdict"))
    }

    private func press(_ key: KeyEvent) { _ = screen.handle(.input(.key(key)), context: context) }

    @Test(arguments: [KeyEvent.function(1), .escape, .enter, "q"])
    func theCardComesAndGoesAndNoKeyOfItReachesTheProgram(key: KeyEvent) {
        #expect(text.contains("F1 Card") && !text.contains("What to do"))
        press(.function(1))
        let shown = text
        for part in ["First", "1  Boil it.", "2  Pour it.", "It is red.", "F1 Back", "the program"] {
            #expect(shown.contains(part), "\(part)")
        }
        press("x")
        press(.down)
        press(.function(5))
        press(key)
        #expect(text.contains("F1 Card") && !text.contains("What to do"))
        #expect(program.keys.isEmpty && program.covers == [true, false])
        press("x")
        #expect(program.keys == ["x"])
    }

    @Test func itIsReadInLinesAsWell() {
        _ = text
        #expect(screen.spoken(context)?.answers.contains { $0.label == "Card" } == true)
        press(.function(1))
        let spoken = screen.spoken(context)
        #expect(spoken?.title == "First" && spoken?.text.contains("1. Boil it.") == true)
        #expect(spoken?.text.contains("It is red.") == true && spoken?.answers.count == 1)
    }

    /// What had happened before the card was asked for does not happen again behind it.
    @Test func behindTheCardOnlyWhatIsNewIsTold() {
        var here = Spoken("Tea House")
        here.news = ["Loading.", "It did not open."]
        program.words = here
        _ = text
        let before = screen.spoken(context)?.news
        press(.function(1))
        #expect(screen.spoken(context)?.news == before)
        here.news.append("It is ready.")
        program.words = here
        #expect(screen.spoken(context)?.news == ["Loading.", "It did not open.", "It is ready."])
        press("q")
        #expect(screen.spoken(context)?.title == "Tea House")
    }

    /// What a key of the line has done is said beside the keys, at any width, and goes by itself.
    @Test(arguments: [80, 120]) func newsOfTheLineGoByThemselves(columns: Int) throws {
        let list = try Checklist.read(
            Array("title: L\nitems:\n  - { id: a, title: First, do: Boil it., see: It is red., launch: x }".utf8),
            file: "t.yaml"
        ).get()
        let theme = DisplayTheme()
        let recorder = EvidenceRecorder(FlowRecord(.live), theme: theme, at: .zero) { [] }
        let screen = WitnessScreen(
            program, recorder,
            flow: .init(
                card: ChecklistCard(run: ChecklistRun(list), language: .english), place: "1 of 1", theme: theme,
                heal: {}))
        let size = CellSize(columns: columns, rows: 20)
        func context(_ now: Instant) -> ScreenContext {
            ScreenContext(now: now, size: size, theme: theme, language: .english) { _ in }
        }
        func line(_ now: Instant) -> String {
            var canvas = Canvas(size: size)
            screen.draw(in: &canvas, context: context(now))
            return canvas.buffer.textLines[19]
        }
        for (key, news) in [(KeyEvent.function(4), "Network is back"), (.function(3), "This screen is kept.")] {
            let before = line(.zero)
            #expect(before.contains("F2 Verdict   F1 Card   F4 Heal   F3 Keep screen") && before.contains("First"))
            _ = screen.handle(.input(.key(key)), context: context(.zero))
            let said = line(.zero)
            #expect(said.contains("F2 Verdict   F1 Card   F4 Heal   F3 Keep screen") && said.contains(news), "\(said)")
            let end = try #require(screen.nextFrame(after: .zero))
            #expect(end > .zero + .seconds(2) && end < .zero + .seconds(9))
            _ = screen.handle(.deadline, context: context(.zero + .seconds(1)))
            #expect(line(.zero + .seconds(1)) == said, "the flow's own deadlines leave it")
            _ = screen.handle(.deadline, context: context(end))
            #expect(line(end) == before && screen.nextFrame(after: end) == nil)
        }
    }

    /// However long the card is, its end can be reached.
    @Test func aLongCardIsScrolled() throws {
        let deeds = (1...30).map { "Step \($0) of many." }.joined(separator: ", ")
        let list = try Checklist.read(
            Array("title: L\nitems:\n  - { id: a, title: First, do: [\(deeds)], see: It ends., launch: x }".utf8),
            file: "t.yaml"
        ).get()
        let recorder = EvidenceRecorder(FlowRecord(.live), theme: DisplayTheme(), at: .zero) { [] }
        let screen = ScreenChild(
            WitnessScreen(
                program, recorder,
                flow: .init(
                    card: ChecklistCard(run: ChecklistRun(list), language: .english), place: "1 of 1",
                    theme: DisplayTheme())))
        func text() -> String {
            var canvas = Canvas(size: Self.size)
            screen.draw(in: &canvas, context: context)
            return canvas.buffer.text
        }
        _ = screen.handle(.input(.key(.function(1))), context: context)
        #expect(text().contains("Step 1 of many.") && !text().contains("It ends."))
        for _ in 0..<9 { _ = screen.handle(.input(.key(.pageDown)), context: context) }
        #expect(text().contains("It ends."))
        _ = screen.handle(.input(.key(.pageUp)), context: context)
        #expect(!text().contains("It ends."), "no key is spent beyond the end")
    }
}
