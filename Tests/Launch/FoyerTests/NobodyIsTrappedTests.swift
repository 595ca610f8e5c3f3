import FoyerCore
import FoyerTUI
import Testing

@testable import Foyer

/// In accessible lines every screen of every host can be left and answered, whatever it says of itself.
@Suite struct NobodyIsTrappedTests {
    private static let ways = ["q", "close", "quit", "Close", "退出", "關閉"]

    @Test(arguments: ways) func aScreenWithoutClickableKeysIsLeft(way: String) throws {
        let drive = try TalkDrive(showing: Plate { $0.key == .character("q") ? .leave : .stay })
        #expect(drive.lines == ["A plate.", "Close?"])
        drive.hear(way)
        #expect(drive.isOver)
    }

    @Test(arguments: ways) func aScreenThatTakesNoKeyIsLeft(way: String) throws {
        let drive = try TalkDrive(showing: Plate { _ in .stay })
        drive.hear(way)
        drive.advance(.seconds(1))
        #expect(drive.isOver)
    }

    @Test func theEndOfInputLeavesScreensThatTakeNoKey() throws {
        let drive = try TalkDrive(showing: Plate { $0.key == .enter ? .push(Plate { _ in .stay }) : .stay })
        drive.hear("enter")
        drive.endInput()
        drive.advance(.seconds(2))
        #expect(drive.isOver)
    }

    @Test func theEndOfInputLeavesAPageThatAsksNothing() throws {
        let drive = try TalkDrive(showing: Waiter())
        drive.endInput()
        drive.advance(.seconds(29))
        #expect(!drive.isOver, "it may go on by itself")
        drive.advance(.seconds(3))
        #expect(drive.isOver)
    }

    @Test func aPageThatAsksNothingIsClosedAtOnce() throws {
        let drive = try TalkDrive(showing: Waiter())
        drive.hear("quit")
        drive.advance(.seconds(1))
        #expect(drive.isOver)
    }

    @Test func twoPagesThatLeadToEachOtherAreLeftAtTheEndOfInput() throws {
        var isOther = false
        let drive = try TalkDrive(
            showing: Plate(text: { isOther ? "Really?" : "A plate" }) { event in
                if event.key == .character("q") { isOther.toggle() }
                return .stay
            })
        drive.endInput()
        #expect(drive.isOver)
    }

    @Test func keysThatAreNoAnswerGoToTheScreen() throws {
        var count = 0
        let drive = try TalkDrive(
            showing: Plate(text: { "\(count) plates" }) { event in
                if event.key == .character("+") { count += 1 }
                return event.key == .character("q") ? .leave : .stay
            })
        drive.hear("+")
        #expect(drive.takeLines().suffix(2) == ["1 plates.", "Close?"])
        drive.hear("x")
        #expect(drive.takeLines() == ["x is not one of the answers.", "Close?"])
    }

    @Test func aDigitThatIsAKeyIsItsOwnNumber() throws {
        var rating = 0
        let drive = try TalkDrive(
            showing: Plate(
                text: { "\(rating) of 5" }, keys: [KeyHint("1", "Poor"), KeyHint("5", "Good"), KeyHint("q", "Done")]
            ) { event in
                if case .character(let sign)? = event.key, ("1"..."5").contains(sign) { rating = Int(sign.value) - 48 }
                return event.key == .character("q") ? .leave : .stay
            })
        #expect(drive.takeLines() == ["0 of 5.", "1 Poor, 5 Good, Done?"])
        drive.hear("5")
        #expect(drive.takeLines() == ["5 of 5.", "1 Poor, 5 Good, Done?"])
        drive.hear("done")
        #expect(drive.isOver)
    }

    // MARK: - Cards

    @Test func aCardSpeaksForItselfAndWhatIsBeneathIsSilent() throws {
        let table = Table()
        let drive = try TalkDrive(showing: table)
        #expect(drive.takeLines() == ["The soup is hot.", "1 Eat, 2 Thank, Close?"])
        table.temperature = "cold"
        drive.hear("thank")
        #expect(drive.takeLines() == ["Tonight only.", "1 Yes, 2 Close?"])
        drive.hear("yes")
        #expect(table.answers == [0])
        #expect(drive.takeLines() == ["The soup is cold.", "1 Eat, 2 Thank, Close?"])
        drive.hear("2", "close", "close")
        #expect(table.answers == [0, 1])
        #expect(drive.isOver)
    }

    /// As that of the notice about events; items of lists have numbers of their own.
    @Test(arguments: [Int.min + 1, Int.min, -1, 0, Int.max], ["", "later", "close"])
    func `an answer with any number is given`(number: Int, line: String) throws {
        let question = Question(number)
        let drive = try TalkDrive(showing: question)
        #expect(drive.takeLines() == ["May it?", "Yes, Later? Enter alone: Later."])
        drive.hear(line)
        #expect(question.chosen == [number])
        #expect(drive.takeLines() == ["Thank you.", "Close?"])
        drive.hear("close")
        #expect(drive.isOver)
    }

    @Test func theSheetOfKeysSpeaksForItself() throws {
        let table = Table()
        let drive = try TalkDrive(showing: table)
        table.sheet.open()
        drive.advance(.seconds(2))
        drive.hear("x")
        #expect(drive.lines.contains { $0.hasPrefix("e eats") }, "\(drive.lines)")
        #expect(drive.lines.last == "1 Eat, 2 Thank, Close?")
    }

    // MARK: - Lists

    @Test(arguments: ["2", "the boat", "The boat is late"]) func anItemOfAListIsChosen(answer: String) throws {
        let letters = Letters()
        let drive = try TalkDrive(showing: letters)
        #expect(
            drive.takeLines() == [
                "Letters.", "Selected: Tea at five, 1 of 3.", "1 Tea at five: Ada, new.", "2 The boat is late: Bo.",
                "3 Come home: Cy.", "Your answer: 1 to 3, Close? A question mark repeats them.",
            ])
        drive.hear(answer)
        #expect(letters.opened == [1])
        #expect(drive.takeLines().first == "Selected: The boat is late, 2 of 3.")
    }

    @Test func anItemOfAListWithoutFocusIsClicked() throws {
        let letters = Letters()
        letters.hasFocus = false
        let drive = try TalkDrive(showing: letters)
        drive.hear("3")
        #expect(letters.opened == [2])
    }

    @Test func `a notice over a list is said once`() throws {
        let letters = Letters()
        let drive = try TalkDrive(showing: letters)
        _ = drive.takeLines()
        letters.failure = "The boat could not be reached."
        drive.hear("2")
        let said = drive.takeLines()
        #expect(said.contains("The boat could not be reached."), "\(said)")
        #expect(!said.contains { $0.contains("Tea at five") }, "the list has been heard: \(said)")
        drive.hear("3")
        #expect(!drive.takeLines().contains("The boat could not be reached."))
    }

    @Test func `what is drawn over a list is said`() throws {
        let letters = Letters()
        letters.isCrossedOut = true
        let drive = try TalkDrive(showing: letters)
        #expect(drive.takeLines().prefix(2) == ["Letters.", "All of them are old."])
    }

    @Test func `a list is read once`() throws {
        let letters = Letters()
        letters.opens = true
        let drive = try TalkDrive(showing: letters)
        #expect(drive.takeLines().contains("1 Tea at five: Ada, new."))
        drive.hear("2")
        #expect(drive.takeLines() == ["A plate.", "Close?"])
        drive.hear("close")
        #expect(
            drive.takeLines() == [
                "Letters.", "Selected: The boat is late, 2 of 3.",
                "Your answer: 1 to 3, Close? A question mark repeats them.",
            ])
        drive.hear("?")
        #expect(drive.takeLines().contains("1 Tea at five: Ada, new."))
    }

    @Test func `what leaves a list takes nothing else with it`() throws {
        let letters = Letters()
        letters.title = { "\($0) letters" }
        letters.removes = true
        let drive = try TalkDrive(showing: letters)
        _ = drive.takeLines()
        drive.hear("2")
        #expect(
            drive.takeLines() == [
                "2 letters.", "Selected: Come home, 2 of 2.",
                "Your answer: 1 to 2, Close? A question mark repeats them.",
            ])
        letters.items.append(ListItem(title: "Tea at six", detail: "Ada"))
        drive.advance(.seconds(3))
        drive.hear("?")
        #expect(drive.takeLines().contains("3 Tea at six: Ada."))
    }

    // MARK: - What moves

    @Test func aCountdownIsNotReadOut() throws {
        let end = Instant.zero + .seconds(10)
        let drive = try TalkDrive(
            showing: Plate(clock: { "\(Int((end - $0).components.seconds)) s left" }) { _ in .stay })
        _ = drive.takeLines()
        drive.advance(.seconds(9))
        #expect(drive.takeLines().isEmpty)
        drive.hear("?")
        #expect(drive.takeLines().first == "1 s left.")
    }

    @Test func whatChangesAndStandsStillIsRead() throws {
        let drive = try TalkDrive(
            showing: Plate(clock: { $0 < .zero + .seconds(3) ? "Waiting" : "Tea is served" }) { _ in .stay })
        drive.advance(.seconds(4))
        #expect(!drive.lines.contains("Tea is served."))
        drive.advance(.seconds(2))
        #expect(drive.lines.contains("Tea is served."))
    }

    // MARK: - Short first

    @Test func aLongListIsSummedUp() throws {
        let letters = Letters()
        letters.items = (1...40).map { ListItem(title: "Letter \($0)", detail: "From somebody far away") }
        let drive = try TalkDrive(showing: letters)
        #expect(
            drive.takeLines() == [
                "Letters.", "Selected: Letter 1, 1 of 40.", "40 choices.",
                "Your answer: 1 to 40, Close? Answer list to hear all.",
            ])
        drive.hear("list")
        #expect(drive.takeLines().contains("2 Letter 2: From somebody far away."))
        drive.hear("letter 17")
        #expect(letters.opened == [16])
    }

    // MARK: - Text fields

    @Test func aTextFieldIsAQuestion() throws {
        let form = Form()
        let drive = try TalkDrive(showing: form)
        #expect(drive.takeLines() == ["Find.", "Name, a line of text?"])
        drive.hear("Ada")
        #expect(form.found == ["Ada"])
        #expect(drive.takeLines().last == "Name, now Ada. A line of text takes its place.")
        drive.hear("Bo", " q")
        #expect(form.found == ["Ada", "Bo", "q"])
        drive.hear("q")
        #expect(drive.isOver)
    }

    @Test func `a screen that speaks for itself takes text`() throws {
        let form = Form()
        form.says = true
        let drive = try TalkDrive(showing: form)
        #expect(drive.takeLines() == ["Who comes?", "Name, a line of text?"])
        drive.hear("Ada")
        #expect(form.found == ["Ada"])
        #expect(drive.takeLines().last == "Name, now Ada. A line of text takes its place.")
        drive.hear("q")
        #expect(drive.isOver)
    }

    @Test func aListBelowATextFieldIsHeardAndChosenFrom() throws {
        let search = Search()
        let drive = try TalkDrive(showing: search)
        #expect(drive.takeLines().contains("3 City bikes."))
        drive.hear("boat")
        #expect(drive.takeLines().contains("1 Boat hire."))
        drive.hear("", "1")
        #expect(search.opened == ["Boat hire"])
        drive.hear("zzz")
        #expect(drive.takeLines().last == "Search, now zzz. A line of text takes its place.")
        drive.hear("")
        #expect(drive.takeLines().contains("3 City bikes."))
        drive.hear("q")
        #expect(drive.isOver)
    }
}

/// A screen that finds what is typed.
private final class Search: Screen {
    private var field = TextField("Search")
    private(set) var opened: [String] = []

    private var found: [String] {
        ["Autumn tea", "Boat hire", "City bikes"].filter { $0.lowercased().hasPrefix(field.text) }
    }
    private var list: ListView { ListView(items: found.map { ListItem(title: SafeText($0)) }) }
    private let place = Rect(column: 0, row: 2, columns: 40, rows: 9)

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        field.render(into: &canvas, in: canvas.bounds.line(0))
        list.render(into: &canvas, in: place)
        Footer(keys: [KeyHint(.escape, "Leave")]).render(into: &canvas, in: canvas.bounds.splitBottom(1).bottom)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .input(.key(.escape)): return .leave
        case .input(.mouse(let mouse)) where mouse.kind == .click:
            if let index = list.hitTest(at: mouse.position, in: place) { opened.append(found[index]) }
        case .input(let input): _ = field.handle(input)
        default: break
        }
        return .stay
    }
}

/// A screen with a line of text, without `spoken`.
private final class Plate: Screen {
    private let text: (Instant) -> SafeText
    private let keys: [KeyHint]
    private let answer: (ScreenEvent) -> ScreenCommand

    init(
        text: @escaping () -> SafeText = { "A plate" }, keys: [KeyHint] = [],
        answer: @escaping (ScreenEvent) -> ScreenCommand
    ) {
        (self.text, self.keys, self.answer) = ({ _ in text() }, keys, answer)
    }

    init(clock: @escaping (Instant) -> String, answer: @escaping (ScreenEvent) -> ScreenCommand) {
        (text, keys, self.answer) = ({ SafeText(clock($0)) }, [], answer)
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        canvas.text(text(context.now), column: 3, row: 2)
        if !keys.isEmpty { Footer(keys: keys).render(into: &canvas, in: canvas.bounds.splitBottom(1).bottom) }
    }

    func nextFrame(after now: Instant) -> Instant? { now + .seconds(1) }
    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand { answer(event) }
}

/// A screen that waits for ever.
private final class Waiter: Screen {
    func draw(in canvas: inout Canvas, context: ScreenContext) { canvas.fill(.ground) }
    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand { .stay }
    func spoken(_ context: ScreenContext) -> Spoken? {
        var spoken = Spoken.waiting("One moment", in: context.language)
        spoken.answers = []
        return spoken
    }
}

/// A screen with a card over it, and a sheet of keys.
private final class Table: Screen {
    var temperature: SafeText = "hot"
    var sheet = KeySheet([KeyHint("e", "eats"), KeyHint("q", "leaves")])
    private(set) var answers: [Int] = []
    private var hasCard = false

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        canvas.text("The soup is \(temperature)", column: 0, row: 0)
        Footer(keys: [KeyHint("e", "Eat"), KeyHint("t", "Thank")])
            .render(into: &canvas, in: canvas.bounds.splitBottom(1).bottom)
        if hasCard {
            canvas.text("Tonight only", column: 20, row: 5)
            var card = Spoken("Tonight only")
            card.answers = [SpokenAnswer("Yes", choose: 0), SpokenAnswer("Close", choose: 1, letter: "q")]
            canvas.speak(card)
        }
        sheet.draw(in: &canvas, language: context.language)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .input(let input) = event, sheet.handle(input, size: context.size) { return .stay }
        if case .chosen(let number) = event {
            answers.append(number)
            hasCard = false
        }
        if event.key == .character("t") { hasCard = true }
        return event.key == .character("q") ? .leave : .stay
    }
}

/// A screen that asks one thing, and thanks for any answer.
private final class Question: Screen {
    private(set) var chosen: [Int] = []
    private let number: Int

    init(_ number: Int) { self.number = number }

    func draw(in canvas: inout Canvas, context: ScreenContext) { canvas.fill(.ground) }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .chosen(let number) = event { chosen.append(number) }
        return event.key == .character("q") ? .leave : .stay
    }

    func spoken(_ context: ScreenContext) -> Spoken? {
        guard chosen.isEmpty else { return Spoken("Thank you") }
        var spoken = Spoken("May it?")
        spoken.answers = [
            SpokenAnswer("Yes", press: .character("y")).unnumbered,
            SpokenAnswer("Later", choose: number, letter: "q").unnumbered,
        ]
        spoken.usual = 1
        return spoken
    }
}

/// A screen with a list.
private final class Letters: Screen {
    var title: (Int) -> SafeText = { _ in "Letters" }
    /// What Enter does besides.
    var opens = false
    var removes = false
    var failure: SafeText?
    /// Whether something else is written over the list.
    var isCrossedOut = false
    var items = [
        ListItem(title: "Tea at five", detail: "Ada", note: "new"), ListItem(title: "The boat is late", detail: "Bo"),
        ListItem(title: "Come home", detail: "Cy"),
    ]
    var hasFocus = true
    private(set) var opened: [Int] = []
    private var focus = 0
    private var offset = 0

    private func list(rows: Int) -> ListView {
        var list = ListView(items: items, focus: hasFocus ? focus : nil, offset: offset)
        list.revealFocus(rows: rows)
        offset = list.offset
        return list
    }

    private func place(_ size: CellSize) -> Rect { Rect(column: 2, row: 3, columns: 60, rows: 20) }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        canvas.text(title(items.count), column: 0, row: 0)
        list(rows: 20).render(into: &canvas, in: place(canvas.size))
        if isCrossedOut { canvas.text("All of them are old", column: 10, row: 8) }
        if let failure, !opened.isEmpty { PageNotice(failure, tone: .bad).render(into: &canvas) }
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .input(.key(.up)): focus = max(0, focus - 1)
        case .input(.key(.down)): focus = min(items.count - 1, focus + 1)
        case .input(.key(.enter)):
            opened.append(focus)
            if removes { items.remove(at: focus) }
            if opens { return .push(Plate { $0.key == .character("q") ? .leave : .stay }) }
        case .input(.mouse(let mouse)) where mouse.kind == .click:
            if let index = list(rows: 20).hitTest(at: mouse.position, in: place(context.size)) { opened.append(index) }
        case .input(.key("q")): return .leave
        default: break
        }
        return .stay
    }
}

/// A screen with a text field.
private final class Form: Screen {
    /// Whether it says itself what it is.
    var says = false
    private var field = TextField("Name")
    private(set) var found: [String] = []

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        canvas.text("Find", column: 0, row: 0)
        field.render(into: &canvas, in: canvas.bounds.line(2))
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .input(.key(.enter)): found.append(field.text)
        case .input(.key(.escape)): return .leave
        case .input(let input): _ = field.handle(input)
        default: break
        }
        return .stay
    }

    func spoken(_ context: ScreenContext) -> Spoken? {
        guard says else { return nil }
        var spoken = Spoken("Who comes?")
        spoken.answers = [.close(context.language)]
        return spoken
    }
}
