import FoyerCore

/// A screen that shows another one in its place: what it does not do itself, the other does.
///
/// It is `covered` when one of its own elements covers the screen inside, and `presented` again if that screen comes later
/// than itself. If it handles these events, it passes them on.
///
/// ```swift
/// final class CountedKeys: ScreenWrapper {
///     let child: ScreenChild
///     private(set) var count = 0
///
///     init(_ screen: any Screen) { child = ScreenChild(screen) }
///
///     func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
///         if event.key != nil { count += 1 }
///         return child.handle(event, context: context)
///     }
/// }
/// ```
public protocol ScreenWrapper: Screen {
    /// The screen inside.
    var child: ScreenChild { get }
}

extension ScreenWrapper {
    /// The child's.
    public func appear(_ context: ScreenContext) { child.appear(context) }
    /// The child's.
    public func draw(in canvas: inout Canvas, context: ScreenContext) { child.draw(in: &canvas, context: context) }
    /// The child's.
    public func nextFrame(after now: Instant) -> Instant? { child.nextFrame(after: now) }
    /// The child's.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        child.handle(event, context: context)
    }
    /// The child's.
    public func disappear() { child.disappear() }
    /// The child's.
    public var remainingWork: Task<Void, Never>? { child.remainingWork }
    /// The child's.
    public var taskbar: TaskbarProgress { child.taskbar }
    /// The child's.
    public var links: [FrameLink] { child.links }
    /// The child's.
    public func spoken(_ context: ScreenContext) -> Spoken? { child.spoken(context) }
    /// The screen inside.
    package var wrapped: any Screen { child.screen }
}

extension Screen {
    /// The screen itself as another kind, or the first within it that is of that kind.
    package func unwrapped<Kind>(_ kind: Kind.Type) -> Kind? {
        if let found = self as? Kind { return found }
        return (self as? any ScreenWrapper)?.wrapped.unwrapped(kind)
    }
}
