import FoyerCore
import FoyerTUI
import Synchronization

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
        post(.launch(.reported(.stepProgressed(step, fraction: fraction), attempt: attempt)))
    }

    /// Reports the bytes that the step has received so far, and how many it will be altogether; `nil` or 0 if that is unknown.
    ///
    /// Out of a total, bytes move the bar, whatever ``progress(_:)`` says. They are shown with the rate once the transfer has
    /// taken half a second.
    public func transferred(bytes: Int, of total: Int?) {
        let total = total.flatMap { $0 > 0 ? $0 : nil }
        let isNews = limits.transfer.withLock {
            $0.admits(received: Int64(bytes), expected: total.map(Int64.init), at: clock())
        }
        guard isNews else { return }
        post(.launch(.reported(.transferred(step, bytes: bytes, total: total), attempt: attempt)))
    }

    /// Extends the attempt's deadline to the instant, unless it is later already.
    package func extendDeadline(to instant: Instant) {
        post(.launch(.reported(.deadlineExtended(until: instant), attempt: attempt)))
    }

    /// Reports that the user will have to wait, such as for a download: the splash need not be put off.
    package func expectsWait() {
        post(.launch(.reported(.waitKnown, attempt: attempt)))
    }

    /// Keeps learned progress for launches of this kind, apart from others.
    package func kind(_ name: String) {
        post(.launch(.reported(.kindKnown(name), attempt: attempt)))
    }

    /// Reports the program's info; the splash view receives the first of an attempt.
    public func info(_ info: SplashInfo) {
        post(.launch(.reported(.infoArrived(info), attempt: attempt)))
    }

    /// Reports the program's icon.
    public func icon(_ pixels: Pixels) {
        post(.icon(pixels))
    }

    /// Reports what the step is doing; the splash shows it below the bar until the step's next status or its end. Control
    /// characters are removed.
    public func status(_ text: String) {
        post(.status(SafeText(text), step: step, attempt: attempt))
    }

    /// The same for another step of the attempt.
    package func of(_ step: String) -> StepReporter {
        StepReporter(step: step, attempt: attempt, clock: clock, post: post)
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
    case status(SafeText, step: String, attempt: Int)
    /// A diagnosis has been written to a file, or could not be.
    case kept(DiagnosisKeeper.Kept)

    /// Whether it only moves a bar, and so may be shown a little later.
    var isGradual: Bool {
        switch self {
        case .launch(.reported(.stepProgressed, _)), .launch(.reported(.transferred, _)): true
        default: false
        }
    }
}
