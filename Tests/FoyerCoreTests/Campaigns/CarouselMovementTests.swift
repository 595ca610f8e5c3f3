import FoyerCore
import Testing

@Suite("Carousel: what the sign of the movement says")
struct CarouselMovementTests {
    @Test("What togglePause would do, whatever else holds the ticks back", arguments: PauseReason.allCases)
    func reasons(reason: PauseReason) {
        var script = CarouselTranscript(3)
        #expect(script.carousel.movement == .moving)
        script.send(.pauseBegan(reason))
        let isStopped = script.carousel.movement == .stopped
        #expect(isStopped == (reason != .hidden && reason != .drag))
        script.send(.togglePause)
        #expect(script.carousel.movement == (isStopped ? .moving : .stopped))
    }

    @Test("Nothing to stop: one page, no auto scroll, no interval, the end of what does not loop")
    func nothing() {
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
