import Foyer

/// The places of the programs' tiles on the home screen, and how the focus moves among them.
struct HomeGrid: Equatable {
    let count: Int
    let area: Rect
    private(set) var focus = 0
    /// The first visible row of tiles.
    private(set) var firstRow = 0

    /// The rows of one tile, including the gap below it.
    static let tileRows = 4
    /// The least width of a tile in columns.
    static let tileColumns = 25

    init(count: Int, area: Rect, focus: Int = 0, firstRow: Int = 0) {
        self.count = count
        self.area = area
        self.focus = min(max(0, focus), max(0, count - 1))
        self.firstRow = firstRow
        reveal()
    }

    var columns: Int { max(1, min(area.columns / Self.tileColumns, 5)) }
    var rows: Int { (count + columns - 1) / columns }
    /// The number of completely visible rows of tiles; at least one.
    var visibleRows: Int { max(1, (area.rows + 1) / Self.tileRows) }

    enum Move: CaseIterable { case left, right, up, down, pageUp, pageDown, first, last }

    mutating func move(_ move: Move) {
        guard count > 0 else { return }
        switch move {
        case .left: focus = max(0, focus - 1)
        case .right: focus = min(count - 1, focus + 1)
        case .up: if focus >= columns { focus -= columns }
        case .down:
            if focus + columns < count { focus += columns } else if focus / columns < rows - 1 { focus = count - 1 }
        case .pageUp: focus = max(focus % columns, focus - visibleRows * columns)
        case .pageDown: focus = min(count - 1, focus + visibleRows * columns)
        case .first: focus = 0
        case .last: focus = count - 1
        }
        reveal()
    }

    mutating func moveFocus(to index: Int) {
        guard (0..<count).contains(index) else { return }
        focus = index
        reveal()
    }

    mutating func scroll(by rows: Int) {
        firstRow = min(max(0, firstRow + rows), max(0, self.rows - visibleRows))
    }

    /// The visible tiles with their places.
    var places: [(index: Int, rect: Rect)] {
        let width = area.columns / columns
        return (firstRow * columns..<min(count, (firstRow + visibleRows) * columns)).map { index in
            let (row, column) = (index / columns - firstRow, index % columns)
            return (
                index,
                Rect(
                    column: area.column + column * width, row: area.row + row * Self.tileRows,
                    columns: width - 1, rows: min(Self.tileRows - 1, area.rows)
                )
            )
        }
    }

    /// The tiles on screen, with up to so many before and after them.
    func indices(around reach: Int) -> Range<Int> {
        let first = min(count, max(0, firstRow * columns - reach))
        return first..<max(first, min(count, (firstRow + visibleRows) * columns + reach))
    }

    func index(atColumn column: Int, row: Int) -> Int? {
        places.first { $0.rect.contains(column: column, row: row) }?.index
    }

    private mutating func reveal() {
        let row = focus / columns
        if row < firstRow { firstRow = row }
        if row >= firstRow + visibleRows { firstRow = row - visibleRows + 1 }
        scroll(by: 0)
    }
}
