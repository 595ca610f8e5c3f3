import FoyerCore
import FoyerSystem
import Synchronization

/// A start-up step that runs a command to its end: a migration, a build, a check.
///
/// ```swift
/// let engine = LaunchEngine(
///     steps: [
///         CommandStep("migrate", label: "Migrating", run: ["./migrate", "--all"]).startupStep,
///         StartupStep("mail", label: "Fetching mail") { _ in … },
///     ], root: { Home() })
/// ```
/// The command's last line of output appears below the bar, and every line in the details. The command may move the
/// bar with `ESC ] 9;4;1;42 ST` in its output, or with `X_FOYER_PROGRESS=0.42` and `STATUS=…` over sd_notify. It runs
/// on a terminal of its own, without input. Any status but 0 fails the step, with the last line as the cause; a close
/// stops the command and all that it started.
public struct CommandStep: Sendable {
    private static let size = CellSize(columns: 80, rows: 24)

    /// The step's name in the log, in JSON and for learned progress; unique in its list.
    public let id: String
    /// The label on the loading page while the step runs.
    public let label: String
    /// The command and its words; at least one.
    public let arguments: [String]
    /// The step's share of the bar relative to other steps, until launches have taught how long each takes.
    public var weight = 1.0
    /// The ids of the steps to wait for; `nil` means the one before it in the list.
    public var after: [String]?
    /// Whether the launch waits for the step, and fails with it.
    public var isAwaited = true

    /// - Parameters:
    ///   - id: unique in the list of steps.
    ///   - label: the label on the loading page.
    ///   - arguments: the command, looked up in `PATH`, and its arguments; no shell interprets them.
    public init(_ id: String, label: String, run arguments: [String]) {
        self.id = id
        self.label = label
        self.arguments = arguments
    }

    /// The step, for the engine's list.
    public var startupStep: StartupStep {
        StartupStep(id, label: label, weight: weight, after: after, isAwaited: isAwaited) { try await run($0) }
    }

    private func run(_ reporter: StepReporter) async throws {
        // A status that the command reports takes precedence over its last line of output.
        let hasStatus = Flag()
        let process = try CommandProcess.start(
            CommandRequest(arguments: arguments, ready: .end, streams: .terminal(Self.size)),
            news: { news in
                if let progress = news.progress { reporter.progress(progress) }
                if let deadline = news.deadline { reporter.extendDeadline(to: deadline) }
                guard let status = news.status else { return }
                hasStatus.value.withLock { $0 = !status.isEmpty }
                reporter.status(status.string)
            },
            output: { output in
                let spoken = output.lines.filter { !$0.isEmpty }
                for line in spoken.suffix(50) { reporter.note(line.string) }
                let last = output.unfinished.isEmpty ? spoken.last : output.unfinished
                if let last, !hasStatus.value.withLock({ $0 }) { reporter.status(last.string) }
            })
        switch await process.waitUntilReady() {
        case .ready, .ended(.status(0)): return
        case .cancelled:
            process.stop()
            _ = await process.waitForEnd()
            throw CancellationError()
        case .ended(let end):
            let said = process.errorNumber.map { SafeText(SystemError.text($0)) }
            let last = said ?? process.follow { _ in }.last { !$0.isEmpty }
            let name = SafeText(arguments.first ?? id).string
            throw LaunchFailure.commandStepFailed(name, end, lastWords: last)
        }
    }

    private final class Flag: Sendable {
        let value = Mutex(false)
    }
}
