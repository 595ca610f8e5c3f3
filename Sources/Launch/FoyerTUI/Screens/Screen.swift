import FoyerCore

/// One screen of a host: it draws itself, and answers each event with a command.
///
/// Everything is called on the one thread that owns the terminal. Work that takes time belongs in a task, which posts
/// its result to an ``Inbox``.
public protocol Screen: AnyObject {
    /// Called once, when the screen has been put on the stack, before it is drawn.
    func appear(_ context: ScreenContext)

    /// Draws the whole screen. Called for every frame; the canvas is as large as the terminal.
    func draw(in canvas: inout Canvas, context: ScreenContext)

    /// When the screen next changes by itself; `nil` if only an event can change it.
    func nextFrame(after now: Instant) -> Instant?

    /// The actions that the user has now, most important first. Their keys perform them, and `Footer(actions(context))` shows them.
    func actions(_ context: ScreenContext) -> [ScreenAction]

    /// Handles an event: a key of no action, a click, a message from a task, a deadline.
    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand

    /// Called when the screen has left the stack; what its tasks post afterwards is dropped.
    func disappear()

    /// The parts that look after themselves, the topmost first. Each gets every event, deadline and frame that is its own,
    /// keys and clicks before the screen does. List one for as long as it belongs to the screen, in sight or not.
    var elements: [any ScreenElement] { get }

    /// Work that must end before the program does; read once, after the screen has left the stack.
    var remainingWork: Task<Void, Never>? { get }

    /// There is nothing to show yet: the screen below stays in view, as it is.
    var isUnseen: Bool { get }

    /// The progress to show in the taskbar, on terminals that support it.
    var taskbar: TaskbarProgress { get }

    /// The links in the last frame, on terminals that support them.
    var links: [FrameLink] { get }

    /// What the screen says in lines, for somebody who does not see it; asked after each event. With `nil`, its cells are
    /// read, and its clickable keys are the answers.
    func spoken(_ context: ScreenContext) -> Spoken?
}

extension Screen {
    /// Needs no preparation.
    public func appear(_ context: ScreenContext) {}
    /// Never: the screen changes by events alone.
    public func nextFrame(after now: Instant) -> Instant? { nil }
    /// None.
    public func actions(_ context: ScreenContext) -> [ScreenAction] { [] }
    /// Ignores it.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand { .stay }
    /// Has nothing to give back.
    public func disappear() {}
    /// None.
    public var elements: [any ScreenElement] { [] }
    /// None.
    public var remainingWork: Task<Void, Never>? { nil }
    /// Always shown.
    public var isUnseen: Bool { false }
    /// Nothing to show.
    public var taskbar: TaskbarProgress { .none }
    /// None.
    public var links: [FrameLink] { [] }
    /// What its cells say.
    public func spoken(_ context: ScreenContext) -> Spoken? { nil }
}

/// An event for a screen.
public enum ScreenEvent: Sendable {
    /// A key, the mouse, pasted text or a new size.
    case input(InputEvent)
    /// A task has posted to an ``Inbox`` of the screen, or of one shown inside it.
    case woken
    /// The instant returned by `nextFrame` has come.
    case deadline
    /// The terminal has received the screen's first frame; for a ``ScreenWrapper``, also that of a screen inside which has
    /// come later.
    case presented
    /// Another screen is on top, or lies over the one inside a ``ScreenWrapper``; this one is no longer visible.
    case covered
    /// What lay on it has gone; this one is visible again.
    case uncovered
    /// In lines, somebody has given the answer of `Spoken` with this number.
    case chosen(Int)
}

extension ScreenEvent {
    /// The key, if the event is one: `event.key == .character("q")`.
    public var key: KeyEvent? {
        if case .input(.key(let key)) = self { key } else { nil }
    }
}

/// What to do with a screen after an event.
public enum ScreenCommand {
    /// Keeps the screen, and draws it again.
    case stay
    /// Puts another screen on top.
    case push(any Screen)
    /// Returns to the screen below; leaving the last one ends the program.
    case leave
}

/// What a screen may need in order to draw or decide.
public struct ScreenContext {
    /// The time on the loop's clock.
    public let now: Instant
    /// The terminal's size, in cells.
    public let size: CellSize
    /// Colours, glyphs and whether things move.
    public let theme: DisplayTheme
    /// The user's language.
    public let language: Language
    /// Wakes this screen, from any thread; ``Inbox`` calls it. A gradual message may be shown a thirtieth of a second
    /// later.
    package let wake: @Sendable (_ isGradual: Bool) -> Void
    /// In lines: whether answers wait that were typed ahead, so that nothing may come between.
    package let hasTypedAhead: Bool
    /// What the screen asks for between events.
    var requests = ScreenRequests()
    /// How long the terminal took for the slowest frame of the last second; zero where it took all at once.
    package let frameTime: Duration

    package init(
        now: Instant, size: CellSize, theme: DisplayTheme, language: Language, hasTypedAhead: Bool = false,
        frameTime: Duration = .zero, wake: @escaping @Sendable (Bool) -> Void
    ) {
        self.now = now
        self.size = size
        self.theme = theme
        self.language = language
        self.hasTypedAhead = hasTypedAhead
        self.frameTime = frameTime
        self.wake = wake
    }

    /// Asks for a command outside of `handle`, such as in a delegate's call: it is done once the event at hand has been
    /// handled, unless `handle` answers with another one.
    public func request(_ command: ScreenCommand) { requests.ask(command) }

    /// A context for a screen shown inside this one, with another size or look. Show that screen by a ``ScreenChild``.
    public func inside(size: CellSize, theme: DisplayTheme? = nil) -> ScreenContext {
        ScreenContext(
            now: now, size: size, theme: theme ?? self.theme, language: language, hasTypedAhead: hasTypedAhead,
            frameTime: frameTime, wake: wake)
    }
}
