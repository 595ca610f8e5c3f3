import FoyerCore

/// Events of the remote config. Fetches are numbered from 1; late answers are dropped.
package enum RemoteConfigEvent: Equatable, Sendable {
    /// The contents of the disk; `nil` for nothing. Counts only before the first fetch and activation of a run.
    case restored([UInt8]?)
    /// A fetch is requested; `at` is the present wall-clock time.
    case fetchRequested(at: WallTime)
    case answered(ConfigAnswer, fetch: Int, at: WallTime)
    /// Activates the values fetched last.
    case activationRequested
    /// The instant of `nextDeadline` has come.
    case deadlineReached
}

package enum ConfigAnswer: Equatable, Sendable {
    /// The body of a 200.
    case body([UInt8])
    /// Anything else, with the cause for people.
    /// No answer, or one that is no config.
    case failed(Phrase)
}

package enum RemoteConfigEffect: Equatable, Sendable {
    /// Ask the platform. The time limit is watched here, and reported by `cancelFetch`.
    case fetch(Int)
    case cancelFetch(Int)
    /// Keep these bytes in place of the former ones.
    case store([UInt8])
    /// A fetch has ended; nothing changes until its values are activated.
    case reportFetched(ConfigFetch)
}

/// How a fetch ended.
public struct ConfigFetch: Equatable, Sendable {
    /// How it ended.
    public enum Outcome: Equatable, Sendable {
        /// The platform sent values.
        case fetched
        /// The last fetch was younger than the minimum interval, so nothing was fetched.
        case young
        case failed(Phrase)
        /// The time limit ran out.
        case timedOut
    }

    /// How it ended.
    public let outcome: Outcome
    /// How long it took.
    public let took: Duration

    package init(_ outcome: Outcome, took: Duration) {
        self.outcome = outcome
        self.took = took
    }
}
