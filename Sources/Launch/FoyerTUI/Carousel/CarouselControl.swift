import FoyerCore

/// A carousel on a screen, without its pages: where it stands, whether it can be seen, and what the last frame showed.
///
/// Draw it in every frame, and pass it every event of the screen; it answers with what is to be reported.
package struct CarouselControl {
    /// What has happened on the screen.
    package enum Report: Equatable, Sendable {
        /// A frame has shown the page at rest.
        case shown(page: Int)
        /// The user has chosen the page.
        case selected(page: Int, openURL: String)
        /// Enter or a click while the error image replaces all pages.
        case errorImageChosen
    }

    /// What the last frame showed.
    private struct Seen {
        /// The page at rest, until it is reported.
        var shown: Int?
        /// Whether a page has come to rest but no frame has shown it yet.
        var hasArrived = false
        /// The page whose picture it shows, and the one reported to the carousel.
        var drawn: (page: Int?, told: Int?) = (nil, nil)
    }

    private struct Placement: Equatable {
        let size: CellSize
        let style: BannerStyle
        let visibleShare: Double
    }

    package var view: BannerView
    /// The screen's latest context.
    package var context: ScreenContext?
    /// The rectangle of the last frame, and what the carousel was last told of its room.
    package private(set) var rect = Rect(CellSize(columns: 0, rows: 0))
    private var placed: Placement?
    private var isCovered = false
    /// Whether a sheet of the screen's own covers it.
    private var isObscured = false
    private var hasRoom = false
    private var seen = Seen()
    private var slip = ClickSlip()
    private var lastWheel: Instant?
    /// The instant until which the pointer counts as over the carousel; terminals do not report that it left their
    /// window.
    private var hoverEnd: Instant?
    /// Whether motion was reduced at the last check; `nil` before the first.
    private var followsReducedMotion: Bool?

    /// A pointer that has rested this long no longer pauses the carousel.
    private static let hoverPatience = Duration.seconds(10)

    package init(_ view: BannerView) {
        self.view = view
        // It is hidden until its first frame.
        _ = self.view.carousel.handle(.pauseBegan(.hidden), at: .zero)
    }

    // MARK: - Frames

    /// Says where it will be drawn in this frame, and so how much of it is on the screen.
    package mutating func place(in rect: Rect, onScreen screen: CellSize) {
        self.rect = rect
        let share = BannerView.visibleShare(of: rect, onScreen: screen)
        var events = see(hasRoom: !rect.isEmpty && !view.isHidden)
        if hasRoom {
            let new = Placement(size: rect.size, style: view.style, visibleShare: share)
            if new != placed {
                events += view.carouselEvents(in: rect.size) + [.visibleShareChanged(share)]
                placed = new
            }
        }
        // Nothing is reported while a frame is drawn; the next event does it.
        for event in events { storeReports(of: respond(to: event)) }
    }

    /// Draws it where it was placed; nothing without room.
    ///
    /// - Parameter spoken: its words in accessible lines; `nil` for none.
    package mutating func draw(in canvas: inout Canvas, at now: Instant, spoken: Spoken?) {
        guard hasRoom else { return }
        view.render(into: &canvas, in: rect, at: now)
        if let spoken { canvas.speak(spoken, in: rect) }
        seen.drawn.page = view.drawnPage()
        let carousel = view.carousel
        if seen.hasArrived, carousel.isAtRest, carousel.page == carousel.reportedPage { seen.shown = carousel.page }
        seen.hasArrived = false
    }

    /// When it next changes by itself or has something to report; `nil` if only an event can change it.
    package func nextFrame(after now: Instant) -> Instant? {
        guard let context else { return nil }
        if seen.shown != nil || owesPicture { return now }
        let change = view.nextChange(after: now, theme: context.theme)
        let hover = view.carousel.pauseReasons.contains(.hover) ? hoverEnd : nil
        return [view.carousel.nextDeadline, change, hover].compactMap { $0 }.min()
    }

    /// Call it when there are other pages: what was drawn belongs to none of them.
    package mutating func forgetDrawn() { seen.drawn = (nil, nil) }

    // MARK: - Events

    /// Reports what the last frame showed; call it before each event.
    package mutating func settleAccounts() -> [Report] {
        var reports: [Report] = []
        if let page = seen.shown {
            seen.shown = nil
            reports.append(.shown(page: page))
        }
        if owesPicture, let page = seen.drawn.page {
            seen.drawn.told = page
            reports += send(.pictureDrawn(page: page))
        }
        return reports
    }

    /// Handles an event of the screen, other than what an inbox brings.
    ///
    /// - Returns: whether it has used the event, and what to report.
    package mutating func handle(_ event: ScreenEvent) -> (isUsed: Bool, reports: [Report]) {
        switch event {
        // What cannot be seen takes no keys.
        case .input(let input): return hasRoom ? handle(input) : (false, [])
        case .deadline:
            let isOver = if let hoverEnd, let context { context.now >= hoverEnd } else { false }
            return (false, (isOver ? send(.pauseEnded(.hover)) : []) + send(.deadlineReached))
        case .covered: return (false, see(covered: true).flatMap { send($0) })
        case .uncovered: return (false, see(covered: false).flatMap { send($0) })
        case .woken, .presented, .chosen: return (false, [])
        }
    }

    private mutating func handle(_ input: InputEvent) -> (isUsed: Bool, reports: [Report]) {
        guard case .mouse(let mouse) = input else { return take(input) }
        if isHastyWheel(mouse) { return (true, []) }
        let first = take(input)
        // A release one cell beside the press is a click there, on dots and sign too.
        guard let click = slip.click(after: mouse) else { return first }
        let second = take(.mouse(click))
        return (first.isUsed || second.isUsed, first.reports + second.reports)
    }

    private mutating func take(_ input: InputEvent) -> (isUsed: Bool, reports: [Report]) {
        guard let actions = view.actions(for: input, in: rect) else { return (false, []) }
        var reports: [Report] = []
        for action in actions {
            switch action {
            case .carousel(let event): reports += send(event)
            case .errorImageChosen: reports.append(.errorImageChosen)
            }
        }
        if case .mouse = input, let context { hoverEnd = context.now + Self.hoverPatience }
        return (true, reports)
    }

    /// A touchpad sends dozens of steps in one gesture; one page for each slide is enough.
    private mutating func isHastyWheel(_ mouse: MouseEvent) -> Bool {
        guard mouse.kind == .wheelUp || mouse.kind == .wheelDown, let now = context?.now,
            rect.contains(column: mouse.column, row: mouse.row)
        else { return false }
        if let lastWheel, now - lastWheel < Carousel.slideDuration { return true }
        lastWheel = now
        return false
    }

    // MARK: - The carousel

    /// Sends an event to the carousel; returns what to report.
    package mutating func send(_ event: CarouselEvent) -> [Report] {
        let effects = respond(to: event)
        storeReports(of: effects)
        return effects.compactMap {
            if case .reportSelected(let page, let openURL) = $0 { .selected(page: page, openURL: openURL) } else { nil }
        }
    }

    /// Gives it the focus, which pauses it, or takes it away.
    package mutating func setFocus(_ isFocused: Bool) -> [Report] {
        view.setFocus(isFocused).flatMap { send($0) }
    }

    /// Hides it while something that the screen itself draws covers it.
    package mutating func setObscured(_ isObscured: Bool) -> [Report] {
        see(obscured: isObscured).flatMap { send($0) }
    }

    /// Follows the screen's language and motion; with reduced motion it begins paused.
    package mutating func follow(_ context: ScreenContext) -> [Report] {
        self.context = context
        view.stopKey = context.language[.spaceKey]
        let (former, isReduced) = (followsReducedMotion, context.theme.reducesMotion)
        followsReducedMotion = isReduced
        guard isReduced != former ?? false else { return [] }
        return send(isReduced ? .pauseBegan(.reducedMotion) : .pauseEnded(.reducedMotion))
    }

    private mutating func respond(to event: CarouselEvent) -> [CarouselEffect] {
        guard let context else { return [] }
        return view.carousel.handle(event, at: context.now)
    }

    private var owesPicture: Bool {
        view.carousel.impressionPolicy == .viewable && seen.drawn.page != nil && seen.drawn.page != seen.drawn.told
    }

    /// Stores pages to report: once a frame shows them, or with the next event if they have been in view long enough.
    private mutating func storeReports(of effects: [CarouselEffect]) {
        for case .reportShown(let page) in effects {
            if view.carousel.impressionPolicy == .viewable { seen.shown = page } else { seen.hasArrived = true }
        }
    }

    /// The carousel events that follow from a change of visibility.
    private mutating func see(covered: Bool? = nil, obscured: Bool? = nil, hasRoom: Bool? = nil) -> [CarouselEvent] {
        let wasSeen = isSeen
        if let covered { isCovered = covered }
        if let obscured { isObscured = obscured }
        if let hasRoom { self.hasRoom = hasRoom }
        if isSeen == wasSeen { return [] }
        return [wasSeen ? .pauseBegan(.hidden) : .pauseEnded(.hidden)]
    }

    private var isSeen: Bool { !isCovered && !isObscured && hasRoom }
}
