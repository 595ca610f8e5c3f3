import FoyerCore
import Testing

@Suite("Carousel: slide, drag")
struct CarouselSlideTests {
    @Test("A slide takes 0.4 s and eases out: a function of elapsed time, in whole cells")
    func slide() {
        var script = CarouselTranscript()
        script.send(.next)
        #expect(script.seen == [at(0, 0), at(1, 80)])
        // 1 - (1 - p)³ at a quarter, a half, three quarters.
        for (time, offset) in [(100, 46), (200, 70), (300, 79)] {
            let seen = script.carousel.visiblePages(at: .zero + .milliseconds(time))
            #expect(seen == [at(0, -offset), at(1, 80 - offset)])
        }
        #expect(script.carousel.visiblePages(at: .zero + .milliseconds(400)) == [at(1, 0)])
        #expect(script.carousel.nextDeadline == .zero + .milliseconds(400))
    }

    @Test("It never goes back and never jumps", arguments: [1, 2, 7, 80, 1_000])
    func monotone(width: Int) {
        var script = CarouselTranscript(width: width)
        script.send(.next)
        var last = 0
        for time in 0...400 {
            let offset = script.carousel.visiblePages(at: .zero + .milliseconds(time)).first { $0.page == 1 }?.offset
            let moved = width - (offset ?? .min)
            #expect(moved >= last && moved <= width)
            #expect(moved - last <= 1 + width * 3 / 400)
            last = moved
        }
        #expect(last == width)
    }

    @Test("Page and indicator change at its start, shown is reported at its end")
    func startAndEnd() {
        var script = CarouselTranscript()
        #expect(script.send(.next).isEmpty)
        #expect(script.page == 1 && script.carousel.pageAtRest == 0)
        #expect(script.run(for: .milliseconds(399)).isEmpty)
        #expect(script.run(for: .milliseconds(1)) == [.reportShown(page: 1)])
        #expect(script.carousel.pageAtRest == 1 && script.carousel.isAtRest)
    }

    @Test("A new move during a slide starts from where it is, to either side")
    func overtaken() {
        var script = CarouselTranscript()
        script.send(.next)
        script.send(.next, after: .milliseconds(200))
        #expect(script.seen == [at(0, -70), at(1, 10)] && script.page == 2)
        #expect(script.run(for: .milliseconds(100)).isEmpty)
        #expect(script.seen == [at(1, -42), at(2, 38)])
        script.send(.previous)
        #expect(script.seen == [at(1, -42), at(2, 38)] && script.page == 1)
        #expect(script.run(for: .milliseconds(400)) == [.reportShown(page: 1)])
        #expect(script.seen == [at(1, 0)])
    }

    @Test("Two pages go on forward when overtaken")
    func overtakenOfTwo() {
        var script = CarouselTranscript(2)
        script.send(.next)
        script.send(.next, after: .milliseconds(200))
        #expect(script.seen == [at(0, -70), at(1, 10)])
        script.run(for: .milliseconds(200))
        #expect(script.seen.map(\.page) == [1, 0])
        #expect(script.run(for: .milliseconds(200)) == [.reportShown(page: 0)])
        #expect(script.seen == [at(0, 0)])
    }

    @Test("Instant with reduced motion, hidden or without width")
    func instant() {
        var still = CarouselTranscript()
        still.send(.pauseBegan(.reducedMotion))
        #expect(still.send(.next) == [.reportShown(page: 1)])
        var narrow = CarouselTranscript(width: -3)
        #expect(narrow.send(.next) == [.reportShown(page: 1)])
        var hidden = CarouselTranscript()
        hidden.send(.pauseBegan(.hidden))
        #expect(hidden.send(.next).isEmpty)
        for script in [still, narrow, hidden] {
            #expect(!script.carousel.isSliding && script.seen == [at(1, 0)] && script.carousel.pageAtRest == 1)
        }
    }

    @Test("A resize settles it and changes no page and no deadline")
    func resize() {
        var script = CarouselTranscript()
        script.send(.next)
        let deadline = script.carousel.tickDeadline
        #expect(script.send(.resized(width: 40), after: .milliseconds(100)) == [.reportShown(page: 1)])
        #expect(script.seen == [at(1, 0)] && script.carousel.tickDeadline == deadline)
        #expect(script.send(.resized(width: 50)).isEmpty)
    }

    @Test("Frames are whole steps after the start, the last one its end")
    func frames() {
        var script = CarouselTranscript()
        #expect(script.carousel.nextFrame(after: script.now, every: .milliseconds(30)) == nil)
        script.send(.next)
        func next(_ time: Int) -> Instant? {
            script.carousel.nextFrame(after: .zero + .milliseconds(time), every: .milliseconds(30))
        }
        #expect(next(0) == .zero + .milliseconds(30))
        #expect(next(30) == .zero + .milliseconds(60))
        #expect(next(395) == .zero + .milliseconds(400))
        #expect(next(400) == nil)
    }

    @Test(
        "Half the width, or a flick of a tenth, moves one page; less snaps back",
        arguments: [
            (70, 30, 500, 1), (10, 50, 500, 4), (70, 31, 500, 0), (70, 62, 299, 1), (70, 62, 300, 0),
            (70, 63, 100, 0), (10, 18, 100, 4), (0, 9_999, 500, 4),
        ])
    func drag(from: Int, to: Int, time: Int, page: Int) {
        var script = CarouselTranscript()
        #expect(script.drag(from: from, to: to, in: .milliseconds(time)).isEmpty)
        #expect(script.page == page)
        let moved = min(80, abs(to - from))
        #expect(script.seen.contains(at(0, to < from ? -moved : moved)))
        #expect(script.untilTick == .seconds(3))
        #expect(script.run(for: .milliseconds(400)) == (page == 0 ? [] : [.reportShown(page: page)]))
        #expect(script.seen == [at(page, 0)])
    }

    @Test("The pages follow the pointer, and the ticks wait")
    func follow() {
        var script = CarouselTranscript()
        script.send(.pressed(column: 40, row: 2))
        script.send(.dragged(column: 30, row: 9), after: .seconds(10))
        #expect(script.seen == [at(0, -10), at(1, 70)] && script.page == 0)
        script.send(.dragged(column: 45, row: 2))
        #expect(script.seen == [at(4, -75), at(0, 5)])
        script.send(.dragged(column: 40, row: 2))
        #expect(script.seen == [at(0, 0)])
        #expect(script.send(.released(column: 40, row: 2)).isEmpty)
    }

    @Test("A slide that is grabbed is held where it is", arguments: [(50, -2), (50, 2), (50, -30), (50, 30), (200, 9)])
    func grabbedSlide(after: Int, distance: Int) throws {
        var script = CarouselTranscript(isAutoScrolling: false, width: 40)
        script.send(.next)
        script.send(.pressed(column: 20, row: 0), after: .milliseconds(after - 10))
        script.now += .milliseconds(10)
        let place = try #require(script.seen.first { $0.page == 1 }).offset
        #expect(place > 0)
        script.send(.dragged(column: 20 + distance, row: 0))
        let held = min(40, place + distance)
        #expect(script.seen.contains(at(1, held)) && script.page == 1)
        script.send(.dragged(column: 20 + distance, row: 0), after: .seconds(1))
        #expect(script.seen.contains(at(1, held)), "and stays there")
        // Half the width away it goes back to the page it came from.
        script.send(.released(column: 20 + distance, row: 0))
        #expect(script.seen.contains(at(1, held)), "the rest begins there")
        let end = abs(held) < 20 ? 1 : held > 0 ? 0 : 2
        #expect(script.page == end)
        #expect(script.run(for: .seconds(1)).last == .reportShown(page: end) && script.seen == [at(end, 0)])
    }

    @Test("After a jump the pages in sight stay those that they are while they are dragged")
    func grabbedJump() throws {
        var script = CarouselTranscript(9, isAutoScrolling: false, width: 40)
        script.send(.goTo(3))
        script.send(.pressed(column: 20, row: 0), after: .milliseconds(60))
        let before = Set(script.seen.map(\.page))
        script.send(.dragged(column: 24, row: 0))
        #expect(Set(script.seen.map(\.page)) == before && before == [0, 3])
        // Overtaken: the page is not in sight yet.
        script.send(.released(column: 24, row: 0))
        script.run(for: .seconds(1))
        script.send(.goTo(5))
        script.send(.goTo(7), after: .milliseconds(20))
        script.send(.pressed(column: 20, row: 0), after: .milliseconds(5))
        let seen = script.seen
        script.send(.dragged(column: 22, row: 0))
        #expect(script.seen.map(\.page) == seen.map(\.page))
        #expect(script.seen.first.map { $0.offset - 2 } == seen.first?.offset)
        #expect(script.seen.map(\.page).contains(try #require(script.page)))
    }

    @Test("A flick towards the page that is coming leads to it")
    func flickDuringSlide() {
        var script = CarouselTranscript(isAutoScrolling: false, width: 40)
        script.send(.next)
        script.send(.pressed(column: 30, row: 0), after: .milliseconds(20))
        script.send(.dragged(column: 24, row: 0), after: .milliseconds(20))
        script.send(.released(column: 24, row: 0), after: .milliseconds(10))
        #expect(script.page == 1)
    }

    @Test("There is nothing to drag to at an edge, nor on a single page", arguments: [1, 3])
    func dragAtEdge(count: Int) {
        var script = CarouselTranscript(count, loops: false)
        script.send(.pressed(column: 10, row: 0))
        script.send(.dragged(column: 70, row: 0))
        #expect(script.seen == [at(0, 0)])
        #expect(script.send(.released(column: 70, row: 0)).isEmpty)
        #expect(script.page == 0 && !script.carousel.isSliding)
    }

    @Test("Press and release at most one cell apart is a click, one that went further is none")
    func click() {
        var script = CarouselTranscript()
        script.send(.pressed(column: 7, row: 3))
        #expect(
            script.send(.released(column: 7, row: 3), after: .seconds(5))
                == [.reportSelected(page: 0, openURL: "foyer://a/0")])
        #expect(script.page == 0 && script.untilTick == .seconds(3))
        for (column, row) in [(6, 4), (8, 2), (7, 4)] {
            script.send(.pressed(column: 7, row: 3))
            #expect(script.send(.dragged(column: column, row: row)).isEmpty && script.seen == [at(0, 0)])
            #expect(script.send(.released(column: column, row: row)).count == 1)
        }
        #expect(script.send(.released(column: 7, row: 4)).isEmpty)
        for (column, row) in [(5, 3), (7, 5), (Int.min, 3), (7, Int.max)] {
            script.send(.pressed(column: 7, row: 3))
            script.send(.dragged(column: column, row: row))
            #expect(script.send(.released(column: 7, row: 3), after: .seconds(1)).isEmpty)
        }
    }

    @Test("A click in a slide is for the page under the pointer")
    func clickInSlide() {
        var script = CarouselTranscript()
        script.send(.next)
        script.send(.pressed(column: 9, row: 0), after: .milliseconds(200))
        #expect(script.send(.released(column: 9, row: 0)) == [.reportSelected(page: 0, openURL: "foyer://a/0")])
        script.send(.pressed(column: 10, row: 0))
        #expect(script.send(.released(column: 10, row: 0)) == [.reportSelected(page: 1, openURL: "foyer://a/1")])
    }

    @Test("What moves or changes the carousel under the pointer takes it out of the hand")
    func voided() {
        for event in [CarouselEvent.command(.next), .resized(width: 40), .itemsChanged(CarouselTranscript.pages(5))] {
            var script = CarouselTranscript()
            script.send(.pressed(column: 70, row: 0))
            script.send(.dragged(column: 50, row: 0))
            script.send(event)
            let page = script.page
            #expect(script.send(.dragged(column: 5, row: 0)).isEmpty)
            #expect(
                !script.send(.released(column: 70, row: 0), after: .seconds(1)).contains { $0 != .reportShown(page: 1) }
            )
            #expect(script.page == page && script.carousel.pauseReasons.isEmpty && script.carousel.tickDeadline != nil)
        }
    }

    @Test("A drag across a seam that is no more lets go")
    func seamGoes() {
        var script = CarouselTranscript()
        script.send(.pressed(column: 10, row: 0))
        script.send(.dragged(column: 70, row: 0))
        script.send(.loopChanged(false))
        #expect(script.seen == [at(0, 0)] && script.carousel.isAtRest)
    }

    @Test("A command in a drag slides from where the drag was")
    func commandInDrag() {
        var script = CarouselTranscript()
        script.send(.pressed(column: 70, row: 0))
        script.send(.dragged(column: 50, row: 0))
        script.send(.next)
        #expect(script.seen == [at(0, -20), at(1, 60)])
    }

    @Test("No mouse while hidden or without items")
    func noMouse() {
        var script = CarouselTranscript()
        script.send(.pauseBegan(.hidden))
        #expect(script.drag(from: 5, to: 5).isEmpty && script.drag(from: 70, to: 5).isEmpty)
        #expect(script.carousel.pauseReasons == [.hidden] && script.send(.choose).isEmpty)
        var empty = CarouselTranscript(0)
        #expect(empty.drag(from: 5, to: 5).isEmpty && empty.carousel.pauseReasons.isEmpty)
    }
}
