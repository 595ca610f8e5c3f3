import FoyerCore
import FoyerTUI
import Testing

/// A widget draws the same at any place of the screen, and only there.
package func expectDrawsTheSameAnywhere(_ widget: any Widget, size: CellSize, at now: Instant) {
    let blank = drawn(nil, in: Rect(size), on: size, at: now)
    for inner in [size, CellSize(columns: 20, rows: 6), CellSize(columns: 7, rows: 1)] {
        let alone = drawn(widget, in: Rect(inner), on: inner, at: now)
        let rect = Rect(column: 3, row: 2, columns: inner.columns, rows: inner.rows)
        let screen = CellSize(columns: inner.columns + 6, rows: inner.rows + 5)
        let moved = drawn(widget, in: rect, on: screen, at: now)
        for row in 0..<screen.rows {
            for column in 0..<screen.columns {
                let isInside = rect.contains(column: column, row: row)
                let expected = isInside ? alone[column - 3, row - 2] : blank[0, 0]
                #expect(moved[column, row] == expected, "\(inner) at \(column), \(row)")
            }
        }
    }
    for rect in [Rect(column: 3, row: 2, columns: 0, rows: 4), Rect(column: 3, row: 2, columns: 9, rows: 0)] {
        #expect(drawn(widget, in: rect, on: size, at: now) == blank, "an empty rectangle shows nothing")
    }
}

/// What a click hits moves along with the widget.
///
/// - Parameter isHit: whether a click means anything anywhere.
package func expectHitsMoveAlong<W: Widget>(_ widget: W, size: CellSize, isHit: Bool) {
    func hits(in rect: Rect) -> [String] {
        (0..<rect.rows).flatMap { row in
            (0..<rect.columns).map { column in
                let place = CellPosition(column: rect.column + column, row: rect.row + row)
                return widget.hitTest(at: place, in: rect).map { "\($0)" } ?? ""
            }
        }
    }
    let here = hits(in: Rect(size))
    #expect(here == hits(in: Rect(column: 5, row: 3, columns: size.columns, rows: size.rows)))
    #expect(here.contains { !$0.isEmpty } == isHit)
}

/// Drawn over letters, so that a cell that it leaves alone can be told.
private func drawn(_ widget: (any Widget)?, in rect: Rect, on size: CellSize, at now: Instant) -> Buffer {
    var canvas = Canvas(size: size)
    for row in 0..<size.rows {
        for column in 0..<size.columns { canvas.put("x", column: column, row: row, style: .text) }
    }
    widget?.render(into: &canvas, in: rect, at: now)
    return canvas.buffer
}
