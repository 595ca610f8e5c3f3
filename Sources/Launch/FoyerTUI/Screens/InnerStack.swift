import FoyerCore

/// A stack of screens inside another screen.
package final class InnerStack: Screen {
    package var stack = ScreenStack(theme: DisplayTheme(), language: .english) { _ in }
    private let inbox = Inbox<ScreenMessage>(isGradual: \.isGradual)
    /// The work of the screens that were open when it disappeared.
    package private(set) var remainingWork: Task<Void, Never>?

    package init() {}

    package func appear(_ context: ScreenContext) {
        let post = inbox.poster(context)
        stack = ScreenStack(theme: context.theme, language: context.language) { post($0) }
        stack.follow(context)
    }

    package func disappear() {
        stack.removeAll()
        remainingWork = Task { [work = stack.remainingWork] in for task in work { await task.value } }
    }

    package func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        stack.follow(context)
        switch event {
        case .input(let input): stack.handle(input, at: context.now)
        case .woken: for message in inbox.drain() { stack.wake(message, at: context.now) }
        case .deadline: stack.deadlineReached(at: context.now)
        case .chosen(let number): stack.choose(number, at: context.now)
        case .covered: stack.setObscured(true, at: context.now)
        case .uncovered: stack.setObscured(false, at: context.now)
        case .presented: stack.framePresented(at: context.now)
        }
        return .stay
    }

    package func draw(in canvas: inout Canvas, context: ScreenContext) {
        stack.follow(context)
        // Free the current buffer first: on a huge terminal each takes tens of megabytes.
        canvas = Canvas(size: CellSize(columns: 0, rows: 0), theme: context.theme)
        canvas = stack.draw(size: context.size, at: context.now)
    }

    package func nextFrame(after now: Instant) -> Instant? { stack.nextDeadline(after: now) }
    package var taskbar: TaskbarProgress { stack.taskbar }
    package var links: [FrameLink] { stack.links }

    package func spoken(_ context: ScreenContext) -> Spoken? {
        stack.follow(context)
        return stack.spoken(at: context.now)
    }
}
