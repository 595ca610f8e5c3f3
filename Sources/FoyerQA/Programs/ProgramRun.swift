import Foyer
import FoyerPlatform
import FoyerSystem

/// Plays a scenario on a program that is not ours: on a pseudo-terminal, in real time.
///
/// No step takes longer than it may: a wait as long as it says, an expectation five seconds, a key or a picture one second
/// until the screen is still. At its end the program is ended, and whatever it has started on its terminal.
enum ProgramRun {
    /// How long an expectation may take to come true.
    private static let grace = Duration.seconds(5)

    /// Runs it on the calling thread.
    ///
    /// - Parameters:
    ///   - pace: the time before each action, so that people can watch.
    ///   - isFilmed: whether the result has a film of it.
    ///   - shown: told each new screen.
    static func run(
        _ scenario: Scenario, _ order: ProgramOrder, pace: Duration = .zero, isFilmed: Bool = false,
        shown: (Buffer) -> Void = { _ in }
    ) -> ScenarioResult {
        let began = MonotonicClock.now
        var result: ScenarioResult
        do throws(TerminalProgram.Failure) {
            let session = try ProgramSession(order, size: scenario.size, depth: scenario.settings.depth)
            var play = Play(scenario, session: session, pace: pace)
            var film = Film()
            let theme = play.theme
            result = play.run { screen in
                if isFilmed { film.take(screen, theme: theme, at: MonotonicClock.now) }
                shown(screen)
            }
            if isFilmed { result.film = film }
            session.stop()
        } catch {
            result = .failed(scenario, .other(error.cause))
        }
        result.realTime = MonotonicClock.now - began
        result.virtualTime = result.realTime
        return result
    }

    private struct Play {
        let scenario: Scenario
        let session: ProgramSession
        let theme: Theme
        var player: ScenarioPlayer
        var track = ScreenTrack()
        let record = FlowRecord(.live)
        private let began = MonotonicClock.now
        private var history = FrameHistory()

        init(_ scenario: Scenario, session: ProgramSession, pace: Duration) {
            self.scenario = scenario
            self.session = session
            theme = Theme(
                depth: scenario.settings.depth, palette: .fitting(scenario.settings.theme, ground: nil),
                isASCII: scenario.settings.isASCII)
            player = ScenarioPlayer(scenario.steps, grace: ProgramRun.grace, pace: pace, settling: true)
        }

        mutating func run(_ shown: (Buffer) -> Void) -> ScenarioResult {
            var last: Buffer?
            while true {
                track.take(session.screen, session.surroundings, theme: theme, at: MonotonicClock.now)
                if session.screen != last {
                    last = session.screen
                    history.add(session.screen.textLines, at: session.changed)
                    shown(session.screen)
                }
                switch player.decide(observation, at: MonotonicClock.now) {
                case .wait(let instant): session.wait(until: instant)
                case .finished: return result(nil)
                case .failed(let reason): return result(reason)
                case .act(let action): if let failure = act(action) { return result(failure) }
                }
            }
        }

        private func result(_ reason: StepFailure?) -> ScenarioResult {
            let failure = reason.map { reason in
                ScenarioVerdict.Failure(
                    step: player.step, reason: reason,
                    why: FailureReason.find(
                        for: reason, on: session.screen, history: history, began: began, program: session.facts))
            }
            return ScenarioResult(
                scenario, screen: session.screen, theme: theme, pictures: player.pictures, failure: failure,
                attempt: attempt(failure, at: MonotonicClock.now))
        }

        /// What has happened, for a trace.
        private func attempt(_ failure: ScenarioVerdict.Failure?, at now: Instant) -> Trace.Try {
            var attempt = Trace.Try(frames: TraceFrames(track, since: began), took: now - began)
            attempt.screen = session.screen.textLines
            attempt.steps = player.traced(hasFailed: failure != nil, from: began, to: now)
            attempt.marks = player.tracedInput(from: began)
            attempt.reasons = failure?.phrases ?? []
            attempt.ending = session.end.map { "\($0)" }
            return attempt
        }

        private var observation: ScenarioPlayer.Observation {
            .init(
                screen: session.screen, theme: theme, phase: .opening, record: record, requests: { _ in 0 },
                banner: { nil }, root: { nil }, desktop: { [] }, changed: session.changed,
                stillFor: MonotonicClock.now - session.changed, exit: session.end?.exitStatus)
        }

        private mutating func act(_ action: ScenarioStep.Action) -> StepFailure? {
            history.begin()
            if let end = session.end { return .programEnded(end.exitStatus) }
            switch action {
            case .input(let inputs):
                for case .key(let key) in inputs { session.press(key) }
            case .mouse(let kinds, let target):
                guard session.hearsMouse else { return .mouseUnheard }
                guard let place = target.place(on: session.screen) else { return .notInOneLine(target.text) }
                for kind in kinds { session.move(MouseEvent(kind, column: place.column, row: place.row)) }
            case .resize(let size): session.resize(to: size)
            // The player does these itself, and a program's file has no others.
            case .wait, .expect, .advance, .snapshot, .drag, .stage, .start, .open, .tap, .bind: break
            }
            return nil
        }
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
