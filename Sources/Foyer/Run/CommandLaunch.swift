import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc

/// Launches a command: puts the splash before any program that takes a while to start.
///
/// The splash stays until the command is ready, shows its output in the details, and learns how long it takes. Then
/// the command gets the terminal, or the log view shows its output. If the command ends early or is not ready in time,
/// the error page offers to reload.
public struct CommandLaunch: Sendable {
    /// Which command to start, how to show it, and when it counts as ready.
    public struct Request: Sendable {
        /// What the screen shows once the command is ready.
        public enum View: Sendable {
            /// The command itself: it gets the terminal.
            case terminal
            /// The command's output, in a page that scrolls.
            case log
        }

        /// A command's icon: a file, and how to decode it.
        public struct Icon: Sendable {
            /// The file's path.
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
        /// The name on the splash.
        public var title: String
        /// The icon on the splash; `nil` for a placeholder.
        public var icon: Icon?
        /// When the command counts as ready.
        package var ready: ReadyRule
        /// How long the command may take to become ready; 30 seconds by default.
        public var timeout: Duration
        /// What the screen shows once the command is ready.
        public var view: View
        /// Whether ``Result/leftBehind`` is to be known.
        package var findsLeftBehind = false

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
            return arguments.dropFirst().reduce(command) { $0 + " " + $1 }
        }
    }

    /// The result of a launch.
    public struct Result: Sendable {
        /// How the launch ended.
        public let outcome: LaunchOutcome
        /// How the command ended; `nil` if the launch stopped it before it was ready.
        package let end: CommandEnd?
        /// The signal that this process should end by as well: one that it received and passed on, or one that ended
        /// the command.
        public let signal: Int32?
        /// The `errno` of a failed write of the command's output, which ended the command; `nil` if every write
        /// succeeded.
        public let outputError: Int32?
        /// What made the command ready, and how long after its start; `nil` if it never was.
        package let readied: CommandProcess.Readied?
        /// Processes that the command left running; empty unless the request asks for them.
        package let leftBehind: [ProcessEntry]
        /// The steps with their times, and the log.
        package let record: LaunchRecord

        /// The command's own status (128 plus the number if a signal ended it), or the launch's if the command has
        /// none.
        public var exitStatus: Int32 {
            guard outcome != .closed, let end, outcome == .completed || end != .status(0) else {
                return outcome.exitStatus
            }
            return end.exitStatus
        }
    }

    /// The configuration that the launch was made with.
    public let request: Request
    private let places: Places

    /// Prepares a launch; `run` starts the command.
    public init(_ request: Request, places: Places = Places()) {
        self.request = request
        self.places = places
    }

    /// Runs the launch and the command; returns when the command has ended.
    ///
    /// Without a screen, the command's bytes go to standard output and standard error unchanged, and the launch prints
    /// lines on standard error. With JSON, everything is a sanitised line on standard output.
    ///
    /// - Parameters:
    ///   - whenFailed: receives each attempt's failure once it is shown; a reload may follow.
    ///   - whenEnded: receives the launch's outcome, while a command that is ready still runs.
    ///   - whenRecorded: receives each line of the record as it is written, with the record so far. Called on the thread
    ///     that owns the screen, which waits for it.
    package func run(
        _ presentation: Presentation, whenFailed: (@Sendable (LaunchFailure) -> Void)? = nil,
        whenEnded: (@Sendable (LaunchOutcome) -> Void)? = nil,
        whenRecorded: @escaping @Sendable (LaunchRecord.Line, LaunchRecord) -> Void = { _, _ in }
    ) async throws(LaunchEngineError) -> Result {
        if !presentation.hasScreen { ProcessSignals.install() }
        let session = CommandSession(request, presentation)
        defer { ProcessSignals.shareEnd(with: 0) }
        var plan = try plan(session, presentation)
        plan.whenFailed = whenFailed
        plan.whenEnded = whenEnded
        plan.whenRecorded = whenRecorded
        let report = try await plan.run(presentation)
        guard report.outcome == .completed, let process = session.process else {
            return await end(report, of: plan, session, presentation)
        }
        let signal = try await serve(process, presentation)
        let end = await process.waitForEnd()
        // A request to end does not wait for a slow reader.
        let limit = signal.map { _ in MonotonicClock.now + LineOutput.grace }
        switch presentation.output {
        case .lines(.json): presentation.tell(.completed, members: Self.members(end), by: limit)
        case .lines(.plain), .lines(.log): LineOutput.error.finish(by: MonotonicClock.now + LineOutput.grace)
        case .screen: break
        }
        return Result(
            outcome: .completed, end: end, signal: signal ?? (process.isStopping ? nil : end.signal),
            outputError: process.outputError, readied: process.readied, leftBehind: process.leftBehind,
            record: report.record)
    }

    /// Ends a launch whose command did not become ready.
    private func end(
        _ report: LaunchPlan.Report, of plan: LaunchPlan, _ session: CommandSession, _ presentation: Presentation
    ) async -> Result {
        await session.stop()
        let outputError = session.process?.outputError
        // A reader that has gone needs no report.
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
        // The next picture is the command's own, so there is nothing to fade into.
        if request.view == .terminal { machine.fade = .zero }
        machine.commandName = request.name
        var plan = LaunchPlan(
            machine: machine, steps: { _ in steps },
            memory: ProgressMemory(appID: session.appID.text, places: places),
            uiProvider: UIProvider(
                splashViewDelegate: { DefaultSplashViewDelegate.ofCommand() }, root: { session.makeRoot() }))
        // Standard output belongs to the command.
        switch presentation.output {
        case .lines(.plain), .lines(.log): plan.lineOutput = .error
        case .lines(.json), .screen: break
        }
        return plan
    }

    // MARK: - The command

    /// Shows the running command, or hands it the terminal, until it has ended.
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
            return try await LoopThread.run { () throws(TerminalError) in
                try TerminalRelay.run(
                    program: hand.terminal, process: hand.process, stops: hand.stops, history: hand.history,
                    recording: recording
                ) { process.stop(with: $0) }
            }
        } catch {
            process.stop()
            _ = await process.waitForEnd()
            throw .terminal(error)
        }
    }

    /// Passes signals to the command, and waits for its end.
    private static func waitPassingSignals(_ process: CommandProcess) async -> Int32? {
        guard let ended = process.endDescriptor() else { return nil }
        defer { close(ended) }
        let signal = try? await LoopThread.run {
            ProcessSignals.wait(until: ended) { process.stop(with: $0) }
        }
        return signal ?? nil
    }
}
