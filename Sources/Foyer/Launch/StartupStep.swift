import FoyerCore
import FoyerSystem
import Synchronization

/// One step of a launch with the work it does: a name, a share of the bar, and an async body.
///
/// The body runs on Swift's global executor, so code of the main actor may be awaited in it freely. It reports how
/// far it is, and fails by throwing: a `LaunchFailure` as it is, anything else as `LaunchCode.unknown` with the
/// error's own description (`CustomStringConvertible`) as the cause; one without gets a sentence that names the step.
public struct StartupStep: Sendable {
    /// The step's name, its share of the bar and what it waits for.
    package let step: LaunchStep
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

    /// Runs the body, and reports how it ended.
    func run(_ reporter: StepReporter) async {
        let (id, attempt) = (step.id, reporter.attempt)
        do {
            try await body(reporter)
            reporter.post(.launch(.stepEnded(id, attempt: attempt)))
        } catch let failure as LaunchFailure {
            reporter.post(.launch(.stepFailed(id, failure, attempt: attempt)))
        } catch {
            if Task.isCancelled { return }
            let failure = LaunchFailure(.unknown, cause(of: error))
            reporter.post(.launch(.stepFailed(id, failure, attempt: attempt)))
        }
    }

    /// Users are not shown what Swift makes of an error that has no words of its own: its type and its properties.
    private func cause(of error: any Error) -> Cause {
        let description = (error as? any CustomStringConvertible)?.description ?? ""
        return description.isEmpty ? .stepFailed(step.label) : Cause(asIs: description)
    }
}

/// A running step's reports to the launch. Everything may be called from any thread; late calls are dropped.
///
/// Report progress as often as you like: for each piece of a download, or for each of a thousand files. It is passed
/// on only when it has changed visibly: at each whole per cent, or about thirty times a second.
public struct StepReporter: Sendable {
    let step: String
    /// The number of the attempt, from 1.
    public let attempt: Int
    let post: @Sendable (EngineEvent) -> Void
    private let clock: @Sendable () -> Instant
    private let limits = ProgressLimits()

    /// - Parameter clock: the clock that limits progress to thirty reports a second.
    package init(
        step: String, attempt: Int, clock: @escaping @Sendable () -> Instant,
        post: @escaping @Sendable (EngineEvent) -> Void
    ) {
        self.step = step
        self.attempt = attempt
        self.clock = clock
        self.post = post
    }

    /// For work in the background, which reports to nothing.
    package static var silent: StepReporter { StepReporter(step: "", attempt: 0, clock: { .zero }, post: { _ in }) }

    /// Reports how much of the step is done, 0…1. A value below an earlier one is ignored.
    public func progress(_ fraction: Double) {
        guard limits.bar.withLock({ $0.admits(fraction, at: clock()) }) else { return }
        post(.launch(.stepProgressed(step, fraction: fraction, attempt: attempt)))
    }

    /// Reports the bytes received so far and the total; shown with the rate once the launch takes a while.
    public func transferred(bytes: Int, of total: Int) {
        let isNews = limits.transfer.withLock {
            $0.admits(received: Int64(bytes), expected: Int64(total), at: clock())
        }
        guard isNews else { return }
        post(.launch(.transferred(bytes: bytes, total: total, attempt: attempt)))
    }

    /// Extends the attempt's deadline to the instant, unless it is later already.
    package func extendDeadline(to instant: Instant) {
        post(.launch(.deadlineExtended(until: instant, attempt: attempt)))
    }

    /// Keeps learned progress for launches of this kind, apart from others.
    package func kind(_ name: String) {
        post(.launch(.kindKnown(name, attempt: attempt)))
    }

    /// Reports the program's info; the splash view receives the first of an attempt.
    public func info(_ info: SplashInfo) {
        post(.launch(.infoArrived(info, attempt: attempt)))
    }

    /// Reports the program's icon.
    public func icon(_ pixels: Pixels) {
        post(.icon(pixels))
    }

    /// Reports what the step is doing; the splash shows it below the bar until the next status. Control characters are
    /// removed.
    public func status(_ text: String) {
        post(.status(SafeText(text), attempt: attempt))
    }

    /// Adds a line to the log on the details page, such as a retry.
    public func note(_ text: String) {
        post(.note(SafeText(text)))
    }
}

/// The progress that a step reported last.
private final class ProgressLimits: Sendable {
    let bar = Mutex(ProgressGate())
    let transfer = Mutex(ProgressGate())
}

/// What other threads send to the one that owns the screen.
package enum EngineEvent: Sendable {
    case launch(LaunchEvent)
    case icon(Pixels)
    case iconDrawn(CellPicture)
    case note(SafeText)
    case status(SafeText, attempt: Int)

    /// Whether it only moves a bar, and so may be shown a little later.
    var isGradual: Bool {
        switch self {
        case .launch(.stepProgressed), .launch(.transferred): true
        default: false
        }
    }
}
