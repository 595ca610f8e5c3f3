import Foyer
import FoyerSystem

/// Plays steps on a program that is not ours, in real time, and keeps what a trace shows of it.
struct ProgramPlayer {
    let session: ProgramSession
    let theme: DisplayTheme
    private(set) var steps: ScenarioPlayer
    private let record = FlowRecord(.live)
    private let began = MonotonicClock.now
    private var past = FlowPast()
    private var history = FrameHistory()
    /// The screen that was observed last.
    private var shown: Buffer?
    /// The wait that was reported last.
    private var noted: String?

    /// A wait is reported after this time.
    private static let longWait = Duration.seconds(1)
    /// Nothing wakes a wait when the run is ended.
    private static let look = Duration.milliseconds(100)

    init(_ steps: ScenarioPlayer, on session: ProgramSession, _ theme: DisplayTheme) {
        (self.steps, self.session, self.theme) = (steps, session, theme)
    }

    /// Takes what the program has written until an instant, or until it writes something.
    mutating func observe(until instant: Instant, _ shown: (Buffer) -> Void = { _ in }) {
        session.wait(until: instant)
        observe(shown)
    }

    private mutating func observe(_ shown: (Buffer) -> Void) {
        past.track.take(session.screen, session.surroundings, theme: theme, at: MonotonicClock.now)
        guard session.screen != self.shown else { return }
        self.shown = session.screen
        history.add(session.screen.textLines, at: session.changed)
        shown(session.screen)
    }

    /// Plays another step. One that fails is left, so that others can follow.
    mutating func play(_ step: ScenarioStep, isOver: () -> Bool = { false }) -> StepFailure? {
        steps.add(step)
        let failure = play(isOver: isOver)
        if failure != nil { steps.skip(at: MonotonicClock.now) }
        return failure
    }

    /// Plays the steps that are left.
    ///
    /// - Parameters:
    ///   - noteWait: takes what a step waits for, once it has waited for a second, and `nil` when it goes on.
    ///   - shown: takes each new screen.
    /// - Returns: why the present step cannot be done; `nil` if all are.
    mutating func play(
        isOver: () -> Bool, noteWait: (String?) -> Void = { _ in }, shown: (Buffer) -> Void = { _ in }
    ) -> StepFailure? {
        while true {
            observe(shown)
            if isOver() { return .interrupted }
            if let failure = session.failure { return .other(failure.cause) }
            let now = MonotonicClock.now
            switch steps.decide(session.observation(theme, record, past), at: now) {
            case .wait(let instant):
                let awaited = steps.waitBegan.flatMap { now - $0 >= Self.longWait ? steps.step?.summary : nil }
                if awaited != noted { noteWait(awaited) }
                noted = awaited
                session.wait(until: min(instant, now + Self.look))
            case .finished: return nil
            case .failed(let failure): return failure
            case .act(let action):
                history.begin()
                if let failure = session.carryOut(action) { return failure }
            }
        }
    }

    /// Why that may be.
    func reasons(of failure: StepFailure) -> [FailureReason] {
        if failure == .interrupted { return [] }
        return FailureReason.find(
            for: failure, on: session.screen, history: history, began: began, program: session.facts)
    }

    /// The result of the flow.
    ///
    /// - Parameter isStopped: whether the present step has ended the flow.
    func result(_ scenario: Scenario, _ failure: ScenarioVerdict.Failure?, isStopped: Bool) -> ScenarioResult {
        let now = MonotonicClock.now
        var result = steps.result(
            of: scenario, past.track, session.screen, theme, failure, isStopped: isStopped, from: began, to: now
        ) { $0.ending = session.end.map { "\($0)" } }
        result.realTime = now - began
        return result
    }
}
