import FoyerCore
import Testing

@Suite("Carousel: shown, reload")
struct CarouselShownTests {
    typealias Script = CarouselTranscript

    @Test("Reported when a page comes to rest, and not again")
    func once() {
        var script = Script(0)
        #expect(script.send(.itemsChanged(Script.pages(3))) == [.reportShown(page: 0)])
        #expect(script.send(.deadlineReached).isEmpty)
        #expect(
            script.run(for: .seconds(10)) == [.reportShown(page: 1), .reportShown(page: 2), .reportShown(page: 0)])
    }

    @Test("A new showing begins when it becomes visible")
    func showing() {
        var script = Script()
        for _ in 0..<3 {
            #expect(script.send(.pauseBegan(.hidden)).isEmpty)
            #expect(script.send(.pauseEnded(.hidden)) == [.reportShown(page: 0)])
        }
    }

    @Test("Not for pages passed over")
    func passedOver() {
        var script = Script()
        for _ in 0..<3 { #expect(script.send(.next, after: .milliseconds(100)).isEmpty) }
        #expect(script.run(for: .seconds(1)) == [.reportShown(page: 3)])
        script.send(.goTo(0))
        script.send(.goTo(3), after: .milliseconds(399))
        #expect(script.run(for: .seconds(1)) == [.reportShown(page: 3)])
    }

    @Test("Leaving a page and coming back to rest on it is a new report, a snap-back is none")
    func back() {
        var script = Script(3, isAutoScrolling: false)
        script.send(.next)
        script.send(.previous, after: .milliseconds(100))
        #expect(script.run(for: .seconds(1)) == [.reportShown(page: 0)])
        #expect(script.drag(from: 40, to: 30).isEmpty)
        #expect(script.run(for: .seconds(1)).isEmpty)
    }

    @Test("A slide that is grabbed has not come to rest: its page is reported when it does, and then")
    func grabbed() {
        var script = Script(3, isAutoScrolling: false, width: 40)
        script.send(.next, after: .seconds(1))
        #expect(script.send(.pressed(column: 30, row: 0), after: .milliseconds(100)).isEmpty)
        #expect(script.send(.dragged(column: 26, row: 0), after: .milliseconds(50)).isEmpty)
        #expect(script.send(.dragged(column: 30, row: 0), after: .seconds(1)).isEmpty, "held in its place")
        #expect(script.send(.dragged(column: 24, row: 0), after: .seconds(1)).isEmpty)
        // It was at 22 when it was grabbed; from half the width it would go back.
        #expect(script.send(.dragged(column: 26, row: 0)).isEmpty)
        #expect(script.send(.released(column: 26, row: 0)).isEmpty)
        #expect(script.run(for: .seconds(1)) == [.reportShown(page: 1)])
        #expect(script.page == 1)
    }

    @Test("A page that a tick passed over is not reported either, polled late as it may be")
    func passedOverLate() {
        var script = Script(interval: 0.2)
        script.send(.next)
        #expect(script.send(.deadlineReached, after: .milliseconds(450)).isEmpty)
        #expect(script.page == 2)
    }

    @Test("Not while hidden: a slide that is hidden ends unseen")
    func hidden() {
        var script = Script()
        script.send(.next)
        #expect(script.send(.pauseBegan(.hidden), after: .milliseconds(100)).isEmpty)
        #expect(script.send(.previous).isEmpty && script.send(.next).isEmpty)
        #expect(script.run(for: .seconds(60)).isEmpty)
        #expect(script.send(.pauseEnded(.hidden)) == [.reportShown(page: 1)])
    }

    @Test("An item that is still there keeps being shown, its deadline untouched, no new impression")
    func kept() {
        var script = Script(3)
        script.send(.next)
        script.run(for: .seconds(1))
        let deadline = script.carousel.tickDeadline
        #expect(script.send(.itemsChanged(Script.pages(["9", "8", "2", "1"]))).isEmpty)
        #expect(script.page == 3 && script.carousel.tickDeadline == deadline && script.carousel.pageAtRest == 3)
        script.send(.itemsChanged(Script.pages(["1"])))
        #expect(script.page == 0 && script.untilTick == nil)
    }

    @Test("Else the nearest page, a full interval, an impression")
    func replaced() {
        var script = Script(5)
        script.send(.goTo(3))
        script.run(for: .seconds(1))
        #expect(script.send(.itemsChanged(Script.pages(["0", "1"]))) == [.reportShown(page: 1)])
        #expect(script.page == 1 && script.untilTick == .seconds(3))
        #expect(script.send(.itemsChanged(Script.pages(["0", "x", "y"]))) == [.reportShown(page: 1)])
    }

    @Test("From empty: page 0; to empty: nothing")
    func empty() {
        var script = Script(3)
        script.send(.next)
        #expect(script.send(.itemsChanged([])).isEmpty)
        #expect(script.page == nil && script.carousel.nextDeadline == nil && script.seen.isEmpty)
        #expect(script.carousel.pageAtRest == nil && script.carousel.reportedPage == nil)
        #expect(script.send(.itemsChanged(Script.pages(3))) == [.reportShown(page: 0)])
    }

    @Test("A slide or drag in progress settles; other reasons stay")
    func settles() {
        var script = Script(3)
        script.send(.pauseBegan(.hover))
        script.send(.next)
        #expect(script.send(.itemsChanged(Script.pages(4)), after: .milliseconds(100)) == [.reportShown(page: 1)])
        #expect(script.seen == [at(1, 0)] && script.carousel.pauseReasons == [.hover])
        script.send(.pressed(column: 70, row: 0))
        script.send(.dragged(column: 10, row: 0))
        #expect(script.send(.itemsChanged(Script.pages(3))).isEmpty)
        #expect(script.seen == [at(1, 0)] && script.carousel.pauseReasons == [.hover])
    }

    @Test("Items that are the same keep their order among themselves")
    func twins() {
        var script = Script(0)
        script.send(.itemsChanged(Script.pages(["a", "a", "b"])))
        script.send(.next)
        script.send(.itemsChanged(Script.pages(["b", "a", "c", "a"])))
        #expect(script.page == 3)
        script.send(.itemsChanged(Script.pages(["c", "a"])))
        #expect(script.page == 1)
    }

    @Test("Identity is link, picture and title together, or the caller's key")
    func identity() {
        func identity(_ title: String, _ image: String, _ link: String) -> CarouselItem.Identity {
            CarouselItem(title: title, imageURL: image, openURL: link).identity
        }
        #expect(identity("t", "i", "o") == identity("t", "i", "o"))
        for other in [identity("x", "i", "o"), identity("t", "x", "o"), identity("t", "i", "x")] {
            #expect(identity("t", "i", "o") != other)
        }
    }

    @Test("Viewable: one continuous second after the picture is drawn")
    func viewable() {
        var script = Script(2, isAutoScrolling: false, policy: .viewable)
        #expect(script.run(for: .seconds(5)).isEmpty)
        #expect(script.send(.pictureDrawn(page: 0)).isEmpty)
        #expect(script.carousel.nextDeadline == script.now + .seconds(1))
        #expect(script.run(for: .milliseconds(999)).isEmpty)
        #expect(script.run(for: .milliseconds(1)) == [.reportShown(page: 0)])
        #expect(script.carousel.nextDeadline == nil)
    }

    @Test("Viewable: coming back to a page bills it again, also past a page without a picture")
    func viewableBack() {
        var script = Script(2, policy: .viewable)
        script.send(.pictureDrawn(page: 0))
        #expect(script.run(for: .seconds(20)) == Array(repeating: .reportShown(page: 0), count: 4))
    }

    @Test("Viewable: less than half, or a break, begins the second anew")
    func viewableBreaks() {
        var script = Script(2, isAutoScrolling: false, policy: .viewable)
        script.send(.pictureDrawn(page: 0))
        script.send(.pictureDrawn(page: 1))
        script.send(.visibleShareChanged(0.49), after: .milliseconds(900))
        #expect(script.run(for: .seconds(5)).isEmpty)
        script.send(.visibleShareChanged(0.5))
        script.send(.pauseBegan(.hidden), after: .milliseconds(900))
        script.send(.pauseEnded(.hidden))
        script.send(.next, after: .milliseconds(900))
        #expect(script.run(for: .milliseconds(1_399)).isEmpty)
        #expect(script.run(for: .milliseconds(1)) == [.reportShown(page: 1)])
    }

    @Test("Viewable: the second of one page counts for no other, also without slides")
    func viewableWithoutSlides() {
        var script = Script(2, policy: .viewable)
        script.send(.pauseBegan(.reducedMotion))
        for page in 0..<2 { script.send(.pictureDrawn(page: page)) }
        #expect(script.send(.next, after: .milliseconds(900)).isEmpty)
        #expect(script.run(for: .milliseconds(999)).isEmpty)
        #expect(script.run(for: .milliseconds(1)) == [.reportShown(page: 1)])
    }

    @Test("Viewable: an item that takes the place of another begins its own second")
    func viewableReplaced() {
        var script = Script(2, policy: .viewable)
        for page in 0..<2 { script.send(.pictureDrawn(page: page)) }
        script.send(.itemsChanged(Script.pages(["1"])), after: .milliseconds(900))
        #expect(script.run(for: .milliseconds(999)).isEmpty)
        #expect(script.run(for: .milliseconds(1)) == [.reportShown(page: 0)])
    }

    @Test("Viewable: a carousel that moves faster than that bills nothing")
    func viewableTooFast() {
        var script = Script(3, interval: 1.3, policy: .viewable)
        for page in 0..<3 { script.send(.pictureDrawn(page: page)) }
        #expect(script.run(for: .seconds(60)) == [.reportShown(page: 0)])
        #expect(script.send(.pauseBegan(.user)).isEmpty)
        #expect(script.run(for: .seconds(2)).count == 1)
    }

    @Test("Viewable: polled late, the second counts from when it began")
    func viewableLate() {
        var script = Script(3, policy: .viewable)
        for page in 0..<3 { script.send(.pictureDrawn(page: page)) }
        #expect(script.send(.deadlineReached, after: .milliseconds(3_100)) == [.reportShown(page: 0)])
        #expect(script.send(.deadlineReached, after: .milliseconds(2_900)) == [.reportShown(page: 1)])
    }
}
