/// Whether a launch is worth a splash, and when it appears: nobody waits for one, and none flashes.
///
/// A splash is shown at once where a wait is known. Any other launch has 300 ms to get ready unseen. Then the splash
/// appears, unless the launch is nearly ready: it gets a little longer, so that no splash is seen for a blink.
package struct SplashRule: Equatable, Sendable {
    /// When the splash appears, counted from the start of the launch.
    package enum Start: Equatable, Sendable {
        case atOnce
        /// Until then nothing is written.
        case after(Duration)
        /// There is no splash; only a launch that fails has a page.
        case never
    }

    /// A launch that gets ready within this time is never seen.
    package static let patience = Duration.milliseconds(300)
    /// The shortest time for which a splash is worth showing.
    package static let blink = Duration.milliseconds(300)
    /// A launch that usually takes this long, in seconds, is known to be a wait.
    package static let knownWait = 1.0
    /// Where there is no splash, lines on standard error say that the launch goes on: after this time.
    package static let silence = Duration.seconds(2)

    /// What the user wants.
    package var wish: SplashWish
    /// Whether the host knows that its start takes a while.
    package var isDueAtOnce: Bool
    /// Whether lines can say that a launch without a splash goes on. Over another screen they cannot: there the splash
    /// comes when the lines would.
    package var hasLines = true

    package init(wish: SplashWish = .auto, isDueAtOnce: Bool = false) {
        (self.wish, self.isDueAtOnce) = (wish, isDueAtOnce)
    }

    /// - Parameters:
    ///   - learned: what earlier launches taught; it counts from the third on.
    ///   - downloads: whether it is known that a package has to be downloaded.
    package func start(learned: LearnedProgress?, downloads: Bool = false) -> Start {
        switch wish {
        case .never: return hasLines ? .never : .after(Self.silence)
        case .always: return .atOnce
        case .auto: break
        }
        let isSlow = learned.map { $0.runs >= LearnedProgress.runsOfHabit && $0.duration >= Self.knownWait } ?? false
        return isSlow || downloads || isDueAtOnce ? .atOnce : .after(Self.patience)
    }

    /// Whether a splash that is due waits, since the launch is nearly ready.
    ///
    /// - Parameters:
    ///   - began: when the launch began.
    ///   - remaining: how long the launch will take from `now`; `nil` if that is unknown.
    /// - Returns: when to ask again; `nil` to show it now. Estimates are often late, but not twice: after 600 ms the
    ///   splash waits no longer.
    package static func postponed(began: Instant, remaining: Duration?, at now: Instant) -> Instant? {
        guard let remaining, remaining > .zero, remaining < blink else { return nil }
        let last = began + patience + blink
        return now < last ? min(now + remaining, last) : nil
    }

    /// The shortest fade: three pictures are a flicker, and a slow line takes a second for them.
    private static let shortestFade = Duration.milliseconds(100)

    /// How long the fade to the first screen lasts: as long as the splash was seen, 1.5 s at most. There is none after a
    /// splash that was seen for less than a tenth of a second.
    ///
    /// - Parameters:
    ///   - seen: how long the splash was on the screen.
    ///   - longest: the host's own limit; zero with reduced motion.
    package static func fade(seen: Duration, longest: Duration) -> Duration {
        let fade = min(seen, longest)
        return fade < shortestFade ? .zero : fade
    }
}

/// What the user wants of splashes: an option, `FOYER_SPLASH`, the setting `splash`.
package enum SplashWish: String, CaseIterable, Sendable {
    case auto, always, never
}
