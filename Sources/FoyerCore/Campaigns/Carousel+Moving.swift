// Navigation: arithmetic that never traps, and slides that start from the present position.
extension Carousel {
    /// The page beside `page`; `nil` at an edge without wrapping, or if there is no other page.
    func neighbour(of page: Int, isForward: Bool) -> Int? {
        guard items.count > 1 else { return nil }
        let next = isForward ? page + 1 : page - 1
        if items.indices.contains(next) { return next }
        return loops ? (isForward ? 0 : items.count - 1) : nil
    }

    /// Next or previous, by the user or the host.
    mutating func step(isForward: Bool, at now: Instant) {
        guard let page, let target = neighbour(of: page, isForward: isForward) else { return }
        move(to: target, isForward: isForward, at: now)
        tickDeadline = nil
    }

    /// A jump out of range wraps or clamps, and takes the shorter way, forward on a tie.
    mutating func jump(to place: Int, at now: Instant) {
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
    mutating func move(to target: Int, isForward: Bool, at now: Instant) {
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
    mutating func settle() {
        slide = nil
        pageAtRest = page
    }

    /// If something else moves the carousel, the pages leave the user's hand until the next press.
    private mutating func letGoOfPress() {
        press?.offset = 0
        press?.isVoid = true
    }

    /// Changes no page and no deadline.
    mutating func resize(to width: Int) {
        guard width != self.width else { return }
        settle()
        letGoOfPress()
        self.width = width
    }

    mutating func pause(for reason: PauseReason) {
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

    mutating func resume(from reason: PauseReason) {
        guard reason != .drag else { return }
        if reason == .reducedMotion { reducesMotion = false }
        pauseReasons.remove(reason)
    }

    /// The current item stays current if it is still there; otherwise the nearest page becomes current.
    mutating func replaceItems(_ new: [CarouselItem]) {
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
