import FoyerCore

/// A part of a screen: a value that draws itself into a rectangle, says what lies at a place, and when it next changes.
///
/// ```swift
/// struct Stars: Widget {
///     var count: Int
///
///     func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
///         for star in 0..<min(count, rect.columns) {
///             canvas.put("*", column: rect.column + star, row: rect.row, style: .accent)
///         }
///     }
///
///     func hitTest(at place: CellPosition, in rect: Rect) -> Int? {
///         rect.line(0).contains(column: place.column, row: place.row) ? place.column - rect.column : nil
///     }
/// }
/// ```
/// A screen draws it in `draw`, asks it in `handle` what was clicked, and returns its next change from `nextFrame`.
public protocol Widget {
    /// What `hitTest` finds, such as the index of an item.
    associatedtype Target = Never

    /// Draws into a rectangle of the canvas, and nowhere else; an empty one shows nothing.
    ///
    /// - Parameter now: for what moves: the same instant always gives the same picture.
    func render(into canvas: inout Canvas, in rect: Rect, at now: Instant)

    /// What lies at a place; `nil` if nothing can be chosen there.
    ///
    /// - Parameters:
    ///   - place: in the coordinates of the rectangle, such as a `MouseEvent.position`.
    ///   - rect: where it was drawn.
    func hitTest(at place: CellPosition, in rect: Rect) -> Target?

    /// The next instant after `now` at which it looks different by itself; `nil` if only a change of its values can
    /// change it.
    func nextChange(after now: Instant, theme: DisplayTheme) -> Instant?
}

extension Widget {
    /// Nothing can be chosen.
    public func hitTest(at place: CellPosition, in rect: Rect) -> Target? { nil }

    /// Never: it does not move.
    public func nextChange(after now: Instant, theme: DisplayTheme) -> Instant? { nil }

    /// Draws all over the canvas.
    public func render(into canvas: inout Canvas, at now: Instant) {
        render(into: &canvas, in: canvas.bounds, at: now)
    }

}

/// A widget that never moves: it may be drawn without saying when.
public protocol StillWidget: Widget {}

extension StillWidget {
    /// Draws it.
    ///
    /// - Parameter rect: all of the canvas if `nil`.
    public func render(into canvas: inout Canvas, in rect: Rect? = nil) {
        render(into: &canvas, in: rect ?? canvas.bounds, at: .zero)
    }
}

/// Words in a rectangle: a line that is cut, or as many lines as fit.
package struct Words: StillWidget, Equatable, Sendable {
    private let text: SafeText
    private let alignment: Canvas.Alignment
    private let style: TextStyle
    private let wraps: Bool

    package init(
        _ text: SafeText, _ alignment: Canvas.Alignment = .center, style: TextStyle = .text, wraps: Bool = false
    ) {
        (self.text, self.alignment, self.style, self.wraps) = (text, alignment, style, wraps)
    }

    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        if wraps {
            canvas.paragraph(text, in: rect, alignment: alignment, style: style)
        } else {
            canvas.text(text, in: rect, alignment: alignment, style: style)
        }
    }
}

/// What a screen draws itself, as a part of a ``PageStack``.
package struct Drawing: StillWidget {
    private let draw: (inout Canvas, Rect) -> Void

    package init(_ draw: @escaping (inout Canvas, Rect) -> Void) { self.draw = draw }

    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) { draw(&canvas, rect) }
}
