/// Combines the progress of all steps, measured, reported or estimated, into one number.
///
/// Bytes count before a reported fraction, and a reported fraction before what earlier launches have taught. A step without
/// either is estimated from its learned time: linearly for most of that time, then ever more slowly, so that a late step
/// crawls but never seems done. Of a step that nobody knows anything about, only its end counts.
///
/// The bytes of all steps together fill the bar but for its ends, unless a longer step is known to remain; then
/// each step has its share of the bar.
package struct ProgressEstimate: Equatable, Sendable {
    private struct Share: Equatable, Sendable {
        let step: String
        /// The step's share of the bar; all shares add up to 1.
        var weight: Double
        /// The learned duration in seconds; `nil` if nobody knows.
        let expected: Double?
        /// The schedule says that the step may fetch something.
        let mayFetch: Bool
        var began: Instant?
        var reported: Double?
        var transfer: Transfer?
        var hasEnded = false

        var isRunning: Bool { began != nil && !hasEnded }
        var isFetch: Bool { mayFetch || transfer?.total != nil }
        /// A fetch says by its bytes how far it is, unless it turns out that nobody knows how many there are.
        var followsClock: Bool {
            expected != nil && reported == nil && transfer?.total == nil && !(mayFetch && transfer == nil)
        }
        var isMeasured: Bool { reported != nil || transfer?.total != nil || expected != nil }
    }

    private struct Transfer: Equatable, Sendable {
        var bytes: Int64
        /// `nil` if unknown.
        var total: Int64?
        /// Bytes have been counted, rather than only announced.
        var hasBegun = false
    }

    /// A bar that the fetch fills: where the bar stood, and how far the fetch and the other steps were, each 0…1, when what is
    /// fetched was last counted anew.
    private struct Fill: Equatable, Sendable {
        var base: Double
        var fetched: Double
        var others: Double
    }

    private var shares: [Share]
    /// What earlier launches took as a whole, in seconds.
    private var usual: Double?
    /// `nil` while each step has its share of the bar.
    private var fill: Fill?
    /// The highest value before the last report, below which the bar does not fall.
    private var highest = 0.0
    /// The bytes of all steps together, and their rate.
    package private(set) var meter = TransferMeter()

    /// The smallest share of a step, so that the bar neither jumps nor stands still.
    static let smallestSpan = 0.01
    /// Up to here an unreported step follows the clock; beyond, it crawls.
    static let straightPart = 0.8
    /// The part of a bar that the fetch fills which the steps before it share, and that which those after it share.
    static let end = 0.02
    /// A step that was learned to take no longer than this, in seconds, is no long step, however quick the fetch was.
    static let shortStep = 1.0

    package init(schedule: StepSchedule, learned: LearnedProgress?) {
        let awaited = schedule.steps.filter(\.isAwaited)
        // Learned shares and weights do not mix; with a new step, nothing counts as learned.
        let isLearned = learned.map { learned in awaited.allSatisfy { learned.ends[$0.id] != nil } } ?? false
        let known = isLearned ? learned : nil
        usual = known?.duration
        let spans = awaited.map { step -> Double in
            guard let known, let end = known.ends[step.id] else { return step.weight }
            let begin = schedule.prerequisites(of: step.id).compactMap { known.ends[$0] }.max() ?? 0
            return max(end - begin, Self.smallestSpan)
        }
        let sum = spans.reduce(0, +)
        shares = zip(awaited, spans).map { step, span in
            Share(
                step: step.id, weight: sum > 0 ? span / sum : 1 / Double(spans.count),
                expected: known.map { max(span * $0.duration, 0.001) }, mayFetch: step.fetches)
        }
        if isFilledByFetch(at: .zero) { fill = Fill(base: 0, fetched: 0, others: others(at: .zero)) }
    }

    /// How long the launch will still take; `nil` if nobody knows. Learned times tell, otherwise what the steps report.
    package func remaining(from began: Instant, at now: Instant) -> Duration? {
        let value = shares.reduce(0) { $0 + $1.weight * Self.fraction(of: $1, at: now, byClock: $1.expected != nil) }
        if let usual { return .seconds(usual * (1 - value)) }
        guard value > 0, isMeasured else { return nil }
        return .seconds((now - began).inSeconds * (1 - value) / value)
    }

    // MARK: - What the steps report

    package mutating func began(_ step: String, at now: Instant) {
        change(step, at: now) { $0.began = now }
    }

    /// Ignores a falling fraction and NaN; clamps one out of range.
    package mutating func reported(_ step: String, fraction: Double, at now: Instant) {
        guard !fraction.isNaN else { return }
        change(step, at: now) { $0.reported = max($0.reported ?? 0, min(max(fraction, 0), 1)) }
    }

    /// The bytes that a step has fetched so far. Before it has begun to fetch, 0 bytes announce what is to come.
    ///
    /// - Parameter total: the step's bytes altogether; `nil` if unknown.
    package mutating func transferred(_ step: String, bytes: Int64, total: Int64?, at now: Instant) {
        let total = total.map { max(0, $0) }
        let bytes = min(max(0, bytes), total ?? .max)
        guard let former = shares.first(where: { $0.step == step }), !former.hasEnded else { return }
        let hasBegun = former.transfer?.hasBegun ?? false
        let begins = !hasBegun && (bytes > 0 || former.isRunning)
        change(step, at: now) { $0.transfer = Transfer(bytes: bytes, total: total, hasBegun: hasBegun || begins) }
        count(resumed: begins ? bytes : 0, at: now)
    }

    package mutating func ended(_ step: String, at now: Instant) {
        var missing: Int64 = 0
        change(step, at: now) { share in
            share.hasEnded = true
            guard let transfer = share.transfer else { return }
            let bytes = transfer.total ?? transfer.bytes
            missing = bytes - transfer.bytes
            share.transfer = Transfer(bytes: bytes, total: bytes, hasBegun: true)
        }
        count(resumed: missing, at: now)
    }

    /// - Parameter resumed: the bytes that did not come over the network just now.
    private mutating func count(resumed: Int64, at now: Instant) {
        let (bytes, total) = fetched
        meter.total = total
        if bytes > 0 || meter.bytes > 0 { meter.record(bytes: bytes, resumed: resumed, at: now) }
    }

    private mutating func change(_ step: String, at now: Instant, _ change: (inout Share) -> Void) {
        guard let index = shares.firstIndex(where: { $0.step == step }) else { return }
        let (total, fraction) = (fetched.total, fetchedFraction(at: now))
        highest = max(highest, value(at: now))
        change(&shares[index])
        guard fill != nil || isFilledByFetch(at: now) else { return }
        // The bar goes on from where it stands.
        if fill == nil || fetched.total != total || fetchedFraction(at: now) < fraction {
            fill = Fill(base: highest, fetched: fetchedFraction(at: now), others: others(at: now))
        }
    }

    /// No step that is known to be longer than the fetch remains beside it.
    private func isFilledByFetch(at now: Instant) -> Bool {
        let fetches = shares.filter(\.isFetch)
        guard !fetches.isEmpty else { return false }
        let others = shares.filter { !$0.isFetch && !$0.hasEnded }
        guard usual != nil else {
            let weight = fetches.reduce(0) { $0 + $1.weight }
            return others.allSatisfy { $0.weight <= weight }
        }
        let learned = fetches.reduce(0) { $0 + ($1.expected ?? 0) }
        let seconds = max(learned, meter.duration(at: now)?.inSeconds ?? 0, Self.shortStep)
        return others.allSatisfy { $0.expected ?? 0 <= seconds }
    }

    // MARK: - What that makes together

    /// The progress of the whole launch at an instant, 0…1. A report that is below the estimate which it replaces does not
    /// lower it.
    package func value(at now: Instant) -> Double {
        guard let fill else {
            return max(highest, shares.reduce(0) { $0 + $1.weight * Self.fraction(of: $1, at: now) })
        }
        let room = 1 - fill.base
        let rest = fill.fetched >= 1 ? room : fill.others >= 1 ? 0 : min(Self.end, room)
        return fill.base + (room - rest) * Self.part(fetchedFraction(at: now), from: fill.fetched)
            + rest * Self.part(others(at: now), from: fill.others)
    }

    /// The part of the way from a start to 1 that a fraction has done, 0…1.
    private static func part(_ fraction: Double, from start: Double) -> Double {
        start < 1 ? min(max((fraction - start) / (1 - start), 0), 1) : 0
    }

    /// The value agrees with the bytes out of their total, and goes on doing so.
    package var agreesWithBytes: Bool {
        guard let fill, let total = fetched.total, total > 0 else { return false }
        return abs(fill.base - fill.fetched) <= Self.end + 0.001
    }

    /// The launch ends with the last byte, but for short steps.
    package var endsWithFetch: Bool { fill != nil && fetched.total != nil }

    /// A step fetches something at the moment.
    package var isFetching: Bool { shares.contains { $0.isRunning && $0.transfer?.hasBegun == true } }

    /// Whether the value changes over time without a report.
    package var movesByItself: Bool { shares.contains { $0.isRunning && $0.followsClock } }

    /// Whether the value tells how far the launch is. It does not while only steps run that nobody knows anything about.
    package var isMeasured: Bool { shares.contains { $0.isRunning && $0.isMeasured } }

    /// All bytes so far, out of how many; the total is `nil` until every step that fetches has told its own.
    private var fetched: (bytes: Int64, total: Int64?) {
        var (bytes, total) = (Int64(0), Int64?(0))
        for share in shares where share.isFetch || share.transfer != nil {
            let transfer = share.transfer ?? (share.hasEnded ? Transfer(bytes: 0, total: 0) : Transfer(bytes: 0))
            bytes = Self.sum(bytes, transfer.bytes)
            total = total.flatMap { former in transfer.total.map { Self.sum(former, $0) } }
        }
        return (bytes, total)
    }

    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? .max : sum
    }

    private func fetchedFraction(at now: Instant) -> Double {
        let (bytes, total) = fetched
        if let total, total > 0 { return Double(bytes) / Double(total) }
        return mean(ofFetch: true, at: now)
    }

    private func others(at now: Instant) -> Double { mean(ofFetch: false, at: now) }

    /// The progress of the steps that fetch, or of the others.
    private func mean(ofFetch isFetch: Bool, at now: Instant) -> Double {
        var (weight, done, hasEnded) = (0.0, 0.0, true)
        for share in shares where share.isFetch == isFetch {
            weight += share.weight
            done += share.weight * Self.fraction(of: share, at: now)
            hasEnded = hasEnded && share.hasEnded
        }
        return weight > 0 ? done / weight : hasEnded ? 1 : 0
    }

    private static func fraction(of share: Share, at now: Instant, byClock: Bool = false) -> Double {
        if share.hasEnded { return 1 }
        if let transfer = share.transfer, let total = transfer.total {
            return total > 0 ? Double(transfer.bytes) / Double(total) : 1
        }
        if let reported = share.reported { return reported }
        guard byClock || share.followsClock, let began = share.began, let expected = share.expected else { return 0 }
        let elapsed = max((now - began).inSeconds, 0) / expected
        if elapsed <= straightPart { return elapsed }
        let late = (elapsed - straightPart) / (1 - straightPart)
        return straightPart + (1 - straightPart) * (late / (late + 1))
    }
}
