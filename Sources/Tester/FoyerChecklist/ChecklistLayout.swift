import Foyer

/// The layout of a checklist's page.
struct ChecklistLayout {
    let header: Rect
    /// A card, a little above the middle of large screens.
    let body: Rect
    /// All items.
    let list: Rect
    let footer: Rect

    /// Columns of readable text, and rows that belong together.
    private static let measure = CellSize(columns: 92, rows: 22)

    /// - Parameter hasNotice: whether a notice stands above the footer, which hides nothing.
    init(_ size: CellSize, hasNotice: Bool = false) {
        let (above, footer) = PageLayout.split(size)
        self.footer = footer
        let room = above.splitBottom(hasNotice ? 1 : 0).rest.inset(columns: PageLayout.margin(columns: size.columns))
        let isRoomy = size.rows >= 12
        header = room.line(isRoomy ? 1 : 0)
        let rest = room.splitTop(isRoomy ? 3 : 1).rest
        list = rest.centered(CellSize(columns: Self.measure.columns, rows: rest.rows))
        let air = max(0, list.rows - Self.measure.rows)
        body = list.splitTop(air / 3).rest.splitTop(Self.measure.rows).top
    }
}
