import Foyer
import Glibc

// A host whose own Swift code traps TRAP_AFTER microseconds after it began, on a thread of its own.

final class Home: Screen {
    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        canvas.text("Home", in: canvas.bounds.line(canvas.rows / 2), alignment: .center)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand { .stay }
}

// Not isolated: the thread runs outside any actor, and must not trap because of that.
nonisolated func trapLater() {
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { _ in
            usleep(getenv("TRAP_AFTER").flatMap { UInt32(String(cString: $0)) } ?? 0)
            let nothing: [Int] = []
            exit(Int32(nothing[Int(getpid())]))
        }, nil)
}

trapLater()
let engine = LaunchEngine(
    steps: [
        StartupStep("first", label: "Going first") { _ in try await Task.sleep(for: .milliseconds(200)) },
        StartupStep("second", label: "Going second") { _ in try await Task.sleep(for: .milliseconds(400)) },
    ],
    root: { Home() })
exit(try await engine.run().exitStatus)
