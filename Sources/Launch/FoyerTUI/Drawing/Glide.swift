import FoyerCore

/// What a bar shows between two reports of progress: a number that glides to the latest one and never falls.
package struct Glide: Equatable, Sendable {
    private var from: Double
    /// The latest report.
    package private(set) var target: Double
    private var start: Instant
    private static let duration = Duration.milliseconds(120)

    package init(_ value: Double = 0) {
        from = value
        target = value
        start = .zero
    }

    /// Sets out for `value`. Ignores NaN, and anything not above the target.
    package mutating func aim(at value: Double, now: Instant) {
        guard value > target else { return }
        from = self.value(at: now)
        target = min(value, 1)
        start = now
    }

    package func value(at now: Instant) -> Double {
        from + (target - from) * Easing.out(Motion.fraction(from: start, lasting: Glide.duration, at: now))
    }

    /// Stays where it is.
    package mutating func stop(at now: Instant) {
        self = Glide(value(at: now))
    }

    /// The next instant at which the value differs; `nil` at rest.
    package func nextChange(after now: Instant) -> Instant? {
        guard from < target, now < start + Glide.duration else { return nil }
        return min(Motion.nextFrame(from: start, after: now), start + Glide.duration)
    }
}
