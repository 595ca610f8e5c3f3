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
            do throws(ConfigRefusal) {
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
    static func configRefused(_ why: String) -> Cause {
        Cause(why, "配置内容有误（\(why)）", "設定內容有誤（\(why)）")
    }
}
