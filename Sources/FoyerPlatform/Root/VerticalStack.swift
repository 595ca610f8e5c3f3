import Foyer
import FoyerCore
import FoyerTUI

/// Stacks parts in the middle of a page. If there is little room, gaps shrink first; then whole parts are dropped, the
/// highest rank first.
struct VerticalStack {
    struct Part {
        let rank: Int
        let rows: Int
        /// The rows above it, if there is room.
        var gap = 0
        /// The most columns that it takes.
        var columns = Int.max
    }

    /// One rectangle for each part, in order; empty for those without room.
    let places: [Rect]

    init(_ parts: [Part], in room: Rect) {
        // Nothing touches the screen's edge.
        let body = room.rows >= 12 ? room.inset(rows: 1) : room
        var kept = parts.indices.filter { parts[$0].rows > 0 }
        func height(_ gaps: Int) -> Int {
            kept.enumerated().reduce(0) { sum, entry in
                sum + parts[entry.element].rows + (entry.offset == 0 ? 0 : min(gaps, parts[entry.element].gap))
            }
        }
        while height(0) > body.rows, let last = kept.max(by: { parts[$0].rank < parts[$1].rank }) {
            kept.removeAll { $0 == last }
        }
        let gaps = [2, 1, 0].first { height($0) <= body.rows } ?? 0
        var places = parts.map { _ in Rect(column: body.column, row: body.row, columns: 0, rows: 0) }
        var row = body.row + (body.rows - height(gaps)) / 2
        for (order, index) in kept.enumerated() {
            let part = parts[index]
            row += order == 0 ? 0 : min(gaps, part.gap)
            let line = Rect(column: body.column, row: row, columns: body.columns, rows: part.rows)
            places[index] = line.centered(CellSize(columns: min(part.columns, body.columns), rows: part.rows))
            row += part.rows
        }
        self.places = places
    }
}
