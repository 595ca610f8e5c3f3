import FoyerCore
import FoyerTUI

/// What a task posted, and for which screen.
public struct ScreenMessage: Sendable {
    let screen: Int
    let payload: any Sendable
    /// Set: it is for the program itself, which is to be shown so from now on.
    let look: Presentation?

    init(screen: Int, payload: any Sendable) {
        (self.screen, self.payload, look) = (screen, payload, nil)
    }

    init(look: Presentation) {
        (screen, payload, self.look) = (0, (), look)
    }

    /// How far a step or its transfer is: a bar shows it a little later as well.
    var isGradual: Bool {
        switch payload {
        case EngineEvent.launch(.stepProgressed), EngineEvent.launch(.transferred): true
        default: false
        }
    }
}

/// The screens of a program, the topmost of which is shown.
struct ScreenStack {
    private struct Entry {
        let id: Int
        let screen: any Screen
        var wasPresented = false
    }

    private var entries: [Entry] = []
    /// What screens that have left still do: the program ends after it.
    private(set) var remainingWork: [Task<Void, Never>] = []
    private var nextID = 1
    private var theme: Theme
    private var language: Language
    private let post: @Sendable (ScreenMessage) -> Void
    private var size = CellSize(columns: 80, rows: 24)
    /// What was drawn last: it knows which keys can be clicked, and where.
    private var drawn: Canvas?
    /// A frame of the topmost screen has been drawn since it was last told so.
    private var owesPresented = false
    /// The very first frame is on the terminal as a whole; what is pushed later is told at once.
    private var hasStarted = false
    /// The number of the screen that was told last that a frame of it has been presented; they only grow.
    private(set) var lastPresented = 0

    init(theme: Theme, language: Language, post: @escaping @Sendable (ScreenMessage) -> Void) {
        self.theme = theme
        self.language = language
        self.post = post
    }

    var isEmpty: Bool { entries.isEmpty }
    /// The numbers of the screens, the topmost last.
    var numbers: [Int] { entries.map(\.id) }
    var top: (any Screen)? { entries.last?.screen }
    var bottom: (any Screen)? { entries.first?.screen }

    /// What the screens find in their contexts from now on.
    mutating func restyle(_ theme: Theme, _ language: Language) {
        (self.theme, self.language) = (theme, language)
    }

    /// Puts a screen on top, whoever asked for it; the one below is told that it is not seen any more, and what it wants
    /// now can wait until it is seen again.
    ///
    /// - Returns: the screen's number; no other ever has it.
    @discardableResult
    mutating func push(_ screen: any Screen, at now: Instant) -> Int {
        if let top = entries.last, let context = context(of: top.id, at: now) {
            _ = top.screen.handle(.covered, context: context)
        }
        let number = nextID
        entries.append(Entry(id: number, screen: screen))
        nextID += 1
        drawn = nil
        if let context = context(at: now) { screen.appear(context) }
        return number
    }

    /// Takes the topmost screen away; the one below is told that it is seen again.
    mutating func pop(at now: Instant) {
        guard let top = entries.popLast() else { return }
        dismiss(top.screen)
        owesPresented = false
        drawn = nil
        deliver(.uncovered, at: now)
    }

    /// Puts a screen in the place of the topmost one; what lies below is told nothing.
    @discardableResult
    mutating func replaceTop(with screen: any Screen, at now: Instant) -> Int {
        if let top = entries.popLast() { dismiss(top.screen) }
        owesPresented = false
        return push(screen, at: now)
    }

    var taskbar: TaskbarProgress { entries.last?.screen.taskbar ?? .none }
    /// Those of the frame rendered last.
    var links: [FrameLink] { entries.last?.screen.links ?? [] }

    /// The terminal has gone: every screen leaves.
    mutating func removeAll() {
        for entry in entries.reversed() { dismiss(entry.screen) }
        entries = []
    }

    /// A frame is on the terminal.
    mutating func framePresented(at now: Instant) {
        hasStarted = true
        guard owesPresented else { return }
        owesPresented = false
        lastPresented = entries.last?.id ?? lastPresented
        deliver(.presented, at: now)
    }

    /// When `deadlineReached` is due: at once where a first frame has just been drawn.
    func nextDeadline(after now: Instant) -> Instant? {
        owesPresented && hasStarted ? now : entries.last?.screen.nextFrame(after: now)
    }

    /// The topmost screen's next frame, with the keys in it that can be clicked.
    mutating func draw(size: CellSize, at now: Instant) -> Canvas {
        self.size = size
        var canvas = Canvas(size: size, theme: theme)
        guard let top = entries.last, let context = context(at: now) else { return canvas }
        top.screen.draw(in: &canvas, context: context)
        drawn = canvas
        if !top.wasPresented {
            entries[entries.count - 1].wasPresented = true
            owesPresented = true
        }
        return canvas
    }

    mutating func handle(_ input: InputEvent, at now: Instant) {
        // Screens lay out at once, before the next frame is drawn.
        if case .resized(let size) = input { self.size = size }
        guard let input = pressed(input) else { return }
        deliver(.input(input), at: now)
    }

    /// A click on a key that the screen shows becomes that key, on every screen alike; the press and the release before
    /// it are nobody's, so that they dismiss nothing.
    private func pressed(_ input: InputEvent) -> InputEvent? {
        guard case .mouse(let mouse) = input, let key = drawn?.key(atColumn: mouse.column, row: mouse.row) else {
            return input
        }
        return switch mouse.kind {
        case .click: .key(key)
        case .press, .release: nil
        case .drag, .move, .wheelUp, .wheelDown: input
        }
    }

    mutating func handle(_ message: ScreenMessage, at now: Instant) {
        guard let index = entries.firstIndex(where: { $0.id == message.screen }) else { return }
        deliver(.message(message.payload), to: index, at: now)
    }

    mutating func deadlineReached(at now: Instant) {
        if owesPresented, hasStarted { framePresented(at: now) } else { deliver(.deadline, at: now) }
    }

    private mutating func deliver(_ event: ScreenEvent, at now: Instant) {
        guard !entries.isEmpty else { return }
        deliver(event, to: entries.count - 1, at: now)
    }

    private mutating func deliver(_ event: ScreenEvent, to index: Int, at now: Instant) {
        let entry = entries[index]
        guard let context = context(of: entry.id, at: now) else { return }
        switch entry.screen.handle(event, context: context) {
        case .stay: break
        case .push(let screen):
            push(screen, at: now)
        case .leave:
            dismiss(entry.screen)
            entries.remove(at: index)
            owesPresented = false
            drawn = nil
            if index == entries.count { deliver(.uncovered, at: now) }
        }
    }

    private mutating func dismiss(_ screen: any Screen) {
        screen.disappear()
        if let work = screen.remainingWork { remainingWork.append(work) }
    }

    private func context(at now: Instant) -> ScreenContext? {
        entries.last.flatMap { context(of: $0.id, at: now) }
    }

    private func context(of id: Int, at now: Instant) -> ScreenContext? {
        let post = post
        return ScreenContext(now: now, size: size, theme: theme, language: language) { payload in
            post(ScreenMessage(screen: id, payload: payload))
        }
    }
}
