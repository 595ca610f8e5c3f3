import Foyer
import FoyerCore
import FoyerTUI
import Synchronization

/// Where a page's description goes that comes later than its screen, or earlier.
final class DescriptionInbox: Sendable {
    private struct State {
        var last: PageDescription?
        var post: (@Sendable (any Sendable) -> Void)?
    }

    private let state = Mutex(State())

    func tell(_ description: PageDescription) {
        state.withLock { state in
            state.last = description
            state.post?(description)
        }
    }

    /// From now on the screen is told; what came before is told at once.
    func connect(_ post: @escaping @Sendable (any Sendable) -> Void) {
        state.withLock { state in
            state.post = post
            if let last = state.last { post(last) }
        }
    }
}

/// A page's icon in cells, the one that a shortcut to it gets: its own, else the standard icon. A placeholder until it
/// is there.
struct PageIcon {
    private var picture = SplashIcon()
    private var wantsStandard = true

    /// The standard icon has been painted.
    private struct Standard: Sendable {
        let pixels: Pixels
    }

    mutating func take(_ description: PageDescription, _ post: @escaping @Sendable (any Sendable) -> Void) {
        if let pixels = description.icon {
            wantsStandard = false
            if pixels != picture.pixels { picture.pixels = pixels }
        } else if wantsStandard, !description.awaitsIcon {
            wantsStandard = false
            Task {
                if let pixels = ShortcutPicture.standardPixels() { post(Standard(pixels: pixels)) }
            }
        }
    }

    mutating func take(_ message: any Sendable) {
        if let standard = message as? Standard, picture.pixels == nil { picture.pixels = standard.pixels }
        if let drawn = message as? CellPicture { picture.drawn = drawn }
    }

    mutating func draw(_ name: SafeText, in rect: Rect, _ canvas: inout Canvas, _ context: ScreenContext) {
        guard !rect.isEmpty else { return }
        let post = context.post
        picture.draw(size: rect.size, theme: context.theme) { post($0) }
        if let drawn = picture.drawn, drawn.size == rect.size, context.theme.showsIcons {
            canvas.picture(drawn, in: rect)
        } else {
            IconPlaceholder(name: name).render(into: &canvas, in: rect, at: context.now)
        }
    }
}
