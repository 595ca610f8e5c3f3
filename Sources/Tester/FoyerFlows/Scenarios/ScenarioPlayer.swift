import Foyer
import FoyerGolden
import FoyerStage
import FoyerTrace

/// Plays a scenario's steps against what is observed: a value that decides, and is told everything.
struct ScenarioPlayer {
    /// The longest wait, unless the step sets its own.
    static let patience = Duration.seconds(5)
    /// The same on Foyer's own screens, whose clock is virtual: nobody waits for it.
    static let virtualPatience = Duration.seconds(60)

    /// The observations at an instant.
    struct Observation {
        var screen: Buffer
        var theme: DisplayTheme
        var phase: LaunchPhase
        var record: FlowRecord
        /// Of Foyer's own screens.
        var host: ScenarioHost?
        /// A program that is not ours.
        var program: ProgramSession?
        var past = FlowPast()
        var now = Instant.zero
        /// When the screen last changed.
        var changed = Instant.zero
        var stillFor: Duration { now - changed }
        /// The status of a program that had ended by then.
        var exit: Int32?
        /// A program, beyond its cells.
        var terminal: () -> TerminalSight = { TerminalSight() }
        /// The screen as golden files keep it.
        var golden: () -> GoldenScreen
        /// Nothing will happen any more.
        var isOver: Bool { exit != nil }
    }

    enum Decision {
        case act(ScenarioStep.Action)
        /// The present step is not done; it is checked again by that instant.
        case wait(until: Instant)
        case finished
        case failed(StepFailure)

        var isWait: Bool {
            if case .wait = self { true } else { false }
        }
    }

    /// How often to check for changes that come without an event, if there is a grace period.
    private static let look = Duration.milliseconds(50)

    /// How long the screen must have been still before a key or a picture, and how long to wait for that.
    private static let calm = Duration.milliseconds(50)
    private static let longestUnrest = Duration.seconds(1)
    /// How often to check whether keys have been read: nothing says so.
    private static let readLook = Duration.milliseconds(10)
    /// How long the screen must have been still before a golden file is made of it.
    private static let rest = Duration.milliseconds(300)

    private(set) var steps: [ScenarioStep]
    /// How long an expectation may take: zero if everything has settled before the check.
    let grace: Duration
    /// The time before each action, so that people can watch.
    let pace: Duration
    /// Whether frames come in pieces, so that a key or a picture waits until the screen is still.
    let isSettling: Bool
    private(set) var index = 0
    private var began: Instant?
    /// From when to when each step that is done took.
    private(set) var times: [(from: Instant, to: Instant)] = []
    /// Whether the last step is being carried out: what goes wrong then is its failure.
    private var isActing = false
    /// The button of a drag is down.
    private var isPressed = false
    /// How many parts of the present step's keys have been sent, and when the last of them.
    private var sending: (sent: Int, since: Instant)?
    private(set) var pictures: [ScenarioPicture] = []
    private(set) var goldens: GoldenShelf
    /// The golden screens that are not as agreed. They cannot change what the flow does next: it goes on, and fails at its end.
    private(set) var missed: [MissedGolden] = []
    /// What a step has sent, until the program has answered; at first, its start.
    private var response: ResponseWait?
    /// The budget of the step before, until the program has answered.
    private var spending: Spending?
    private var start: (output: OutputCount, at: Instant)?
    /// The step whose budget is spent.
    private var failing: Int?
    /// The steps that failed while the flow went on.
    private var skipped: Set<Int> = []
    /// When all must be over, and the seconds that it may take.
    private let limit: (end: Instant, seconds: String)?

    /// Steps that come one by one.
    ///
    /// - Parameter scenario: whose golden screens they are; its own steps are not played.
    init(oneByOne scenario: Scenario, grace: Duration) {
        var scenario = scenario
        // So that the files are read which a later step may name.
        scenario.steps = [ScenarioStep(line: 1, action: .golden(GoldenStep(name: "")), summary: "")]
        self.init(scenario, grace: grace)
        steps = []
    }

    init(
        _ scenario: Scenario, grace: Duration = .zero, pace: Duration = .zero, settling: Bool = false,
        limit: (end: Instant, seconds: String)? = nil
    ) {
        steps = scenario.steps
        goldens = GoldenShelf(scenario)
        self.limit = limit
        isSettling = settling
        self.grace = grace
        self.pace = pace
    }

    /// Another step, after all others.
    mutating func add(_ step: ScenarioStep) { steps.append(step) }

    /// Goes on with the next step, since the present one has failed.
    mutating func skip(at now: Instant) {
        skipped.insert(present)
        if index < steps.count { times.append((began ?? now, now)) }
        (index, began, spending, start, isPressed, sending) = (steps.count, nil, nil, nil, false, nil)
        failing = nil
        while times.count < steps.count { times.append(times.last ?? (.zero, .zero)) }
    }

    /// The present step; the last one if all are done.
    var step: ScenarioStep? { steps.isEmpty ? nil : steps[present] }
    private var present: Int { failing ?? min(isActing ? index - 1 : index, steps.count - 1) }
    /// Whether the present step waits for something to appear on the screen.
    var isLooking: Bool {
        index < steps.count && steps[index].action.condition?.needsScreen == true
    }

    /// When the present step began, if it is one that waits.
    var waitBegan: Instant? {
        index < steps.count && steps[index].action.kind == .look ? began : nil
    }

    mutating func decide(_ seen: Observation, at now: Instant) -> Decision {
        isActing = false
        if let violation = seen.record.violation { return .failed(violation) }
        if let limit, now >= limit.end { return .failed(.timedOut(seconds: limit.seconds, before: awaited(seen))) }
        switch play(seen, at: now) {
        // However long the step may wait.
        case .wait(let instant): return .wait(until: min(instant, limit?.end ?? instant))
        case let decision: return decision
        }
    }

    /// What the present step waits for, and what it finds instead; `nil` if it waits for nothing but time.
    private func awaited(_ seen: Observation) -> StepFailure? {
        guard index < steps.count, spending?.isOpen != false else { return nil }
        let action = steps[index].action
        var trial = goldens
        return action.condition?.unmet(by: seen) ?? action.golden.flatMap { trial.judge($0, seen.golden()) }
    }

    private mutating func play(_ seen: Observation, at now: Instant) -> Decision {
        while index < steps.count || spending != nil {
            if let decision = checkBudget(seen, at: now) { return decision }
            if index == steps.count { break }
            let since = began ?? now
            if began == nil { beginBudget(seen, at: now) }
            began = since
            if let decision = play(steps[index].action, seen, since: since, at: now) { return decision }
            endStep(at: now)
        }
        return .finished
    }

    /// What the present step asks for; `nil` if it is done.
    private mutating func play(
        _ action: ScenarioStep.Action, _ seen: Observation, since: Instant, at now: Instant
    ) -> Decision? {
        switch action {
        case .wait(let condition, let limit):
            guard let unmet = condition.unmet(by: seen) else {
                // It may have been so before the program has read its keys.
                guard condition.holdsWithoutAnswer, now < since + limit else { return nil }
                return awaitResponse(seen, at: now)
            }
            if seen.isOver, condition.still == nil { return .failed(unmet) }
            if now >= since + limit { return .failed(.stayed(unmet, seconds: limit.inSeconds.formatted)) }
            return .wait(until: nextLook(for: condition, seen, before: since + limit, at: now))
        case .expect(let condition):
            if let wait = awaitResponse(seen, at: now) { return wait }
            guard let unmet = condition.unmet(by: seen) else { return nil }
            if now >= since + grace || seen.isOver && condition.still == nil { return .failed(unmet) }
            return .wait(until: nextLook(for: condition, seen, before: since + grace, at: now))
        case .advance(let duration): return now < since + duration ? .wait(until: since + duration) : nil
        case .snapshot(let name):
            if let wait = awaitResponse(seen, at: now) { return wait }
            pictures.append(ScenarioPicture(name: name, screen: seen.screen))
            return nil
        case .golden(let golden): return compare(golden, seen, since: since, at: now)
        case .drag(let from, let to, let duration):
            if !isPressed { return press(at: from, seen, since: since, at: now) }
            if now < since + duration { return .wait(until: since + duration) }
            isPressed = false
            beginBudget(seen, at: now)
            return endStep(with: .mouse([.drag, .release], to), at: now)
        // It holds for the first question, too.
        case .program(.answer): return endStep(with: action, at: now)
        default: return send(action.parts, seen, since: since, at: now)
        }
    }

    /// Presses the button of a drag, which takes its time from then on.
    private mutating func press(
        at place: ScenarioStep.ClickTarget, _ seen: Observation, since: Instant, at now: Instant
    ) -> Decision {
        if let hold = hold(steps[index].action, seen, since: since, at: now) { return hold }
        (isPressed, began) = (true, now)
        return begin(.mouse([.press], place), at: now)
    }

    /// Sends the next of an action's parts; `nil` if there is nobody left to send it to.
    private mutating func send(
        _ parts: [ScenarioStep.Action], _ seen: Observation, since: Instant, at now: Instant
    ) -> Decision? {
        let (sent, from) = (sending?.sent ?? 0, sending?.since ?? since)
        // The first of its keys has ended the program.
        if sent > 0, seen.isOver { return nil }
        if let hold = hold(parts[sent], seen, since: from, at: now) { return hold }
        if sent == 0 { beginBudget(seen, at: now) }
        if sent + 1 == parts.count { return endStep(with: parts[sent], at: now) }
        sending = (sent + 1, now)
        return begin(parts[sent], at: now)
    }

    /// Compares the screen once the program has answered; `nil` if that is done.
    private mutating func compare(
        _ golden: GoldenStep, _ seen: Observation, since: Instant, at now: Instant
    ) -> Decision? {
        if let wait = awaitResponse(seen, at: now) { return wait }
        if let calm = calm(seen, since: since), now < calm { return .wait(until: calm) }
        var trial = goldens
        if let failure = trial.judge(golden, seen.golden()) {
            // Whoever changed one screen has changed them all: the others are not waited for as long.
            let end = since + (missed.isEmpty ? grace : min(grace, Self.longestUnrest))
            if !failure.isFinal, now < end, !seen.isOver { return .wait(until: min(end, now + Self.look)) }
            missed.append(MissedGolden(failure, at: index, seen))
            return nil
        }
        if isSettling, !seen.isOver, trial.outcomes.last?.isNews == true {
            // What a key has changed may come a moment later.
            let isAwaited = index > 0 && steps[index - 1].action.inputText != nil && seen.changed <= since
            let rest = isAwaited ? since + Self.longestUnrest : seen.changed + Self.rest
            let end = min(rest, since + Self.longestUnrest + Self.rest)
            if now < end { return .wait(until: min(end, now + Self.look)) }
        }
        goldens = trial
        return nil
    }

    /// The stage and others may change without an event for the screen, if they are processes and sockets.
    private func nextLook(
        for condition: Condition, _ seen: Observation, before end: Instant, at now: Instant
    ) -> Instant {
        var next = grace > .zero ? min(end, now + Self.look) : end
        if let still = condition.still, seen.changed + still > now { next = min(next, seen.changed + still) }
        return next
    }

    /// When the screen counts as still; `nil` if every frame is whole.
    private func calm(_ seen: Observation, since: Instant) -> Instant? {
        isSettling && !seen.isOver ? min(seen.changed + Self.calm, since + Self.longestUnrest) : nil
    }

    /// Until when something must not be done yet; `nil` if it may be.
    private func hold(
        _ action: ScenarioStep.Action, _ seen: Observation, since: Instant, at now: Instant
    ) -> Decision? {
        if let calm = calm(seen, since: since), now < calm { return .wait(until: calm) }
        if action.overtakesKeys, !seen.isOver, let program = seen.program?.evidence {
            let read = min(program.unread + Self.calm, since + Self.longestUnrest)
            if now < read { return .wait(until: min(read, now + Self.readLook)) }
        }
        return now < since + pace ? .wait(until: since + pace) : nil
    }

    /// Until when the program is waited for, which has not answered yet; `nil` if it has.
    private mutating func awaitResponse(
        _ seen: Observation, needsSilence: Bool = false, at now: Instant
    ) -> Decision? {
        guard let program = seen.program, !seen.isOver else { return nil }
        var response = response ?? ResponseWait(sent: now)
        defer { self.response = response }
        guard case .wait(let instant) = response.decide(program.evidence, needsSilence: needsSilence, at: now) else {
            return nil
        }
        return .wait(until: instant)
    }

    /// Something is sent to the program.
    private mutating func begin(_ action: ScenarioStep.Action, at now: Instant) -> Decision {
        spending = nil
        if action.kind != .quiet { response = ResponseWait(sent: now) }
        return .act(action)
    }

    // MARK: - Budgets

    /// What a step with a budget has spent before it, and since when it spends.
    private struct Spending {
        let budget: StepBudget
        let from: OutputCount
        let since: Instant
        /// Its number.
        let step: Int
        /// The program had nothing to answer so far: what it writes before the next key counts.
        var isOpen = false
    }

    /// What the step spends is counted from here on.
    private mutating func beginBudget(_ seen: Observation, at now: Instant) {
        if steps[index].budget != nil { start = (seen.terminal().output, now) }
    }

    /// Waits until the program has answered, and judges what that has cost; `nil` if the flow goes on.
    private mutating func checkBudget(_ seen: Observation, at now: Instant) -> Decision? {
        guard let spending else { return nil }
        let spent = seen.terminal().output.since(spending.from)
        if spending.isOpen, spent.bytes == 0 { return nil }
        let age = now - spending.since
        var took = spent.bytes == 0 ? .zero : max(.zero, age - spent.quiet)
        if let excess = spending.budget.excess(spent, took: took) { return fail(spending, excess, at: now) }
        if let wait = awaitResponse(seen, needsSilence: true, at: now) { return wait }
        if response?.isAnswered == false, !seen.isOver { took = age }
        if let excess = spending.budget.excess(spent, took: took) { return fail(spending, excess, at: now) }
        times[spending.step].to = now
        self.spending?.isOpen = true
        if spent.bytes > 0 { self.spending = nil }
        return nil
    }

    private mutating func fail(_ spending: Spending, _ excess: StepFailure, at now: Instant) -> Decision {
        failing = spending.step
        times[spending.step].to = now
        return .failed(excess)
    }

    private mutating func endStep(at now: Instant) {
        times.append((began ?? now, now))
        if let budget = steps[index].budget, let start {
            spending = Spending(budget: budget, from: start.output, since: start.at, step: index)
        }
        index += 1
        (began, sending) = (nil, nil)
    }

    private mutating func endStep(with action: ScenarioStep.Action, at now: Instant) -> Decision {
        let decision = begin(action, at: now)
        endStep(at: now)
        isActing = true
        return decision
    }

    /// What a flow has failed with: the golden screens that are not as agreed, and what ended it; `nil` if nothing went wrong.
    ///
    /// - Parameters:
    ///   - reason: what ended it, at the present step; `nil` if all steps were played.
    ///   - why: the reasons of that.
    func failure(_ reason: StepFailure?, why: [FailureReason] = []) -> ScenarioVerdict.Failure? {
        var all = missed.map { ScenarioVerdict.Failure(step: steps[$0.step], reason: $0.reason) }
        if let reason { all.append(.init(step: step, reason: reason, why: why)) }
        guard var first = all.first else { return nil }
        first.more = Array(all.dropFirst())
        return first
    }

    /// The result of a flow.
    ///
    /// - Parameters:
    ///   - isStopped: whether the present step has ended the flow.
    ///   - add: adds what else is known.
    func result(
        of scenario: Scenario, _ track: ScreenTrack, _ screen: Buffer, _ theme: DisplayTheme,
        _ failure: ScenarioVerdict.Failure?, isStopped: Bool, from began: Instant, to now: Instant,
        add: (inout Trace.Try) -> Void
    ) -> ScenarioResult {
        var attempt = Trace.Try(frames: TraceFrames(track, since: began), took: now - began)
        attempt.screen = screen.textLines
        attempt.steps = traced(hasFailed: isStopped, from: began, to: now)
        attempt.events = zip(steps, times).compactMap { step, time in
            step.action.inputText.map { TraceEvent(.input, at: time.to - began, $0) }
        }
        attempt.reasons = failure?.phrases ?? []
        attempt.expected = missed.compactMap(\.expected)
        add(&attempt)
        var result = ScenarioResult(scenario, screen: screen, theme: theme, failure: failure, attempt: attempt)
        (result.pictures, result.goldens) = (pictures, goldens.outcomes)
        return result
    }

    /// The steps with their times, for a trace. What was sent lasts until the next is sent: only then it is known what the
    /// program has made of it.
    private func traced(hasFailed: Bool, from start: Instant, to end: Instant) -> [Trace.Step] {
        var next = end
        return steps.enumerated().reversed().map { number, step in
            let isDone = number < times.count
            let last = times.last?.to ?? start
            let (from, to) = isDone ? times[number] : number == present ? (began ?? last, end) : (last, last)
            let until = isDone && step.action.kind == .act ? max(to, next) : to
            if isDone, step.action.kind == .act { next = to }
            return Trace.Step(
                step.summary, line: step.line, from: from - start, to: until - start, took: to - from,
                state: hasFailed && number == present || skipped.contains(number)
                    || missed.contains { $0.step == number }
                    ? .failed : isDone ? .passed : .unplayed)
        }.reversed()
    }
}

/// A screen kept by a scenario.
package struct ScenarioPicture: Sendable {
    package let name: String
    package let screen: Buffer
}

extension Double {
    /// Without decimals for whole numbers.
    var formatted: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}

/// A golden screen that is not as agreed, seen while the flow went on.
struct MissedGolden: Sendable {
    /// The number of the step, from 0.
    let step: Int
    let reason: StepFailure
    /// What was agreed, for the page of the flow; `nil` where there is nothing.
    let expected: Trace.Expected?

    /// - Parameter seen: what stood there, whose frame is the last one so far.
    init(_ reason: StepFailure, at step: Int, _ seen: ScenarioPlayer.Observation) {
        (self.step, self.reason) = (step, reason)
        expected = reason.difference.map { difference in
            Trace.Expected(
                difference.expected(beside: seen.screen, theme: seen.theme), step: step,
                frame: max(0, seen.past.track.count - 1))
        }
    }
}
