// One deadline for ticks, and the reports of pages shown.
extension Carousel {
    /// Whether the carousel moves by itself now: auto scroll is on, there is more than one page, the interval is finite
    /// and > 0, there is no pause reason, and it is not at the end of a carousel that does not loop.
    package var isTickDue: Bool {
        movesUnlessPaused && pauseReasons.isEmpty
    }

    /// The same without regard to pause reasons.
    var movesUnlessPaused: Bool {
        guard let page, isAutoScrolling, items.count > 1, interval.isFinite, interval > 0 else { return false }
        return loops || page < items.count - 1
    }

    /// Whole nanoseconds, at least one.
    private var tickInterval: Duration {
        let nanoseconds = (interval * 1e9).rounded()
        guard nanoseconds < 9.2e18 else { return .nanoseconds(Int64.max) }
        return .nanoseconds(max(1, Int64(nanoseconds)))
    }

    /// When a tick becomes due, a full interval begins. (A manual move has dropped the deadline and begins one as
    /// well.)
    mutating func keepTime(at now: Instant) {
        if !isTickDue {
            tickDeadline = nil
        } else if tickDeadline == nil {
            tickDeadline = now + tickInterval
        }
    }

    /// Handles everything due until `now`, in order: the end of a slide, a second in view, a tick.
    mutating func catchUp(to now: Instant) -> [CarouselEffect] {
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
    mutating func reportShown(at now: Instant) -> [CarouselEffect] {
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
