import FoyerCore

/// The widgets of a page, one below the other in its middle. If there is little room, gaps shrink first; then whole parts
/// are dropped, the highest rank first.
package struct PageStack<Name: Equatable>: Widget {
    package struct Part {
        let name: Name
        let widget: (any Widget)?
        /// The part of rank 0 is the last to be dropped.
        let rank: Int
        let rows: Int
        /// The greatest number of rows above it.
        let gap: Int
        /// The most columns that it takes.
        let columns: Int

        /// - Parameter widget: what `render` draws there; `nil` for a part that the page draws itself.
        package init(
            _ name: Name, _ widget: (any Widget)? = nil, rank: Int, rows: Int, gap: Int = 0, columns: Int = .max
        ) {
            (self.name, self.widget, self.rank, self.rows) = (name, widget, rank, rows)
            (self.gap, self.columns) = (gap, columns)
        }
    }

    /// Where the parts are.
    package struct Places {
        fileprivate var all: [(name: Name, rect: Rect)] = []

        /// Empty if the part was dropped.
        package subscript(name: Name) -> Rect {
            all.first { $0.name == name }?.rect ?? Rect(CellSize(columns: 0, rows: 0))
        }
    }

    private let parts: [Part]
    private let airyParts: Int

    /// - Parameter airyParts: with more parts than this, gaps of one row are kept and parts are dropped instead.
    package init(_ parts: [Part], airyParts: Int = .max) {
        self.parts = parts
        self.airyParts = airyParts
    }

    /// Computed from numbers alone, without a look at the widgets: a page asks for it in each frame.
    package func places(in body: Rect) -> Places {
        var kept = parts.indices.filter { parts[$0].rows > 0 && parts[$0].columns > 0 }
        func height(gaps: Int) -> Int {
            var height = -min(gaps, kept.first.map { parts[$0].gap } ?? 0)
            for index in kept { height += parts[index].rows + min(gaps, parts[index].gap) }
            return height
        }
        while kept.count > airyParts && height(gaps: 1) > body.rows || height(gaps: 0) > body.rows,
            let least = kept.indices.max(by: { parts[kept[$0]].rank < parts[kept[$1]].rank })
        {
            kept.remove(at: least)
        }
        let gaps = [2, 1, 0].first { height(gaps: $0) <= body.rows } ?? 0
        let above = min(gaps, kept.first.map { parts[$0].gap } ?? 0)
        var row = body.row + (body.rows - height(gaps: gaps)) / 2 - above
        var places = Places()
        for index in kept {
            row += min(gaps, parts[index].gap)
            let line = Rect(column: body.column, row: row, columns: body.columns, rows: parts[index].rows)
            let size = CellSize(columns: parts[index].columns, rows: parts[index].rows)
            places.all.append((parts[index].name, line.centered(size)))
            row += parts[index].rows
        }
        return places
    }

    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        let places = places(in: rect)
        for part in parts { part.widget?.render(into: &canvas, in: places[part.name], at: now) }
    }

    /// The name of the part at a place.
    package func hitTest(at place: CellPosition, in rect: Rect) -> Name? {
        places(in: rect).all.first { $0.rect.contains(place) }?.name
    }

    package func nextChange(after now: Instant, theme: DisplayTheme) -> Instant? {
        parts.compactMap { $0.widget?.nextChange(after: now, theme: theme) }.min()
    }
}
