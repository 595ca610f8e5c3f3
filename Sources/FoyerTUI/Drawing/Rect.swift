import FoyerCore

/// A rectangle of cells. Its size is never negative; its corner may lie anywhere.
package struct Rect: Hashable, Sendable {
    /// The first column, from 0.
    package var column: Int
    /// The first row, from 0.
    package var row: Int
    /// Columns and rows, each at least 0.
    package var size: CellSize

    /// A rectangle; what is below 0 in its size counts as 0.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        size = CellSize(columns: columns, rows: rows)
    }

    /// A rectangle from column and row 0.
    package init(_ size: CellSize) {
        self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }

    /// Its width in cells.
    package var columns: Int { size.columns }
    /// Its height in cells.
    package var rows: Int { size.rows }
    /// The first column to the right of the rectangle.
    package var endColumn: Int { column + size.columns }
    /// The first row below the rectangle.
    package var endRow: Int { row + size.rows }
    /// Whether it has no cell.
    package var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

    /// Whether a cell lies in it.
    package func contains(column: Int, row: Int) -> Bool {
        column >= self.column && column < endColumn && row >= self.row && row < endRow
    }

    /// What both rectangles have in common; empty where they do not meet.
    package func intersection(_ other: Rect) -> Rect {
        let left = max(column, other.column)
        let top = max(row, other.row)
        return Rect(
            column: left, row: top, columns: min(endColumn, other.endColumn) - left,
            rows: min(endRow, other.endRow) - top)
    }

    /// The rectangle without `columns` at the left and right, and `rows` at the top and bottom.
    package func inset(columns: Int = 0, rows: Int = 0) -> Rect {
        Rect(
            column: column + columns, row: row + rows, columns: self.columns - 2 * columns, rows: self.rows - 2 * rows)
    }

    /// The same size elsewhere: right and down for positive numbers.
    package func moved(columns: Int = 0, rows: Int = 0) -> Rect {
        Rect(column: column + columns, row: row + rows, columns: self.columns, rows: self.rows)
    }

    /// A rectangle of this size in the middle, cut to fit. An odd column or row goes to the right or below, always.
    package func centered(_ inner: CellSize) -> Rect {
        let columns = min(inner.columns, self.columns)
        let rows = min(inner.rows, self.rows)
        return Rect(
            column: column + (self.columns - columns) / 2, row: row + (self.rows - rows) / 2, columns: columns,
            rows: rows)
    }

    /// The topmost rows, as many as there are up to `count`, and what is left below them.
    package func splitTop(_ count: Int) -> (top: Rect, rest: Rect) {
        let count = min(max(0, count), rows)
        return (
            Rect(column: column, row: row, columns: columns, rows: count),
            Rect(column: column, row: row + count, columns: columns, rows: rows - count)
        )
    }

    /// The bottommost rows, as many as there are up to `count`, and what is left above them.
    package func splitBottom(_ count: Int) -> (rest: Rect, bottom: Rect) {
        let (top, rest) = splitTop(rows - min(max(0, count), rows))
        return (top, rest)
    }

    /// The leftmost columns, as many as there are up to `count`, and what is left beside them.
    package func splitLeft(_ count: Int) -> (left: Rect, rest: Rect) {
        let count = min(max(0, count), columns)
        return (
            Rect(column: column, row: row, columns: count, rows: rows),
            Rect(column: column + count, row: row, columns: columns - count, rows: rows)
        )
    }

    /// The rightmost columns, as many as there are up to `count`, and what is left beside them.
    package func splitRight(_ count: Int) -> (rest: Rect, right: Rect) {
        let (left, rest) = splitLeft(columns - min(max(0, count), columns))
        return (left, rest)
    }

    /// One row of the rectangle, counted from its top; empty where there is no such row.
    package func line(_ index: Int) -> Rect {
        Rect(column: column, row: row + index, columns: columns, rows: 1).intersection(self)
    }
}
