import FoyerCore
import FoyerSystem
import Synchronization

/// Something that happened in a launch, and when: for a log, for numbers of your own, for a program that waits for it.
///
/// ```swift
/// configuration.observer = { moment in
///     if case .stepEnded(let step) = moment.event { log("\(step) done, \(moment.time) into the launch") }
/// }
/// ```
/// Moments as an asynchronous sequence:
/// ```swift
/// let (moments, next) = AsyncStream.makeStream(of: LaunchMoment.self)
/// configuration.observer = { moment in
///     next.yield(moment)
///     if case .ended = moment.event { next.finish() }
/// }
/// ```
public struct LaunchMoment: Equatable, Sendable {
    /// Receives what happens in a launch: one moment at a time, in order, on the thread that shows the launch, which waits
    /// for it. Return at once, and post work that takes time elsewhere.
    public typealias Observer = @Sendable (LaunchMoment) -> Void

    /// What can happen. A step is named by its id.
    public enum Event: Equatable, Sendable {
        /// The launch's first attempt began, or one after a reload.
        case attemptBegan
        /// A step began.
        case stepBegan(String)
        /// A step has done its work.
        case stepEnded(String)
        /// A step failed. The cause, in English, may contain text from outside.
        case stepFailed(String, cause: String)
        /// Every step that the launch waits for has ended; the splash goes.
        case ready
        /// The attempt failed, and the user is told. A reload may follow.
        case failed(LaunchFailure)
        /// The launch is over; nothing follows.
        case ended(LaunchOutcome)
    }

    /// What happened.
    public let event: Event
    /// The number of the attempt, from 1; 0 if none has begun.
    public let attempt: Int
    /// How long after the launch's first attempt began.
    public let time: Duration
}

extension LaunchPlan {
    /// Tells an observer of the host's what happens, too.
    package mutating func tell(_ observer: LaunchMoment.Observer?) {
        guard let observer else { return }
        let (reader, former, clock) = (MomentReader(), observe, system.clock)
        observe = { moment in
            former(moment)
            if let next = reader.read(moment, at: clock()) { observer(next) }
        }
    }
}

/// Makes a host's moments of the engine's own.
private final class MomentReader: Sendable {
    private let state = Mutex((began: Instant?.none, attempt: 0))

    func read(_ moment: LaunchPlan.Moment, at now: Instant) -> LaunchMoment? {
        switch moment {
        case .recorded(let line, _): read(line)
        case .failing(let failure): make(.failed(failure), at: now)
        case .ending(let outcome): make(.ended(outcome), at: now)
        // These come on other threads, and say the same.
        case .failed, .ended: nil
        }
    }

    private func read(_ line: LaunchRecord.Line) -> LaunchMoment? {
        switch line.entry {
        case .attemptBegan(let number):
            state.withLock { ($0.began, $0.attempt) = ($0.began ?? line.instant, number) }
            return make(.attemptBegan, at: line.instant)
        case .stepBegan(let id): return make(.stepBegan(id), at: line.instant)
        case .stepEnded(let id): return make(.stepEnded(id), at: line.instant)
        case .stepFailed(let id, let cause): return make(.stepFailed(id, cause: cause), at: line.instant)
        case .completed: return make(.ready, at: line.instant)
        // Each comes with a moment that says more, or is for the splash alone.
        case .infoArrived, .failed, .reloaded, .closed: return nil
        }
    }

    private func make(_ event: LaunchMoment.Event, at now: Instant) -> LaunchMoment {
        let (began, attempt) = state.withLock { $0 }
        return LaunchMoment(event: event, attempt: attempt, time: began.map { now - $0 } ?? .zero)
    }
}
