import Foyer
import FoyerCore
import FoyerTUI

// The banner's part in its screen: frames, events, the effects of both, and the delegate's calls.
extension TouchBanner {
    // MARK: - Frames

    /// Draws within a rectangle; pass an empty one if the banner has no room.
    public func draw(in canvas: inout Canvas, rect: Rect, context: ScreenContext) {
        self.context = context
        place(rect, share: BannerView.visibleShare(of: rect, onScreen: canvas.size))
        guard hasRoom else { return }
        view.render(into: &canvas, in: rect, carousel: carousel, at: context.now)
        drawn.page = view.drawnPage(carousel)
        if hasArrived, carousel.isAtRest, carousel.page == carousel.reportedPage { shown = carousel.page }
        hasArrived = false
    }

    /// When the banner next changes by itself or has something to report; `nil` if only an event can change it.
    public func nextFrame(after now: Instant) -> Instant? {
        guard let context else { return nil }
        if shown != nil || owesPicture { return now }
        let change = view.nextChange(after: now, carousel: carousel, theme: context.theme)
        // A pending answer brings its own wake-up.
        let sign = banner.hasNothing && !banner.isLoading ? signEnd : nil
        let hover = carousel.pauseReasons.contains(.hover) ? hoverEnd : nil
        return [carousel.nextDeadline, change, sign, hover].compactMap { $0 }.min()
    }

    private func place(_ rect: Rect, share: Double) {
        self.rect = rect
        var events = see(hasRoom: !rect.isEmpty && !isHidden)
        if hasRoom {
            let new = Placement(size: rect.size, style: view.style, visibleShare: share)
            if new != placed {
                events += view.carouselEvents(in: rect.size) + [.visibleShareChanged(share)]
                placed = new
            }
        }
        for event in events { storeReports(of: respond(to: event)) }
        settleSign()
        keepPictures()
    }

    /// Removes the loading sign once it has been visible long enough.
    func settleSign() {
        guard let end = signEnd, let now = context?.now, now >= end else { return }
        signEnd = nil
        pictures.isStale = true
    }

    /// The carousel events that follow from a change of visibility.
    func see(covered: Bool? = nil, obscured: Bool? = nil, hasRoom: Bool? = nil) -> [CarouselEvent] {
        func isSeen() -> Bool { !isCovered && !isObscured && self.hasRoom }
        let wasSeen = isSeen()
        if let covered { isCovered = covered }
        if let obscured { isObscured = obscured }
        if let hasRoom { self.hasRoom = hasRoom }
        if isSeen() == wasSeen { return [] }
        return [wasSeen ? .pauseBegan(.hidden) : .pauseEnded(.hidden)]
    }

    // MARK: - Events

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
        case .covered: for event in see(covered: true) { send(event) }
        case .uncovered: for event in see(covered: false) { send(event) }
        case .presented: break
        case .chosen(let number): return answer(number)
        }
        return false
    }

    private func handle(_ input: InputEvent) -> Bool {
        guard case .mouse(let mouse) = input else { return take(input) }
        if isHastyWheel(mouse) { return true }
        let isUsed = take(input)
        // A release one cell beside the press is a click there, on dots and sign too.
        guard let click = slip.click(after: mouse) else { return isUsed }
        return take(.mouse(click)) || isUsed
    }

    private func take(_ input: InputEvent) -> Bool {
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
    func storeReports(of effects: [CarouselEffect]) {
        for case .reportShown(let page) in effects {
            if carousel.impressionPolicy == .viewable { shown = page } else { hasArrived = true }
        }
    }

    private func tell(_ effects: [CarouselEffect]) {
        storeReports(of: effects)
        for case .reportSelected(let page, let openURL) in effects {
            let isConsumed = delegate?.banner(self, didSelect: page, openURL: openURL) ?? false
            let outcome = access.choose(page, openURL, isConsumed)
            if outcome != .nothing { delegate?.banner(self, didOpen: outcome) }
        }
    }

    // MARK: - The load

    func take(_ event: BannerLoadEvent) {
        let effects = banner.handle(event)
        guard let context else { return }
        let post = inbox.poster(context)
        access.perform(effects) { post(.load($0)) }
        pictures.isStale = true
        keepPictures()
        for effect in effects { follow(effect) }
    }

    /// Performs the effects of a load that concern the host.
    private func follow(_ effect: BannerLoadEffect) {
        switch effect {
        case .showItems(let items):
            drawn = (nil, nil)
            send(.itemsChanged(items.map { CarouselItem($0) }))
        case .hiddenChanged(let isHidden): delegate?.banner(self, didHide: isHidden)
        case .reportLoaded(_, let from):
            if from != .shown { source = from }
            failure = nil
            delegate?.bannerDidLoad(self, from: from)
        case .reportFailed(_, let why):
            failure = why
            delegate?.banner(self, didFail: why)
        case .reportErrorImageClicked: delegate?.bannerErrorImageClicked(self)
        case .fetch, .readCache, .writeCache, .dropCache, .fetchPicture: break
        }
    }

    /// Applies a change of language or motion since the first load; pictures follow with the next frame.
    public func follow(_ context: ScreenContext) {
        self.context = context
        view.stopKey = context.language[.spaceKey]
        let isReduced = context.theme.reducesMotion
        guard banner.lastLoad > 0, isReduced != followsReducedMotion else { return }
        followsReducedMotion = isReduced
        send(isReduced ? .pauseBegan(.reducedMotion) : .pauseEnded(.reducedMotion))
    }
}
