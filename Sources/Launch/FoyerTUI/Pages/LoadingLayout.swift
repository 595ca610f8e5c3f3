import FoyerCore

/// The place of each part of the loading page. A part without room has an empty rectangle.
struct LoadingLayout {
    let icon: Rect
    let name: Rect
    let slogan: Rect
    let description: Rect
    let bar: Rect
    let status: Rect
    let transfer: Rect
    let footer: Rect
    let alignment: Canvas.Alignment

    private typealias Part = PageStack<Name>.Part
    private enum Name { case icon, name, slogan, description, bar, status, transfer }

    /// - Parameters:
    ///   - hasPicture: there is room for a picture.
    ///   - nameRows: the rows of the name, where there is no room for a picture.
    init(_ size: CellSize, _ arrangement: SplashDesign.Layout, hasPicture: Bool = true, nameRows: Int = 1) {
        switch arrangement {
        case .card: self.init(card: size, hasPicture, nameRows)
        case .poster: self.init(poster: size)
        case .corner: self.init(corner: size, hasPicture, nameRows)
        }
    }

    private init(_ places: PageStack<Name>.Places, icon: Rect, footer: Rect, alignment: Canvas.Alignment) {
        (self.icon, self.footer, self.alignment) = (icon, footer, alignment)
        (name, slogan, description) = (places[.name], places[.slogan], places[.description])
        (bar, status, transfer) = (places[.bar], places[.status], places[.transfer])
    }

    /// The most columns of words.
    static func measure(_ size: CellSize) -> Int {
        min(size.columns - 2 * PageLayout.margin(columns: size.columns), 64)
    }

    /// One below the other in the middle.
    private init(card size: CellSize, _ hasPicture: Bool, _ nameRows: Int) {
        let (body, footer) = PageLayout.split(size)
        let icon = hasPicture ? Self.iconSize(size) : CellSize(columns: 0, rows: 0)
        let room = size.columns - 2 * PageLayout.margin(columns: size.columns)
        let bar = min(room, size.columns >= 120 ? 56 : 40)
        let words = Self.measure(size)
        let stack = PageStack<Name>(
            [
                .init(.icon, rank: 4, rows: icon.rows, columns: icon.columns),
                .init(.name, rank: 1, rows: nameRows, gap: 1, columns: words),
                .init(.slogan, rank: 3, rows: 1, gap: nameRows - 1, columns: words),
                .init(.description, rank: 6, rows: size.rows >= 30 ? 2 : 1, columns: words),
                .init(.bar, rank: 0, rows: 1, gap: 2, columns: bar),
                .init(.status, rank: 2, rows: 1, gap: size.rows >= 16 ? 1 : 0, columns: bar),
                .init(.transfer, rank: 5, rows: 1, columns: bar),
            ], airyParts: 3)
        var places = stack.places(in: body)
        // Neither a picture nor a large name touches the edge of the screen.
        let top = places[.icon].isEmpty ? places[.name] : places[.icon]
        if top.rows > 1, top.row == 0 { places = stack.places(in: body.splitTop(1).rest) }
        self.init(places, icon: places[.icon], footer: footer, alignment: .center)
    }

    /// The lowest picture that is worth its rows.
    private static let lowestPoster = 3

    /// The picture from edge to edge; below it the rest, as wide as the screen.
    private init(poster size: CellSize) {
        let (body, footer) = PageLayout.split(size)
        let isRoomy = size.rows >= 16
        let words = isRoomy ? 8 : 5
        let rows = body.endRow - words
        let picture = Rect(column: 0, row: 0, columns: size.columns, rows: rows >= Self.lowestPoster ? rows : 0)
        let margin = PageLayout.margin(columns: size.columns) + (size.columns >= 60 ? 2 : 0)
        let air = isRoomy ? 1 : 0
        let lower = Rect(
            column: margin, row: picture.endRow + air, columns: size.columns - 2 * margin,
            rows: body.endRow - picture.endRow - air)
        let places = PageStack<Name>(Self.words(isRoomy)).places(in: lower)
        self.init(places, icon: picture, footer: footer, alignment: .leading)
    }

    /// At the left, down where the footer begins.
    private init(corner size: CellSize, _ hasPicture: Bool, _ nameRows: Int) {
        let (body, footer) = PageLayout.split(size)
        let isRoomy = size.rows >= 16
        let icon = hasPicture ? Self.iconSize(size) : CellSize(columns: 0, rows: 0)
        let parts =
            [Part(.icon, rank: 4, rows: icon.rows, columns: icon.columns)] + Self.words(isRoomy, nameRows: nameRows)
        let rows = parts.reduce(0) { $0 + $1.rows + min($1.gap, 1) }
        let margin = PageLayout.margin(columns: size.columns) + (size.columns >= 60 ? 2 : 0)
        let block = Rect(
            column: margin, row: max(body.row, body.endRow - rows),
            columns: min(size.columns - 2 * margin, size.columns >= 120 ? 72 : 48), rows: min(rows, body.rows))
        let places = PageStack<Name>(parts).places(in: block)
        var picture = places[.icon]
        picture.column = picture.isEmpty ? 0 : margin
        self.init(places, icon: picture, footer: footer, alignment: .leading)
    }

    private static func words(_ isRoomy: Bool, nameRows: Int = 1) -> [Part] {
        [
            Part(.name, rank: 1, rows: nameRows, gap: isRoomy ? 1 : 0),
            Part(.slogan, rank: 3, rows: 1, gap: nameRows - 1),
            Part(.bar, rank: 0, rows: 1, gap: 1),
            Part(.status, rank: 2, rows: 1, gap: isRoomy ? 1 : 0),
            Part(.transfer, rank: 5, rows: 1),
        ]
    }

    private static func iconSize(_ size: CellSize) -> CellSize {
        if size.rows >= 40, size.columns >= 100 { return CellSize(columns: 24, rows: 12) }
        if size.rows >= 20, size.columns >= 30 { return CellSize(columns: 12, rows: 6) }
        if size.rows >= 15, size.columns >= 20 { return CellSize(columns: 8, rows: 4) }
        return CellSize(columns: 0, rows: 0)
    }
}
