import FoyerCore
import Glibc

/// The differences between a row of one frame and the frame before.
struct RowChange: Equatable {
    let row: Int
    /// The columns to draw.
    let columns: Range<Int>
    /// What the terminal can move by itself before they are drawn.
    var shift: RowShift?

    /// The rows that differ, from the top; all of them completely if the former frame is unknown or of another size.
    ///
    /// - Parameter shifts: whether to look for cells that only moved sideways.
    static func all(from old: Frame?, to new: Frame, size: CellSize, shifts: Bool) -> [RowChange] {
        guard let old, old.size == size, new.size == size else {
            return (0..<size.rows).map { RowChange(row: $0, columns: 0..<size.columns) }
        }
        var changes: [RowChange] = []
        var distance = 0
        // If much changes and nothing has moved, as in a fade, not every row is searched; all rows of a slide move
        // equally far.
        var searches = 3
        for row in 0..<size.rows {
            let (before, after) = (old.row(row), new.row(row))
            guard before.count == size.columns, after.count == size.columns else {
                changes.append(RowChange(row: row, columns: 0..<size.columns))
                continue
            }
            guard let columns = span(from: before, to: after) else { continue }
            var change = RowChange(row: row, columns: columns)
            if shifts, columns.count >= RowShift.leastColumns {
                change.shift = RowShift.find(
                    from: before, to: after, changed: columns, guess: distance, searches: &searches)
                distance = change.shift?.distance ?? distance
            }
            changes.append(change)
        }
        return changes
    }

    /// The rows of a frame that have anything but this cell.
    static func all(from cell: ScreenCell, to new: Frame) -> [RowChange] {
        let former = Array(repeating: cell, count: new.size.columns)
        return (0..<new.size.rows).compactMap { row in
            let cells = new.row(row)
            let columns = cells.count == former.count ? span(from: former[...], to: cells) : former.indices
            return columns.map { RowChange(row: row, columns: $0) }
        }
    }

    /// The columns from the first to the last difference, without cutting a wide character in either row; nil if the
    /// rows are equal. Both rows have the same number of cells, a column each.
    static func span(from old: ArraySlice<ScreenCell>, to new: ArraySlice<ScreenCell>) -> Range<Int>? {
        unsafe old.withUnsafeBufferPointer { old in
            unsafe new.withUnsafeBufferPointer { new in
                guard let left = old.baseAddress, let right = new.baseAddress else { return nil }
                // Most rows are equal, and this finds out much faster than comparing cell by cell: a step of the loading page
                // at 80×24 takes 156,000 instructions; without it, 191,000.
                if unsafe memcmp(left, right, new.count * MemoryLayout<ScreenCell>.stride) == 0 { return nil }
                var (first, end) = (0, new.count)
                while first < end, unsafe old[first] == new[first] { first += 1 }
                while end > first, unsafe old[end - 1] == new[end - 1] { end -= 1 }
                while first > 0, unsafe old[first].width == 0 || new[first].width == 0 { first -= 1 }
                while end < new.count, unsafe old[end].width == 0 || new[end].width == 0 { end += 1 }
                return first..<end
            }
        }
    }
}

extension RowChange {
    /// From the first changed column to the last, by rows; empty if the former cells have another size.
    static func spans(from former: [ScreenCell], to frame: Frame) -> [Int: Range<Int>] {
        guard former.count == frame.cells.count else { return [:] }
        var changes: [Int: Range<Int>] = [:]
        for row in 0..<frame.size.rows {
            let cells = row * frame.size.columns..<(row + 1) * frame.size.columns
            guard cells.upperBound <= former.count else { break }
            changes[row] = span(from: former[cells], to: frame.cells[cells])
        }
        return changes
    }
}
