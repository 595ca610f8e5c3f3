import Foyer
import Testing

/// A screen that counts: keys, seconds, and what a task posts.
private final class Counter: Screen {
    private let inbox = Inbox<Int>()
    private var (keys, seconds, posted) = (0, 0, 0)
    private var next: Instant?

    func appear(_ context: ScreenContext) {
        next = context.now + .seconds(1)
        let post = inbox.poster(context)
        Task { post(5) }
    }

    func nextFrame(after now: Instant) -> Instant? { next }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.text(
            "keys \(keys), seconds \(seconds), posted \(posted)", in: canvas.bounds.line(0), alignment: .leading)
        Footer(keys: [KeyHint("q", "Back")]).render(into: &canvas, in: canvas.bounds.line(canvas.rows - 1))
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .deadline:
            if let next, context.now >= next {
                seconds += 1
                self.next = next + .seconds(1)
            }
        case .woken: posted += inbox.drain().reduce(0, +)
        case .input(.key(.character("q"))): return .leave
        case .input(.key): keys += 1
        default: break
        }
        return .stay
    }
}

@Suite struct TestScreenTests {
    @Test func keysAndTimeArriveWhenTheTestSaysSo() {
        let test = TestScreen(Counter(), size: CellSize(columns: 60, rows: 6))
        #expect(test.text.hasPrefix("keys 0, seconds 0"))
        test.press(.down, .character("x"))
        test.advance(by: .milliseconds(3_500))
        #expect(test.text.hasPrefix("keys 2, seconds 3"))
        #expect(test.now == .zero + .milliseconds(3_500))
    }

    @Test func whatATaskPostsIsWaitedFor() async {
        let test = TestScreen(Counter())
        #expect(await test.wait { $0.contains("posted 5") })
        #expect(await test.wait(upTo: .milliseconds(20)) { $0.contains("posted 6") } == false)
    }

    @Test func aClickOnAKeyPressesIt() {
        let test = TestScreen(Counter(), size: CellSize(columns: 60, rows: 6))
        test.click(column: 2, row: 5)
        #expect(test.isOver)
    }
}
