import FoyerCore
import FoyerSystem

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
    public let label: Phrase
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
        self.init(id, label: Phrase(asIs: label), run: arguments)
    }

    /// The same with a label in every language.
    public init(_ id: String, label: Phrase, run arguments: [String]) {
        self.id = id
        self.label = label
        self.arguments = arguments
    }

    /// The step, for the engine's list.
    public var startupStep: StartupStep {
        StartupStep(id, label: label, weight: weight, after: after, isAwaited: isAwaited) { try await run($0) }
    }

    private func run(_ reporter: StepReporter) async throws {
        let speech = CommandSpeech()
        let process = try CommandProcess.start(
            CommandRequest(arguments: arguments, ready: .end, streams: .terminal(Self.size)),
            news: {
                speech.hear($0)
                reporter.pass($0)
            },
            output: { speech.pass($0, to: reporter) })
        switch await process.waitUntilReady() {
        case .ready, .late, .ended(.status(0)): return
        case .cancelled:
            process.stop()
            _ = await process.waitForEnd()
            throw CancellationError()
        case .ended(let end):
            let name = SafeText(arguments.first ?? id).string
            throw LaunchFailure.commandStepFailed(name, end, lastWords: process.lastWords)
        }
    }
}
