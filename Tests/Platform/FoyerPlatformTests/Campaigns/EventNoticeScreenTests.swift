import FoyerCore
import FoyerPlatformCore
import FoyerTUI
import Testing

@testable import FoyerPlatform

/// The notice about events: where it lies, and that nothing but an answer is one.
@Suite struct EventNoticeScreenTests {
    /// Has words in some rows, and a text field if it is told to.
    private final class Words: Screen {
        var rows: [Int]
        var field: TextField?
        var button: Int?
        var card: Spoken?
        var heard: [KeyEvent] = []

        init(_ rows: [Int]) { self.rows = rows }

        func draw(in canvas: inout Canvas, context: ScreenContext) {
            for row in rows { canvas.text("Order ahead, or not now", column: 2, row: row) }
            field?.render(into: &canvas, in: Rect(column: 0, row: 1, columns: 20, rows: 1), at: context.now)
            if let button { canvas.text("Go  Later", column: 20, row: button) }
            if let card { canvas.speak(card) }
        }

        func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
            if let key = event.key { heard.append(key) }
            return .stay
        }
    }

    private final class Rig {
        let words: Words
        var answers: [Bool] = []
        var now = Instant.zero
        let size = CellSize(columns: 60, rows: 12)
        private(set) var screen: EventNoticeScreen!

        init(_ rows: [Int] = [3]) {
            words = Words(rows)
            screen = EventNoticeScreen(
                words, notice: { .eventNotice(to: "http://a.example/", change: Phrase(asIs: "mail --no-events")) },
                answered: { [unowned self] in answers.append($0) })
        }

        func context(hasTypedAhead: Bool = false) -> ScreenContext {
            ScreenContext(
                now: now, size: size, theme: DisplayTheme(), language: .english, hasTypedAhead: hasTypedAhead
            ) { _ in }
        }

        func draw() -> Canvas {
            var canvas = Canvas(size: size)
            screen.draw(in: &canvas, context: context())
            return canvas
        }

        var lines: [Substring] {
            draw().buffer.text.split(separator: "\n", omittingEmptySubsequences: false)
        }

        /// The rows of the notice's first word and of its keys.
        var rows: (first: Int?, last: Int?) {
            let lines = lines
            return (lines.firstIndex { $0.contains("May this") }, lines.lastIndex { $0.contains("y Yes   n No") })
        }

        var isAsking: Bool { rows.first != nil }

        func press(_ key: KeyEvent, after pause: Duration = .seconds(1)) {
            _ = draw()
            now += pause
            _ = screen.handle(.input(.key(key)), context: context())
        }
    }

    @Test func itLiesOverTheFootButNotOverItsKeys() {
        let (first, last) = Rig([3]).rows
        #expect(first == 7 || first == 8, "\(String(describing: first))")
        #expect(last == 10)
    }

    /// As those of a card's buttons.
    @Test func itHidesNoWordsAtTheFoot() {
        let rig = Rig([9, 10])
        #expect(rig.rows.first == 0)
        rig.words.rows = [0, 10]
        #expect(rig.rows.first == 0, "it does not jump for as many")
        rig.words.rows = [0, 1]
        #expect(rig.rows.last == 10)
    }

    /// As short as those of a card may be.
    @Test func itHidesNoButtonAtTheFoot() {
        let rig = Rig([])
        rig.words.button = 9
        #expect(rig.rows.first == 0 && rig.lines[9].contains("Go"))
    }

    @Test(arguments: [(KeyEvent.character("y"), true), (.character("n"), false)])
    func aKeySaysYesAndAnotherSaysNo(key: KeyEvent, isAllowed: Bool) {
        let rig = Rig()
        rig.press(key)
        #expect(rig.answers == [isAllowed] && rig.words.heard.isEmpty && !rig.isAsking)
        rig.press(key)
        #expect(rig.answers.count == 1 && rig.words.heard == [key], "it is the screen's again")
    }

    @Test func beingDrawnIsNoAnswerHoweverLong() {
        let rig = Rig()
        for _ in 0..<10 {
            #expect(rig.isAsking)
            rig.now += .seconds(60)
            _ = rig.screen.handle(.deadline, context: rig.context())
        }
        #expect(rig.answers.isEmpty && rig.screen.nextFrame(after: rig.now) == nil)
    }

    @Test func anyOtherKeySetsItAsideAndIsTheScreens() {
        let rig = Rig()
        rig.press(.tab)
        #expect(rig.answers.isEmpty && rig.words.heard == [.tab] && !rig.isAsking)
        rig.press(.character("y"))
        #expect(rig.answers.isEmpty && rig.words.heard == [.tab, .character("y")])
    }

    @Test func aKeyThatWasPressedBeforeItCouldBeReadIsTheScreens() {
        let rig = Rig()
        rig.press(.character("y"), after: .milliseconds(299))
        #expect(rig.answers.isEmpty && rig.words.heard == [.character("y")] && rig.isAsking)
        rig.press(.character("y"), after: .milliseconds(1))
        #expect(rig.answers == [true])
    }

    @Test func aClickOnAKeyAnswers() {
        let rig = Rig()
        let (canvas, line) = (rig.draw(), rig.lines[10])
        let column = line.distance(from: line.startIndex, to: line.range(of: "n No")?.lowerBound ?? line.startIndex)
        #expect(canvas.key(atColumn: column, row: 10) == .character("n"))
    }

    @Test func whileSomethingIsTypedLettersAreText() {
        let rig = Rig()
        #expect(rig.isAsking)
        rig.words.field = TextField("Name")
        rig.press(.character("y"))
        #expect(rig.answers.isEmpty && rig.words.heard == [.character("y")] && !rig.isAsking)
        rig.words.field = nil
        #expect(rig.isAsking)
    }

    /// It has been asked, and what is answered next is its answer.
    @Test func inLinesNoCardComesBetweenTheQuestionAndItsAnswer() throws {
        let rig = Rig()
        var stack = ScreenStack(theme: DisplayTheme(), language: .english) { _ in }
        stack.push(rig.screen, at: .zero)
        _ = stack.draw(size: rig.size, at: .zero)
        let question = try #require(stack.spoken(at: .zero))
        rig.words.card = Spoken("A card", ["Forty stalls"])
        _ = stack.draw(size: rig.size, at: .zero)
        #expect(stack.spoken(at: .zero) == question)
        stack.handle(.key(.character("n")), at: .zero + .seconds(1))
        _ = stack.draw(size: rig.size, at: .zero + .seconds(1))
        #expect(rig.answers == [false] && stack.spoken(at: .zero + .seconds(1))?.title == "A card")
    }

    /// Closing is no answer about events, and the screen beneath stays.
    @Test func `in lines closing the question closes nothing else`() throws {
        let rig = Rig()
        _ = rig.draw()
        let spoken = try #require(rig.screen.spoken(rig.context())).closable(.english)
        let closing = spoken.answers.filter(\.leaves)
        #expect(closing.map(\.label.string) == ["Not now"] && spoken.answers.count == 3)
        #expect(closing.allSatisfy { $0.item == nil }, "it is no item of a list")
    }

    @Test func `in lines a card is answered before the notice asks`() throws {
        let rig = Rig()
        rig.words.card = Spoken("A card", ["Forty stalls"])
        _ = rig.draw()
        #expect(rig.screen.question(rig.context()) == nil)
        rig.words.card = nil
        _ = rig.draw()
        #expect(rig.screen.question(rig.context()) != nil)
    }

    @Test func inLinesItIsAQuestionThatNothingTypedAheadAnswers() throws {
        let rig = Rig()
        _ = rig.draw()
        #expect(rig.screen.spoken(rig.context(hasTypedAhead: true)) == nil)
        let spoken = try #require(rig.screen.spoken(rig.context()))
        #expect(spoken.title.string.hasPrefix("May this program tell http://a.example/"))
        #expect(spoken.answers.map(\.label.string) == ["Yes", "No", "Not now"] && spoken.usual == 2)
        #expect(spoken.answers.allSatisfy { !$0.isNumbered })
        guard case .choose(let number) = spoken.answers[2].act else { return #expect(Bool(false)) }
        // Once it has been asked, a line that has just been typed is its answer.
        #expect(rig.screen.spoken(rig.context(hasTypedAhead: true)) == spoken)
        _ = rig.screen.handle(.chosen(number), context: rig.context())
        #expect(rig.answers.isEmpty && rig.screen.spoken(rig.context()) == nil)
    }
}
