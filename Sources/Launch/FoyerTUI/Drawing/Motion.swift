import FoyerCore

/// How things move: they start at once and come to rest gently.
package enum Motion {
    /// The highest frame rate.
    package static let framesPerSecond = 30
    package static let frame = Duration.nanoseconds(1_000_000_000 / Int64(framesPerSecond))
    package static let fade = Duration.milliseconds(1500)
    package static let sheet = Duration.milliseconds(220)

    /// The completed fraction, 0…1 in whole frames, of a movement that began at `start`.
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
