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

/// A page's icon in cells, or its placeholder.
struct PageIcon {
    private var picture = SplashIcon()

    mutating func take(_ pixels: Pixels?) {
        if let pixels, pixels != picture.pixels { picture.pixels = pixels }
    }

    mutating func take(_ event: EngineEvent) {
        if case .iconDrawn(let drawn) = event { picture.drawn = drawn }
    }

    mutating func draw(_ name: SafeText, in rect: Rect, _ canvas: inout Canvas, _ context: ScreenContext) {
        guard !rect.isEmpty else { return }
        picture.draw(size: rect.size, theme: context.theme, post: context.post)
        if let drawn = picture.drawn, drawn.size == rect.size, context.theme.showsIcons {
            canvas.picture(drawn, in: rect)
        } else {
            IconPlaceholder(name: name).render(into: &canvas, in: rect, at: context.now)
        }
    }
}
