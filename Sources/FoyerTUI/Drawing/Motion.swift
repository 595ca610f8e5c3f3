import FoyerCore

/// How things move: they start at once and come to rest gently.
package enum Motion {
    /// Nothing is drawn more often than this.
    package static let framesPerSecond = 30
    package static let frame = Duration.nanoseconds(1_000_000_000 / Int64(framesPerSecond))
    package static let slide = Duration.milliseconds(400)
    package static let fade = Duration.milliseconds(1500)
    package static let sheet = Duration.milliseconds(220)

    /// Eases out, cubic: 0 at 0, 1 at 1, slower towards the end. Clamps; NaN counts as 0.
    package static func easeOut(_ fraction: Double) -> Double {
        let rest = 1 - min(max(fraction.isNaN ? 0 : fraction, 0), 1)
        return 1 - rest * rest * rest
    }

    /// How much of a movement that began at `start` is over, 0…1, in whole frames.
    package static func fraction(from start: Instant, lasting duration: Duration, at now: Instant) -> Double {
        guard duration > .zero, now < start + duration else { return 1 }
        guard now > start else { return 0 }
        let frames = (now - start).saturatedNanoseconds / frame.saturatedNanoseconds
        return min(1, Double(frames * frame.saturatedNanoseconds) / Double(duration.saturatedNanoseconds))
    }

    /// The first instant after `now` at which a movement that began at `start` has a new frame.
    package static func nextFrame(from start: Instant, after now: Instant) -> Instant {
        guard now >= start else { return start }
        let frames = (now - start).saturatedNanoseconds / frame.saturatedNanoseconds
        return start + .nanoseconds((frames + 1) * frame.saturatedNanoseconds)
    }
}

/// A number that glides to where it is sent, never backwards: what a bar shows between two reports of progress.
package struct Glide: Equatable, Sendable {
    private var from: Double
    /// Where it was sent last.
    package private(set) var target: Double
    private var start: Instant
    private static let duration = Duration.milliseconds(300)

    package init(_ value: Double = 0) {
        from = value
        target = value
        start = .zero
    }

    /// Sends it to `value`; a smaller one than before, or NaN, is dropped.
    package mutating func aim(at value: Double, now: Instant) {
        guard value > target else { return }
        from = self.value(at: now)
        target = min(value, 1)
        start = now
    }

    package func value(at now: Instant) -> Double {
        from + (target - from) * Motion.easeOut(Motion.fraction(from: start, lasting: Glide.duration, at: now))
    }

    /// The next instant at which the value differs; `nil` at rest.
    package func nextChange(after now: Instant) -> Instant? {
        guard from < target, now < start + Glide.duration else { return nil }
        return min(Motion.nextFrame(from: start, after: now), start + Glide.duration)
    }
}
