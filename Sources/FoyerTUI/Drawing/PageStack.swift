import FoyerCore

/// The parts of a page, one below the other in its middle. If there is little room, gaps shrink first; then whole parts
/// are dropped, the highest rank first.
package struct PageStack<Name: Hashable> {
    package struct Part {
        let name: Name
        /// The part of rank 0 is the last to be dropped.
        let rank: Int
        let rows: Int
        /// The greatest number of rows above it.
        let gap: Int
        /// The most columns that it takes.
        let columns: Int

        package init(_ name: Name, rank: Int, rows: Int, gap: Int = 0, columns: Int = .max) {
            (self.name, self.rank, self.rows, self.gap, self.columns) = (name, rank, rows, gap, columns)
        }
    }

    private var places: [Name: Rect] = [:]

    /// - Parameter airyParts: with more parts than this, gaps of one row are kept and parts are dropped instead.
    package init(_ parts: [Part], in body: Rect, airyParts: Int = .max) {
        var kept = parts.filter { $0.rows > 0 && $0.columns > 0 }
        func height(gaps: Int) -> Int {
            kept.reduce(0) { $0 + $1.rows + min(gaps, $1.gap) } - min(gaps, kept.first?.gap ?? 0)
        }
        while kept.count > airyParts && height(gaps: 1) > body.rows || height(gaps: 0) > body.rows,
            let least = kept.indices.max(by: { kept[$0].rank < kept[$1].rank })
        {
            kept.remove(at: least)
        }
        let gaps = [2, 1, 0].first { height(gaps: $0) <= body.rows } ?? 0
        var row = body.row + (body.rows - height(gaps: gaps)) / 2 - min(gaps, kept.first?.gap ?? 0)
        for part in kept {
            row += min(gaps, part.gap)
            let line = Rect(column: body.column, row: row, columns: body.columns, rows: part.rows)
            places[part.name] = line.centered(CellSize(columns: part.columns, rows: part.rows))
            row += part.rows
        }
    }

    /// Where a part is; empty if it was dropped.
    package subscript(name: Name) -> Rect { places[name] ?? Rect(CellSize(columns: 0, rows: 0)) }
}
