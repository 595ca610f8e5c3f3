import FoyerCore

/// A rectangle of cells. Its size is never negative; its corner may lie anywhere.
///
/// ```swift
/// let (rest, keys) = canvas.bounds.splitBottom(1)
/// let (list, note) = rest.inset(columns: 2).splitRight(20)
/// ```
public struct Rect: Hashable, Sendable {
    /// The first column, from 0.
    public var column: Int
    /// The first row, from 0.
    public var row: Int
    /// Columns and rows, each at least 0.
    public var size: CellSize

    /// A rectangle; negative sizes count as 0.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        size = CellSize(columns: columns, rows: rows)
    }

    /// A rectangle from column and row 0.
    public init(_ size: CellSize) {
        self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }

    /// Its width in cells.
    public var columns: Int { size.columns }
    /// Its height in cells.
    public var rows: Int { size.rows }
    /// The first column to the right of the rectangle.
    public var endColumn: Int { column + size.columns }
    /// The first row below the rectangle.
    public var endRow: Int { row + size.rows }
    /// Whether it has no cell.
    public var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

    /// Whether a cell lies in it.
    public func contains(column: Int, row: Int) -> Bool {
        column >= self.column && column < endColumn && row >= self.row && row < endRow
    }

    /// Whether a place lies in it.
    public func contains(_ place: CellPosition) -> Bool { contains(column: place.column, row: place.row) }

    /// The intersection of both rectangles; empty if they do not meet.
    package func intersection(_ other: Rect) -> Rect {
        let left = max(column, other.column)
        let top = max(row, other.row)
        return Rect(
            column: left, row: top, columns: min(endColumn, other.endColumn) - left,
            rows: min(endRow, other.endRow) - top)
    }

    /// The rectangle without `columns` at the left and right, and `rows` at the top and bottom.
    public func inset(columns: Int = 0, rows: Int = 0) -> Rect {
        Rect(
            column: column + columns, row: row + rows, columns: self.columns - 2 * columns, rows: self.rows - 2 * rows)
    }

    /// The rectangle moved right and down, or left and up for negative numbers.
    package func moved(columns: Int = 0, rows: Int = 0) -> Rect {
        Rect(column: column + columns, row: row + rows, columns: self.columns, rows: self.rows)
    }

    /// A rectangle of this size in the middle, cut to fit. An odd column or row always goes to the right or below.
    public func centered(_ inner: CellSize) -> Rect {
        let columns = min(inner.columns, self.columns)
        let rows = min(inner.rows, self.rows)
        return Rect(
            column: column + (self.columns - columns) / 2, row: row + (self.rows - rows) / 2, columns: columns,
            rows: rows)
    }

    /// The topmost rows, up to `count`, and the rest below them.
    public func splitTop(_ count: Int) -> (top: Rect, rest: Rect) {
        let count = min(max(0, count), rows)
        return (
            Rect(column: column, row: row, columns: columns, rows: count),
            Rect(column: column, row: row + count, columns: columns, rows: rows - count)
        )
    }

    /// The bottommost rows, up to `count`, and the rest above them.
    public func splitBottom(_ count: Int) -> (rest: Rect, bottom: Rect) {
        let (top, rest) = splitTop(rows - min(max(0, count), rows))
        return (top, rest)
    }

    /// The leftmost columns, up to `count`, and the rest beside them.
    public func splitLeft(_ count: Int) -> (left: Rect, rest: Rect) {
        let count = min(max(0, count), columns)
        return (
            Rect(column: column, row: row, columns: count, rows: rows),
            Rect(column: column + count, row: row, columns: columns - count, rows: rows)
        )
    }

    /// The rightmost columns, up to `count`, and the rest beside them.
    public func splitRight(_ count: Int) -> (rest: Rect, right: Rect) {
        let (left, rest) = splitLeft(columns - min(max(0, count), columns))
        return (left, rest)
    }

    /// One row of the rectangle, counted from its top; empty if there is no such row.
    public func line(_ index: Int) -> Rect {
        Rect(column: column, row: row + index, columns: columns, rows: 1).intersection(self)
    }
}
