import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc

/// A launch without a screen: the same session, told in lines.
struct LineLaunch: Sendable {
    let session: LaunchSession
    let lines: LaunchLines
    var output = LineOutput.standard

    /// How often lines that nobody has taken yet are offered again.
    private static let offerInterval = Duration.milliseconds(100)

    func run() async -> LaunchPlan.Report {
        do throws(TerminalError) {
            try await LoopThread.run { Result { () throws(TerminalError) in try loop() } }.get()
        } catch {
            // No terminal is involved: the process has no thread or descriptor left.
            session.fail(LaunchFailure(.unknown, error.cause))
        }
        return await session.settle()
    }

    /// Never waits for whoever reads the lines: the deadline holds for a launch that is not listened to as well.
    private func loop() throws(TerminalError) {
        let mailbox = try Mailbox<EngineEvent>()
        let clock = session.plan.surroundings.clock
        session.connect { mailbox.post($0) }
        session.configure {
            $0.fade = .zero
            // An error has to end the launch also where no user may close it.
            $0.offersClose = true
        }
        var lines = lines
        var events: [LaunchEvent] = [.opened, .presented(learned: session.recall())]
        while true {
            for event in events {
                let now = clock()
                session.handle(event, at: now) { effect in
                    for line in lines.lines(for: effect, step: session.machine.currentStep, at: now) {
                        output.add(line)
                    }
                    // Nobody is there to choose: the error is the end.
                    if case .showError = effect { mailbox.post(.launch(.closeRequested)) }
                }
            }
            if session.report != nil { return }
            let offer = output.flush() != .full ? nil : clock() + Self.offerInterval
            mailbox.wait(until: [session.machine.nextDeadline, offer].compactMap { $0 }.min())
            events = mailbox.drain().compactMap { if case .launch(let event) = $0 { event } else { nil } }
            if let deadline = session.machine.nextDeadline, clock() >= deadline {
                events.append(.deadlineReached)
            }
        }
    }
}
