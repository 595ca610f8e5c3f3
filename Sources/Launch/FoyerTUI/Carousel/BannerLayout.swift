import FoyerCore

/// The places of a banner's parts, relative to its top left cell. A part without room is empty.
///
/// It depends only on size and style, so that nothing jumps when data, pictures or another page arrive.
package struct BannerLayout: Equatable, Sendable {
    /// The pages, as wide as the room or the space inside its frame.
    package let picture: Rect
    /// The frame around the pictures; empty if there is none.
    package let frame: Rect
    /// The rows of the indicator and the sign, below the picture or over its last rows.
    package let controls: Rect
    /// The part of them for dots and the like.
    package let indicator: Rect
    /// The sign that shows and toggles the movement.
    package let sign: Rect
    /// One row over the picture.
    package let title: Rect
    /// Whether the indicator and the sign lie over the picture.
    package let isInside: Bool

    /// The gap between the indicator and the sign.
    private static let gap = 2
    /// The columns of the sign without its key.
    static let shortSign = 2
    /// Smaller rooms have only a picture.
    static let leastRows = 3
    /// From this height on, a picture has a title and a frame, and what would lie over it has a row below it, in line
    /// with the frame.
    static let framedRows = 4
    /// The least room for a picture with a frame around it.
    private static let leastFrame = CellSize(columns: 40, rows: 8)

    /// - Parameter signColumns: the columns of the sign with its key.
    package init(size: CellSize, style: BannerStyle, signColumns: Int) {
        let sign = Self.sign(signColumns, columns: size.columns, moves: style.moves)
        let wanted = max(style.indicator.rows, sign > 0 ? 1 : 0)
        let rows = size.rows >= Self.leastRows ? min(wanted, size.rows / Self.leastRows) : 0
        isInside = style.indicator.place == .inside
        let all = Rect(size)
        let outer = isInside ? all : all.splitBottom(rows).rest
        let isFramed =
            style.isFramed && !isInside && outer.columns >= Self.leastFrame.columns
            && outer.rows >= Self.leastFrame.rows
        frame = isFramed ? outer : outer.splitTop(0).top
        picture = isFramed ? outer.inset(columns: 1, rows: 1) : outer
        let air = picture.rows >= Self.framedRows ? 1 : 0
        let margin = Self.margin(columns: size.columns)
        let band: Rect
        if isInside {
            band =
                all.inset(columns: rows > 0 ? min(margin, size.columns / 4) : 0).splitBottom(rows + air).bottom
                .splitTop(rows).top
        } else {
            band = all.splitBottom(rows).bottom
        }
        controls = band
        let free = style.indicator.kind == .none ? band.splitLeft(0).left : band
        (indicator, self.sign) = Self.share(free, band, sign: sign, alignment: style.indicator.alignment)
        let below = isInside && rows > 0 ? rows + air : air
        title = Self.title(in: picture, margin: margin, below: below)
    }

    /// The cells to map the pages' pictures to, and the placeholder and the error image.
    package var pictureSize: CellSize { picture.size }

    /// The number of rows at the bottom of the picture to darken under text.
    func scrimRows(hasTitle: Bool, hasControls: Bool) -> Int {
        let overPicture = isInside && hasControls && !controls.isEmpty
        let top = hasTitle && !title.isEmpty ? title.row : overPicture ? controls.row : nil
        return top.map { picture.endRow - $0 } ?? 0
    }

    private static func sign(_ columns: Int, columns room: Int, moves: Bool) -> Int {
        guard moves else { return 0 }
        if room >= 2 * (columns + gap) + 20 { return columns }
        return room >= 2 * (shortSign + gap) + 8 ? shortSign : 0
    }

    /// Centred marks are in the middle of the whole room, so the sign's columns are kept free at the left as well.
    private static func share(
        _ free: Rect, _ band: Rect, sign: Int, alignment: IndicatorStyle.Alignment
    ) -> (indicator: Rect, sign: Rect) {
        let right = band.splitRight(sign).right
        guard sign > 0, !free.isEmpty else { return (free, right.line((right.rows - 1) / 2)) }
        let room = free.splitRight(sign + gap).rest
        let indicator = alignment == .centre ? room.splitLeft(sign + gap).rest : room
        return (indicator, right.line((right.rows - 1) / 2))
    }

    private static func title(in picture: Rect, margin: Int, below: Int) -> Rect {
        guard picture.rows >= framedRows, picture.rows > below, picture.columns > 2 * margin + 2 else {
            return picture.splitTop(0).top
        }
        return picture.inset(columns: margin).line(picture.rows - 1 - below)
    }

    private static func margin(columns: Int) -> Int {
        columns >= 40 ? 3 : columns >= 20 ? 2 : 1
    }
}
