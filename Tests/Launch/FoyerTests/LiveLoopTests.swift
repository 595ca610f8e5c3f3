import FoyerCore
import FoyerTUI
import Glibc
import Synchronization
import Testing

@testable import Foyer

/// A display without a terminal: takes frames, and waits only for the mailbox.
private final class BlindDisplay: Display {
    let size = CellSize(columns: 40, rows: 12)
    var frames = 0
    var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
    let isReady = true

    func present(_ frame: Frame) { frames += 1 }

    func wait(until deadline: Instant?, mailbox: Int32) -> [InputEvent] {
        var waiting = pollfd(fd: mailbox, events: Int16(POLLIN), revents: 0)
        let rest = deadline.map { max(0, ($0 - now).saturatedNanoseconds / 1_000_000 + 1) } ?? 1000
        poll(&waiting, 1, Int32(clamping: min(rest, 1000)))
        return []
    }
}

/// Leaves as soon as it is on the screen.
private final class GoneAtOnce: Screen {
    func draw(in canvas: inout Canvas, context: ScreenContext) {}
    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .presented = event { .leave } else { .stay }
    }
}

@Suite struct LiveLoopTests {
    /// The loop has its own thread, so a step can await the main actor.
    @Test(.timeLimit(.minutes(1))) @MainActor func theMainActorStaysFree() async throws {
        let asked = Mutex(0)
        let steps = [
            StartupStep("warm", label: "Warming up") { _ in
                await MainActor.run { asked.withLock { $0 += 1 } }
            },
            StartupStep("more", label: "More") { reporter in
                reporter.progress(0.5)
                await MainActor.run { asked.withLock { $0 += 1 } }
            },
        ]
        let session = LaunchSession(
            LaunchPlan(
                machine: .init(schedule: try StepSchedule(steps.map(\.step)), fade: .milliseconds(30)),
                steps: { _ in steps }, uiProvider: UIProvider(root: { GoneAtOnce() })))
        let mailbox = try Mailbox<ScreenMessage>()
        let frames = try await LoopThread.run {
            let display = BlindDisplay()
            var program = ScreenProgram(
                first: LaunchScene(session), theme: DisplayTheme(), language: .english, mailbox: mailbox,
                at: display.now)
            _ = EventLoop.run(&program, on: display, mailbox: mailbox)
            return display.frames
        }
        let report = await session.settle()
        #expect(report.outcome == .completed)
        #expect(asked.withLock { $0 } == 2)
        #expect(frames > 1)
    }
}
