import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

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
    ///   - limits: how fast, how long, and until when.
    ///   - isFilmed: whether the result has a film of it.
    ///   - shown: told each new screen.
    static func run(
        _ scenario: Scenario, _ order: ProgramOrder, _ limits: FlowLimits = FlowLimits(), isFilmed: Bool = false,
        shown: (Buffer) -> Void = { _ in }
    ) -> ScenarioResult {
        let began = MonotonicClock.now
        var result: ScenarioResult
        let room: FlowRoom
        do throws(FlowRoom.Failure) { room = try FlowRoom(order) } catch {
            return .failed(scenario, .other(error.cause))
        }
        do throws(TerminalProgram.Failure) {
            let session = try ProgramSession(order, in: room, size: scenario.size, depth: scenario.settings.depth)
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
        if result.hasPassed {
            room.remove()
        } else {
            result.room = room.path
            result.forgotten = room.forgotten
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
        private let limits: FlowLimits
        let record = FlowRecord(.live)
        private let began = MonotonicClock.now
        private var history = FrameHistory()

        init(_ scenario: Scenario, session: ProgramSession, _ limits: FlowLimits) {
            self.limits = limits
            self.scenario = scenario
            self.session = session
            theme = Theme(
                depth: scenario.settings.depth, palette: .fitting(scenario.settings.theme, ground: nil),
                isASCII: scenario.settings.isASCII)
            player = ScenarioPlayer(
                scenario.steps, grace: ProgramRun.grace, pace: limits.pace, settling: true,
                limit: limits.end(from: MonotonicClock.now))
        }

        mutating func run(_ shown: (Buffer) -> Void) -> ScenarioResult {
            var last: Buffer?
            while true {
                track.take(session.screen, session.surroundings, theme: theme, at: MonotonicClock.now)
                if limits.isOver() { return result(.interrupted) }
                if session.screen != last {
                    last = session.screen
                    history.add(session.screen.textLines, at: session.changed)
                    shown(session.screen)
                }
                if let failure = session.failure { return result(.other(failure.cause)) }
                switch player.decide(observation, at: MonotonicClock.now) {
                // Nobody wakes it when the run is ended.
                case .wait(let instant):
                    session.wait(until: min(instant, MonotonicClock.now + .milliseconds(100)))
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
                stillFor: MonotonicClock.now - session.changed, exit: session.end?.exitStatus,
                terminal: { session.sight })
        }

        private mutating func act(_ action: ScenarioStep.Action) -> StepFailure? {
            history.begin()
            session.beginStep()
            if let end = session.end { return .programEnded(end.exitStatus) }
            switch action {
            case .input(let inputs):
                for input in inputs {
                    if case .key(let key) = input { session.press(key) }
                    if case .paste(let text) = input { session.paste(text) }
                }
            case .mouse(let kinds, let target):
                guard session.hearsMouse else { return .mouseUnheard }
                guard let place = target.place(on: session.screen) else { return .notInOneLine(target.text) }
                for kind in kinds { session.move(MouseEvent(kind, column: place.column, row: place.row)) }
            case .resize(let size): session.resize(to: size)
            case .program(let act): return self.act(act)
            // The player does these itself, and a program's file has no others.
            case .wait, .expect, .advance, .snapshot, .drag, .stage, .start, .open, .tap, .bind: break
            }
            return nil
        }

        private func act(_ act: ScenarioStep.ProgramAct) -> StepFailure? {
            switch act {
            case .focus(let isIn): return session.focus(isIn: isIn) ? nil : .focusUnheard
            case .signal(let name): session.signal(name.number)
            case .answer(let answers): session.answers = answers
            case .kill: session.signal(SIGKILL)
            case .hangUp: session.hangUp()
            }
            return nil
        }
    }
}

/// How fast a flow is played, how long, and until when.
struct FlowLimits: Sendable {
    /// The time before each action, so that people can watch.
    var pace = Duration.zero
    /// How long all of it may take in real time.
    var timeout: Duration?
    /// Whether the run has been ended meanwhile.
    var isOver: @Sendable () -> Bool = { false }

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
