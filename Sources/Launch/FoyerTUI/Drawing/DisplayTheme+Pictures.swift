import FoyerCore

extension DisplayTheme {
    /// Whether a small picture is recognisable here. With few colours and no pixels, or without blocks, the program's
    /// initial in a box is better.
    public var showsIcons: Bool { (depth > .ansi8 || pixelCell != nil) && !glyphs.isASCII }

    /// The colours or characters to draw pictures with here.
    package var picturePalette: PicturePalette {
        glyphs.isASCII ? .ascii : PicturePalette(depth: depth)
    }

    /// How to draw a picture here, in pixels if the terminal shows them.
    ///
    /// - Parameters:
    ///   - size: the place, in cells.
    ///   - contentMode: how the picture fills it.
    ///   - background: what shows through it and beside it.
    public func pictureStyle(
        _ size: CellSize, _ contentMode: CellPicture.ContentMode, on background: CellColor = .ground
    ) -> CellPicture.Style {
        CellPicture.Style(
            size: size, contentMode: contentMode, palette: picturePalette, background: pictureGround(background),
            pixelCell: pixelCell)
    }
}
