import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

/// Notes what it is told, as long as somebody looks.
private final class Notes {
    var lines: [String] = []

    /// The lines since the last look.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    private static func name(_ key: KeyEvent) -> String {
        if case .character(let sign) = key { String(Character(sign)) } else { "\(key)" }
    }

    func add(_ event: ScreenEvent, to name: String) {
        let word =
            switch event {
            case .input(.key(let key)): "key \(Self.name(key))"
            case .input(.mouse(let mouse)): "\(mouse.kind) \(mouse.column),\(mouse.row)"
            case .input(.resized(let size)): "\(size.columns)×\(size.rows)"
            case .input: "input"
            case .woken: "woken"
            case .deadline: "deadline"
            case .presented: "presented"
            case .covered: "covered"
            case .uncovered: "uncovered"
            case .chosen(let number): "chosen \(number)"
            }
        lines.append("\(name) \(word)")
    }
}

/// Uses a key, and covers what is below it if it is told to.
private final class Plate: ScreenElement {
    let name: String
    let notes: Notes
    var used: Set<KeyEvent> = []
    var coversScreen = false
    var next: Instant?
    var request: ScreenCommand?

    init(_ name: String, _ notes: Notes) { (self.name, self.notes) = (name, notes) }

    func appear(on screen: any Screen, context: ScreenContext) { notes.lines.append("\(name) appears") }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        notes.add(event, to: name)
        guard let key = event.key, used.contains(key) else { return false }
        if let request { context.request(request) }
        return true
    }

    func nextFrame(after now: Instant) -> Instant? { next }

    func close() -> Task<Void, Never> {
        notes.lines.append("\(name) closes")
        return Task {}
    }
}

private final class Page: Screen {
    let name: String
    let notes: Notes
    var elements: [any ScreenElement] = []
    var answer = ScreenCommand.stay

    init(_ notes: Notes, _ name: String = "page") { (self.name, self.notes) = (name, notes) }

    func appear(_ context: ScreenContext) { notes.lines.append("\(name) appears") }
    func disappear() { notes.lines.append("\(name) leaves") }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.text("a", column: 0, row: 0)
        canvas.mark(Rect(column: 0, row: 0, columns: 3, rows: 1), as: .character("a"))
        canvas.text("\(context.size.columns)×\(context.size.rows)", column: 0, row: 1)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        notes.add(event, to: name)
        return answer
    }
}

/// Leaves a row at the top to itself.
private final class Frame: ScreenWrapper {
    let child: ScreenChild

    init(_ screen: any Screen) {
        child = ScreenChild(screen, theme: nil) { Rect($0).splitTop(1).rest }
    }
}

/// Shows nothing at first, and another screen later.
private final class Later: ScreenWrapper {
    var child = ScreenChild(BlankScreen())
    let elements: [any ScreenElement]

    init(_ element: any ScreenElement) { elements = [element] }
}

@Suite struct ScreenChildTests {
    private let notes = Notes()
    private let context = ScreenContext(
        now: .zero, size: CellSize(columns: 20, rows: 6), theme: DisplayTheme(), language: .english
    ) { _ in }

    private func child(_ elements: any ScreenElement...) -> ScreenChild {
        let page = Page(notes)
        page.elements = elements
        return ScreenChild(page)
    }

    @discardableResult
    private func tell(_ child: ScreenChild, _ event: ScreenEvent) -> [String] {
        _ = child.handle(event, context: context)
        return notes.take()
    }

    // MARK: - One screen

    @Test func presentedComesOnceAndAfterItsOwnDrawing() {
        let child = child()
        #expect(tell(child, .presented) == [])
        _ = child.drawApart(context)
        #expect(child.owesPresented && !child.hasPresented)
        #expect(tell(child, .presented) == ["page presented"])
        _ = child.drawApart(context)
        #expect(tell(child, .presented) == [] && child.hasPresented)
    }

    @Test func coveredAndUncoveredComeInTurnWhateverLiesOnIt() {
        let child = child()
        #expect(tell(child, .uncovered) == [])
        #expect(tell(child, .covered) == ["page covered"])
        _ = child.setObscured(true, context)
        #expect(tell(child, .covered) == [])
        #expect(tell(child, .uncovered) == [], "a sheet of the screen around it is still there")
        _ = child.setObscured(false, context)
        #expect(notes.take() == ["page uncovered"])
    }

    @Test func nothingComesOnceItHasLeft() {
        let child = child(Plate("plate", notes))
        child.appear(context)
        child.disappear()
        child.disappear()
        #expect(notes.take() == ["page appears", "plate appears", "page leaves", "plate closes"])
        for event in [.woken, .deadline, .presented, .covered, .input(.key(.enter)), .chosen(1)] as [ScreenEvent] {
            #expect(tell(child, event) == [])
        }
    }

    @Test func aClickOnAKeyThatIsInViewIsThatKey() {
        let child = child()
        func mouse(_ kind: MouseEvent.Kind) -> ScreenEvent { .input(.mouse(MouseEvent(kind, column: 1, row: 0))) }
        #expect(tell(child, mouse(.click)) == ["page click 1,0"])
        _ = child.drawApart(context)
        #expect(tell(child, mouse(.press)) == [] && tell(child, mouse(.release)) == [])
        #expect(tell(child, mouse(.click)) == ["page key a"])
        #expect(tell(child, mouse(.wheelUp)) == ["page wheelUp 1,0"])
        #expect(tell(child, .covered) == ["page covered"])
        #expect(tell(child, mouse(.click)) == ["page click 1,0"], "what is covered shows no key")
    }

    // MARK: - A screen inside another

    @Test func aScreenInAPlaceSeesATerminalOfThatSize() {
        let frame = Frame(Page(notes))
        var canvas = Canvas(size: context.size)
        frame.draw(in: &canvas, context: context)
        #expect(canvas.buffer.text.split(separator: "\n", omittingEmptySubsequences: false)[2] == "20×5")
        func tell(_ input: InputEvent) -> [String] {
            _ = frame.handle(.input(input), context: context)
            return notes.take()
        }
        #expect(tell(.resized(CellSize(columns: 30, rows: 9))) == ["page 30×8"])
        #expect(tell(.mouse(MouseEvent(.click, column: 4, row: 3))) == ["page click 4,2"])
        #expect(tell(.mouse(MouseEvent(.click, column: 4, row: 0))) == [])
        #expect(tell(.key(.enter)) == ["page key enter"])
    }

    @Test func whatAWrapperDoesNotDoItselfTheOtherDoes() {
        let page = Page(notes)
        page.answer = .leave
        let frame = Frame(page)
        frame.appear(context)
        #expect(leaves(frame.handle(.chosen(3), context: context)))
        frame.disappear()
        #expect(notes.take() == ["page appears", "page chosen 3", "page leaves"])
        #expect(frame.unwrapped(Page.self) === page)
    }

    @Test func whatCoversAWrapperCoversTheScreenInsideIt() {
        let plate = Plate("plate", notes)
        let later = Later(plate)
        let child = ScreenChild(later)
        child.appear(context)
        later.child = ScreenChild(Page(notes))
        _ = notes.take()
        plate.coversScreen = true
        #expect(tell(child, .woken) == ["page covered", "plate woken", "page woken"])
        #expect(tell(child, .covered) == ["plate covered"])
        plate.coversScreen = false
        #expect(tell(child, .woken) == ["plate woken", "page woken"])
        #expect(tell(child, .uncovered) == ["plate uncovered", "page uncovered"])
    }

    @Test func aScreenThatComesLaterIsToldOfItsFirstFrame() {
        let later = Later(Plate("plate", notes))
        let child = ScreenChild(later)
        child.appear(context)
        _ = child.drawApart(context)
        tell(child, .presented)
        later.child = ScreenChild(Page(notes))
        #expect(child.nextFrame(after: .zero) == nil && tell(child, .deadline) == ["plate deadline", "page deadline"])
        _ = child.drawApart(context)
        #expect(child.nextFrame(after: .zero) == .zero)
        #expect(tell(child, .deadline) == ["page presented", "plate deadline", "page deadline"])
        _ = child.drawApart(context)
        #expect(child.nextFrame(after: .zero) == nil)
    }

    /// It may come while the terminal still takes the first frame, and be drawn after that.
    @Test func aScreenThatComesBeforeTheFirstFrameIsOutIsToldOfItsOwn() {
        let later = Later(Plate("plate", notes))
        let child = ScreenChild(later)
        child.appear(context)
        _ = child.drawApart(context)
        later.child = ScreenChild(Page(notes))
        _ = notes.take()
        #expect(tell(child, .presented) == ["plate presented"])
        _ = child.drawApart(context)
        #expect(child.nextFrame(after: .zero) == .zero)
        #expect(tell(child, .deadline) == ["page presented", "plate deadline", "page deadline"])
        #expect(child.nextFrame(after: .zero) == nil)
    }

    @Test func aScreenThatTakesAnothersPlaceUnderASheetIsCoveredAndNoneStaysSo() {
        let plate = Plate("plate", notes)
        let later = Later(plate)
        let child = ScreenChild(later)
        child.appear(context)
        let (one, other) = (ScreenChild(Page(notes, "one")), ScreenChild(Page(notes, "other")))
        later.child = one
        _ = notes.take()
        plate.coversScreen = true
        #expect(tell(child, .woken).first == "one covered")
        later.child = other
        #expect(tell(child, .woken).first == "other covered")
        plate.coversScreen = false
        #expect(tell(child, .woken).first == "other uncovered")
        later.child = one
        #expect(tell(child, .woken).first == "one uncovered")
    }

    /// A wrapper that keeps both for itself is told each once, and nothing spins.
    @Test func whatAWrapperKeepsItIsToldOnce() {
        final class Keeper: ScreenWrapper {
            let child: ScreenChild
            let elements: [any ScreenElement]
            var told: [String] = []
            init(_ screen: any Screen, _ element: any ScreenElement) {
                (child, elements) = (ScreenChild(screen), [element])
            }
            func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
                switch event {
                case .presented: told.append("presented")
                case .covered: told.append("covered")
                case .uncovered: told.append("uncovered")
                default: break
                }
                return .stay
            }
        }
        let plate = Plate("plate", notes)
        let keeper = Keeper(Page(notes), plate)
        let child = ScreenChild(keeper)
        child.appear(context)
        _ = child.drawApart(context)
        tell(child, .presented)
        plate.coversScreen = true
        for _ in 0..<3 { tell(child, .woken) }
        #expect(keeper.told == ["presented", "covered"] && child.nextFrame(after: .zero) == nil)
    }

    // MARK: - Elements

    @Test func aKeyIsForTheTopmostThatUsesItAndAWakeUpForAll() {
        let (upper, lower) = (Plate("upper", notes), Plate("lower", notes))
        (upper.used, lower.used) = ([.enter], [.tab])
        let child = child(upper, lower)
        child.appear(context)
        #expect(notes.take() == ["page appears", "upper appears", "lower appears"])
        #expect(tell(child, .input(.key(.enter))) == ["upper key enter"])
        #expect(tell(child, .input(.key(.tab))) == ["upper key tab", "lower key tab"])
        #expect(tell(child, .chosen(1)) == ["upper chosen 1", "lower chosen 1", "page chosen 1"])
        #expect(tell(child, .woken) == ["lower woken", "upper woken", "page woken"])
        let size = CellSize(columns: 9, rows: 9)
        #expect(tell(child, .input(.resized(size))) == ["lower 9×9", "upper 9×9", "page 9×9"])
    }

    @Test func anElementIsCoveredByWhatLiesOnItOrOnItsScreen() {
        let (upper, lower) = (Plate("upper", notes), Plate("lower", notes))
        let child = child(upper, lower)
        child.appear(context)
        _ = notes.take()
        upper.coversScreen = true
        #expect(tell(child, .deadline).first == "lower covered", "before anything else comes to it")
        #expect(tell(child, .covered) == ["upper covered", "page covered"])
        upper.coversScreen = false
        #expect(tell(child, .uncovered) == ["upper uncovered", "lower uncovered", "page uncovered"])
    }

    @Test func anElementComesAndGoesWithTheList() async {
        let page = Page(notes)
        let child = ScreenChild(page)
        child.appear(context)
        page.elements = [Plate("first", notes)]
        #expect(tell(child, .woken) == ["page appears", "first appears", "first woken", "page woken"])
        page.elements = [Plate("second", notes)]
        #expect(tell(child, .deadline) == ["first closes", "second appears", "second deadline", "page deadline"])
        child.disappear()
        #expect(notes.take() == ["page leaves", "second closes"])
        #expect(child.remainingWork != nil)
        await child.remainingWork?.value
    }

    @Test func anElementThatHasNothingToGiveBackIsNotWaitedFor() {
        let page = Page(notes)
        page.elements = [DetailsSheet()]
        let child = ScreenChild(page)
        child.appear(context)
        child.disappear()
        #expect(child.remainingWork == nil)
    }

    @Test func theNextFrameIsTheEarliest() {
        let (one, other) = (Plate("one", notes), Plate("other", notes))
        let child = child(one, other)
        child.appear(context)
        #expect(child.nextFrame(after: .zero) == nil)
        (one.next, other.next) = (.zero + .seconds(3), .zero + .seconds(2))
        #expect(child.nextFrame(after: .zero) == .zero + .seconds(2))
    }

    @Test func whatIsAskedForBetweenEventsIsDoneAfterThem() {
        let plate = Plate("plate", notes)
        plate.used = [.enter]
        plate.request = .leave
        let child = child(plate)
        child.appear(context)
        let keys: [KeyEvent] = [.tab, .enter, .tab]
        #expect(keys.map { leaves(child.handle(.input(.key($0)), context: context)) } == [false, true, false])
    }

    private func leaves(_ command: ScreenCommand) -> Bool {
        if case .leave = command { true } else { false }
    }
}
