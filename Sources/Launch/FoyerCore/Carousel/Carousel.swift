/// The scrolling of a banner as a value: events in, callbacks out, and the instant at which it next wants to be told.
/// It has no clock and does not draw: every event brings the instant at which it happened.
///
/// - Without items there is no page, no deadline and no slide, and no command does anything.
/// - The page is in 0..<items.count, in every callback too.
/// - A tick is due exactly while `isTickDue`; only then `tickDeadline` is not `nil`.
/// - At rest one page is visible; in a slide or drag, two.
/// - Whatever became due before an event is handled first, in order, so that nothing depends on how often the carousel
///   is polled. A tick counts as a stall only if it is later than its tolerance.
package struct Carousel: Equatable, Sendable {
    /// Seconds from one page to the next, including the slide.
    package static let standardInterval = 3.0
    /// A tick later than this (or half the interval, if that is less) counts as a stall.
    package static let latenessTolerance = Duration.milliseconds(250)
    package static let slideDuration = CarouselSlide.duration
    /// In cells; wider views count as this wide.
    package static let maxWidth = 1 << 24

    package private(set) var items: [CarouselItem] = []
    /// The current page: the one at rest, or the target of a slide. The indicator shows it.
    package private(set) var page: Int?
    /// The page that was last at rest.
    package private(set) var pageAtRest: Int?
    /// Seconds. NaN is stored as 0, which is no interval either, so that the value stays equal to itself.
    package private(set) var interval: Double
    package private(set) var isAutoScrolling: Bool
    package private(set) var loops: Bool
    package let impressionPolicy: ImpressionPolicy
    package private(set) var pauseReasons: Set<PauseReason> = []
    /// Whether pages change without sliding. It stays set when `play` clears the reason of that name.
    package private(set) var reducesMotion = false
    /// Cells, 0…`maxWidth`.
    package private(set) var width: Int
    /// When the next tick is due; `nil` if none is.
    package private(set) var tickDeadline: Instant?
    /// The current page, if it has been reported as shown since it became current.
    package private(set) var reportedPage: Int?

    private var slide: CarouselSlide?
    private var press: CarouselPress?
    private var visibleShare = 1.0
    private var drawn: Set<CarouselItem.Identity> = []
    /// Since when the page has been in view, as `ImpressionPolicy.viewable` counts it.
    private var viewableSince: Instant?

    /// - Parameters:
    ///   - interval: seconds; zero, negative and non-finite values stop the ticks.
    ///   - width: cells; may come later with `resized`.
    package init(
        interval: Double = standardInterval, isAutoScrolling: Bool = true, loops: Bool = true,
        impressionPolicy: ImpressionPolicy = .atRest, width: Int = 0
    ) {
        self.interval = interval.isNaN ? 0 : interval
        self.isAutoScrolling = isAutoScrolling
        self.loops = loops
        self.impressionPolicy = impressionPolicy
        self.width = Self.clamped(width: width)
    }

    /// When to send `deadlineReached`; `nil` if only an event can change anything. For the frames of a slide in
    /// between, ask `nextFrame`.
    package var nextDeadline: Instant? {
        let viewable = viewableSince.map { $0 + ImpressionPolicy.viewableTime }
        return [tickDeadline, slide?.end, viewable].compactMap { $0 }.min()
    }

    package mutating func handle(_ event: CarouselEvent, at now: Instant) -> [CarouselEffect] {
        let former = self
        var effects = catchUp(to: now)
        effects += respond(to: event, at: now)
        keepTime(at: now)
        effects += reportShown(at: now)
        assert(flaw(since: former, effects) == nil, flaw(since: former, effects) ?? "")
        return effects
    }

    private mutating func respond(to event: CarouselEvent, at now: Instant) -> [CarouselEffect] {
        switch event {
        case .deadlineReached: break
        case .itemsChanged(let items): replaceItems(items)
        case .command(let command): return perform(command, at: now)
        case .pauseBegan(let reason): pause(for: reason)
        case .pauseEnded(let reason): resume(from: reason)
        case .intervalChanged(let seconds):
            if seconds != interval { tickDeadline = nil }
            interval = seconds.isNaN ? 0 : seconds
        case .autoScrollChanged(let isOn): isAutoScrolling = isOn
        case .loopChanged(let isOn):
            loops = isOn
            keepDragInBounds()
        case .resized(let width): resize(to: Self.clamped(width: width))
        case .pressed(let column, let row): beginPress(column: column, row: row, at: now)
        case .dragged(let column, let row): continuePress(column: column, row: row, at: now)
        case .released(let column, let row): return endPress(column: column, row: row, at: now)
        case .pictureDrawn(let page):
            if items.indices.contains(page) { drawn.insert(items[page].identity) }
        case .visibleShareChanged(let share): visibleShare = share.isNaN ? 0 : share
        }
        return []
    }

    private mutating func perform(_ command: CarouselCommand, at now: Instant) -> [CarouselEffect] {
        guard let page else { return [] }
        switch command {
        case .next: step(isForward: true, at: now)
        case .previous: step(isForward: false, at: now)
        case .goTo(let target): jump(to: target, at: now)
        case .choose:
            if isVisible { return [.reportSelected(page: page, openURL: items[page].openURL)] }
        case .pause: pauseReasons.insert(.user)
        case .play: pauseReasons.subtract(Self.clearedByPlay)
        case .togglePause:
            if pauseReasons.isDisjoint(with: Self.clearedByPlay) {
                pauseReasons.insert(.user)
            } else {
                pauseReasons.subtract(Self.clearedByPlay)
            }
        }
        return []
    }

    private static let clearedByPlay: Set<PauseReason> = [.user, .hover, .focus, .reducedMotion]

    private static func clamped(width: Int) -> Int { min(max(0, width), maxWidth) }
}

// MARK: What is seen
extension Carousel {
    /// Whether it is on screen at all.
    package var isVisible: Bool { !pauseReasons.contains(.hidden) }

    package var isSliding: Bool { slide != nil }

    /// Whether one page stands still in its place.
    package var isAtRest: Bool { page != nil && !isSliding && (press?.offset ?? 0) == 0 }

    /// The visible pages, from left to right: one at rest, two in a slide or drag, none without items.
    package func visiblePages(at now: Instant) -> [VisiblePage] {
        guard let page else { return [] }
        guard let strip = strip(at: now) else { return [VisiblePage(page: page, offset: 0)] }
        return [
            VisiblePage(page: strip.left, offset: -strip.position),
            VisiblePage(page: strip.right, offset: width - strip.position),
        ]
    }

    /// The pages that a slide from the current one may bring into view, the next one first; none if pages do not slide.
    package var pagesBeside: [Int] {
        guard let page, !reducesMotion else { return [] }
        let next = neighbour(of: page, isForward: true)
        let previous = neighbour(of: page, isForward: false)
        return [next, previous == next ? nil : previous].compactMap { $0 }
    }

    /// The next instant after `now` at which to draw a slide: a whole number of `frame` after its start, or its end;
    /// `nil` if nothing slides.
    package func nextFrame(after now: Instant, every frame: Duration) -> Instant? {
        guard let slide, now < slide.end else { return nil }
        let step = min(max(1, frame.saturatedNanoseconds), Self.slideDuration.saturatedNanoseconds)
        let frames = max(0, (now - slide.start).saturatedNanoseconds) / step
        return min(slide.end, slide.start + .nanoseconds((frames + 1) * step))
    }

    /// The position between two pages; `nil` at rest.
    private func strip(at now: Instant) -> CarouselStrip? {
        if let slide { return now < slide.end ? slide.strip(at: now) : nil }
        guard let page, let press, press.offset != 0, let other = pageBeside(page, isForward: press.offset < 0) else {
            return nil
        }
        return press.offset > 0
            ? CarouselStrip(left: other, right: page, position: width - press.offset)
            : CarouselStrip(left: page, right: other, position: -press.offset)
    }

    /// The page beside another in a drag: the one that was in sight when the slide was grabbed, which after a jump is no
    /// neighbour.
    private func pageBeside(_ page: Int, isForward: Bool) -> Int? {
        if let press, let grabbed = press.pageBeside, (press.held < 0) == isForward { return grabbed }
        return neighbour(of: page, isForward: isForward)
    }
}

// MARK: The mouse: a click, a drag that turns the page, or one that snaps back
extension Carousel {
    /// Forgets the pressed button, and the pause reason with it.
    private mutating func forgetPress() {
        press = nil
        pauseReasons.remove(.drag)
    }

    private mutating func beginPress(column: Int, row: Int, at now: Instant) {
        forgetPress()
        guard let page, isVisible, width > 0 else { return }
        let strip = strip(at: now)
        let pointed = strip.map { column < width - $0.position ? $0.left : $0.right } ?? page
        press = CarouselPress(column: column, row: row, start: now, page: pointed)
        pauseReasons.insert(.drag)
    }

    /// The pages follow the pointer if there is a page on that side.
    private mutating func continuePress(column: Int, row: Int, at now: Instant) {
        guard var press, !press.isVoid else { return }
        if !press.isDrag {
            if press.isNear(column: column, row: row) { return }
            press.isDrag = true
            hold(&press, at: now)
        }
        let (distance, overflow) = column.subtractingReportingOverflow(press.column)
        press.distance = overflow ? (column < 0 ? -2 * width : 2 * width) : min(max(-2 * width, distance), 2 * width)
        press.offset = min(max(-width, press.held + press.distance), width)
        self.press = press
        keepDragInBounds()
    }

    /// Stops a slide where it is. Its page has not come to rest, and is reported when it does.
    private mutating func hold(_ press: inout CarouselPress, at now: Instant) {
        let strip = strip(at: now)
        if isSliding { settle() }
        guard let strip else { return }
        // A slide that was overtaken may not show its page yet; then the nearer one in sight is the page.
        if page != strip.left, page != strip.right {
            page = strip.position * 2 < width ? strip.left : strip.right
            pageAtRest = page
        }
        press.held = page == strip.left ? -strip.position : width - strip.position
        press.pageBeside = press.held == 0 ? nil : page == strip.left ? strip.right : strip.left
    }

    /// There is nothing to drag to beyond an edge.
    private mutating func keepDragInBounds() {
        guard let page, let press, pageBeside(page, isForward: press.offset < 0) == nil else { return }
        self.press?.offset = 0
    }

    private mutating func endPress(column: Int, row: Int, at now: Instant) -> [CarouselEffect] {
        continuePress(column: column, row: row, at: now)
        guard let page, let press else { return [] }
        let strip = strip(at: now)
        let isForward = press.offset < 0
        if !press.isVoid, press.isDrag, press.movesPage(width: width, at: now),
            let target = pageBeside(page, isForward: isForward)
        {
            move(to: target, isForward: isForward, at: now)
            tickDeadline = nil
        } else if !press.isVoid, press.isDrag, let strip, !reducesMotion {
            // Snap back: the same page, from where it was released.
            slide = CarouselSlide(
                from: page, on: strip, to: page, isForward: strip.right == page, width: width, start: now)
        }
        forgetPress()
        guard !press.isVoid, !press.isDrag else { return [] }
        return [.reportSelected(page: press.page, openURL: items[press.page].openURL)]
    }
}

/// The mouse button is down.
private struct CarouselPress: Equatable, Sendable {
    /// Anything less is a click or a snap-back: `flickShare` of the width within `flickTime`, or half the width in any
    /// time.
    static let flickTime = Duration.milliseconds(300)
    static let flickShare = 10

    let column: Int
    let row: Int
    let start: Instant
    /// The page under the pointer.
    let page: Int
    /// How far the pointer has gone since, in cells; positive to the right.
    var distance = 0
    /// How far the page is from its place.
    var offset = 0
    /// How far it was when it was grabbed in a slide, and the other page that was in sight.
    var held = 0
    var pageBeside: Int?
    /// Whether the pointer was ever more than a cell away; then it is not a click, even if it comes back.
    var isDrag = false
    /// Whether something else has moved or resized the carousel in the meantime; then the release does nothing.
    var isVoid = false

    /// Hands tremble: a cell to any side still counts as the same place.
    func isNear(column: Int, row: Int) -> Bool {
        [(column, self.column), (row, self.row)].allSatisfy { place, start in
            let (distance, overflow) = place.subtractingReportingOverflow(start)
            return !overflow && (-1...1).contains(distance)
        }
    }

    /// Whether a release now turns the page rather than snapping back.
    func movesPage(width: Int, at now: Instant) -> Bool {
        if offset == 0 { return false }
        let isFlick = now - start < Self.flickTime && abs(distance) * Self.flickShare >= width
        // A flick towards the page's own place leads there.
        if isFlick { return (distance < 0) == (offset < 0) }
        return abs(offset) * 2 >= width
    }
}

// MARK: Navigation: arithmetic that never traps, and slides that start from the present position
extension Carousel {
    /// The page beside `page`; `nil` at an edge without wrapping, or if there is no other page.
    private func neighbour(of page: Int, isForward: Bool) -> Int? {
        guard items.count > 1 else { return nil }
        let next = isForward ? page + 1 : page - 1
        if items.indices.contains(next) { return next }
        return loops ? (isForward ? 0 : items.count - 1) : nil
    }

    /// Next or previous, by the user or the host.
    private mutating func step(isForward: Bool, at now: Instant) {
        guard let page, let target = neighbour(of: page, isForward: isForward) else { return }
        move(to: target, isForward: isForward, at: now)
        tickDeadline = nil
    }

    /// A jump out of range wraps or clamps, and takes the shorter way, forward on a tie.
    private mutating func jump(to place: Int, at now: Instant) {
        guard let page else { return }
        let count = items.count
        let target: Int
        let isForward: Bool
        if loops {
            let rest = place % count
            target = rest < 0 ? rest + count : rest
            let forward = target >= page ? target - page : target - page + count
            isForward = forward <= count - forward
        } else {
            target = min(max(0, place), count - 1)
            isForward = target > page
        }
        guard target != page else { return }
        move(to: target, isForward: isForward, at: now)
        tickDeadline = nil
    }

    /// Changes page and indicator now; the slide follows. The caller takes care of the deadline.
    private mutating func move(to target: Int, isForward: Bool, at now: Instant) {
        guard let page else { return }
        let strip = strip(at: now)
        letGoOfPress()
        viewableSince = nil
        reportedPage = nil
        self.page = target
        if reducesMotion || !isVisible || width == 0 {
            slide = nil
            pageAtRest = target
        } else {
            slide = CarouselSlide(from: page, on: strip, to: target, isForward: isForward, width: width, start: now)
        }
    }

    /// Ends a slide at its target.
    private mutating func settle() {
        slide = nil
        pageAtRest = page
    }

    /// If something else moves the carousel, the pages leave the user's hand until the next press.
    private mutating func letGoOfPress() {
        press?.offset = 0
        press?.isVoid = true
    }

    /// Changes no page and no deadline.
    private mutating func resize(to width: Int) {
        guard width != self.width else { return }
        settle()
        letGoOfPress()
        self.width = width
    }

    private mutating func pause(for reason: PauseReason) {
        guard reason != .drag else { return }
        pauseReasons.insert(reason)
        switch reason {
        case .hidden:
            forgetPress()
            settle()
            reportedPage = nil
            viewableSince = nil
        case .reducedMotion:
            reducesMotion = true
            settle()
        case .hover, .focus, .user, .drag:
            break
        }
    }

    private mutating func resume(from reason: PauseReason) {
        guard reason != .drag else { return }
        if reason == .reducedMotion { reducesMotion = false }
        pauseReasons.remove(reason)
    }

    /// The current item stays current if it is still there; otherwise the nearest page becomes current.
    private mutating func replaceItems(_ new: [CarouselItem]) {
        let old = items
        forgetPress()
        items = new
        drawn.formIntersection(new.map(\.identity))
        func place(of page: Int?) -> Int? {
            page.flatMap { Self.place(of: $0, in: old, after: new) }
        }
        if let kept = place(of: page) {
            page = kept
            reportedPage = place(of: reportedPage)
        } else {
            page = new.isEmpty ? nil : min(page ?? 0, new.count - 1)
            reportedPage = nil
            viewableSince = nil
            tickDeadline = nil
        }
        settle()
    }

    /// The present index of the item at `page`. Among equal items, the first stays the first, and so on; if there are
    /// fewer now, the last one stands for the rest.
    private static func place(of page: Int, in old: [CarouselItem], after new: [CarouselItem]) -> Int? {
        let identity = old[page].identity
        let earlier = old[..<page].count { $0.identity == identity }
        let places = new.indices.filter { new[$0].identity == identity }
        return places.isEmpty ? nil : places[min(earlier, places.count - 1)]
    }
}

// MARK: One deadline for ticks, and the reports of pages shown
extension Carousel {
    /// Whether the carousel moves by itself now: auto scroll is on, there is more than one page, the interval is finite
    /// and > 0, there is no pause reason, and it is not at the end of a carousel that does not loop.
    package var isTickDue: Bool {
        movesUnlessPaused && pauseReasons.isEmpty
    }

    /// The same without regard to pause reasons.
    private var movesUnlessPaused: Bool {
        guard let page, isAutoScrolling, items.count > 1, interval.isFinite, interval > 0 else { return false }
        return loops || page < items.count - 1
    }

    /// The state for `CarouselCommand.togglePause`; `nil` if nothing would move by itself even without a pause reason,
    /// so that there is nothing to stop or start.
    package var movement: CarouselMovement? {
        guard movesUnlessPaused else { return nil }
        return pauseReasons.isDisjoint(with: Self.clearedByPlay) ? .moving : .stopped
    }

    /// Whole nanoseconds, at least one.
    private var tickInterval: Duration {
        let nanoseconds = (interval * 1e9).rounded()
        guard nanoseconds < 9.2e18 else { return .nanoseconds(Int64.max) }
        return .nanoseconds(max(1, Int64(nanoseconds)))
    }

    /// When a tick becomes due, a full interval begins. (A manual move has dropped the deadline and begins one as
    /// well.)
    private mutating func keepTime(at now: Instant) {
        if !isTickDue {
            tickDeadline = nil
        } else if tickDeadline == nil {
            tickDeadline = now + tickInterval
        }
    }

    /// Handles everything due until `now`, in order: the end of a slide, a second in view, a tick.
    private mutating func catchUp(to now: Instant) -> [CarouselEffect] {
        var effects: [CarouselEffect] = []
        let limit = min(now, tickDeadline ?? now)
        if let slide, slide.end <= limit {
            settle()
            effects += reportShown(at: slide.end)
        }
        if let since = viewableSince, since + ImpressionPolicy.viewableTime <= limit {
            effects += reportShown(at: now)
        }
        if let due = tickDeadline, due <= now {
            tick(due: due, at: now)
            effects += reportShown(at: now)
        }
        return effects
    }

    /// One page forward, however late: a stall is not caught up.
    private mutating func tick(due: Instant, at now: Instant) {
        guard let page, let target = neighbour(of: page, isForward: true) else { return }
        move(to: target, isForward: true, at: now)
        let isOnTime = now - due <= min(Self.latenessTolerance, tickInterval / 2)
        tickDeadline = isTickDue ? (isOnTime ? due : now) + tickInterval : nil
    }

    /// Reports the page that is at rest, visible and not reported yet, if the policy allows.
    private mutating func reportShown(at now: Instant) -> [CarouselEffect] {
        guard let page, isAtRest, !isHeld, isVisible, page != reportedPage else {
            viewableSince = nil
            return []
        }
        if impressionPolicy == .viewable {
            guard isInView(page) else {
                viewableSince = nil
                return []
            }
            let since = viewableSince ?? now
            viewableSince = since
            guard now >= since + ImpressionPolicy.viewableTime else { return [] }
        }
        reportedPage = page
        viewableSince = nil
        return [.reportShown(page: page)]
    }

    /// Whether the pointer holds the pages: then even a page in its place has not come to rest.
    private var isHeld: Bool { press.map { $0.isDrag && !$0.isVoid } ?? false }

    private func isInView(_ page: Int) -> Bool {
        width > 0 && visibleShare >= ImpressionPolicy.viewableShare && drawn.contains(items[page].identity)
    }
}

// MARK: What can never be
extension Carousel {
    /// Looked for after every event, in tests and debug builds.
    private func flaw(since former: Carousel, _ effects: [CarouselEffect]) -> String? {
        if (page == nil) != items.isEmpty { return "a page of nothing, or items without a page" }
        for index in [page, pageAtRest, reportedPage].compactMap({ $0 }) where !items.indices.contains(index) {
            return "page \(index) of \(items.count)"
        }
        if let reportedPage, reportedPage != page { return "another page is reported than the current one" }
        if (tickDeadline != nil) != isTickDue { return "a tick where none may be due, or none where one is" }
        if (press != nil) != pauseReasons.contains(.drag) {
            return "a drag without a button, or a button without a drag"
        }
        if !isVisible, isSliding || press != nil { return "it moves where nobody sees it" }
        if width == 0, isSliding { return "a slide without room" }
        if let press, abs(press.offset) > width { return "pages lie beyond their neighbours" }
        let reported = effects.compactMap { if case .reportShown(let page) = $0 { page } else { nil } }
        // A slide that ends and a tick that is due at once may report a page each.
        if reported.count > 3 || reported.contains(where: { $0 < 0 || $0 >= max(former.items.count, items.count) }) {
            return "pages \(reported) are reported as shown"
        }
        return nil
    }
}
