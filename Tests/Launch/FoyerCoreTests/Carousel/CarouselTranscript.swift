import FoyerCore

/// A carousel on virtual time, written as a transcript: `send` an event, compare the callbacks.
struct CarouselTranscript {
    var carousel: Carousel
    var now = Instant.zero
    /// How often an event has left another page current.
    private(set) var turns = 0

    /// Pages A, B, C… of which the first has been reported already.
    init(
        _ count: Int = 5, interval: Double = 3, isAutoScrolling: Bool = true, loops: Bool = true,
        policy: ImpressionPolicy = .atRest, width: Int = 80
    ) {
        carousel = Carousel(
            interval: interval, isAutoScrolling: isAutoScrolling, loops: loops, impressionPolicy: policy, width: width)
        if count > 0 { send(.itemsChanged(Self.pages(count))) }
    }

    static func pages(_ count: Int) -> [CarouselItem] { pages((0..<count).map { "\($0)" }) }

    static func pages(_ keys: [String]) -> [CarouselItem] {
        keys.map { CarouselItem(key: $0, openURL: "foyer://a/\($0)") }
    }

    @discardableResult
    mutating func send(_ event: CarouselEvent, after pause: Duration = .zero) -> [CarouselEffect] {
        now += pause
        return handle(event)
    }

    @discardableResult
    mutating func send(_ command: CarouselCommand, after pause: Duration = .zero) -> [CarouselEffect] {
        send(.command(command), after: pause)
    }

    /// Jumps from deadline to deadline, as the loop would.
    @discardableResult
    mutating func run(for time: Duration) -> [CarouselEffect] {
        let end = now + time
        var effects: [CarouselEffect] = []
        while let next = carousel.nextDeadline, next <= end {
            now = max(now, next)
            effects += handle(.deadlineReached)
        }
        now = end
        return effects
    }

    private mutating func handle(_ event: CarouselEvent) -> [CarouselEffect] {
        let before = carousel.page
        defer { turns += carousel.page == before ? 0 : 1 }
        return carousel.handle(event, at: now)
    }

    /// A press, one movement, and a release.
    @discardableResult
    mutating func drag(from start: Int, to end: Int, in time: Duration = .milliseconds(500)) -> [CarouselEffect] {
        send(.pressed(column: start, row: 1)) + send(.dragged(column: end, row: 1), after: time)
            + send(.released(column: end, row: 1))
    }

    var page: Int? { carousel.page }
    var seen: [VisiblePage] { carousel.visiblePages(at: now) }
    /// How long until the next tick.
    var untilTick: Duration? { carousel.tickDeadline.map { $0 - now } }
}

/// `VisiblePage`, short.
func at(_ page: Int, _ offset: Int) -> VisiblePage { VisiblePage(page: page, offset: offset) }
