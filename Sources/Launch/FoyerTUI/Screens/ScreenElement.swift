import FoyerCore

/// A part of a screen that looks after itself, such as a banner, a card, or a list of keys.
///
/// List it in ``Screen/elements``, and draw it where it belongs; the rest is done for you:
/// ```swift
/// final class Home: Screen {
///     private let banner: TouchBanner
///     private let keys = KeySheet()
///     var elements: [any ScreenElement] { [keys, banner] }
///
///     func draw(in canvas: inout Canvas, context: ScreenContext) {
///         canvas.fill(.ground)
///         banner.draw(in: &canvas, rect: canvas.bounds.splitTop(12).top, context: context)
///         keys.draw(in: &canvas, language: context.language)
///     }
/// }
/// ```
/// An element of your own says with `coversScreen` that those below it are not to be seen.
public protocol ScreenElement: AnyObject {
    /// Called once, when the screen has appeared or first lists the element.
    func appear(on screen: any Screen, context: ScreenContext)

    /// Handles an event of the screen.
    ///
    /// - Returns: whether the element has used the event. Elements further down and the screen itself then do not get a
    ///   key, a click or an answer.
    func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool

    /// When the element next changes by itself; `nil` if only an event can change it.
    func nextFrame(after now: Instant) -> Instant?

    /// Whether it lies over the whole screen now, elements further down included.
    var coversScreen: Bool { get }

    /// Called once, when the screen has left or no longer lists the element. The program waits for the task.
    @discardableResult
    func close() -> Task<Void, Never>
}

extension ScreenElement {
    /// Needs no preparation.
    public func appear(on screen: any Screen, context: ScreenContext) {}
    /// Never: the element changes by events alone.
    public func nextFrame(after now: Instant) -> Instant? { nil }
    /// Lies over nothing.
    public var coversScreen: Bool { false }
    /// Has nothing to give back.
    @discardableResult
    public func close() -> Task<Void, Never> { ScreenElements.nothing }
}

/// The elements of a screen: who has appeared, who is covered.
struct ScreenElements {
    private struct Part {
        let element: any ScreenElement
        var isCovered = false
    }

    /// The topmost first, as the screen lists them.
    private var parts: [Part] = []
    /// Whether one of them lies over the whole screen.
    private(set) var coverScreen = false
    /// The work of those that have left.
    private(set) var closing: [Task<Void, Never>] = []
    /// What an element has to finish that has nothing to give back: waiting for it would cost a turn of a busy pool.
    static let nothing = Task<Void, Never> {}

    /// Tells elements that have come or gone, and those that are now covered or no longer are.
    mutating func follow(_ screen: any Screen, isCovered: Bool, _ context: ScreenContext) {
        let listed = screen.elements
        for part in parts where !listed.contains(where: { $0 === part.element }) {
            close(part.element)
        }
        parts = listed.map { element in
            if let part = parts.first(where: { $0.element === element }) { return part }
            element.appear(on: screen, context: context)
            return Part(element: element)
        }
        coverScreen = false
        for index in parts.indices {
            let (element, isBelow) = (parts[index].element, isCovered || coverScreen)
            if parts[index].isCovered != isBelow {
                parts[index].isCovered = isBelow
                _ = element.handle(isBelow ? .covered : .uncovered, context: context)
            }
            if element.coversScreen { coverScreen = true }
        }
    }

    /// Offers an event to one after the other, from the top; returns whether one has used it.
    func use(_ event: ScreenEvent, _ context: ScreenContext) -> Bool {
        parts.contains { $0.element.handle(event, context: context) }
    }

    /// Tells all of them, from the bottom.
    func tell(_ event: ScreenEvent, _ context: ScreenContext) {
        for part in parts.reversed() { _ = part.element.handle(event, context: context) }
    }

    func nextFrame(after now: Instant) -> Instant? {
        parts.compactMap { $0.element.nextFrame(after: now) }.min()
    }

    mutating func closeAll() {
        for part in parts { close(part.element) }
        parts = []
    }

    private mutating func close(_ element: any ScreenElement) {
        let work = element.close()
        if work != Self.nothing { closing.append(work) }
    }
}
