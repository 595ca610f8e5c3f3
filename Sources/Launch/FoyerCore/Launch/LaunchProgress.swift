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
