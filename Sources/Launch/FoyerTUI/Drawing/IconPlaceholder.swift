import FoyerCore

/// Stands in for an icon: a soft plate with the program's initial, or three dots that light up in turn.
public struct IconPlaceholder: Widget, Equatable, Sendable {
    /// The program's name, whose first character is shown; empty if unknown.
    public var name: SafeText
    /// When its dots began to move.
    public var startedAt: Instant
    private static let turn = Duration.milliseconds(450)

    /// - Parameter name: the program's name; while it is empty, dots move.
    public init(name: SafeText = "", startedAt: Instant = .zero) {
        self.name = name
        self.startedAt = startedAt
    }

    /// The next instant at which another dot lights up; `nil` if nothing moves.
    public func nextChange(after now: Instant, theme: DisplayTheme) -> Instant? {
        guard name.isEmpty, !theme.reducesMotion else { return nil }
        guard now >= startedAt else { return startedAt }
        return startedAt + Self.turn * (turns(at: now) + 1)
    }

    /// Draws it into a rectangle, with a border.
    public func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        guard !rect.isEmpty else { return }
        Plate().render(into: &canvas, in: rect, at: now)
        let glyph = name.glyphs(beyond: 0).first
        let middle = rect.centered(CellSize(columns: glyph?.width ?? 5, rows: 1))
        if let glyph {
            canvas.put(
                glyph.glyph, width: glyph.width, column: middle.column, row: middle.row, style: TextStyle.accent)
            return
        }
        renderDots(into: &canvas, in: rect, at: now)
    }

    /// The three dots alone, in the middle of a rectangle.
    func renderDots(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        guard rect.columns >= 7, rect.rows > 0 else { return }
        let middle = rect.centered(CellSize(columns: 5, rows: 1))
        let lit = canvas.theme.reducesMotion ? 3 : turns(at: now) % 4
        for index in 0..<3 {
            canvas.put(
                canvas.glyphs.dot, column: middle.column + index * 2, row: middle.row,
                style: TextStyle(index == lit ? .accent : .faint))
        }
    }

    private func turns(at now: Instant) -> Int {
        guard now > startedAt else { return 0 }
        return Int((now - startedAt).saturatedNanoseconds / Self.turn.saturatedNanoseconds)
    }
}

/// A filled rectangle with soft corners.
struct Plate: Widget {
    func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        let theme = canvas.theme
        guard theme.canBlend, !theme.glyphs.isASCII else {
            canvas.frame(rect, style: .faint)
            return
        }
        let fill = theme.blend(.raised, .faint, 0.35)
        canvas.fill(fill, in: rect)
        guard rect.columns > 2, rect.rows > 1 else { return }
        let corners: [(Unicode.Scalar, Int, Int)] = [
            ("▟", rect.column, rect.row), ("▙", rect.endColumn - 1, rect.row), ("▜", rect.column, rect.endRow - 1),
            ("▛", rect.endColumn - 1, rect.endRow - 1),
        ]
        for (glyph, column, row) in corners {
            canvas.put(glyph, column: column, row: row, style: TextStyle(fill, on: .ground))
        }
    }
}
