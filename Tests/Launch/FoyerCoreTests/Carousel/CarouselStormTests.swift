import FoyerCore
import TestSupport
import Testing

/// Hundreds of seeded storms: the invariants hold after every event, however often the carousel is polled.
@Suite("Carousel: storms")
struct CarouselStormTests {
    @Test("Always true, whatever happens", arguments: 0..<400)
    func invariants(seed: UInt64) {
        var storm = CarouselStorm(seed: seed)
        for _ in 0..<150 { storm.step() }
        #expect(storm.problems.isEmpty)
    }
}

struct CarouselStorm {
    private var generator: SplitMix64
    /// Polled only at its deadlines.
    private var script: CarouselTranscript
    /// The same, also polled at other times.
    private var polled: Carousel
    private var watch = ShownWatch()
    private(set) var problems: [String] = []

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
        let intervals: [Double] = [3, 3, 0.3, 1.5, 0.4, 0.05]
        let widths = [0, 1, 2, 9, 80]
        script = CarouselTranscript(
            0, interval: intervals.randomElement(using: &generator) ?? 3, loops: Bool.random(using: &generator),
            policy: Bool.random(using: &generator) ? .atRest : .viewable,
            width: widths.randomElement(using: &generator) ?? 80)
        polled = script.carousel
    }

    mutating func step() {
        let start = script.now
        let pause = Duration.milliseconds(Int.random(in: 0...900, using: &generator))
        let effects = script.run(for: pause)
        check(effects, "time")
        var polledEffects: [CarouselEffect] = []
        var moment = start
        while moment < script.now {
            moment = min(script.now, moment + .milliseconds(Int.random(in: 1...300, using: &generator)))
            if let next = polled.nextDeadline { moment = min(moment, max(next, start)) }
            polledEffects += polled.handle(.deadlineReached, at: moment)
        }
        let event = randomEvent()
        let answer = script.send(event)
        polledEffects += polled.handle(event, at: script.now)
        if polledEffects != effects + answer || polled != script.carousel {
            problems.append("polling matters: \(event)")
        }
        watch.see(event)
        check(answer, "\(event)")
    }

    private mutating func randomEvent() -> CarouselEvent {
        let column = Int.random(in: -5...90, using: &generator)
        let reason = PauseReason.allCases.randomElement(using: &generator) ?? .user
        switch Int.random(in: 0..<26, using: &generator) {
        case 0: return .itemsChanged(randomItems())
        case 1...3: return .command(.next)
        case 4, 5: return .command(.previous)
        case 6:
            return .command(.goTo([.min, -7, 0, 1, 2, 3, 9, .max].randomElement(using: &generator) ?? 0))
        case 7: return .command(.choose)
        case 8: return .command(.togglePause)
        case 9, 10: return .command(.play)
        case 11: return .pauseBegan(reason)
        case 12...14: return .pauseEnded(reason)
        case 15: return .loopChanged(Bool.random(using: &generator))
        case 16: return .autoScrollChanged(Int.random(in: 0..<4, using: &generator) > 0)
        case 17:
            return .intervalChanged(
                ([3, 3, 0.5, .nan, 0, .infinity, -1] as [Double]).randomElement(using: &generator) ?? 3)
        case 18: return .resized(width: [Int.min, 0, 1, 5, 80, 80, 81].randomElement(using: &generator) ?? 80)
        case 19: return .pressed(column: column, row: 0)
        case 20: return .dragged(column: column, row: 0)
        case 21, 22: return .released(column: column, row: 0)
        case 23, 24: return .pictureDrawn(page: Int.random(in: 0..<5, using: &generator))
        default: return .visibleShareChanged(Bool.random(using: &generator) ? 1 : 0.3)
        }
    }

    private mutating func randomItems() -> [CarouselItem] {
        let keys = ["a", "b", "c", "d", "a"].shuffled(using: &generator)
        return CarouselTranscript.pages(Array(keys.prefix(Int.random(in: 0...5, using: &generator))))
    }

    private mutating func check(_ effects: [CarouselEffect], _ cause: String) {
        let carousel = script.carousel
        func expect(_ isTrue: Bool, _ rule: String) {
            if !isTrue { problems.append("\(rule) — after \(cause)") }
        }
        for effect in effects {
            if let problem = watch.see(effect, in: carousel, turns: script.turns) { problems.append(problem) }
        }
        guard let page = carousel.page else {
            expect(carousel.items.isEmpty, "no page though there are items")
            expect(carousel.nextDeadline == nil && !carousel.isSliding, "a deadline or slide without items")
            expect(carousel.pageAtRest == nil && script.seen.isEmpty, "a page seen without items")
            return
        }
        expect(carousel.items.indices.contains(page), "page \(page) out of range")
        expect(carousel.pageAtRest.map(carousel.items.indices.contains) == true, "no page at rest")
        let isDue =
            carousel.isAutoScrolling && carousel.items.count > 1 && carousel.interval.isFinite && carousel.interval > 0
            && carousel.pauseReasons.isEmpty && (carousel.loops || page < carousel.items.count - 1)
        expect((carousel.tickDeadline != nil) == isDue, "a tick is due: \(isDue)")
        if let tick = carousel.tickDeadline {
            expect(tick > script.now && tick <= script.now + .seconds(carousel.interval), "the tick's instant")
        }
        let seen = script.seen
        if carousel.isAtRest {
            expect(seen == [at(page, 0)] && carousel.pageAtRest == page, "at rest, but \(seen)")
            let isReported = carousel.reportedPage == page || carousel.impressionPolicy == .viewable
            let isHeld = carousel.pauseReasons.contains(.drag)
            expect(isReported || !carousel.isVisible || isHeld, "at rest and visible, but not reported")
        } else {
            expect(seen.count == 2 && seen[0].page != seen[1].page, "in a slide, but \(seen)")
            expect(seen.count == 2 && seen[1].offset - seen[0].offset == carousel.width, "a gap: \(seen)")
            expect(seen.allSatisfy { abs($0.offset) <= carousel.width }, "out of place: \(seen)")
        }
        let isStill = carousel.reducesMotion || !carousel.isVisible || carousel.width == 0
        expect(!(carousel.isSliding && isStill), "slides where it must not")
    }
}

/// Tracks the pages that are reported as shown.
struct ShownWatch {
    private var last: Int?
    private var turnsThen = 0

    mutating func see(_ event: CarouselEvent) {
        switch event {
        case .pauseBegan(.hidden), .itemsChanged: last = nil
        default: break
        }
    }

    /// - Parameter turns: how often the current page has changed.
    mutating func see(_ effect: CarouselEffect, in carousel: Carousel, turns: Int) -> String? {
        switch effect {
        case .reportShown(let page):
            defer { (last, turnsThen) = (page, turns) }
            if !carousel.items.indices.contains(page) { return "shown out of range" }
            if !carousel.isVisible { return "shown while hidden" }
            return page == last && turns == turnsThen ? "page \(page) shown twice" : nil
        case .reportSelected(let page, let openURL):
            guard carousel.items.indices.contains(page) else { return "selected out of range" }
            return carousel.items[page].openURL == openURL ? nil : "another page's link"
        }
    }
}
