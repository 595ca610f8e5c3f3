import FoyerCore

/// One step of a launch with the work it does: a name, a share of the bar, and an async body.
///
/// The body runs on Swift's global executor, so code of the main actor may be awaited in it freely. It reports how
/// far it is, and fails by throwing: a `LaunchFailure` as it is, anything else as `LaunchCode.unknown` with the
/// error's own description (`CustomStringConvertible`) as the cause; one without, or one of Foundation's, gets a sentence
/// that names the step.
public struct StartupStep: Sendable {
    /// The step's name, its share of the bar and what it waits for.
    package private(set) var step: LaunchStep
    package let body: @Sendable (StepReporter) async throws -> Void

    /// - Parameters:
    ///   - id: The step's name in `--json`, the log and learned progress; unique in the list, not empty.
    ///   - label: The text on the loading page while the step runs.
    ///   - weight: The step's share of the bar relative to the other steps, until launches have taught how long each
    ///     takes.
    ///   - after: The ids of the steps to wait for; `nil` means the one before it in the list, and an empty list means
    ///     none.
    ///   - isAwaited: Whether the launch waits for the step. If not, the step cannot fail the launch.
    ///   - body: The work itself. Its task is cancelled if the attempt ends first; the launch waits less than a second
    ///     for a body that ignores the cancellation.
    public init(
        _ id: String, label: String, weight: Double = 1, after: [String]? = nil, isAwaited: Bool = true,
        body: @escaping @Sendable (StepReporter) async throws -> Void
    ) {
        step = LaunchStep(id, label: label, weight: weight, after: after, isAwaited: isAwaited)
        self.body = body
    }

    /// The same with a label in every language.
    ///
    /// ```swift
    /// StartupStep("sync", label: Phrase("Fetching mail")) { _ in … }
    /// ```
    public init(
        _ id: String, label: Phrase, weight: Double = 1, after: [String]? = nil, isAwaited: Bool = true,
        body: @escaping @Sendable (StepReporter) async throws -> Void
    ) {
        step = LaunchStep(id, words: label, weight: weight, after: after, isAwaited: isAwaited)
        self.body = body
    }

    /// A step that may fetch something.
    package init(
        _ id: String, label: Phrase, weight: Double, after: [String]?, isAwaited: Bool, fetches: Bool,
        body: @escaping @Sendable (StepReporter) async throws -> Void
    ) {
        step = LaunchStep(
            id, words: label, weight: weight, after: after, isAwaited: isAwaited, fetches: fetches)
        self.body = body
    }

    /// Runs the body, and reports how it ended.
    func run(_ reporter: StepReporter) async {
        let (id, attempt) = (step.id, reporter.attempt)
        do {
            try await body(reporter)
            reporter.post(.launch(.reported(.stepEnded(id), attempt: attempt)))
        } catch let failure as LaunchFailure {
            reporter.post(.launch(.reported(.stepFailed(id, failure), attempt: attempt)))
        } catch {
            if Task.isCancelled { return }
            // The words that nobody is shown help whoever reads the log.
            if Self.isFoundations(error) { reporter.note("\(error)") }
            let failure = LaunchFailure(.unknown, cause(of: error))
            reporter.post(.launch(.reported(.stepFailed(id, failure), attempt: attempt)))
        }
    }

    /// Users are not shown what Swift makes of an error that has no words of its own: its type and its properties. Nor are
    /// they shown how Foundation describes its errors: domain, code and a dictionary.
    private func cause(of error: any Error) -> Phrase {
        let description = Self.isFoundations(error) ? "" : (error as? any CustomStringConvertible)?.description ?? ""
        return description.isEmpty ? .stepFailed(step) : Phrase(asIs: description)
    }

    private static func isFoundations(_ error: any Error) -> Bool {
        String(reflecting: type(of: error)).hasPrefix("Foundation")
            || (error as? any CustomStringConvertible)?.description.hasPrefix("Error Domain=") == true
    }
}
