/// A point of monotonic time, as the loop's clock tells it.
///
/// The core never asks for the time: every event brings the instant at which it happened. Only differences
/// between instants of the same run mean anything.
public struct Instant: Comparable, Hashable, Sendable {
    /// Nanoseconds since the clock's arbitrary start.
    package var nanoseconds: Int64

    /// An instant, in nanoseconds since the clock's origin.
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock's arbitrary start; what virtual time begins with.
    public static let zero = Instant(nanoseconds: 0)

    /// Orders from the least to the greatest.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Saturates at the ends of the range instead of trapping.
    public static func + (instant: Instant, duration: Duration) -> Instant {
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(duration.saturatedNanoseconds)
        if overflow { return Instant(nanoseconds: duration < .zero ? .min : .max) }
        return Instant(nanoseconds: sum)
    }

    /// The time from `earlier` until this instant; negative if `earlier` is later.
    public static func - (instant: Instant, earlier: Instant) -> Duration {
        let (difference, overflow) = instant.nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        if overflow { return .nanoseconds(instant < earlier ? Int64.min : Int64.max) }
        return .nanoseconds(difference)
    }

    /// Adds in place.
    public static func += (instant: inout Instant, duration: Duration) {
        instant = instant + duration
    }
}

extension Duration {
    /// Whole nanoseconds, saturated to what 64 bits hold (292 years).
    package var saturatedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carried) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carried ? (seconds < 0 ? .min : .max) : sum
    }

    /// Seconds as in a sentence: "30", "0.5".
    var plainSeconds: String {
        let seconds = inSeconds
        return seconds == seconds.rounded() ? "\(Int(min(seconds, 1e9)))" : "\(seconds)"
    }

    /// Seconds as a number, for rates and fractions.
    package var inSeconds: Double {
        // A product with 1e-18, which no number is exactly, makes 0.30000000000000004 of 0.3.
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
