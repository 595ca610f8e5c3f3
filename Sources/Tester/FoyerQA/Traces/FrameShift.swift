import Foyer

/// A part of a screen that moves by whole cells, such as pictures that slide or lines that scroll.
struct FrameShift: Equatable {
    let place: Rect
    /// Columns to the right, and rows down.
    let right: Int
    let down: Int

    /// The screen after it; cells into which nothing moves stay as they were.
    func screen(after before: Buffer) -> Buffer {
        var screen = before
        for row in place.row..<place.endRow where (place.row..<place.endRow).contains(row - down) {
            for column in place.column..<place.endColumn
            where (place.column..<place.endColumn).contains(column - right) {
                screen[column, row] = before[column - right, row - down]
            }
        }
        return screen
    }

    // MARK: - Finding one

    /// Rows or columns that are looked at first.
    private static let samples = 4
    /// From this share on, no better shift is looked for.
    private static let enough = 0.95
    /// Most shifts explain nothing, which is clear after so many cells.
    private static let glance = 32

    /// One that explains most of a place of the later screen; `nil` if none does.
    static func find(from before: Buffer, to after: Buffer, in place: Rect) -> FrameShift? {
        guard place.columns > 2, place.rows > 0 else { return nil }
        var best: (shift: FrameShift, share: Double)?
        func look(_ right: Int, _ down: Int) {
            guard best?.share ?? 0 < enough else { return }
            let shift = FrameShift(place: place, right: right, down: down)
            let share = shift.share(of: before, after)
            if share > best?.share ?? 0.5 { best = (shift, share) }
        }
        for distance in 1...max(1, place.columns / 2) {
            look(distance, 0)
            look(-distance, 0)
        }
        for distance in 1...max(1, place.rows / 2) {
            look(0, distance)
            look(0, -distance)
        }
        return best?.shift
    }

    /// The share of some cells that it explains, without those that are blank on both screens.
    private func share(of before: Buffer, _ after: Buffer) -> Double {
        var (all, explained) = (0, 0)
        let (rows, columns) = (max(1, place.rows / Self.samples), right == 0 ? max(1, place.columns / 16) : 1)
        /// - Returns: whether it is worth looking further.
        func look(_ column: Int, _ row: Int) -> Bool {
            guard (place.row..<place.endRow).contains(row - down),
                (place.column..<place.endColumn).contains(column - right)
            else { return true }
            let (cell, source) = (after[column, row], before[column - right, row - down])
            if cell == before[column, row], cell == source { return true }
            all += 1
            explained += cell == source ? 1 : 0
            return all != Self.glance || explained * 5 >= all
        }
        let rowsToSee = stride(from: place.row + rows / 2, to: place.endRow, by: right == 0 ? 1 : rows)
        let columnsToSee = stride(from: place.column, to: place.endColumn, by: columns)
        // Some rows or columns may be at rest: the glance goes over all that are looked at.
        if right == 0 {
            for row in rowsToSee { for column in columnsToSee where !look(column, row) { return 0 } }
        } else {
            for column in columnsToSee { for row in rowsToSee where !look(column, row) { return 0 } }
        }
        return all < 8 ? 0 : Double(explained) / Double(all)
    }
}
