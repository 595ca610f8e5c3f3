import FoyerCore

/// A screen inside another one, or on a stack. What happens is told to it here, to its elements first and each thing once:
/// `presented` after its own first frame, `uncovered` only after `covered`, and nothing once it has left.
///
/// A screen with another one inside is a ``ScreenWrapper``. It is `covered` by its own elements as well, and `presented` once
/// more with the first frame of a child that comes later; it passes both on.
public final class ScreenChild {
    /// The screen itself.
    public let screen: any Screen
    private let place: (CellSize) -> Rect
    private let theme: DisplayTheme?
    /// The screen, if it shows another one in its place.
    private let wrapper: (any ScreenWrapper)?
    private var elements = ScreenElements()
    private let requests = ScreenRequests()
    private var firstFrame = FirstFrame.awaited
    /// Whether something lies on the screen around it, and whether something of that screen's lies on this one.
    private var (isBeneath, isObscured) = (false, false)
    /// What a wrapper has been told last of the screen inside: whether it is covered, and that its first frame is out. Each
    /// is told once, whether the wrapper passes it on or not.
    private var coverTold: (inner: ScreenChild, isCovered: Bool)?
    private var presentedTold: ScreenChild?
    private var hasLeft = false
    /// The last frame that was drawn apart, while it is in view: it knows which keys can be clicked, and where.
    package private(set) var drawn: Canvas?

    /// How far its first frame has come.
    private enum FirstFrame {
        case awaited
        /// It has been drawn; whether the terminal has it all, nobody knows yet.
        case drawn
        /// The screen has been told that the terminal has it.
        case told
    }

    /// A screen that fills the one around it.
    public convenience init(_ screen: any Screen) {
        self.init(screen, theme: nil) { Rect($0) }
    }

    /// - Parameters:
    ///   - theme: in place of that of the screen around it.
    ///   - place: where it lies in a screen of that size.
    package init(_ screen: any Screen, theme: DisplayTheme?, place: @escaping (CellSize) -> Rect) {
        (self.screen, self.theme, self.place) = (screen, theme, place)
        wrapper = screen as? any ScreenWrapper
    }

    /// Whether its first frame has been drawn, and it has not been told that the terminal has it.
    package var owesPresented: Bool { firstFrame == .drawn }
    /// Whether it has been told that the terminal has its first frame.
    package var hasPresented: Bool { firstFrame == .told }
    private var isCovered: Bool { isBeneath || isObscured }

    private func inner(_ context: ScreenContext) -> ScreenContext {
        var inner = context.inside(size: place(context.size).size, theme: theme)
        inner.requests = requests
        return inner
    }

    // MARK: - Coming and going

    /// Passes on `Screen.appear`.
    public func appear(_ context: ScreenContext) {
        let context = inner(context)
        screen.appear(context)
        follow(context)
    }

    /// Passes on `Screen.disappear`, once.
    public func disappear() {
        guard !hasLeft else { return }
        (hasLeft, drawn) = (true, nil)
        screen.disappear()
        elements.closeAll()
    }

    /// The screen's, and that of its elements.
    public var remainingWork: Task<Void, Never>? {
        let work = elements.closing + [screen.remainingWork].compactMap { $0 }
        guard work.count > 1 else { return work.first }
        return Task { for task in work { await task.value } }
    }

    // MARK: - Events

    /// Passes on `Screen.handle`, in the child's own coordinates.
    ///
    /// - Returns: what the screen answers, or what it has asked for by ``ScreenContext/request(_:)``.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .covered: return cover(context) { isBeneath = true }
        case .uncovered: return cover(context) { isBeneath = false }
        case .presented:
            guard firstFrame == .drawn else { return .stay }
            firstFrame = .told
            if let inner = wrapper?.child, inner.owesPresented { presentedTold = inner }
        case .input(let input):
            guard let input = placed(input, context.size).flatMap(pressed) else { return .stay }
            return deliver(.input(input), inner(context))
        case .woken, .deadline, .chosen: break
        }
        return deliver(event, inner(context))
    }

    /// Something of the screen around it, such as a sheet, lies on it, or no longer does.
    package func setObscured(_ isObscured: Bool, _ context: ScreenContext) -> ScreenCommand {
        cover(context) { self.isObscured = isObscured }
    }

    private func cover(_ context: ScreenContext, _ change: () -> Void) -> ScreenCommand {
        let wasCovered = isCovered
        change()
        if isCovered == wasCovered { return .stay }
        drawn = nil
        let context = inner(context)
        guard wrapper != nil else { return deliver(isCovered ? .covered : .uncovered, context) }
        // A wrapper may be covered already, by an element of its own.
        if !hasLeft { follow(context) }
        return requests.take() ?? .stay
    }

    private func deliver(_ event: ScreenEvent, _ context: ScreenContext) -> ScreenCommand {
        if hasLeft { return .stay }
        follow(context)
        var command = ScreenCommand.stay
        if !isUsed(event, context) {
            if let key = event.key, let action = screen.actions(context)[key].first {
                action.perform(key)
            } else {
                command = screen.handle(event, context: context)
            }
        }
        follow(context)
        let request = requests.take()
        if case .stay = command { return request ?? .stay }
        return command
    }

    /// Tells the elements what has changed for them, and a wrapper what has for the screen inside.
    private func follow(_ context: ScreenContext) {
        elements.follow(screen, isCovered: isCovered, context)
        guard let wrapper else { return }
        let (inner, isCovered) = (wrapper.child, isCovered || elements.coverScreen)
        if inner.isBeneath != isCovered, coverTold.map({ $0.inner !== inner || $0.isCovered != isCovered }) ?? true {
            coverTold = (inner, isCovered)
            requests.ask(wrapper.handle(isCovered ? .covered : .uncovered, context: context))
        }
        if owesInner {
            presentedTold = wrapper.child
            requests.ask(wrapper.handle(.presented, context: context))
        }
    }

    /// Whether a screen inside has come later and its first frame has been drawn.
    private var owesInner: Bool {
        guard firstFrame == .told, let inner = wrapper?.child, inner !== presentedTold else { return false }
        return inner.owesPresented
    }

    /// Whether an element keeps the event from the screen.
    private func isUsed(_ event: ScreenEvent, _ context: ScreenContext) -> Bool {
        switch event {
        case .input(let input) where input.isOfUser: return elements.use(event, context)
        case .chosen: return elements.use(event, context)
        case .input, .woken, .deadline, .presented: elements.tell(event, context)
        // Each element is told for itself.
        case .covered, .uncovered: break
        }
        return false
    }

    private func placed(_ input: InputEvent, _ size: CellSize) -> InputEvent? {
        switch input {
        case .resized(let size): return .resized(place(size).size)
        case .mouse(var mouse):
            let place = place(size)
            guard place.contains(column: mouse.column, row: mouse.row) else { return nil }
            mouse.column -= place.column
            mouse.row -= place.row
            return .mouse(mouse)
        case .key, .paste, .resumed, .endOfInput: return input
        }
    }

    /// A click on a key that the screen shows becomes that key; the press and release before it are dropped, so that
    /// they dismiss nothing.
    package func pressed(_ input: InputEvent) -> InputEvent? {
        guard case .mouse(let mouse) = input, let key = drawn?.key(atColumn: mouse.column, row: mouse.row) else {
            return input
        }
        return switch mouse.kind {
        case .click: .key(key)
        case .press, .release: nil
        case .drag, .move, .wheelUp, .wheelDown: input
        }
    }

    // MARK: - Frames

    /// Draws it in its place.
    public func draw(in canvas: inout Canvas, context: ScreenContext) {
        draw(in: &canvas, isBeneath: false, context: context)
    }

    /// - Parameter isBeneath: whether something that gives way, such as a fade, still lies over it; until it has given
    ///   way, this is not the screen's first frame.
    package func draw(in canvas: inout Canvas, isBeneath: Bool, context: ScreenContext) {
        let (place, context) = (place(canvas.size), inner(context))
        if place == canvas.bounds {
            screen.draw(in: &canvas, context: context)
        } else {
            canvas.within(place) { screen.draw(in: &$0, context: context) }
        }
        if !isBeneath, firstFrame == .awaited { firstFrame = .drawn }
    }

    /// Draws it on a canvas of its own, which is kept for clicks on keys and for reading.
    package func drawApart(_ context: ScreenContext) -> Canvas {
        let context = inner(context)
        drawn = nil
        var canvas = Canvas(size: context.size, theme: context.theme)
        screen.draw(in: &canvas, context: context)
        if firstFrame == .awaited { firstFrame = .drawn }
        drawn = canvas
        return canvas
    }

    /// The earliest of the screen's and its elements'; at once if there is a first frame to tell the screen inside of.
    public func nextFrame(after now: Instant) -> Instant? {
        if owesInner { return now }
        return [screen.nextFrame(after: now), elements.nextFrame(after: now)].compactMap { $0 }.min()
    }

    /// The screen's.
    public var taskbar: TaskbarProgress { screen.taskbar }
    /// The screen's, unless something covers it.
    public var links: [FrameLink] { isCovered ? [] : screen.links }

    // MARK: - In lines

    /// Passes on `Screen.spoken`.
    public func spoken(_ context: ScreenContext) -> Spoken? { screen.spoken(inner(context)) }

    /// All that it says: a question that precedes cards; then a card that lies on it; then its own words, or its cells.
    package func said(_ context: ScreenContext) -> (spoken: Spoken, isCard: Bool) {
        var spoken = spoken(context) ?? .cells
        if spoken.precedesCards { return (spoken, false) }
        if let card = drawn?.speech.card { return (card, true) }
        guard let drawn else { return (spoken, false) }
        guard spoken.readsCells else {
            spoken.takeField(from: drawn.speech, in: context.language)
            return (spoken, false)
        }
        return (Spoken(reading: drawn, news: spoken.news, in: context.language), false)
    }
}

/// What a screen has asked for while no event was at hand to answer.
final class ScreenRequests {
    private var command: ScreenCommand?

    func ask(_ command: ScreenCommand) {
        if case .stay = command { return }
        self.command = command
    }

    func take() -> ScreenCommand? {
        defer { command = nil }
        return command
    }
}
