import FoyerCore

/// Whether and when to retry a failed exchange.
///
/// Retries only what may pass by itself: connections that fail or break, cut bodies, and the statuses that mean
/// "later". At most four attempts, with full jitter (a random part of a wait that doubles), within the deadline, never
/// before `Retry-After`: those that were refused together come back spread over as long again.
package enum RetryRule {
    package enum Cause: Hashable, Sendable {
        case failure(TransferFailure.Kind)
        case status(Int)
    }

    package enum Decision: Hashable, Sendable {
        case retry(after: Duration)
        case giveUp
    }

    package static let attempts = 4
    /// The longest wait before the second attempt; it doubles with each further one.
    package static let firstWait = Duration.milliseconds(250)
    package static let longestWait = Duration.seconds(4)

    package static func isTransient(_ cause: Cause) -> Bool {
        switch cause {
        case .status(let status): [408, 429, 500, 502, 503, 504].contains(status)
        case .failure(.refused), .failure(.dns), .failure(.reset), .failure(.cut): true
        case .failure: false
        }
    }

    /// - Parameters:
    ///   - attempt: the attempt that has just failed, from 1.
    ///   - retryAfter: the wait that the answer asks for, which is the minimum.
    ///   - remaining: the time until the request's deadline; no attempt starts at or after it.
    ///   - fraction: a random number in 0…1; anything else is clamped.
    package static func decide(
        after cause: Cause, attempt: Int, retryAfter: Duration?, remaining: Duration, fraction: Double
    ) -> Decision {
        guard isTransient(cause), attempt >= 1, attempt < attempts else { return .giveUp }
        let least = max(.zero, retryAfter ?? .zero)
        let jitter = Backoff.wait(
            after: attempt, from: firstWait, to: longestWait, spread: min(least, remaining - least),
            fraction: fraction)
        guard least < remaining, least + jitter < remaining else { return .giveUp }
        return .retry(after: least + jitter)
    }
}

/// Waits between attempts with full jitter: a random part of a limit that doubles with each failure, so that clients
/// which failed together do not come back together.
enum Backoff {
    /// - Parameters:
    ///   - failures: failures in a row, from 1.
    ///   - first: the limit after the first failure.
    ///   - longest: the greatest limit.
    ///   - spread: the least that the limit is after an answer that asks all for the same patience.
    ///   - fraction: a random number in 0…1; anything else is clamped.
    static func wait(
        after failures: Int, from first: Duration, to longest: Duration, spread: Duration, fraction: Double
    ) -> Duration {
        let limit = max(spread, min(longest, first * (1 << min(failures - 1, 16))))
        return limit * (fraction.isFinite ? min(max(fraction, 0), 1) : 1)
    }
}
