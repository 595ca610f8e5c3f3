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
