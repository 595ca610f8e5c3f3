extension CellPicture {
    /// How to draw a picture in cells: everything that `PictureMapping` needs besides the picture itself.
    public struct Style: Hashable, Sendable {
        /// In cells.
        public var size: CellSize
        /// How a picture fills a place of another shape.
        public var contentMode: CellPicture.ContentMode
        package var palette: PicturePalette
        /// An exact colour, for transparency and for the room beside the picture.
        public var background: CellColor
        /// A cell's height by its width, 0.25…8.
        package var cellAspect: Double
        package var glyphs: PictureGlyphs
        /// The size of a cell in pixels, if the terminal can show them.
        package var pixelCell: TerminalAnswers.PixelSize?

        package init(
            size: CellSize, contentMode: CellPicture.ContentMode = .aspectFill, palette: PicturePalette,
            background: CellColor,
            cellAspect: Double = PictureMapping.usualCellAspect, glyphs: PictureGlyphs = .eighths,
            pixelCell: TerminalAnswers.PixelSize? = nil
        ) {
            self.size = size
            self.contentMode = contentMode
            self.palette = palette
            self.background = background
            self.cellAspect = cellAspect
            self.glyphs = glyphs
            self.pixelCell = pixelCell
        }

        /// The size in pixels of a picture that is made for this place: the terminal's own pixels, or 4 × 8 for each cell.
        public var pixelSize: (width: Int, height: Int) {
            let (width, height) = pixelCell.map { (Int($0.width), Int($0.height)) } ?? (4, 8)
            return (size.columns * width, size.rows * height)
        }

        /// The size up to which more pixels are visible; `nil` if every pixel is.
        public var usefulPixels: (width: Int, height: Int)? {
            PictureMapping.usefulPixels(
                for: size, contentMode: contentMode, cellAspect: cellAspect, pixelCell: pixelCell)
        }
    }
}

extension PictureMapping {
    /// The cells that show a picture in a style.
    package static func cells(for pixels: Pixels, style: CellPicture.Style) -> CellPicture {
        cells(
            for: pixels, size: style.size, contentMode: style.contentMode, palette: style.palette,
            background: style.background, cellAspect: style.cellAspect, glyphs: style.glyphs,
            pixelCell: style.pixelCell)
    }
}
