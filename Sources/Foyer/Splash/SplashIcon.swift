import FoyerCore
import FoyerTUI

/// Maps the program's picture to cells off the screen's thread, again for each size.
package struct SplashIcon {
    package var pixels: Pixels? {
        didSet { requested = nil }
    }
    package var drawn: CellPicture?
    private var requested: CellSize?

    package init() {}

    /// Requests the picture at a size, once; `post` receives it on another thread.
    package mutating func draw(
        size: CellSize, mode: CellPicture.ContentMode = .aspectFit, theme: DisplayTheme,
        post: @escaping @Sendable (CellPicture) -> Void
    ) {
        guard let pixels, theme.showsIcons, requested != size, size.columns > 0, size.rows > 0 else { return }
        requested = size
        let style = theme.pictureStyle(size, mode)
        Task { post(PictureMapping.cells(for: pixels, style: style)) }
    }
}

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
