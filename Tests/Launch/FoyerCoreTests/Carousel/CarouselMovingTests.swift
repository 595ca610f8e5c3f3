import FoyerCore
import Testing

@Suite("Carousel: always true, arithmetic")
struct CarouselMovingTests {
    static let commands: [CarouselCommand] = [
        .next, .previous, .goTo(0), .goTo(.max), .goTo(.min), .choose, .pause, .play, .togglePause,
    ]

    @Test("Without items there is no page, no deadline, no slide", arguments: commands)
    func empty(command: CarouselCommand) {
        var script = CarouselTranscript(0)
        let before = script.carousel
        #expect(script.send(command).isEmpty)
        #expect(script.carousel == before)
        #expect(script.page == nil && script.carousel.nextDeadline == nil && script.seen.isEmpty)
        #expect(!script.carousel.isSliding)
    }

    @Test("One page never moves, and can be chosen", arguments: commands.dropLast(3))
    func single(command: CarouselCommand) {
        var script = CarouselTranscript(1)
        let effects = script.send(command)
        #expect(effects == (command == .choose ? [.reportSelected(page: 0, openURL: "foyer://a/0")] : []))
        #expect(script.page == 0 && script.carousel.nextDeadline == nil && script.seen == [at(0, 0)])
    }

    @Test("The pages beside the current one are those that a slide may show next")
    func beside() {
        #expect(CarouselTranscript(0).carousel.pagesBeside.isEmpty)
        #expect(CarouselTranscript(1).carousel.pagesBeside.isEmpty)
        #expect(CarouselTranscript(2).carousel.pagesBeside == [1])
        #expect(CarouselTranscript(5).carousel.pagesBeside == [1, 4])
        var ends = CarouselTranscript(5, loops: false)
        #expect(ends.carousel.pagesBeside == [1])
        ends.send(.goTo(4))
        #expect(ends.carousel.pagesBeside == [3])
        ends.send(.pauseBegan(.reducedMotion))
        #expect(ends.carousel.pagesBeside.isEmpty)
    }

    @Test("A tick is due iff nothing holds it back")
    func due() {
        var script = CarouselTranscript(3)
        #expect(script.untilTick == .seconds(3))
        for reason in PauseReason.allCases where reason != .drag {
            script.send(.pauseBegan(reason))
            #expect(script.untilTick == nil, "\(reason)")
            script.send(.pauseEnded(reason))
            #expect(script.untilTick == .seconds(3), "\(reason)")
        }
        script.send(.autoScrollChanged(false))
        #expect(script.untilTick == nil)
        script.send(.autoScrollChanged(true))
        script.send(.pressed(column: 1, row: 1))
        #expect(script.untilTick == nil && script.carousel.pauseReasons == [.drag])
    }

    @Test("Intervals that are no intervals stop the ticks", arguments: [0, -1, .infinity, -.infinity, .nan, -0.0])
    func interval(seconds: Double) {
        var script = CarouselTranscript(3, interval: seconds)
        #expect(script.untilTick == nil)
        #expect(script.run(for: .seconds(60)).isEmpty)
        script.send(.intervalChanged(1))
        #expect(script.untilTick == .seconds(1))
        script.send(.intervalChanged(seconds))
        #expect(script.untilTick == nil)
    }

    @Test("Intervals of any size never trap", arguments: [1e-300, 1e-9, 1e9, 1e18, 1e300, .greatestFiniteMagnitude])
    func extremeInterval(seconds: Double) {
        var script = CarouselTranscript(3, interval: seconds)
        #expect(script.carousel.isTickDue && script.carousel.tickDeadline != nil)
        script.send(.deadlineReached, after: .seconds(1))
        #expect((script.page == 1) == (seconds < 1))
    }

    @Test("Reasons are a set: each must go")
    func reasonsAreASet() {
        var script = CarouselTranscript()
        script.send(.pauseBegan(.hover))
        script.send(.pauseBegan(.focus))
        script.send(.pauseBegan(.hover))
        script.send(.pauseEnded(.hover))
        #expect(script.untilTick == nil && script.carousel.pauseReasons == [.focus])
        script.send(.pauseEnded(.focus))
        #expect(script.untilTick == .seconds(3))
    }

    @Test("A carousel that does not loop stops at its end, and goes on from before it")
    func end() {
        var script = CarouselTranscript(3, loops: false)
        #expect(script.run(for: .seconds(60)) == [.reportShown(page: 1), .reportShown(page: 2)])
        #expect(script.page == 2 && script.carousel.nextDeadline == nil)
        script.send(.previous)
        #expect(script.page == 1 && script.untilTick == .seconds(3))
        script.send(.next)
        script.send(.loopChanged(true))
        #expect(script.untilTick == .seconds(3))
    }

    @Test("Next and previous wrap when looping")
    func wrap() {
        var script = CarouselTranscript(3)
        script.send(.previous)
        #expect(script.page == 2)
        script.send(.next)
        #expect(script.page == 0)
    }

    @Test("Next and previous do nothing at an edge otherwise, not even to the deadline")
    func edges() {
        var script = CarouselTranscript(3, loops: false)
        script.send(.previous, after: .seconds(1))
        #expect(script.page == 0 && script.untilTick == .seconds(2) && !script.carousel.isSliding)
        script.send(.goTo(2))
        script.run(for: .seconds(1))
        let before = script.carousel
        script.send(.next)
        #expect(script.carousel == before)
    }

    @Test(
        "A jump out of range wraps when looping",
        arguments: [(5, 0), (7, 2), (-1, 4), (-5, 0), (-6, 4), (Int.max, Int.max % 5), (.min, (Int.min % 5) + 5)])
    func jumpWraps(target: Int, page: Int) {
        var script = CarouselTranscript(5)
        script.send(.goTo(target))
        #expect(script.page == page)
    }

    @Test("A jump out of range clamps otherwise", arguments: [(5, 4), (-1, 0), (Int.max, 4), (.min, 0), (3, 3)])
    func jumpClamps(target: Int, page: Int) {
        var script = CarouselTranscript(5, loops: false)
        script.send(.goTo(2))
        script.send(.goTo(target))
        #expect(script.page == page)
    }

    @Test("Next moves forward and previous backward, also across the seam and for two pages", arguments: 2...5)
    func directions(count: Int) {
        var script = CarouselTranscript(count, isAutoScrolling: false)
        for step in 0..<(2 * count) {
            script.send(.next)
            #expect(script.seen == [at(step % count, 0), at((step + 1) % count, 80)])
            script.run(for: .seconds(1))
        }
        for step in (1...(2 * count)).reversed() {
            script.send(.previous)
            #expect(script.seen == [at((step - 1) % count, -80), at(step % count, 0)])
            script.run(for: .seconds(1))
        }
    }

    @Test(
        "A jump goes the shorter way, forward on a tie",
        arguments: [
            (6, 1, true), (6, 2, true), (6, 3, true), (6, 4, false), (6, 5, false), (2, 1, true), (5, 3, false),
        ])
    func shorterWay(count: Int, target: Int, isForward: Bool) {
        var script = CarouselTranscript(count)
        script.send(.goTo(target))
        #expect(script.seen == (isForward ? [at(0, 0), at(target, 80)] : [at(target, -80), at(0, 0)]))
    }

    @Test("Without looping there is one way only")
    func noWayAround() {
        var script = CarouselTranscript(6, loops: false)
        script.send(.goTo(5))
        #expect(script.seen == [at(0, 0), at(5, 80)])
        script.run(for: .seconds(1))
        script.send(.goTo(0))
        #expect(script.seen == [at(0, -80), at(5, 0)])
    }

    @Test("A jump to the current page is no move")
    func jumpToItself() {
        var script = CarouselTranscript(5)
        script.send(.goTo(5), after: .seconds(1))
        #expect(script.page == 0 && script.untilTick == .seconds(2) && !script.carousel.isSliding)
    }

    @Test("Extreme instants and widths never trap", arguments: [Int64.min, -1, 0, .max])
    func extremeInstants(nanoseconds: Int64) {
        var carousel = Carousel(width: .max)
        let now = Instant(nanoseconds: nanoseconds)
        for event in [
            CarouselEvent.itemsChanged(CarouselTranscript.pages(3)), .command(.next), .pressed(column: .min, row: .max),
            .dragged(column: .max, row: .min), .released(column: .max, row: 0), .pressed(column: .max, row: 0),
            .released(column: .min, row: 0), .resized(width: .min), .resized(width: .max), .command(.previous),
            .pictureDrawn(page: .max), .pictureDrawn(page: .min), .visibleShareChanged(.nan), .deadlineReached,
        ] {
            _ = carousel.handle(event, at: now)
            #expect(carousel.visiblePages(at: now).allSatisfy { abs($0.offset) <= Carousel.maxWidth })
            _ = carousel.nextFrame(after: now, every: .nanoseconds(Int64.max))
        }
        #expect(carousel.handle(.deadlineReached, at: Instant(nanoseconds: .min)).isEmpty)
    }
}
