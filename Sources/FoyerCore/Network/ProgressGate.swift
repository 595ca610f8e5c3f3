/// Decides when progress has changed enough to be told: at each whole per cent, and some thirty times a second between.
///
/// This is the one place that limits it. How often a change is drawn or printed is the loop's and the lines' own affair.
package struct ProgressGate: Sendable {
    /// A thirtieth of a second: what comes faster is not seen.
    package static let interval = Duration.milliseconds(33)

    private var told: Instant?
    private var percent: Int64 = -1
    private var amount = -Double.infinity

    package init() {}

    /// Whether a bar that never falls should hear of this: not of less than before, nor of the same.
    ///
    /// - Parameter fraction: 0…1; anything else is clamped, NaN is never told.
    package mutating func admits(_ fraction: Double, at now: Instant) -> Bool {
        guard !fraction.isNaN else { return false }
        let reached = min(max(fraction, 0), 1)
        return reached > amount && admits(reached, percent: Int64(reached * 100), at: now)
    }

    /// Whether a listener should hear of so many bytes; they may become fewer where a transfer begins again.
    ///
    /// - Parameter expected: bytes in all; `nil` where nobody knows.
    package mutating func admits(received: Int64, expected: Int64?, at now: Instant) -> Bool {
        let reached = expected.map { $0 > 0 ? Int64(Double(received) / Double($0) * 100) : 100 } ?? -1
        let amount = Double(received)
        guard amount != self.amount || reached != percent else { return false }
        return admits(amount, percent: reached, at: now)
    }

    private mutating func admits(_ amount: Double, percent: Int64, at now: Instant) -> Bool {
        let isDue = told.map { now - $0 >= Self.interval } ?? true
        guard isDue || percent != self.percent else { return false }
        (told, self.percent, self.amount) = (now, percent, amount)
        return true
    }
}
