import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc

/// A launch without a screen: the same machine and the same steps, told in lines.
struct LineLaunch: Sendable {
    let plan: LaunchPlan
    let lines: LaunchLines
    var output = LineOutput.standard

    /// How often lines that nobody has taken yet are offered again.
    private static let offerInterval = Duration.milliseconds(100)

    func run() async -> LaunchPlan.Report {
        let end = LaunchEnd(plan.whenEnded, whenFailed: plan.whenFailed)
        let (plan, lines, output) = (plan, lines, output)
        do throws(TerminalError) {
            try await LoopThread.run {
                Result { () throws(TerminalError) in try Self.loop(plan, lines, output, end) }
            }.get()
        } catch {
            // No terminal is involved: the process has no thread or descriptor left.
            let failure = LaunchFailure(.unknown, error.cause)
            end.note(failure)
            end.note(.failed(failure), LaunchMachine(plan.machine).record)
        }
        return await end.settle(orClosed: plan.machine)
    }

    /// Never waits for whoever reads the lines: the deadline holds for a launch that is not listened to as well.
    private static func loop(
        _ plan: LaunchPlan, _ lines: LaunchLines, _ output: LineOutput, _ end: LaunchEnd
    ) throws(TerminalError) {
        let mailbox = try Mailbox<EngineEvent>()
        let runner = LaunchRunner(factory: plan.steps) { mailbox.post($0) }
        end.note(runner)
        let (memory, clock) = (plan.memory, plan.surroundings.clock)
        var machine = plan.machine
        machine.fade = .zero
        // An error has to end the launch also where no user may close it.
        machine.offersClose = true
        var driver = LaunchDriver(
            machine: LaunchMachine(machine), runner: runner, keep: { end.note(memory?.keep($0)) },
            noted: plan.whenNoted)
        var lines = lines
        var events: [LaunchEvent] = [.opened, .presented(learned: memory?.recall())]
        while true {
            for event in events {
                let now = clock()
                for effect in driver.handle(event, at: now) {
                    for line in lines.lines(for: effect, step: driver.machine.currentStep, at: now) {
                        output.add(line)
                    }
                    switch effect {
                    case .end(let outcome): return end.note(outcome, driver.machine.record)
                    // Nobody is there to choose: the error is the end.
                    case .showError(let failure):
                        end.note(failure)
                        mailbox.post(.launch(.closeRequested))
                    default: break
                    }
                }
            }
            let offer = output.flush() != .full ? nil : clock() + offerInterval
            mailbox.wait(until: [driver.machine.nextDeadline, offer].compactMap { $0 }.min())
            events = mailbox.drain().compactMap { if case .launch(let event) = $0 { event } else { nil } }
            if let deadline = driver.machine.nextDeadline, clock() >= deadline {
                events.append(.deadlineReached)
            }
        }
    }
}
