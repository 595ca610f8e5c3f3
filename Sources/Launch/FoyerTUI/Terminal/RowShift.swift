import FoyerCore

/// A part of a row whose cells moved sideways, as in a slide.
///
/// The terminal moves the cells itself: characters are deleted at one end of the part and inserted at the other, which
/// takes a few bytes instead of all its cells: the slides of a banner at 80×24 in 24 bits take an eighth, 135 KB in place of
/// 1,052 in 16 seconds.
struct RowShift: Equatable {
    /// The part that moves; the rest stays.
    let columns: Range<Int>
    /// How far its cells moved to the left, or to the right if negative; never 0.
    let distance: Int

    /// Characters to delete and to insert.
    var count: Int { abs(distance) }
    /// Where to delete them. This comes before inserting, which would otherwise push the row's last cells over its end.
    var deletion: Int { distance > 0 ? columns.lowerBound : columns.upperBound - count }
    /// Where they are inserted.
    var insertion: Int { distance > 0 ? columns.upperBound - count : columns.lowerBound }

    /// Fewer cells than this are cheaper to send than to move.
    static let leastColumns = 16

    /// The shift that leaves at most half of the cells to draw; nil if there is none, or if the row has wide characters
    /// that moving might cut.
    ///
    /// - Parameters:
    ///   - changed: the columns that differ between the rows.
    ///   - guess: a distance to try first, such as that of the row above; 0 for none.
    ///   - searches: how often to try all other distances; decremented if they were tried.
    static func find(
        from old: ArraySlice<ScreenCell>, to new: ArraySlice<ScreenCell>, changed: Range<Int>, guess: Int,
        searches: inout Int
    ) -> RowShift? {
        guard changed.count >= leastColumns else { return nil }
        return unsafe old.withUnsafeBufferPointer { old in
            unsafe new.withUnsafeBufferPointer { new in
                guard unsafe old[changed.lowerBound...].allSatisfy({ $0.width == 1 }) else { return nil }
                let rows = unsafe Rows(old: old, new: new, columns: changed)
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
    @safe private struct Rows {
        let old: UnsafeBufferPointer<ScreenCell>
        let new: UnsafeBufferPointer<ScreenCell>
        let columns: Range<Int>
        /// The number of cells that may stay wrong.
        let limit: Int

        init(old: UnsafeBufferPointer<ScreenCell>, new: UnsafeBufferPointer<ScreenCell>, columns: Range<Int>) {
            unsafe (self.old, self.new, self.columns) = (old, new, columns)
            limit = columns.count { unsafe old[$0] != new[$0] } / 2
        }

        /// The distance that leaves the fewest cells wrong, the shortest one of equals.
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

        /// The number of cells that would still have to be drawn, including those that come in at the end; nil beyond
        /// the limit.
        func wrongCells(after distance: Int, limit: Int) -> Int? {
            let stays = columns.clamped(to: columns.lowerBound - distance..<columns.upperBound - distance)
            var wrong = columns.count - stays.count
            for column in stays where unsafe new[column] != old[column + distance] {
                wrong += 1
                if wrong > limit { return nil }
            }
            return wrong > limit ? nil : wrong
        }
    }
}
