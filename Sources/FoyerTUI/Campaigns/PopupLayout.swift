import FoyerCore

/// The places of a card's parts on a screen. A part without room is empty.
package struct PopupLayout: Equatable, Sendable {
    /// The plate with its edge.
    package let card: Rect
    package let picture: Rect
    package let title: Rect
    package let text: Rect
    package let buttons: Rect
    /// ✕, with the cells around it that a click may hit.
    package let close: Rect
    /// The size of the plate's content, without its edge.
    let inside: CellSize

    private static let measure = 24...64
    private static let titleRows = 2
    private static let textRows = 6
    private static let crossRoom = 2
    /// A picture is not shown in fewer rows.
    private static let leastPictureRows = 3
    /// Columns for each row of a picture: it is a little more than twice as wide as high.
    private static let pictureAspect = 4.4

    package init(size: CellSize, title: SafeText, text: SafeText, hasPicture: Bool, buttons: ButtonRow) {
        let isTight = Panel.isTight(size)
        let free = Panel.places(in: Rect(size), inside: CellSize(columns: 1_000, rows: 1_000)).inner.size
        let wished = min(max(size.columns * 6 / 10, Self.measure.lowerBound), Self.measure.upperBound)
        let columns = max(1, min(free.columns, wished))
        let buttonRows = buttons.buttons.isEmpty ? 0 : min(buttons.rows(columns: columns), max(1, free.rows - 1))
        // If there is little room, gaps are dropped first, then the picture, then the text. ✕ is then beside the title,
        // which leaves it a cell and a gap.
        let titleColumns = isTight ? max(1, columns - Self.crossRoom) : columns
        let titleRows = min(
            Self.titleRows, Canvas.rows(of: title, columns: titleColumns), max(1, free.rows - buttonRows))
        let rest = max(0, free.rows - titleRows - buttonRows)
        let textRows = min(Self.textRows, text.isEmpty ? 0 : Canvas.rows(of: text, columns: columns), rest)
        let air = isTight ? 0 : min(rest - textRows, (textRows > 0 && rest - textRows > 4 ? 1 : 0) + min(1, buttonRows))
        let gap = hasPicture && rest - textRows - air > Self.leastPictureRows ? 1 : 0
        let wantedPicture = Int((Double(columns) / Self.pictureAspect).rounded())
        let room = min(rest - textRows - air - gap, wantedPicture)
        let pictureRows = hasPicture && room >= Self.leastPictureRows ? room : 0
        let used = pictureRows + (pictureRows > 0 ? gap : 0) + titleRows + textRows + air + buttonRows
        inside = CellSize(columns: columns, rows: used)
        let places = Panel.places(in: Rect(size), inside: inside)
        card = places.outer
        let inner = places.inner
        let (picture, below) = inner.splitTop(pictureRows)
        let (titlePlace, rest2) = below.splitTop(pictureRows > 0 ? gap : 0).rest.splitTop(titleRows)
        self.picture = picture
        self.title = Rect(
            column: titlePlace.column, row: titlePlace.row, columns: min(titlePlace.columns, titleColumns),
            rows: titlePlace.rows)
        let (above, buttons) = rest2.splitBottom(buttonRows)
        self.buttons = buttons
        let textAir = max(0, min(air - min(1, buttonRows), above.rows - textRows))
        self.text = above.splitTop(textAir).rest.splitTop(textRows).top
        close = Rect(column: card.endColumn - 3, row: card.row, columns: 3, rows: min(2, card.rows))
    }

    /// The cell of ✕.
    var cross: (column: Int, row: Int) { (close.column + 1, close.endRow - 1) }
}
