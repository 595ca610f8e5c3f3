import FoyerCore

/// The details over another page: they open and close, scroll, and their times go on while something runs.
package final class DetailsSheet: ScreenElement {
    private var openedAt: Instant?
    private var scroll = SheetScroll()
    /// How the last frame was drawn.
    private var (theme, isRunning) = (DisplayTheme(), false)

    package init() {}

    package var isOpen: Bool { openedAt != nil }
    package var coversScreen: Bool { isOpen }

    package func open(at now: Instant) {
        openedAt = now
        scroll = SheetScroll()
    }

    package func shut() { openedAt = nil }

    /// Uses all keys and clicks while it is open.
    package func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        guard isOpen, case .input(let input) = event else { return false }
        switch input {
        case .key(.escape), .key(.character("q")), .key(.character("d")): shut()
        case .mouse(let mouse) where mouse.kind == .click:
            if !DetailsPage.sheet(in: context.size).contains(mouse.position) { shut() }
        case .key, .mouse, .paste: scroll.handle(input, size: context.size)
        case .resized, .resumed, .endOfInput: return false
        }
        return true
    }

    package func nextFrame(after now: Instant) -> Instant? {
        guard let openedAt else { return nil }
        let sliding = DetailsPage(steps: [], elapsed: .zero, openedAt: openedAt).nextChange(after: now, theme: theme)
        return sliding ?? (isRunning ? now + .milliseconds(100) : nil)
    }

    /// - Parameter isRunning: whether its times go on.
    package func draw(_ page: DetailsPage, isRunning: Bool, in canvas: inout Canvas, at now: Instant) {
        guard let openedAt else { return }
        (theme, self.isRunning) = (canvas.theme, isRunning)
        var page = page
        page.openedAt = openedAt
        page.offset = scroll.offset(atMost: page.maximumOffset(in: canvas.size))
        page.render(into: &canvas, at: now)
    }
}

extension DetailsPage {
    /// The keys below it.
    package static func footer(_ language: Language) -> Footer {
        Footer(keys: [KeyHint("d", language[.close]), KeyHint([.up, .down], language[.scroll])])
    }

    /// The page in sentences, with the way back.
    package func spokenSheet(_ language: Language) -> Spoken {
        var spoken = spoken(language)
        var back = SpokenAnswer(language[.back], press: .character("d"))
        back.letter = "q"
        spoken.answers = [back]
        spoken.usual = 0
        return spoken
    }
}
