/// A picture drawn in cells: `size.rows` rows of `size.columns` cells, row by row.
public struct CellPicture: Equatable, Sendable {
    /// The size, in cells.
    public let size: CellSize
    package let cells: [ScreenCell]
    /// What it was drawn from, if the terminal can show pixels.
    package let source: PixelSource?

    /// Fails if the number of cells does not match the size.
    package init?(size: CellSize, cells: [ScreenCell], source: PixelSource? = nil) {
        guard cells.count == size.columns * size.rows else { return nil }
        self.size = size
        self.cells = cells
        self.source = source
    }

    /// Pictures are equal if their cells are.
    public static func == (left: CellPicture, right: CellPicture) -> Bool {
        left.size == right.size && left.cells == right.cells
    }
}

extension CellPicture {
    /// Draws a picture in cells. It takes milliseconds: do it in a task, and post the result to an `Inbox`.
    ///
    /// - Parameter style: the place, how the picture fills it, and the terminal's colours:
    ///   `DisplayTheme.pictureStyle(_:_:on:)`.
    public init(_ pixels: Pixels, style: CellPicture.Style) {
        self = PictureMapping.cells(for: pixels, style: style)
    }

    /// The part from column `first` on, `count` columns wide; columns outside the picture are left out.
    ///
    /// A slide shows a window of a picture that was mapped once.
    public func columns(from first: Int, count: Int) -> CellPicture {
        let start = max(0, min(first, size.columns))
        let width = max(0, min(count, size.columns - start, first < 0 ? count &+ first : count))
        guard width < size.columns else { return self }
        var part: [ScreenCell] = []
        part.reserveCapacity(width * size.rows)
        for row in 0..<size.rows {
            let from = row * size.columns + start
            part += cells[from..<from + width]
        }
        return CellPicture(size: CellSize(columns: width, rows: size.rows), cells: part) ?? self
    }
}
