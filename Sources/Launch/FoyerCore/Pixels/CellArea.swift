package struct CellArea: Hashable, Sendable {
    package var column: Int
    package var row: Int
    /// At least 1, like `rows`.
    package var columns: Int
    package var rows: Int

    package init(column: Int, row: Int, columns: Int, rows: Int) {
        (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
    }

    package var size: CellSize { CellSize(columns: columns, rows: rows) }

    package func moved(columns: Int, rows: Int) -> CellArea {
        CellArea(column: column + columns, row: row + rows, columns: self.columns, rows: self.rows)
    }

    package func pixels(cell: TerminalAnswers.PixelSize) -> PixelRect {
        PixelRect(
            x: column * cell.width, y: row * cell.height, width: columns * cell.width, height: rows * cell.height)
    }

    /// The area divided into parts of at most `limit` columns and `rowLimit` rows.
    package func split(columns limit: Int, rows rowLimit: Int) -> [CellArea] {
        stride(from: 0, to: rows, by: max(1, rowLimit)).flatMap { row in
            stride(from: 0, to: columns, by: max(1, limit)).map { column in
                CellArea(
                    column: self.column + column, row: self.row + row, columns: min(max(1, limit), columns - column),
                    rows: min(max(1, rowLimit), rows - row))
            }
        }
    }

    /// Covers the cells of a grid for which `isFree` is true with few areas: runs within a row, merged with equal runs
    /// in the rows below. Single cells, such as gaps between words, are left out unless `keepsSingle`.
    package static func covering(
        _ size: CellSize, keepsSingle: Bool = false, where isFree: (_ column: Int, _ row: Int) -> Bool
    ) -> [CellArea] {
        var done: [CellArea] = []
        var open: [CellArea] = []
        for row in 0..<size.rows {
            var next: [CellArea] = []
            var column = 0
            while column < size.columns {
                guard isFree(column, row) else {
                    column += 1
                    continue
                }
                let start = column
                while column < size.columns, isFree(column, row) { column += 1 }
                if let index = open.firstIndex(where: { $0.column == start && $0.columns == column - start }) {
                    var area = open.remove(at: index)
                    area.rows += 1
                    next.append(area)
                } else {
                    next.append(CellArea(column: start, row: row, columns: column - start, rows: 1))
                }
            }
            done += open
            open = next
        }
        return (done + open).filter { $0.columns > 1 || size.columns == 1 || keepsSingle }
            .sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    }
}

package struct PixelRect: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}
