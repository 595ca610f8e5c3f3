import FoyerCore
import FoyerSystem
import Synchronization

/// One step of a launch with the work it does: a name, a share of the bar, and an async body.
///
/// The body runs on Swift's global executor, so code of the main actor may be awaited in it freely. It reports how
/// far it is, and fails by throwing: a `LaunchFailure` as it is, anything else as `LaunchCode.unknown` with the
/// error's description as the cause.
public struct StartupStep: Sendable {
    /// Its name, its share of the bar and what it waits for, as the launch's rules see them.
    package let step: LaunchStep
    package let body: @Sendable (StepReporter) async throws -> Void

    /// - Parameters:
    ///   - id: Unique in the list; what `--json`, the log and learned progress call it.
    ///   - label: What the loading page shows while it runs.
    ///   - weight: The share of the bar relative to the other steps, until launches have been learned from.
    ///   - after: Ids of steps that must have ended before; `nil` means the one before it in the list.
    ///   - isAwaited: Whether the launch waits for it. One that is not waited for cannot fail the launch.
    ///   - body: The work itself. Its task is cancelled when the attempt ends before it does; what then goes on as if
    ///     nothing had happened is waited for less than a second.
    public init(
        _ id: String, label: String, weight: Double = 1, after: [String]? = nil, isAwaited: Bool = true,
        body: @escaping @Sendable (StepReporter) async throws -> Void
    ) {
        step = LaunchStep(id, label: label, weight: weight, after: after, isAwaited: isAwaited)
        self.body = body
    }

    /// Does the work, and reports how it ended.
    func run(_ reporter: StepReporter) async {
        let (id, attempt) = (step.id, reporter.attempt)
        do {
            try await body(reporter)
            reporter.post(.launch(.stepEnded(id, attempt: attempt)))
        } catch let failure as LaunchFailure {
            reporter.post(.launch(.stepFailed(id, failure, attempt: attempt)))
        } catch {
            if Task.isCancelled { return }
            let failure = LaunchFailure(.unknown, cause: String(describing: error))
            reporter.post(.launch(.stepFailed(id, failure, attempt: attempt)))
        }
    }
}

/// What a running step tells the launch. Everything is safe to call from any thread; what comes too late is dropped.
///
/// Progress may be reported as often as it is known: for each piece of a download, each of a thousand files. The launch
/// hears of it when it has changed enough to be seen, at each whole per cent or some thirty times a second.
public struct StepReporter: Sendable {
    let step: String
    /// Which attempt the step runs for, from 1.
    public let attempt: Int
    let post: @Sendable (EngineEvent) -> Void
    private let clock: @Sendable () -> Instant
    private let limits = ProgressLimits()

    /// - Parameter clock: what "thirty times a second" is measured by.
    package init(
        step: String, attempt: Int, clock: @escaping @Sendable () -> Instant,
        post: @escaping @Sendable (EngineEvent) -> Void
    ) {
        self.step = step
        self.attempt = attempt
        self.clock = clock
        self.post = post
    }

    /// For work that is done where nobody looks.
    package static var silent: StepReporter { StepReporter(step: "", attempt: 0, clock: { .zero }, post: { _ in }) }

    /// How much of the step is done, 0…1. Less than before is no news: a bar does not fall.
    public func progress(_ fraction: Double) {
        guard limits.bar.withLock({ $0.admits(fraction, at: clock()) }) else { return }
        post(.launch(.stepProgressed(step, fraction: fraction, attempt: attempt)))
    }

    /// Bytes received so far, of how many; shown with their rate once the launch takes a while.
    public func transferred(bytes: Int, of total: Int) {
        let isNews = limits.transfer.withLock {
            $0.admits(received: Int64(bytes), expected: Int64(total), at: clock())
        }
        guard isNews else { return }
        post(.launch(.transferred(bytes: bytes, total: total, attempt: attempt)))
    }

    /// The attempt is to have time until then; where it has that already, nothing changes.
    package func extendDeadline(to instant: Instant) {
        post(.launch(.deadlineExtended(until: instant, attempt: attempt)))
    }

    /// Learned progress is kept for launches of this kind.
    package func kind(_ name: String) {
        post(.launch(.kindKnown(name, attempt: attempt)))
    }

    /// What is known of the program now; the first of an attempt is what the splash view gets.
    public func info(_ info: SplashInfo) {
        post(.launch(.infoArrived(info, attempt: attempt)))
    }

    /// The program's picture.
    public func icon(_ pixels: Pixels) {
        post(.icon(pixels))
    }

    /// What the step is busy with just now; the splash shows it below the bar, until the next.
    public func status(_ text: String) {
        post(.status(SafeText(text), attempt: attempt))
    }

    /// A line for the details page's log, such as a retry.
    public func note(_ text: String) {
        post(.note(SafeText(text)))
    }
}

/// What a step has told last.
private final class ProgressLimits: Sendable {
    let bar = Mutex(ProgressGate())
    let transfer = Mutex(ProgressGate())
}

/// What reaches the thread that owns the screen from elsewhere.
package enum EngineEvent: Sendable {
    case launch(LaunchEvent)
    case icon(Pixels)
    case iconDrawn(CellPicture)
    case note(SafeText)
    case status(SafeText, attempt: Int)

    /// How far a step or its transfer is: a bar shows it a little later as well.
    var isGradual: Bool {
        switch self {
        case .launch(.stepProgressed), .launch(.transferred): true
        default: false
        }
    }
}
