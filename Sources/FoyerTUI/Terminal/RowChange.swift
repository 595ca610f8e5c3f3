import FoyerCore
import Glibc

/// What a row of one frame has that the frame before had not.
enum RowChange {
    /// The columns from the first that differs to the last, no wide character cut in either row; nil where the rows are
    /// the same. Both have the same number of cells, a column each.
    static func span(from old: ArraySlice<Cell>, to new: ArraySlice<Cell>) -> Range<Int>? {
        old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                if isSameMemory(old, new) { return nil }
                var (first, end) = (0, new.count)
                while first < end, old[first] == new[first] { first += 1 }
                while end > first, old[end - 1] == new[end - 1] { end -= 1 }
                if first == end { return nil }
                while first > 0, old[first].width == 0 || new[first].width == 0 { first -= 1 }
                while end < new.count, old[end].width == 0 || new[end].width == 0 { end += 1 }
                return first..<end
            }
        }
    }

    /// True only where all cells are equal. Most rows are, and this tells it much faster than comparing cell by cell;
    /// the bytes between a cell's fields may differ, so that false means nothing.
    private static func isSameMemory(_ old: UnsafeBufferPointer<Cell>, _ new: UnsafeBufferPointer<Cell>) -> Bool {
        guard let left = old.baseAddress, let right = new.baseAddress else { return old.count == new.count }
        return memcmp(left, right, new.count * MemoryLayout<Cell>.stride) == 0
    }
}
