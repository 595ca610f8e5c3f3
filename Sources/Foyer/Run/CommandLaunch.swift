import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc

/// Launches a command: the engine in front of any program that takes a while to start.
///
/// The splash stays until the command is ready, shows what it writes in the details, and learns how long it takes.
/// Then the command has the terminal, or the log view shows what it writes. One that ends before it is ready, or is
/// not ready in time, gets the error page with reload.
public struct CommandLaunch: Sendable {
    /// What is started, how it is shown, and when it counts as ready.
    public struct Request: Sendable {
        /// What there is to see once the command is ready.
        public enum View: Sendable {
            /// The command itself: the terminal is handed over to it.
            case terminal
            /// What it writes, in a page that scrolls.
            case log
        }

        /// A picture of a command: a file, and how it is read.
        public struct Icon: Sendable {
            /// Where the file lies.
            public let path: String
            let load: @Sendable () throws -> Pixels

            /// - Parameter load: reads and decodes the file; called off the screen's thread.
            public init(path: String, load: @escaping @Sendable () throws -> Pixels) {
                self.path = path
                self.load = load
            }
        }

        /// The command and its words; at least one.
        public var arguments: [String]
        /// What the splash calls it.
        public var title: String
        /// The command's picture.
        public var icon: Icon?
        /// When the command counts as ready.
        package var ready: ReadyRule
        /// How long it may take until it is ready; 30 s unless set.
        public var timeout: Duration
        /// Whose the terminal is once the command is ready.
        public var view: View

        /// - Parameter title: the command's name and words unless set.
        package init(
            _ arguments: [String], title: String? = nil, icon: Icon? = nil, ready: ReadyRule = .automatic,
            timeout: Duration = LaunchMachine.Configuration.standardTimeout, view: View = .terminal
        ) {
            self.arguments = arguments
            self.title = title ?? Self.name(of: arguments)
            self.icon = icon
            self.ready = ready
            self.timeout = timeout
            self.view = view
        }

        /// The command's own name, for sentences about it.
        var name: String { arguments.first ?? title }

        private static func name(of arguments: [String]) -> String {
            let command = arguments.first?.split(separator: "/").last.map(String.init) ?? "command"
            return ([command] + arguments.dropFirst()).joined(separator: " ")
        }
    }

    /// What came of it.
    public struct Result: Sendable {
        /// How the launch ended.
        public let outcome: LaunchOutcome
        /// How the command ended by itself, or after it was ready; `nil` where the launch stopped it before.
        package let end: CommandEnd?
        /// The signal by which this process is to end as well: one that asked it to, and was passed on to the command, or
        /// one from elsewhere that ended the command.
        public let signal: Int32?
        /// The system's number of why its output could not be written, which ended the command; `nil` where it could.
        public let outputError: Int32?
        /// By what the command was ready, and how long after its start; `nil` where it was not.
        package let readied: CommandProcess.Readied?
        /// Processes that it has left running.
        package let leftBehind: [ProcessEntry]
        /// The steps with their times.
        package let record: LaunchRecord

        /// The command's own status (128 and the number, where a signal ended it); without one, the launch's.
        public var exitStatus: Int32 {
            guard outcome != .closed, let end, outcome == .completed || end != .status(0) else {
                return outcome.exitStatus
            }
            return end.exitStatus
        }
    }

    /// What was asked for.
    public let request: Request
    private let places: Places

    /// A launch of a command; nothing is started before it runs.
    public init(_ request: Request, places: Places = Places()) {
        self.request = request
        self.places = places
    }

    /// Runs the launch and the command; returns when the command has ended.
    ///
    /// Without a screen the command's bytes go to standard output and standard error as they are, and the launch is told
    /// in lines on standard error. In JSON everything is a line on standard output, made safe.
    ///
    /// - Parameters:
    ///   - whenFailed: told of each attempt's failure once it is shown: a reload may follow.
    ///   - whenEnded: told how the launch itself ended, while a command that is ready still runs.
    ///   - whenNoted: told of each line of the record as it is written, with the record so far; on the thread that owns
    ///     the screen, which waits for it.
    package func run(
        _ presentation: Presentation, whenFailed: (@Sendable (LaunchFailure) -> Void)? = nil,
        whenEnded: (@Sendable (LaunchOutcome) -> Void)? = nil,
        whenNoted: @escaping @Sendable (LaunchRecord.Line, LaunchRecord) -> Void = { _, _ in }
    ) async throws(LaunchEngineError) -> Result {
        if !presentation.hasScreen { ProcessSignals.install() }
        let session = CommandSession(request, presentation)
        defer { ProcessSignals.shareEnd(with: 0) }
        var plan = try plan(session, presentation)
        plan.whenFailed = whenFailed
        plan.whenEnded = whenEnded
        plan.whenNoted = whenNoted
        let report = try await plan.run(presentation)
        guard report.outcome == .completed, let process = session.process else {
            await session.stop()
            let outputError = session.process?.outputError
            // That its reader has gone is no news to anybody.
            if outputError == nil {
                presentation.tell(
                    report.outcome, members: Self.members(session.earlyEnd), by: plan.lastInstant(of: report),
                    on: plan.lineOutput)
            }
            return Result(
                outcome: report.outcome, end: session.earlyEnd,
                signal: report.outcome == .closed ? nil : session.earlyEnd?.signal,
                outputError: outputError, readied: nil, leftBehind: session.process?.leftBehind ?? [],
                record: report.record)
        }
        let signal = try await serve(process, presentation)
        let end = await process.waitForEnd()
        // Whoever asks it to end does not wait until somebody reads.
        let limit = signal.map { _ in MonotonicClock.now + LineOutput.grace }
        switch presentation.output {
        case .lines(.json): presentation.tell(.completed, members: Self.members(end), by: limit)
        case .lines(.plain): LineOutput.error.finish(by: MonotonicClock.now + LineOutput.grace)
        case .screen: break
        }
        return Result(
            outcome: .completed, end: end, signal: signal ?? (process.isStopping ? nil : end.signal),
            outputError: process.outputError, readied: process.readied, leftBehind: process.leftBehind,
            record: report.record)
    }

    private static func members(_ end: CommandEnd?) -> [JSON.Member] {
        end.map { [JSON.Member("exit", .integer(Int64($0.exitStatus)))] } ?? []
    }

    // MARK: - The launch

    private func plan(
        _ session: CommandSession, _ presentation: Presentation
    ) throws(LaunchEngineError) -> LaunchPlan {
        let steps = session.steps
        let schedule: StepSchedule
        do { schedule = try StepSchedule(steps.map(\.step)) } catch { throw .steps(error) }
        var machine = LaunchMachine.Configuration(schedule: schedule, timeout: request.timeout)
        // What comes next is not ours to fade into.
        if request.view == .terminal { machine.fade = .zero }
        machine.commandName = request.name
        var plan = LaunchPlan(
            machine: machine, steps: { _ in steps },
            memory: ProgressMemory(appID: session.appID.text, places: places),
            uiProvider: UIProvider(
                splashViewDelegate: { DefaultSplashViewDelegate.ofCommand() }, root: { session.makeRoot() }))
        // Standard output is the command's alone.
        if case .lines(.plain) = presentation.output { plan.lineOutput = .error }
        return plan
    }

    // MARK: - The command

    /// Gives the command what it is ready for, until it has ended.
    private func serve(
        _ process: CommandProcess, _ presentation: Presentation
    ) async throws(LaunchEngineError) -> Int32? {
        switch (presentation.output, request.view) {
        case (.screen, .log):
            process.stop()
            return nil
        case (.screen, .terminal): return try await handOver(process, presentation.recording)
        case (.lines, _):
            process.passThrough()
            return await Self.waitPassingSignals(process)
        }
    }

    private func handOver(
        _ process: CommandProcess, _ recording: (@Sendable ([UInt8]) -> Void)?
    ) async throws(LaunchEngineError) -> Int32? {
        let hand = await process.handOver()
        defer {
            for descriptor in [hand.terminal, hand.process, hand.stops] where descriptor >= 0 { close(descriptor) }
        }
        do throws(TerminalError) {
            let result: Swift.Result<Int32?, TerminalError> = try await LoopThread.run {
                Swift.Result { () throws(TerminalError) in
                    try TerminalRelay.run(
                        program: hand.terminal, process: hand.process, stops: hand.stops, history: hand.history,
                        recording: recording
                    ) { process.stop(with: $0) }
                }
            }
            return try result.get()
        } catch {
            process.stop()
            _ = await process.waitForEnd()
            throw .terminal(error)
        }
    }

    /// A signal to this process is one to the command, whose end is then waited for.
    private static func waitPassingSignals(_ process: CommandProcess) async -> Int32? {
        guard let ended = process.endDescriptor() else { return nil }
        defer { close(ended) }
        let signal = try? await LoopThread.run {
            ProcessSignals.wait(until: ended) { process.stop(with: $0) }
        }
        return signal ?? nil
    }
}
