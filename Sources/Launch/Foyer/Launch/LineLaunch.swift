import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc

/// A launch without a screen: the same session, printed as lines.
struct LineLaunch: Sendable {
    let session: LaunchSession
    let lines: LaunchLines
    var output = LineOutput.standard

    /// How often to offer unwritten lines again.
    private static let offerInterval = Duration.milliseconds(100)

    func run() async -> LaunchPlan.Report {
        do {
            try await LoopThread.run(loop)
        } catch {
            // There is no terminal here; the process has run out of threads or descriptors.
            session.fail(LaunchFailure(.unknown, error.cause))
        }
        return await session.settle()
    }

    /// Never waits for the reader of the lines: the deadline holds even if nothing reads them.
    private func loop() throws(TerminalError) {
        let driver = try LaunchDriver(session)
        let clock = session.plan.system.clock
        session.configure {
            $0.fade = .zero
            $0.start = .atOnce
            // Between two lines nothing has to move.
            $0.crawlInterval = self.lines.crawlInterval
            // An error must end the launch even if the host offers no close.
            $0.offersClose = true
        }
        var lines = lines
        func show(_ effect: LaunchEffect) {
            let now = clock()
            for line in lines.lines(for: effect, state: session.machine.state(at: now), at: now) { output.add(line) }
            // Without a user to choose, an error ends the launch.
            if case .showError = effect { driver.post(.closeRequested) }
        }
        driver.begin(isAtOnce: true, at: clock(), show)
        while session.report == nil {
            let offer = output.flush() != .full ? nil : clock() + Self.offerInterval
            driver.wait(until: [driver.nextDeadline, lines.nextSign, offer].compactMap { $0 }.min())
            for line in lines.sign(at: clock()) { output.add(line) }
            driver.step(at: clock(), show)
        }
    }
}
