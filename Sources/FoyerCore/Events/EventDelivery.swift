/// What became of a batch of events that was sent.
package enum EventOutcome: Hashable, Sendable {
    case answered(status: Int, retryAfter: Duration?)
    /// No answer, or the events could not even be read.
    case failed

    /// Whether the server has them.
    package var isDelivered: Bool {
        if case .answered(200...299, _) = self { true } else { false }
    }
}

/// How long events wait for others to go with them.
package struct EventPatience: Equatable, Sendable {
    /// An impression: a carousel will have more of them.
    package var impression = Duration.seconds(30)
    /// That a banner has come, or could not.
    package var report = Duration.seconds(2)

    package init() {}

    /// A click never waits: the user may be on the way out.
    func time(of kind: BannerEvent.Kind) -> Duration {
        switch kind {
        case .impression, .popupImpression: impression
        case .load, .error, .popupClose: report
        case .click, .popupClick: .zero
        }
    }
}

/// How waiting events get to the server: the oldest first, in batches, one at a time, again and again until it takes
/// them. The first event that is out of patience takes all others along.
///
/// A server that is away is asked after a random part of a wait that doubles (full jitter). Statuses that blame the
/// events themselves would come for ever: such a batch is halved until the one at fault is found, and that one is
/// dropped. Any other refusal (no such place, no right, not now) blames the place, which may be put right: the events
/// stay.
package struct EventDelivery: Equatable, Sendable {
    package enum Decision: Hashable, Sendable {
        /// The server has them; whatever else waits may follow at once.
        case delivered
        /// The same events in smaller batches, at once.
        case split
        /// The one event can never be delivered.
        case drop
        /// They stay.
        case keep
    }

    /// Events of one batch.
    package static let largestBatch = 100
    /// The longest wait after a first failure; it doubles with each further one.
    package static let firstWait = Duration.seconds(1)
    package static let longestWait = Duration.seconds(300)
    /// Where the server asks for more patience than this, it is asked earlier.
    package static let longestRetryAfter = Duration.seconds(3_600)

    /// Events that the next batch may hold, at least 1.
    package private(set) var batchLimit = EventDelivery.largestBatch
    /// Before this instant nothing is sent; `nil` while nothing stands in the way.
    package private(set) var notBefore: Instant?
    private let patience: EventPatience
    /// When the first event is out of patience; `nil` where none waits.
    private var due: Instant?
    /// Events that came since the beginning.
    private var count = 0
    private var failures = 0

    package init(patience: EventPatience = EventPatience()) {
        self.patience = patience
    }

    /// When the next batch is to be sent; `nil` where no event waits.
    package var nextInstant: Instant? { due.map { max($0, notBefore ?? $0) } }

    /// Takes in that an event waits.
    ///
    /// - Returns: whether that is a reason to send earlier: whoever sleeps until `nextInstant` is to be woken.
    package mutating func add(_ kind: BannerEvent.Kind, at now: Instant) -> Bool {
        let before = nextInstant
        let end = now + patience.time(of: kind)
        due = min(due ?? end, end)
        count += 1
        return nextInstant != before
    }

    /// What stands for the events that have come so far.
    package var mark: Int { count }

    /// Takes in that none waits any more, unless some came after `mark`.
    package mutating func rest(since mark: Int) {
        if mark == count { due = nil }
    }

    /// Takes in what became of a batch.
    ///
    /// - Parameters:
    ///   - count: how many events it held; 0 where they could not be read.
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
            // A server that refuses everything is not to be stormed with single events either.
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

    /// Whatever waits is to go at once: the host starts, or leaves, or says that the network is there again.
    package mutating func hurry(at now: Instant) {
        failures = 0
        notBefore = nil
        due = now
    }

    /// Bad request, too large, wrong type of content, not understood.
    static func blamesEvents(_ status: Int) -> Bool { [400, 413, 415, 422].contains(status) }

    private mutating func wait(_ retryAfter: Duration?, at now: Instant, _ fraction: Double) {
        let ceiling = min(Self.longestWait, Self.firstWait * (1 << min(failures, 16)))
        let part = fraction.isFinite ? min(max(fraction, 0), 1) : 1
        let least = min(Self.longestRetryAfter, max(.zero, retryAfter ?? .zero))
        failures += 1
        notBefore = now + least + ceiling * part
    }
}
