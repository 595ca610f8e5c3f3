/// Decides when progress has changed enough to report: at each whole per cent, and about thirty times a second between.
///
/// Nothing else limits reports. How often a change is drawn or printed is up to the loop and the lines.
package struct ProgressGate: Sendable {
    /// A thirtieth of a second; nobody could see faster changes.
    package static let interval = Duration.milliseconds(33)

    private var reported: Instant?
    private var percent: Int64 = -1
    private var amount = -Double.infinity

    package init() {}

    /// Whether to report this to a bar that never falls: only if it is more than before.
    ///
    /// - Parameter fraction: 0…1; anything else is clamped, and NaN is never reported.
    package mutating func admits(_ fraction: Double, at now: Instant) -> Bool {
        guard !fraction.isNaN else { return false }
        let reached = min(max(fraction, 0), 1)
        return reached > amount && admits(reached, percent: Int64(reached * 100), at: now)
    }

    /// Whether to report this number of bytes, which may fall when a transfer starts over.
    ///
    /// - Parameter expected: the total number of bytes; `nil` if unknown.
    package mutating func admits(received: Int64, expected: Int64?, at now: Instant) -> Bool {
        let reached = expected.map { $0 > 0 ? Int64(Double(received) / Double($0) * 100) : 100 } ?? -1
        let amount = Double(received)
        guard amount != self.amount || reached != percent else { return false }
        return admits(amount, percent: reached, at: now)
    }

    private mutating func admits(_ amount: Double, percent: Int64, at now: Instant) -> Bool {
        let isDue = reported.map { now - $0 >= Self.interval } ?? true
        guard isDue || percent != self.percent else { return false }
        (reported, self.percent, self.amount) = (now, percent, amount)
        return true
    }
}

/// Combines the progress of all steps, reported or estimated, into one number.
///
/// A reported fraction is taken as it is. A step without one is estimated from its expected time, if earlier launches have
/// taught it: linearly for most of that time, then ever more slowly, so that a late step crawls but never seems done. Of a
/// step that nobody knows anything about, only its end counts.
package struct ProgressEstimate: Equatable, Sendable {
    private struct Share: Equatable, Sendable {
        let step: String
        /// The step's share of the bar; all shares add up to 1.
        var weight: Double
        /// The learned duration in seconds; `nil` if nobody knows.
        let expected: Double?
        var began: Instant?
        var reported: Double?
        var hasEnded = false

        var isRunning: Bool { began != nil && !hasEnded }
        var isMeasured: Bool { reported != nil || expected != nil }
    }

    private var shares: [Share]
    /// What earlier launches took as a whole, in seconds.
    private var usual: Double?

    /// The smallest share of a step, so that the bar neither jumps nor stands still.
    static let smallestSpan = 0.01
    /// Up to here an unreported step follows the clock; beyond, it crawls.
    static let straightPart = 0.8

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
                expected: known.map { max(span * $0.duration, 0.001) })
        }
    }

    /// How long the launch will still take; `nil` if nobody knows. Learned times tell, otherwise what the steps report.
    package func remaining(from began: Instant, at now: Instant) -> Duration? {
        let value = value(at: now)
        if let usual { return .seconds(usual * (1 - value)) }
        guard value > 0, isMeasured else { return nil }
        return .seconds((now - began).inSeconds * (1 - value) / value)
    }

    package mutating func began(_ step: String, at now: Instant) {
        update(step) { $0.began = now }
    }

    /// Ignores a falling fraction and NaN; clamps one out of range.
    package mutating func reported(_ step: String, fraction: Double) {
        guard !fraction.isNaN else { return }
        update(step) { $0.reported = max($0.reported ?? 0, min(max(fraction, 0), 1)) }
    }

    package mutating func ended(_ step: String) {
        update(step) { $0.hasEnded = true }
    }

    private mutating func update(_ step: String, _ change: (inout Share) -> Void) {
        if let index = shares.firstIndex(where: { $0.step == step }) { change(&shares[index]) }
    }

    /// The progress of the whole launch at an instant, 0…1. It may fall between two calls if a report is below the
    /// estimate that it replaces; the display keeps the highest.
    package func value(at now: Instant) -> Double {
        shares.reduce(0) { $0 + $1.weight * Self.fraction(of: $1, at: now) }
    }

    /// Whether the value changes over time without a report.
    package var movesByItself: Bool { shares.contains { $0.isRunning && $0.reported == nil && $0.expected != nil } }

    /// Whether the value tells how far the launch is. It does not while only steps run that nobody knows anything about.
    package var isMeasured: Bool { shares.contains { $0.isRunning && $0.isMeasured } }

    private static func fraction(of share: Share, at now: Instant) -> Double {
        if share.hasEnded { return 1 }
        if let reported = share.reported { return reported }
        guard let began = share.began, let expected = share.expected else { return 0 }
        let elapsed = max((now - began).inSeconds, 0) / expected
        if elapsed <= straightPart { return elapsed }
        let late = (elapsed - straightPart) / (1 - straightPart)
        return straightPart + (1 - straightPart) * (late / (late + 1))
    }
}
