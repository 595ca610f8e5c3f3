/// What happened to the remote config. Fetches are numbered from 1; answers that come too late are dropped.
package enum RemoteConfigEvent: Equatable, Sendable {
    /// What the disk holds; `nil` for nothing. Counts only before the first fetch and activation of a run.
    case restored([UInt8]?)
    /// Values are wanted; `at` is the wall's clock now.
    case fetchRequested(at: WallTime)
    case answered(ConfigAnswer, fetch: Int, at: WallTime)
    /// What was fetched last may be used from now on.
    case activationRequested
    /// The instant that `nextDeadline` named has come.
    case deadlineReached
}

/// What the platform said.
package enum ConfigAnswer: Equatable, Sendable {
    /// The body of a 200.
    case body([UInt8])
    /// Anything else; the cause for people.
    case failed(Cause)
}

package enum RemoteConfigEffect: Equatable, Sendable {
    /// Ask the platform. The time limit is watched here, and told by `cancelFetch`.
    case fetch(Int)
    case cancelFetch(Int)
    /// Keep these bytes in place of what is kept.
    case store([UInt8])
    /// A fetch has ended; nothing has changed until it is activated.
    case reportFetched(ConfigFetch)
}

/// How a fetch ended.
package struct ConfigFetch: Equatable, Sendable {
    package enum Outcome: Equatable, Sendable {
        case fetched
        /// The last fetch was younger than the minimum interval; nobody was asked.
        case young
        case failed(Cause)
        /// The time limit ran out.
        case timedOut
    }

    package let outcome: Outcome
    package let took: Duration

    package init(_ outcome: Outcome, took: Duration) {
        self.outcome = outcome
        self.took = took
    }
}
