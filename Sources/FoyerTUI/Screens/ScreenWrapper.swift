import FoyerCore

/// A screen that shows another one in its place: what it does not do itself, the other does.
package protocol ScreenWrapper: Screen {
    /// The screen inside.
    var wrapped: any Screen { get }
}

/// A screen that has a question in lines before everything else, a card that lies over it included.
package protocol AskingScreen: Screen {
    /// What it asks now; `nil` for nothing.
    func question(_ context: ScreenContext) -> Spoken?
}

/// A screen that may have nothing to show yet; until it has, the screen below stays in view, as it is.
package protocol UnseenScreen: Screen {
    var isUnseen: Bool { get }
}

extension Screen {
    /// The screen itself as another kind, or the first within it that is of that kind.
    package func unwrapped<Kind>(_ kind: Kind.Type) -> Kind? {
        if let found = self as? Kind { return found }
        return (self as? any ScreenWrapper)?.wrapped.unwrapped(kind)
    }
}

extension ScreenWrapper {
    package func appear(_ context: ScreenContext) { wrapped.appear(context) }
    package func draw(in canvas: inout Canvas, context: ScreenContext) { wrapped.draw(in: &canvas, context: context) }
    package func nextFrame(after now: Instant) -> Instant? { wrapped.nextFrame(after: now) }
    package func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        wrapped.handle(event, context: context)
    }
    package func disappear() { wrapped.disappear() }
    package var remainingWork: Task<Void, Never>? { wrapped.remainingWork }
    package var taskbar: TaskbarProgress { wrapped.taskbar }
    package var links: [FrameLink] { wrapped.links }
    package func spoken(_ context: ScreenContext) -> Spoken? { wrapped.spoken(context) }
}
