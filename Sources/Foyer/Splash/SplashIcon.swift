import FoyerCore
import FoyerTUI

/// The program's picture on its way into cells: mapped off the screen's thread, anew for every size.
package struct SplashIcon {
    package var pixels: Pixels? {
        didSet { requested = nil }
    }
    package var drawn: CellPicture?
    private var requested: CellSize?

    package init() {}

    /// Asks for the picture at a size, once; `post` gets it, on another thread.
    package mutating func draw(size: CellSize, theme: Theme, post: @escaping @Sendable (CellPicture) -> Void) {
        guard let pixels, theme.showsIcons, requested != size, size.columns > 0, size.rows > 0 else { return }
        requested = size
        let palette = theme.picturePalette
        let background = theme.pictureGround(.ground)
        let pixelCell = theme.pixelCell
        Task {
            let picture = PictureMapping.cells(
                for: pixels, size: size, contentMode: .aspectFit, palette: palette, background: background,
                pixelCell: pixelCell)
            post(picture)
        }
    }
}

extension Theme {
    /// Whether a small picture can be made out here. With few colours and no pixels, or without blocks, the program's initial in a
    /// box is better.
    public var showsIcons: Bool { (depth > .ansi8 || pixelCell != nil) && !glyphs.isASCII }

    /// What pictures may be drawn with here.
    package var picturePalette: PicturePalette {
        glyphs.isASCII ? .ascii : PicturePalette(depth: depth)
    }
}
