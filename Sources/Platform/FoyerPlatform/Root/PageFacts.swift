import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI
import Synchronization

/// The facts about a page and its drawn icon, for a screen about that page.
final class PageFacts {
    /// Holds what arrives before the screen appears, and passes on what arrives later.
    final class Later: Sendable {
        private struct State {
            var last: PageDescription?
            var post: (@Sendable (News) -> Void)?
        }

        private let state = Mutex(State())

        func tell(_ description: PageDescription) {
            state.withLock { state in
                state.last = description
                state.post?(.described(description))
            }
        }

        /// Passes everything to the screen from now on, beginning with what has arrived already.
        fileprivate func connect(_ post: @escaping @Sendable (News) -> Void) {
            state.withLock { state in
                state.post = post
                if let last = state.last { post(.described(last)) }
            }
        }
    }

    enum News: Sendable {
        case described(PageDescription)
        case standardIcon(Pixels)
        case iconDrawn(CellPicture)
    }

    private(set) var description: PageDescription
    private let later: Later
    private let inbox = Inbox<News>()
    /// The icon of a shortcut to the page: the page's own, or else the standard one. A placeholder until it has
    /// arrived.
    private var icon = SplashIcon()
    private var wantsStandard = true

    init(_ description: PageDescription, later: Later) {
        self.description = description
        self.later = later
    }

    func appear(_ context: ScreenContext) {
        chooseIcon(context)
        later.connect(inbox.poster(context))
    }

    /// Stores what has arrived.
    func wake(_ context: ScreenContext) {
        for news in inbox.drain() {
            switch news {
            case .described(let known):
                description = known
                chooseIcon(context)
            case .standardIcon(let pixels): if icon.pixels == nil { icon.pixels = pixels }
            case .iconDrawn(let picture): icon.drawn = picture
            }
        }
    }

    private func chooseIcon(_ context: ScreenContext) {
        if let pixels = description.icon {
            wantsStandard = false
            if pixels != icon.pixels { icon.pixels = pixels }
        } else if wantsStandard, !description.awaitsIcon {
            wantsStandard = false
            let post = inbox.poster(context)
            Task {
                if let pixels = ShortcutPicture.standardPixels { post(.standardIcon(pixels)) }
            }
        }
    }

    /// The icon, drawn for any size and look once it is shown.
    func icon(_ context: ScreenContext) -> Drawing {
        Drawing { [self] canvas, rect in drawIcon(in: rect, &canvas, context) }
    }

    private func drawIcon(in rect: Rect, _ canvas: inout Canvas, _ context: ScreenContext) {
        guard !rect.isEmpty else { return }
        let post = inbox.poster(context)
        icon.draw(size: rect.size, theme: context.theme) { post(.iconDrawn($0)) }
        if let drawn = icon.drawn, drawn.size == rect.size, context.theme.showsIcons {
            canvas.picture(drawn, in: rect)
        } else {
            IconPlaceholder(name: description.title).render(into: &canvas, in: rect, at: context.now)
        }
    }
}
