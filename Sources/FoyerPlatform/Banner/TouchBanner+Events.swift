import Foyer
import FoyerCore
import FoyerTUI

// Events from the screen, their effect on the carousel, and reports to the delegate.
extension TouchBanner {
    /// A pointer that has rested this long no longer pauses the banner.
    static let hoverPatience = Duration.seconds(10)

    /// Handles an event of the screen.
    ///
    /// - Returns: whether the banner used the event, so that the screen can ignore it.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        self.context = context
        settleAccounts()
        switch event {
        case .woken: for news in inbox.drain() { take(news) }
        case .input(let input): return handle(input)
        case .deadline:
            if let hoverEnd, context.now >= hoverEnd { send(.pauseEnded(.hover)) }
            send(.deadlineReached)
            settleSign()
        case .covered: for event in see(covered: true, hasRoom: hasRoom) { send(event) }
        case .uncovered: for event in see(covered: false, hasRoom: hasRoom) { send(event) }
        case .presented: break
        }
        return false
    }

    private func handle(_ input: InputEvent) -> Bool {
        if case .mouse(let mouse) = input, isHastyWheel(mouse) { return true }
        guard let actions = view.actions(for: input, in: rect, carousel: carousel) else { return false }
        for action in actions {
            switch action {
            case .carousel(let event): send(event)
            case .errorImageChosen: take(.chosen)
            }
        }
        if case .mouse = input, let context { hoverEnd = context.now + Self.hoverPatience }
        return true
    }

    /// A touchpad sends dozens of steps in one gesture; one page for each slide is enough.
    private func isHastyWheel(_ mouse: MouseEvent) -> Bool {
        guard mouse.kind == .wheelUp || mouse.kind == .wheelDown, let now = context?.now,
            rect.contains(column: mouse.column, row: mouse.row)
        else { return false }
        if let lastWheel, now - lastWheel < Carousel.slideDuration { return true }
        lastWheel = now
        return false
    }

    // MARK: - The carousel

    func respond(to event: CarouselEvent) -> [CarouselEffect] {
        guard let context else { return [] }
        return carousel.handle(event, at: context.now)
    }

    func send(_ event: CarouselEvent) {
        let effects = respond(to: event)
        tell(effects)
        keepPictures()
    }

    /// Reports what the last frame showed.
    private func settleAccounts() {
        if let page = shown {
            shown = nil
            access.recordImpression(page)
            delegate?.banner(self, didShow: page)
        }
        if owesPicture, let page = drawn.page {
            drawn.told = page
            send(.pictureDrawn(page: page))
        }
    }

    var owesPicture: Bool {
        carousel.impressionPolicy == .viewable && drawn.page != nil && drawn.page != drawn.told
    }

    /// Stores pages to report: once a frame shows them, or with the next event if they have been in view long enough.
    func note(_ effects: [CarouselEffect]) {
        for case .reportShown(let page) in effects {
            if carousel.impressionPolicy == .viewable { shown = page } else { hasArrived = true }
        }
    }

    private func tell(_ effects: [CarouselEffect]) {
        note(effects)
        for case .reportSelected(let page, let openURL) in effects {
            let isConsumed = delegate?.banner(self, didSelect: page, openURL: openURL) ?? false
            let outcome = access.choose(page, openURL, isConsumed)
            if outcome != .nothing { delegate?.banner(self, didOpen: outcome) }
        }
    }
}
