import FoyerCore

/// A part of a row whose cells went sideways, as a slide moves them.
///
/// The terminal moves by itself what it shows: characters are deleted at one end of the part and as many inserted at the
/// other, a few bytes in place of all its cells.
struct RowShift: Equatable {
    /// The part; what is outside stays.
    let columns: Range<Int>
    /// How far to the left its cells went, to the right where it is negative; never 0.
    let distance: Int

    /// Characters to delete and to insert.
    var count: Int { abs(distance) }
    /// Where they are deleted. Before any is inserted, or the row's last ones would be pushed over its end.
    var deletion: Int { distance > 0 ? columns.lowerBound : columns.upperBound - count }
    /// Where they are inserted.
    var insertion: Int { distance > 0 ? columns.upperBound - count : columns.lowerBound }

    /// Fewer cells than this cost less than the moving.
    static let leastColumns = 16

    /// The shift that leaves at most half of the cells to draw that there were; nil where there is none, or the row has
    /// wide characters that moving might cut.
    ///
    /// - Parameters:
    ///   - changed: the columns that differ between the rows.
    ///   - guess: a distance to try before all others, such as the row's above; 0 is none.
    ///   - searches: how often all the others may be tried; one less afterwards where they were.
    static func find(
        from old: ArraySlice<Cell>, to new: ArraySlice<Cell>, changed: Range<Int>, guess: Int, searches: inout Int
    ) -> RowShift? {
        guard changed.count >= leastColumns else { return nil }
        return old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                guard old[changed.lowerBound...].allSatisfy({ $0.width == 1 }) else { return nil }
                let rows = Rows(old: old, new: new, columns: changed)
                guard rows.limit * 2 >= leastColumns else { return nil }
                if guess != 0, rows.wrongCells(after: guess, limit: rows.limit) != nil {
                    return RowShift(columns: changed, distance: guess)
                }
                guard searches > 0 else { return nil }
                searches -= 1
                return rows.best().map { RowShift(columns: changed, distance: $0) }
            }
        }
    }

    /// The same part of two rows.
    private struct Rows {
        let old: UnsafeBufferPointer<Cell>
        let new: UnsafeBufferPointer<Cell>
        let columns: Range<Int>
        /// So many cells may stay wrong.
        let limit: Int

        init(old: UnsafeBufferPointer<Cell>, new: UnsafeBufferPointer<Cell>, columns: Range<Int>) {
            (self.old, self.new, self.columns) = (old, new, columns)
            limit = columns.count { old[$0] != new[$0] } / 2
        }

        /// The distance that leaves the fewest cells wrong, the shortest of equals.
        func best() -> Int? {
            var found: Int?
            var limit = limit
            for count in 1...self.limit {
                for distance in [count, -count] {
                    guard let wrong = wrongCells(after: distance, limit: limit) else { continue }
                    (found, limit) = (distance, wrong - 1)
                }
            }
            return found
        }

        /// The cells that would still have to be drawn, what comes in at the end included; nil for more than the limit.
        func wrongCells(after distance: Int, limit: Int) -> Int? {
            let stays = columns.clamped(to: columns.lowerBound - distance..<columns.upperBound - distance)
            var wrong = columns.count - stays.count
            for column in stays where new[column] != old[column + distance] {
                wrong += 1
                if wrong > limit { return nil }
            }
            return wrong > limit ? nil : wrong
        }
    }
}
