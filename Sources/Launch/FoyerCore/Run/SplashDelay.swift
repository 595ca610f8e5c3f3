/// What a terminal shows of a command that has been started: nothing at first; then a splash, if it takes long enough for one;
/// then the command itself.
///
/// A splash that is seen for a blink is worse than none, so a command that ends or is ready within 300 ms never has one, and
/// one that is usually ready soon after has none either.
package struct SplashDelay: Equatable, Sendable {
    package enum Event: Equatable, Sendable {
        case ready
        case ended
        case timePassed
        /// The command was stopped for this long.
        case wasStopped(Duration)
    }

    package enum Phase: Equatable, Sendable {
        /// Nothing has been written, and the terminal is as it was found.
        case unseen
        /// The launch decides what comes next.
        case splash
        /// The command has the terminal.
        case handedOver
        /// It has ended before anything was seen: its output and its status are all there is.
        case ended
    }

    /// How long a command that is known to be slow has to end unseen.
    static let glance = Duration.milliseconds(100)

    package private(set) var phase = Phase.unseen
    /// When the splash appears; `nil` for never.
    private var appears: Instant?
    private var began: Instant
    private let usual: Duration?

    /// - Parameter learned: what earlier starts have taught.
    package init(_ wish: SplashWish = .auto, learned: LearnedProgress? = nil, at now: Instant) {
        usual = learned.flatMap { $0.isHabit ? Duration.seconds($0.duration) : nil }
        began = now
        switch SplashRule(wish: wish).start(learned: learned) {
        // A command that usually takes long may end at once this time.
        case .atOnce: appears = wish == .always ? now : now + Self.glance
        case .after(let time): appears = now + time
        case .never: appears = nil
        }
    }

    /// When to send `timePassed`; `nil` once something is shown.
    package var nextDeadline: Instant? { phase == .unseen ? appears : nil }

    package mutating func handle(_ event: Event, at now: Instant) {
        guard phase == .unseen else { return }
        switch event {
        case .ready: phase = .handedOver
        case .ended: phase = .ended
        case .wasStopped(let time): (began, appears) = (began + time, appears.map { $0 + time })
        case .timePassed: passTime(to: now)
        }
    }
}

extension SplashDelay {
    private mutating func passTime(to now: Instant) {
        guard let appears, now >= appears else { return }
        let remaining = usual.map { began + $0 - now }
        if appears >= began + SplashRule.patience,
            let later = SplashRule.postponed(began: began, remaining: remaining, at: now)
        {
            self.appears = later
        } else {
            phase = .splash
        }
    }
}

extension LearnedProgress {
    /// Whether there were enough launches to rely on.
    package var isHabit: Bool { runs >= Self.runsOfHabit }

    /// Whether a terminal that is asked when the splash appears has answered by the time the command is ready, or never will.
    package var outlastsQuestions: Bool { isHabit && duration > 1.5 * TerminalInquiry.patience.inSeconds }

    /// Whether a command has nothing to wait for: it ends, or takes the terminal, before any splash could be seen.
    package var needsNoSplash: Bool {
        isHabit && duration < SplashRule.patience.inSeconds
            && [ReadinessSignal.exit.name, ReadinessSignal.terminal.name].contains(kind)
    }
}
