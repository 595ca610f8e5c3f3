import FoyerCore
import FoyerSystem
import FoyerTUI

/// A command's launch as one line below what it writes: it has the terminal from the beginning, and the line only stands there
/// while the command starts.
struct CommandInOneLine {
    private let launch: CommandLaunch
    private let session: CommandSession
    private let presentation: Presentation
    private let plan: LaunchPlan

    init(_ launch: CommandLaunch, _ session: CommandSession, _ presentation: Presentation, _ plan: LaunchPlan) {
        self.launch = launch
        self.session = session
        self.presentation = presentation
        self.plan = plan
    }

    func run() async throws(LaunchEngineError) -> CommandLaunch.Result {
        let running = plan.begin(presentation).0
        do {
            return try await show(running)
        } catch {
            session.process?.stop()
            running.leave()
            _ = await running.settle()
            throw error
        }
    }

    private func show(_ running: LaunchSession) async throws(LaunchEngineError) -> CommandLaunch.Result {
        let session = session
        let line = try await onTerminal { () async throws(TerminalError) in
            let name = SafeText(launch.request.shortName)
            let line = try LaunchLine(running, presentation, name: name) { session.process?.hear($0) }
            // Where the line is due at once, the launch itself starts the command.
            if session.process == nil {
                try await LoopThread.run { () throws(TerminalError) in
                    try TerminalLine.run(line) { session.process != nil }
                }
            }
            return line
        }
        if let process = session.process {
            let hand = await process.lend()
            defer { hand.close() }
            let end = try await launch.relay(hand, to: process, [], presentation.recording, line: line)
            guard end == .programEnded else {
                running.leave()
                return CommandLaunch.Result(terminalGone: process, await running.settle().record)
            }
            await launch.finish(process, hand)
            // Nobody is told of an end that somebody has asked for.
            let isWanted = ProcessSignals.hasPassedEnd || process.end?.isByKey == true
            if isWanted, process.readied == nil, !process.isStopping {
                return try await ended(running, line, process)
            }
            ProcessSignals.keep()
        }
        // What follows from the command's end is known a moment later.
        try await onTerminal { () async throws(TerminalError) in try await LoopThread.run { line.finish() } }
        line.end()
        let report = await running.settle()
        guard report.outcome == .completed, let process = session.process else {
            var result = await launch.end(report, of: plan, session, presentation)
            result.endsWithinLine = line.isWithinLine
            return result
        }
        return await launch.end(session, process, presentation, record: report.record)
    }

    /// The end of a command that was asked to end before it was ready: what it wrote and its status are all there is.
    private func ended(
        _ running: LaunchSession, _ line: LaunchLine, _ process: CommandProcess
    ) async throws(LaunchEngineError) -> CommandLaunch.Result {
        try await onTerminal { () async throws(TerminalError) in try await LoopThread.run { line.finish() } }
        running.leave()
        let record = await running.settle().record
        return await launch.end(session, process, presentation, record: record)
    }

    private func onTerminal<Value: Sendable>(
        _ body: () async throws(TerminalError) -> Value
    ) async throws(LaunchEngineError) -> Value {
        do { return try await body() } catch { throw .terminal(error.cause) }
    }
}
