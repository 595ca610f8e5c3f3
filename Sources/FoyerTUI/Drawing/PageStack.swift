import FoyerCore

/// The parts of a page, one below the other in its middle. If there is little room, gaps shrink and parts are dropped.
struct PageStack {
    struct Part {
        /// The part of rank 0 is the last to be dropped.
        let rank: Int
        let rows: Int
        /// The greatest number of rows above it.
        let gap: Int
        let columns: Int
    }

    private let parts: [Part]
    private var kept: [Int]

    /// - Parameter airyParts: with more parts than this, gaps of one row are kept and parts are dropped instead.
    init(_ parts: [Part], rows: Int, airyParts: Int = .max) {
        self.parts = parts
        kept = parts.indices.filter { parts[$0].rows > 0 && parts[$0].columns > 0 }
        while let last = kept.max(by: { parts[$0].rank < parts[$1].rank }),
            kept.count > airyParts && height(gaps: 1) > rows || height(gaps: 0) > rows
        {
            kept.removeAll { $0 == last }
        }
    }

    private func height(gaps: Int) -> Int {
        kept.reduce(0) { $0 + parts[$1].rows + gap(above: $1, atMost: gaps) }
    }

    private func gap(above index: Int, atMost limit: Int) -> Int {
        index == kept.first ? 0 : min(limit, parts[index].gap)
    }

    /// A place for each part; empty for those that were dropped.
    func places(in body: Rect) -> [Rect] {
        let gaps = [2, 1, 0].first { height(gaps: $0) <= body.rows } ?? 0
        var row = body.row + (body.rows - height(gaps: gaps)) / 2
        var places = parts.map { _ in Rect(CellSize(columns: 0, rows: 0)) }
        for index in kept {
            let part = parts[index]
            row += gap(above: index, atMost: gaps)
            let column = body.column + (body.columns - part.columns) / 2
            places[index] = Rect(column: column, row: row, columns: part.columns, rows: part.rows)
            row += part.rows
        }
        return places
    }
}
