import FoyerCore

/// One screen of a host: draws itself, and answers what happens with what is to become of it.
///
/// Everything is called on the one thread that owns the terminal. Work that takes time belongs into a task, which
/// leaves its result in an ``Inbox``.
public protocol Screen: AnyObject {
    /// The screen has come onto the stack; called once, before it is drawn.
    func appear(_ context: ScreenContext)

    /// Draws all of it. Called for every frame; the canvas is as large as the terminal.
    func draw(in canvas: inout Canvas, context: ScreenContext)

    /// When it next looks different by itself; `nil` where only an event can change it.
    func nextFrame(after now: Instant) -> Instant?

    /// Something has happened: a key, a click, a result of its own tasks, an instant that it waited for.
    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand

    /// The screen has left the stack; what its tasks still post is dropped.
    func disappear()

    /// What must have ended before the program does; asked once the screen has left the stack.
    var remainingWork: Task<Void, Never>? { get }

    /// What the taskbar shows beside the program's name, on terminals that can.
    var taskbar: TaskbarProgress { get }

    /// What is a link in the frame drawn last, on terminals that can.
    var links: [FrameLink] { get }
}

extension Screen {
    public func appear(_ context: ScreenContext) {}
    public func nextFrame(after now: Instant) -> Instant? { nil }
    public func disappear() {}
    public var remainingWork: Task<Void, Never>? { nil }
    public var taskbar: TaskbarProgress { .none }
    public var links: [FrameLink] { [] }
}

/// What a screen is told.
public enum ScreenEvent: Sendable {
    /// A key, the mouse, pasted text, a new size.
    case input(InputEvent)
    /// A task has left something in an ``Inbox`` of the screen, or of one that is shown inside it.
    case woken
    /// The instant that `nextFrame` named has come.
    case deadline
    /// A frame of the screen has been handed to the terminal for the first time.
    case presented
    /// Another screen has come on top: this one is not seen any more.
    case covered
    /// The screen that lay above has gone.
    case uncovered
}

extension ScreenEvent {
    /// The key, where it is one: `event.key == .character("q")`.
    public var key: KeyEvent? {
        if case .input(.key(let key)) = self { key } else { nil }
    }
}

/// What is to become of a screen.
public enum ScreenCommand {
    /// Nothing; it is drawn again.
    case stay
    /// Puts another screen on top.
    case push(any Screen)
    /// Goes back to the screen below; the last one ends the program.
    case leave
}

/// What a screen may need to know when it draws or decides.
public struct ScreenContext {
    /// The loop's clock.
    public let now: Instant
    /// As large as the terminal, in cells.
    public let size: CellSize
    /// Colours, signs and whether things move.
    public let theme: Theme
    /// The catalogue of words in the user's language.
    public let language: Language
    /// Wakes this screen, from any thread; ``Inbox`` calls it. Gradual: a thirtieth of a second later will do.
    package let wake: @Sendable (_ isGradual: Bool) -> Void

    package init(
        now: Instant, size: CellSize, theme: Theme, language: Language, wake: @escaping @Sendable (Bool) -> Void
    ) {
        self.now = now
        self.size = size
        self.theme = theme
        self.language = language
        self.wake = wake
    }

    /// The same for a screen that is shown inside this one, in a part of its room or in another look. Whoever shows it
    /// hands it its events, ``ScreenEvent/woken`` included.
    public func inside(size: CellSize, theme: Theme? = nil) -> ScreenContext {
        ScreenContext(now: now, size: size, theme: theme ?? self.theme, language: language, wake: wake)
    }
}
