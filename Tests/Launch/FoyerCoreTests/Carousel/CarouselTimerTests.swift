import FoyerCore
import TestSupport
import Testing

@Suite("Carousel: timer")
struct CarouselTimerTests {
    @Test("Data that arrives, or is switched on, starts a full interval")
    func becomingDue() {
        var script = CarouselTranscript(0)
        script.send(.itemsChanged(CarouselTranscript.pages(2)), after: .seconds(10))
        #expect(script.untilTick == .seconds(3))
        script.send(.autoScrollChanged(false), after: .seconds(2))
        script.send(.autoScrollChanged(true), after: .seconds(20))
        #expect(script.untilTick == .seconds(3))
    }

    @Test("The last reason that goes starts a full interval")
    func lastReason() {
        var script = CarouselTranscript()
        script.send(.pauseBegan(.hover), after: .seconds(2))
        script.send(.pauseEnded(.hover), after: .seconds(9))
        #expect(script.untilTick == .seconds(3) && script.page == 0)
    }

    @Test("Every manual move starts a full interval")
    func manualMoves() {
        var script = CarouselTranscript()
        for command in [CarouselCommand.next, .previous, .goTo(3)] {
            script.send(command, after: .seconds(2))
            #expect(script.untilTick == .seconds(3))
        }
        script.drag(from: 70, to: 10)
        #expect(script.untilTick == .seconds(3) && script.page == 4)
    }

    @Test("The interval runs from one change of page to the next, the slide included")
    func slideIncluded() {
        var script = CarouselTranscript(3)
        script.send(.deadlineReached, after: .seconds(3))
        #expect(script.page == 1 && script.untilTick == .seconds(3))
        #expect(script.run(for: .milliseconds(2999)) == [.reportShown(page: 1)])
        #expect(script.page == 1)
        script.run(for: .milliseconds(1))
        #expect(script.page == 2)
    }

    @Test("A tick that is a little late does not drift", arguments: [(3.0, 250), (3.0, 1), (0.4, 200), (0.1, 50)])
    func noDrift(interval: Double, late: Int) {
        var script = CarouselTranscript(interval: interval)
        script.send(.deadlineReached, after: .seconds(interval) + .milliseconds(late))
        #expect(script.page == 1)
        #expect(script.carousel.tickDeadline == .zero + .seconds(2 * interval))
    }

    @Test("One later than that makes one advance and then a full interval", arguments: [(3.0, 251), (0.4, 201)])
    func late(interval: Double, late: Int) {
        var script = CarouselTranscript(interval: interval)
        script.send(.deadlineReached, after: .seconds(interval) + .milliseconds(late))
        #expect(script.page == 1 && script.untilTick == .seconds(interval))
    }

    @Test("A day's stall makes one advance")
    func stall() {
        var script = CarouselTranscript()
        script.send(.deadlineReached, after: .seconds(86_400))
        #expect(script.page == 1 && script.untilTick == .seconds(3))
        #expect(script.run(for: .seconds(1)) == [.reportShown(page: 1)])
    }

    @Test("An hour of ticks, each a little late, ends where it should")
    func hour() {
        var script = CarouselTranscript(7)
        var generator = SplitMix64(seed: 7)
        var shown = 0
        for tick in 1...1_200 {
            let due = Instant.zero + .seconds(3 * tick)
            #expect(script.carousel.tickDeadline == due)
            script.now = due + .milliseconds(Int.random(in: 0...250, using: &generator))
            script.send(.deadlineReached)
            #expect(script.page == tick % 7)
            shown += script.run(for: .milliseconds(400)).count
        }
        #expect(shown == 1_200)
        #expect(script.carousel.tickDeadline == .zero + .seconds(3_603))
    }

    @Test("Nothing advances at the moment of showing")
    func showing() {
        var script = CarouselTranscript()
        script.send(.pauseBegan(.hidden), after: .seconds(1))
        #expect(script.send(.pauseEnded(.hidden), after: .seconds(86_400)) == [.reportShown(page: 0)])
        #expect(script.page == 0 && script.untilTick == .seconds(3))
    }

    @Test("Play clears the user, hover, focus and reduced-motion reasons, and no other")
    func play() {
        var script = CarouselTranscript()
        for reason in PauseReason.allCases { script.send(.pauseBegan(reason)) }
        script.send(.play)
        #expect(script.carousel.pauseReasons == [.hidden])
        script.send(.pauseEnded(.hidden), after: .seconds(1))
        #expect(script.untilTick == .seconds(3))
        script.send(.pressed(column: 4, row: 0))
        script.send(.play)
        #expect(script.carousel.pauseReasons == [.drag])
    }

    @Test("Navigation clears no reason")
    func navigationClearsNone() {
        var script = CarouselTranscript()
        for reason in PauseReason.allCases where reason != .drag { script.send(.pauseBegan(reason)) }
        script.send(.pauseEnded(.hidden))
        script.send(.pressed(column: 4, row: 0))
        let reasons = script.carousel.pauseReasons
        for command in [CarouselCommand.next, .previous, .goTo(2)] { script.send(command) }
        #expect(script.carousel.pauseReasons == reasons && reasons.count == 5)
    }

    @Test("One key stops and resumes the movement, whatever stopped it")
    func toggle() {
        var script = CarouselTranscript()
        script.send(.togglePause)
        #expect(script.carousel.pauseReasons == [.user])
        script.send(.togglePause)
        #expect(script.untilTick == .seconds(3))
        script.send(.pauseBegan(.focus))
        script.send(.togglePause)
        #expect(script.carousel.pauseReasons.isEmpty)
        script.send(.togglePause)
        #expect(script.carousel.pauseReasons == [.user])
    }

    @Test("Focus pauses and leaving resumes")
    func focus() {
        var script = CarouselTranscript()
        script.send(.pauseBegan(.focus), after: .seconds(1))
        #expect(script.run(for: .seconds(60)).isEmpty)
        script.send(.pauseEnded(.focus))
        #expect(script.run(for: .seconds(4)) == [.reportShown(page: 1)])
    }

    @Test("Reduced motion starts paused and pages without sliding, also once it plays")
    func reducedMotion() {
        var script = CarouselTranscript(0)
        script.send(.pauseBegan(.reducedMotion))
        #expect(script.send(.itemsChanged(CarouselTranscript.pages(3))) == [.reportShown(page: 0)])
        #expect(script.untilTick == nil)
        #expect(script.send(.next) == [.reportShown(page: 1)])
        script.send(.play)
        #expect(script.untilTick == .seconds(3))
        #expect(script.send(.deadlineReached, after: .seconds(3)) == [.reportShown(page: 2)])
        #expect(!script.carousel.isSliding)
        script.send(.pauseEnded(.reducedMotion))
        script.send(.next)
        #expect(script.carousel.isSliding)
    }

    @Test("Another interval runs from its setting; the same one changes nothing")
    func intervalChanged() {
        var script = CarouselTranscript()
        script.send(.intervalChanged(3), after: .seconds(1))
        #expect(script.untilTick == .seconds(2))
        script.send(.intervalChanged(5))
        #expect(script.untilTick == .seconds(5))
    }

    @Test("What became due before an event comes before it")
    func dueComesFirst() {
        var script = CarouselTranscript()
        script.send(.next)
        #expect(script.send(.pauseBegan(.hidden), after: .seconds(1)) == [.reportShown(page: 1)])
        script.send(.pauseEnded(.hidden))
        script.send(.pauseBegan(.hover), after: .seconds(3))
        #expect(script.page == 2)
    }

    // MARK: - The sign of the movement

    @Test("What togglePause would do, whatever else holds the ticks back", arguments: PauseReason.allCases)
    func signOfReasons(reason: PauseReason) {
        var script = CarouselTranscript(3)
        #expect(script.carousel.movement == .moving)
        script.send(.pauseBegan(reason))
        let isStopped = script.carousel.movement == .stopped
        #expect(isStopped == (reason != .hidden && reason != .drag))
        script.send(.togglePause)
        #expect(script.carousel.movement == (isStopped ? .moving : .stopped))
    }

    @Test("Nothing to stop: one page, no auto scroll, no interval, the end of what does not loop")
    func nothingToStop() {
        #expect(CarouselTranscript(0).carousel.movement == nil)
        #expect(CarouselTranscript(1).carousel.movement == nil)
        #expect(CarouselTranscript(isAutoScrolling: false).carousel.movement == nil)
        #expect(CarouselTranscript(interval: 0).carousel.movement == nil)
        var script = CarouselTranscript(2, loops: false)
        #expect(script.carousel.movement == .moving)
        script.send(.next)
        #expect(script.carousel.movement == nil)
    }
}
