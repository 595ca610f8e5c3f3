import Foyer
import FoyerPlatform
import FoyerSystem
import FoyerTrace
import Glibc

/// Plays a scenario on a program that is not ours: on a pseudo-terminal, in real time.
///
/// No step takes longer than it may: a wait as long as it says, an expectation five seconds, a key or a picture one second
/// until the screen is still. At its end the program is ended, and whatever it has started.
package enum ProgramRun {
    /// How long an expectation may take to come true.
    private static let grace = Duration.seconds(5)

    /// Runs it on the calling thread.
    ///
    /// - Parameters:
    ///   - limits: how fast, how long, and until when.
    ///   - isFilmed: whether the result has a film of it.
    ///   - shown: told each new screen.
    package static func run(
        _ scenario: Scenario, _ order: ProgramOrder, _ limits: FlowLimits = FlowLimits(), isFilmed: Bool = false,
        shown: (Buffer) -> Void = { _ in }
    ) -> ScenarioResult {
        let began = MonotonicClock.now
        var result: ScenarioResult
        let room: FlowRoom
        do { room = try FlowRoom(order, of: scenario) } catch {
            let place = error.mark.map {
                ScenarioStep(line: $0.line, column: $0.column, action: .advance(.zero), summary: "files")
            }
            return .failed(scenario, .other(error.cause), at: place)
        }
        do {
            let session = try ProgramSession(order, in: room, size: scenario.size, scenario.settings)
            var play = Play(scenario, session: session, limits)
            var film = Film()
            let theme = play.theme
            result = play.run { screen in
                if isFilmed { film.take(screen, theme: theme, at: MonotonicClock.now) }
                shown(screen)
            }
            if isFilmed { result.film = film }
            session.stop()
        } catch {
            result = .failed(scenario, .other(room.elsewhere ?? error.cause))
        }
        result.order = order
        if result.hasPassed {
            room.remove()
        } else {
            result.room = room.path
            result.forgotten = room.forgotten
        }
        result.keepGoldens(scenario.goldens.rule)
        result.realTime = MonotonicClock.now - began
        result.virtualTime = result.realTime
        return result
    }

    struct Play {
        private let scenario: Scenario
        private let session: ProgramSession
        let theme: DisplayTheme
        private var player: ScenarioPlayer
        private var past = FlowPast()
        private let limits: FlowLimits
        private let record = FlowRecord(.live)
        private let began = MonotonicClock.now
        private var history = FrameHistory()
        /// What it was told last that this waits for.
        private var noted: String?

        init(_ scenario: Scenario, session: ProgramSession, _ limits: FlowLimits) {
            self.limits = limits
            self.scenario = scenario
            self.session = session
            theme = DisplayTheme(
                depth: scenario.settings.depth, palette: .fitting(scenario.settings.theme, ground: nil),
                isASCII: scenario.settings.isASCII)
            player = ScenarioPlayer(
                scenario, grace: ProgramRun.grace, pace: limits.pace, settling: true,
                limit: limits.end(from: MonotonicClock.now))
        }

        mutating func run(_ shown: (Buffer) -> Void) -> ScenarioResult {
            var last: Buffer?
            while true {
                past.track.take(session.screen, session.surroundings, theme: theme, at: MonotonicClock.now)
                if limits.isOver() { return result(.interrupted) }
                if session.screen != last {
                    last = session.screen
                    history.add(session.screen.textLines, at: session.changed)
                    shown(session.screen)
                }
                if let failure = session.failure { return result(.other(failure.cause)) }
                switch player.decide(session.observation(theme, record, past), at: MonotonicClock.now) {
                // Nobody wakes it when the run is ended.
                case .wait(let instant):
                    noteWait(at: MonotonicClock.now)
                    session.wait(until: min(instant, MonotonicClock.now + .milliseconds(100)))
                case .finished: return result(nil)
                case .failed(let reason): return result(reason)
                case .act(let action): if let failure = act(action) { return result(failure) }
                }
            }
        }

        /// How long a wait is before it is told of.
        private static let longWait = Duration.seconds(1)

        private mutating func noteWait(at now: Instant) {
            let awaited = player.waitBegan.flatMap { now - $0 >= Self.longWait ? player.step?.summary : nil }
            guard awaited != noted else { return }
            noted = awaited
            limits.noteWait(awaited)
        }

        private func result(_ reason: StepFailure?) -> ScenarioResult {
            let why = reason.map { reason in
                reason == .interrupted
                    ? []
                    : FailureReason.find(
                        for: reason, on: session.screen, history: history, began: began, program: session.facts)
            }
            let failure = player.failure(reason, why: why ?? [])
            return ScenarioResult(
                scenario, screen: session.screen, theme: theme, pictures: player.pictures,
                goldens: player.goldens.outcomes, failure: failure,
                attempt: attempt(failure, isStopped: reason != nil, at: MonotonicClock.now))
        }

        /// What has happened, for a trace.
        private func attempt(
            _ failure: ScenarioVerdict.Failure?, isStopped: Bool, at now: Instant
        ) -> Trace.Try {
            var attempt = Trace.Try(frames: TraceFrames(past.track, since: began), took: now - began)
            attempt.screen = session.screen.textLines
            attempt.steps = player.traced(hasFailed: isStopped, from: began, to: now)
            attempt.events = player.tracedInput(from: began)
            attempt.reasons = failure?.phrases ?? []
            attempt.expected = player.missed.compactMap(\.expected)
            attempt.ending = session.end.map { "\($0)" }
            return attempt
        }

        private mutating func act(_ action: ScenarioStep.Action) -> StepFailure? {
            history.begin()
            return session.carryOut(action)
        }
    }
}

/// How fast a flow is played, how long, and until when.
package struct FlowLimits: Sendable {
    /// The time before each action, so that people can watch.
    var pace: Duration
    /// How long all of it may take, on its own clock.
    var timeout: Duration?
    /// Whether the run has been ended meanwhile.
    var isOver: @Sendable () -> Bool
    /// Takes what a step waits for, once it has waited for a second, and `nil` when it goes on.
    var noteWait: @Sendable (String?) -> Void = { _ in }

    package init(
        pace: Duration = .zero, timeout: Duration? = nil, isOver: @escaping @Sendable () -> Bool = { false }
    ) {
        (self.pace, self.timeout, self.isOver) = (pace, timeout, isOver)
    }

    func end(from start: Instant) -> (end: Instant, seconds: String)? {
        timeout.map { (start + $0, $0.inSeconds.formatted) }
    }
}

extension ScenarioStep.ClickTarget {
    /// The cell, from 0; `nil` if the text is not in one line.
    func place(on screen: Buffer) -> (column: Int, row: Int)? {
        switch self {
        case .cell(let column, let row): (column, row)
        case .text(let text): ScreenText.place(of: text, on: screen)
        }
    }

    var text: String { if case .text(let text) = self { text } else { "" } }
}
