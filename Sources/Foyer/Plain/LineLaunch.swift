import FoyerCore
import FoyerTUI
import Glibc

/// A launch without a screen: the same machine and the same steps, told in lines.
struct LineLaunch: Sendable {
    let plan: LaunchPlan
    let lines: LaunchLines
    /// Takes each line; standard output unless another is named.
    var write: @Sendable (String) -> Void = { LinePrinter.write($0) }

    func run() async throws(LaunchEngineError) -> LaunchPlan.Report {
        let end = LaunchEnd(plan.whenEnded)
        let (plan, printer) = (plan, LinePrinter(lines: lines, write: write))
        let result: Result<Void, TerminalError>
        do {
            result = try await LoopThread.run {
                Result { () throws(TerminalError) in try Self.loop(plan, printer, end) }
            }
            try result.get()
        } catch {
            throw .terminal(error)
        }
        return await end.settle(orClosed: plan.machine)
    }

    private static func loop(_ plan: LaunchPlan, _ printer: LinePrinter, _ end: LaunchEnd) throws(TerminalError) {
        let mailbox = try Mailbox<EngineEvent>()
        let runner = LaunchRunner(factory: plan.steps) { mailbox.post($0) }
        end.note(runner)
        let memory = plan.memory
        var machine = plan.machine
        machine.fade = .zero
        // An error has to end the launch also where no user may close it.
        machine.offersClose = true
        var driver = LaunchDriver(
            machine: LaunchMachine(machine), runner: runner, keep: { end.note(memory?.keep($0)) })
        var printer = printer
        var events: [LaunchEvent] = [.opened, .presented(learned: memory?.recall())]
        while true {
            for event in events {
                let now = MonotonicClock.now
                for effect in driver.handle(event, at: now) {
                    printer.show(effect, step: driver.machine.currentStep, at: now)
                    switch effect {
                    case .end(let outcome): return end.note(outcome, driver.machine.record)
                    // Nobody is there to choose: the error is the end.
                    case .showError: mailbox.post(.launch(.closeRequested))
                    default: break
                    }
                }
            }
            mailbox.wait(until: driver.machine.nextDeadline)
            events = mailbox.drain().compactMap { if case .launch(let event) = $0 { event } else { nil } }
            if let deadline = driver.machine.nextDeadline, MonotonicClock.now >= deadline {
                events.append(.deadlineReached)
            }
        }
    }
}

/// Writes lines to standard output. One that cannot be written is nobody's to read.
struct LinePrinter {
    var lines: LaunchLines
    let write: @Sendable (String) -> Void

    mutating func show(_ effect: LaunchEffect, step: LaunchStep?, at now: Instant) {
        for line in lines.lines(for: effect, step: step, at: now) { write(line) }
    }

    static func write(_ line: String, to descriptor: Int32 = STDOUT_FILENO) {
        write(bytes: Array((line + "\n").utf8), to: descriptor)
    }

    static func write(bytes: [UInt8], to descriptor: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }
}
