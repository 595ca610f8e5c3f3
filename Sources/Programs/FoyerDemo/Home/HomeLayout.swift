import Foyer

/// The parts of the home screen. They depend only on the size, and on whether there is a banner.
struct HomeLayout: Equatable {
    let header: Rect
    /// Empty if there is no banner, or no room for one.
    let banner: Rect
    let grid: Rect
    let footer: Rect
    /// Shown if not everything fits, on screens with a column to spare.
    let scroll: Rect?

    /// Lower screens show only the programs.
    private static let leastRows = 8
    /// From this height on, two rows of tiles are visible below the banner; otherwise one.
    private static let roomyRows = 16
    /// In tenths: the share of the room that the banner may take.
    private static let share = 6

    /// - Parameter bannerRows: the rows that the banner wants at a width, up to a limit; 0 if there is none.
    init(_ size: CellSize, bannerRows: (_ columns: Int, _ limit: Int) -> Int) {
        let (body, footer) = PageLayout.split(size)
        self.footer = footer
        let room = body.inset(columns: PageLayout.margin(columns: size.columns))
        let hasHeader = size.rows >= 10
        header = hasHeader ? room.line(1) : room.line(-1)
        let area = room.splitTop(hasHeader ? 3 : 0).rest
        let rows = bannerRows(area.columns, Self.limit(area.rows))
        banner = area.splitTop(rows).top
        grid = area.splitTop(rows > 0 ? rows + 1 : 0).rest
        scroll =
            size.columns >= 12 ? Rect(column: size.columns - 1, row: grid.row, columns: 1, rows: grid.rows) : nil
    }

    private static func limit(_ rows: Int) -> Int {
        guard rows >= leastRows else { return 0 }
        let tiles = HomeGrid.tileRows * (rows >= roomyRows ? 2 : 1) - 1
        return min(rows - 1 - tiles, max(rows * share / 10, leastRows / 2))
    }
}
