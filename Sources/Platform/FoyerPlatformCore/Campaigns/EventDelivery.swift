import FoyerCore

/// The outcome of sending a batch of events.
package enum EventOutcome: Hashable, Sendable {
    case answered(status: Int, retryAfter: Duration?)
    /// No answer, or the events could not even be read.
    case failed

    /// Whether the server has them.
    package var isDelivered: Bool {
        if case .answered(200...299, _) = self { true } else { false }
    }
}

/// How long events wait for others to share their batch.
public struct EventPatience: Equatable, Sendable {
    /// An impression: a carousel will soon have more.
    public var impression = Duration.seconds(30)
    /// A banner has been loaded, or could not be.
    public var report = Duration.seconds(2)

    /// Half a minute for impressions, two seconds for reports.
    public init() {}

    /// A click never waits: the user may be leaving.
    func time(of kind: CampaignEvent.Kind) -> Duration {
        switch kind {
        case .impression, .popupImpression: impression
        case .load, .error, .popupClose: report
        case .click, .popupClick: .zero
        }
    }
}

/// How waiting events get to the server: oldest first, in batches, one at a time, until it accepts them. The first
/// event whose patience ends takes all others along.
///
/// If the server is away, it is asked again after a random part of a wait that doubles (full jitter), and after
/// `Retry-After` and a random part of as long again. A status that
/// blames the events themselves would come again every time: such a batch is halved until the faulty event is found,
/// and that one is dropped. Any other refusal (wrong place, no right, not now) may be fixed on the server: the events
/// stay.
package struct EventDelivery: Equatable, Sendable {
    package enum Decision: Hashable, Sendable {
        /// The server has them; other waiting events may follow at once.
        case delivered
        /// The same events in smaller batches, at once.
        case split
        /// The one event can never be delivered.
        case drop
        /// They stay.
        case keep
    }

    /// The number of events in a batch.
    package static let largestBatch = 100
    /// The longest wait after a first failure; it doubles with each further one.
    package static let firstWait = Duration.seconds(1)
    package static let longestWait = Duration.seconds(300)
    /// A server that asks for more patience than this is asked earlier.
    package static let longestRetryAfter = Duration.seconds(3_600)

    /// The number of events that the next batch may hold, at least 1.
    package private(set) var batchLimit = EventDelivery.largestBatch
    /// Nothing is sent before this instant; `nil` if nothing stands in the way.
    package private(set) var notBefore: Instant?
    private let patience: EventPatience
    /// When the first event's patience ends; `nil` if none waits.
    private var due: Instant?
    /// The number of events since the beginning.
    private var count = 0
    private var failures = 0

    package init(patience: EventPatience = EventPatience()) {
        self.patience = patience
    }

    /// When to send the next batch; `nil` if no event waits.
    package var nextInstant: Instant? { due.map { max($0, notBefore ?? $0) } }

    /// Adds a waiting event.
    ///
    /// - Returns: whether `nextInstant` has changed, so that a thread sleeping until then must be woken.
    package mutating func add(_ kind: CampaignEvent.Kind, at now: Instant) -> Bool {
        count += 1
        return expect(within: patience.time(of: kind), at: now)
    }

    private mutating func expect(within time: Duration, at now: Instant) -> Bool {
        let before = nextInstant
        due = min(due ?? now + time, now + time)
        return nextInstant != before
    }

    /// A mark for the events so far.
    package var mark: Int { count }

    /// Records that none waits any more, unless some came after `mark`.
    package mutating func rest(since mark: Int) {
        if mark == count { due = nil }
    }

    /// Handles the outcome of a batch.
    ///
    /// - Parameters:
    ///   - count: the number of its events; 0 if they could not be read.
    ///   - fraction: a random number in 0…1; anything else is clamped.
    package mutating func handle(
        _ outcome: EventOutcome, count: Int, at now: Instant, fraction: Double
    ) -> Decision {
        switch outcome {
        case .answered(200...299, _):
            failures = 0
            notBefore = nil
            batchLimit = min(Self.largestBatch, batchLimit * 2)
            return .delivered
        case .answered(let status, _) where Self.blamesEvents(status):
            if count > 1 {
                batchLimit = max(1, count / 2)
                return .split
            }
            // A server that refuses everything must not be flooded with single events either.
            wait(nil, at: now, fraction)
            return .drop
        case .answered(_, let retryAfter):
            wait(retryAfter, at: now, fraction)
            return .keep
        case .failed:
            wait(nil, at: now, fraction)
            return .keep
        }
    }

    /// The host starts. What an earlier run left waits as long as a report would, since a host that starts has better
    /// things to do.
    package mutating func start(at now: Instant) {
        _ = expect(within: patience.report, at: now)
    }

    /// Sends everything that waits at once: the host leaves, or reports that the network is back.
    package mutating func hurry(at now: Instant) {
        failures = 0
        notBefore = nil
        due = now
    }

    /// Bad request, too large, wrong content type, unprocessable.
    static func blamesEvents(_ status: Int) -> Bool { [400, 413, 415, 422].contains(status) }

    private mutating func wait(_ retryAfter: Duration?, at now: Instant, _ fraction: Double) {
        failures += 1
        let least = min(Self.longestRetryAfter, max(.zero, retryAfter ?? .zero))
        let jitter = Backoff.wait(
            after: failures, from: Self.firstWait, to: Self.longestWait, spread: least, fraction: fraction)
        notBefore = now + least + jitter
    }
}
