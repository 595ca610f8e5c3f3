import FoyerCore

/// Remote config as a value: defaults, the values activated last, and values fetched but not activated yet.
///
/// Fetching changes no value; activating does. If the last fetch is younger than the minimum interval, a new one is
/// answered at once; one that fails or runs out of time changes nothing.
public struct RemoteConfig: Equatable, Sendable {
    /// 12 hours.
    public static let standardInterval: Duration = .seconds(12 * 3_600)
    /// 3 seconds: as long as a splash may wait.
    public static let standardTimeLimit: Duration = .seconds(3)

    package let defaults: ConfigValues
    /// Zero asks every time.
    package let minimumInterval: Duration
    package let timeLimit: Duration

    package private(set) var kept: KeptConfig
    /// How the last fetch of this run ended; `nil` before.
    package private(set) var lastFetch: ConfigFetch?
    /// The instant at which the fetch under way runs out of time.
    package private(set) var nextDeadline: Instant?

    private var isActivatedInThisRun = false
    private var fetchStart: Instant?
    private var fetchCount = 0
    /// When the last successful answer of this run came, independent of the wall clock.
    private var fetchedInThisRun: Instant?

    package init(
        defaults: ConfigValues, kept: KeptConfig = .none,
        minimumInterval: Duration = standardInterval, timeLimit: Duration = standardTimeLimit
    ) {
        self.defaults = defaults
        self.kept = kept
        self.minimumInterval = minimumInterval
        self.timeLimit = timeLimit
    }

    /// The current values.
    package var snapshot: ConfigSnapshot {
        ConfigSnapshot(activated: kept.activated, isFromThisRun: isActivatedInThisRun, defaults: defaults)
    }

    package var isFetching: Bool { fetchStart != nil }

    package mutating func handle(_ event: RemoteConfigEvent, at now: Instant) -> [RemoteConfigEffect] {
        defer { assert((fetchStart == nil) == (nextDeadline == nil), "a fetch without an end") }
        let late = expire(at: now)
        switch event {
        case .restored(let bytes):
            if fetchCount == 0, !isActivatedInThisRun { kept = bytes.map(KeptConfig.init(restoring:)) ?? .none }
            return late
        case .fetchRequested(let time): return late + begin(at: now, time)
        case .answered(let answer, let fetch, let time):
            guard isFetching, fetch == fetchCount else { return late }
            return late + take(answer, at: now, time)
        case .activationRequested: return late + activate()
        case .deadlineReached: return late
        }
    }

    /// A second request during a fetch is answered by that fetch.
    private mutating func begin(at now: Instant, _ time: WallTime) -> [RemoteConfigEffect] {
        guard !isFetching else { return [] }
        if isYoung(at: now, time) { return end(.young, took: .zero) }
        fetchCount += 1
        fetchStart = now
        nextDeadline = now + timeLimit
        return [.fetch(fetchCount)]
    }

    /// If a clock was set back, the age is unknown: fetch again, unless this run knows better.
    private func isYoung(at now: Instant, _ time: WallTime) -> Bool {
        guard let fetchedAt = kept.fetchedAt else { return false }
        let age = time.age(since: fetchedAt)
        if let age, age >= minimumInterval { return false }
        if let fetchedInThisRun { return now - fetchedInThisRun < minimumInterval }
        return age != nil
    }

    private mutating func take(
        _ answer: ConfigAnswer, at now: Instant, _ time: WallTime
    ) -> [RemoteConfigEffect] {
        let took = now - (fetchStart ?? now)
        switch answer {
        case .failed(let cause): return end(.failed(cause), took: took)
        case .body(let body):
            do {
                kept.fetched = try ConfigValues.read(body)
            } catch {
                return end(.failed(.configRefused(error.description)), took: took)
            }
            kept.fetchedAt = time
            fetchedInThisRun = now
            return [.store(kept.bytes)] + end(.fetched, took: took)
        }
    }

    private mutating func expire(at now: Instant) -> [RemoteConfigEffect] {
        guard let nextDeadline, let fetchStart, now >= nextDeadline else { return [] }
        return [.cancelFetch(fetchCount)] + end(.timedOut, took: now - fetchStart)
    }

    private mutating func end(_ outcome: ConfigFetch.Outcome, took: Duration) -> [RemoteConfigEffect] {
        let fetch = ConfigFetch(outcome, took: took)
        lastFetch = fetch
        fetchStart = nil
        nextDeadline = nil
        return [.reportFetched(fetch)]
    }

    private mutating func activate() -> [RemoteConfigEffect] {
        guard let fetched = kept.fetched else { return [] }
        kept.activated = fetched
        kept.fetched = nil
        isActivatedInThisRun = true
        return [.store(kept.bytes)]
    }
}

extension Phrase {
    static func configRefused(_ why: String) -> Phrase {
        Phrase(english: why, elsewhere: Phrase("the config is wrong (\(why))"))
    }
}

/// What is kept between runs: the active values, those waiting to be activated, and the time of the last successful
/// fetch.
package struct KeptConfig: Equatable, Sendable {
    package var activated: ConfigValues
    /// Fetched but not activated yet.
    package var fetched: ConfigValues?
    /// `nil` if nothing was ever fetched.
    package var fetchedAt: WallTime?

    package static let none = KeptConfig(activated: .none, fetched: nil, fetchedAt: nil)

    /// The size limit of the file in bytes. Two sets of values, written again as text, can each become many times as
    /// long.
    package static let maxBytes = 32 * ConfigValues.maxBytes
    private static let format: Int64 = 1

    /// The contents of the file: one line of JSON. The values are embedded as text, so that they may nest as deeply as
    /// in the answer.
    package var bytes: [UInt8] {
        let json = JSON([
            "format": .integer(Self.format), "activated": .string(activated.json.jsonText),
            "fetched": fetched.map { .string($0.json.jsonText) }, "fetchedAt": fetchedAt.map { .integer($0.seconds) },
        ])
        return Array(json.jsonText.utf8) + [0x0A]
    }
}

extension KeptConfig {
    /// Reads `bytes`; anything damaged or in another format counts as nothing.
    package init(restoring bytes: [UInt8]) {
        self = (try? Self.read(bytes)) ?? .none
    }

    private static func read(_ bytes: [UInt8]) throws -> KeptConfig {
        guard bytes.count <= maxBytes else { throw ConfigRefusal.tooLarge }
        let top = JSONNode(try JSON.parse(bytes))
        _ = try top.field("format").integer(in: format...format)
        return KeptConfig(
            activated: try values(top.field("activated")),
            fetched: try top.optionalField("fetched").map(values),
            fetchedAt: try top.optionalField("fetchedAt").map { node in
                WallTime(seconds: try node.integer(in: 0...Int64.max))
            })
    }

    private static func values(_ node: JSONNode) throws -> ConfigValues {
        try ConfigValues(json: JSON.parse(Array(node.text().utf8)))
    }
}
