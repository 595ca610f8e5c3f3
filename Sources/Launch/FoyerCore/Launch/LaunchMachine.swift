/// The launch as a value: events in, effects out, and the instant at which it next wants to be told.
///
/// Order of the delegate's calls, for every launch: `create attempt ( reload attempt )* exit`, where
/// `attempt = progress(0) ( info | progress )* error?`; a close may end it anywhere. A launch that is ready before its
/// splash is due makes none of these calls.
package struct LaunchMachine: Sendable {
    package enum Phase: Equatable, Sendable {
        /// Not opened yet.
        case idle
        /// The view exists and nothing else has begun; its first frame has not reached the terminal.
        case presenting
        case loading(LaunchAttempt)
        case failed(LaunchFailure)
        /// The root lies beneath and shows through until the instant.
        case fading(since: Instant, until: Instant)
        case ended(LaunchOutcome)
    }

    package var configuration: Configuration
    package private(set) var phase: Phase = .idle
    /// The number of the last attempt: 1 for the first; 0 before it.
    package private(set) var attempt = 0
    /// Whole per cents as 0.00…1.00; never falls within an attempt.
    package private(set) var progress = 0.0
    package private(set) var info: SplashInfo?
    package private(set) var record: LaunchRecord

    private var learned: LearnedProgress?
    private var splash = Splash.absent

    /// What the user sees of the splash.
    private enum Splash: Equatable {
        case absent
        /// The launch runs unseen; `nil` if the splash never comes by itself.
        case hidden(due: Instant?)
        case shown(since: Instant)
    }

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        record = LaunchRecord(steps: configuration.schedule.steps)
    }

    package var isLoading: Bool { if case .loading = phase { true } else { false } }

    /// The launch as a frame at this instant shows it.
    package func state(at now: Instant) -> LoadingState {
        switch phase {
        case .idle, .presenting: LoadingState(label: .none, fraction: 0, isMeasured: false)
        case .loading(let attempt):
            LoadingState(
                attempt.estimate, step: currentStep, fraction: progress, isMeasured: attempt.isMeasured,
                limit: attempt.deadline - attempt.began, deadline: attempt.deadline, at: now)
        case .failed: LoadingState(label: .none, fraction: progress, isMeasured: true)
        case .fading, .ended: LoadingState(label: progress == 1 ? .ready : .none, fraction: progress, isMeasured: true)
        }
    }

    /// The steps that run and are waited for, in the list's order.
    package var currentSteps: [LaunchStep] {
        record.steps.filter { $0.state == .running && $0.step.isAwaited }.map(\.step)
    }

    /// The first of them, whose label the loading page shows.
    package var currentStep: LaunchStep? { currentSteps.first }

    /// Seconds that this launch usually takes; `nil` until it has been launched a few times.
    package var usualDuration: Double? {
        learned.flatMap { $0.runs >= LearnedProgress.runsOfHabit ? $0.duration : nil }
    }

    /// When `deadlineReached` is to be sent; `nil` if only an event can change anything.
    package var nextDeadline: Instant? {
        switch phase {
        case .loading(let attempt):
            if case .hidden(let due) = splash {
                due.map { min($0, attempt.deadline) } ?? attempt.deadline
            } else {
                attempt.nextCrawl.map { min($0, attempt.deadline) } ?? attempt.deadline
            }
        case .fading(_, let until): until
        case .idle, .presenting, .failed, .ended: nil
        }
    }

    /// Whether the launch runs and nothing is to be seen of it.
    package var isHidden: Bool { if case .hidden = splash { true } else { false } }

    package mutating func handle(_ event: LaunchEvent, at now: Instant) -> [LaunchEffect] {
        let former = self
        let effects = transition(event, at: now)
        assert(flaw(since: former, effects) == nil, flaw(since: former, effects) ?? "")
        return isHidden ? effects.filter { !$0.needsSplash } : effects
    }

    /// Each phase names the events that change nothing in it.
    private mutating func transition(_ event: LaunchEvent, at now: Instant) -> [LaunchEffect] {
        if event == .closeRequested { return close(at: now) }
        switch phase {
        case .idle: return handleIdle(event, at: now)
        case .presenting: return handlePresenting(event, at: now)
        case .loading(var attempt):
            let effects = handleLoading(event, &attempt, at: now)
            attempt.measure()
            if isLoading { phase = .loading(attempt) }
            return effects
        case .failed: return handleFailed(event, at: now)
        case .fading(_, let until): return handleFading(event, until: until, at: now)
        // Whatever arrives now is late.
        case .ended: return []
        }
    }

    // MARK: - Before the work

    private mutating func handleIdle(_ event: LaunchEvent, at now: Instant) -> [LaunchEffect] {
        switch event {
        case .opened:
            phase = .presenting
            return [.createView]
        case .began(let learned):
            self.learned = learned
            if case .after(let time) = configuration.start {
                splash = .hidden(due: now + time)
            } else {
                splash = .hidden(due: nil)
            }
            return beginAttempt(at: now)
        // There is no view and no attempt that these could be about.
        case .presented, .reported, .closeRequested, .reloadRequested, .fadeSkipped, .deadlineReached: return []
        }
    }

    private mutating func handlePresenting(_ event: LaunchEvent, at now: Instant) -> [LaunchEffect] {
        switch event {
        case .presented(let learned):
            self.learned = learned
            splash = .shown(since: now)
            return beginAttempt(at: now)
        // It is open already, and no attempt has begun.
        case .opened, .began, .reported, .closeRequested, .reloadRequested, .fadeSkipped, .deadlineReached: return []
        }
    }

    private mutating func beginAttempt(at now: Instant) -> [LaunchEffect] {
        attempt += 1
        progress = 0
        let began = attempt == 1 ? min(configuration.begun.values.min() ?? now, now) : now
        record.beginAttempt(attempt, at: began)
        var attempt = LaunchAttempt(
            began: began, timeout: configuration.timeout,
            estimate: ProgressEstimate(schedule: configuration.schedule, learned: learned))
        phase = .loading(attempt)
        let effects = [.updateProgress(0)] + advance(&attempt, at: now)
        attempt.measure()
        if isLoading { phase = .loading(attempt) }
        return effects
    }

    // MARK: - Loading

    private mutating func handleLoading(
        _ event: LaunchEvent, _ attempt: inout LaunchAttempt, at now: Instant
    ) -> [LaunchEffect] {
        // The deadline is validated first: what arrives with it or after it came too late.
        if now >= attempt.deadline { return fail(timeoutFailure, &attempt, at: now) }
        switch event {
        case .reported(let report, self.attempt): return take(report, &attempt, at: now)
        case .presented:
            if case .shown = splash { splash = .shown(since: now) }
            return []
        case .deadlineReached:
            if case .hidden(let due?) = splash, now >= due { return splashDue(&attempt, at: now) }
            return progressed(&attempt, at: now)
        // Late reports of earlier attempts, a second opening, and keys of pages that are not on screen.
        case .reported, .opened, .began, .closeRequested, .reloadRequested, .fadeSkipped: return []
        }
    }

    private mutating func take(
        _ report: AttemptReport, _ attempt: inout LaunchAttempt, at now: Instant
    ) -> [LaunchEffect] {
        switch report {
        case .infoArrived(let info):
            guard !attempt.isInfoTold else { return [] }
            attempt.isInfoTold = true
            self.info = info
            record.append(.infoArrived(appID: info.appID), at: now)
            return [.updateInfo(info)]
        case .stepProgressed(let step, let fraction):
            guard record.state(of: step) == .running else { return [] }
            attempt.estimate.reported(step, fraction: fraction, at: now)
            return progressed(&attempt, at: now)
        case .transferred(let step, let bytes, let total):
            attempt.estimate.transferred(step, bytes: Int64(bytes), total: total.map(Int64.init), at: now)
            return progressed(&attempt, at: now)
        case .stepEnded(let step):
            guard record.state(of: step) == .running else { return [] }
            attempt.estimate.ended(step, at: now)
            record.set(step, .done, at: now)
            record.append(.stepEnded(step), at: now)
            return advance(&attempt, at: now)
        case .stepFailed(let step, let failure):
            guard record.state(of: step) == .running else { return [] }
            return stepFailed(step, failure, &attempt, at: now)
        case .deadlineExtended(let until): attempt.extend(until: until)
        case .kindKnown(let kind): attempt.kind = kind
        case .waitKnown:
            // A splash that takes the place of lines comes no sooner than they would.
            if case .hidden(due: .some) = splash, configuration.start == .after(SplashRule.patience) {
                return reveal(&attempt, at: now)
            }
        }
        return []
    }

    /// Starts what may start, or completes.
    private mutating func advance(_ attempt: inout LaunchAttempt, at now: Instant) -> [LaunchEffect] {
        if record.isComplete { return complete(attempt, at: now) }
        var effects = progressed(&attempt, at: now)
        for step in configuration.schedule.startable(record.steps) {
            let began = self.attempt == 1 ? configuration.begun[step] ?? now : now
            attempt.estimate.began(step, at: began)
            record.set(step, .running, at: began)
            record.append(.stepBegan(step), at: began)
            effects.append(.startStep(step, attempt: self.attempt))
        }
        attempt.planCrawl(beyond: progress, every: configuration.crawlInterval, at: now)
        return effects
    }

    private mutating func progressed(_ attempt: inout LaunchAttempt, at now: Instant) -> [LaunchEffect] {
        let value = attempt.shown(at: now)
        let hasMoved = value > progress
        if hasMoved { progress = value }
        attempt.planCrawl(beyond: progress, every: configuration.crawlInterval, at: now)
        return hasMoved ? [.updateProgress(value)] : []
    }

    private mutating func stepFailed(
        _ step: String, _ failure: LaunchFailure, _ attempt: inout LaunchAttempt, at now: Instant
    ) -> [LaunchEffect] {
        record.set(step, .failed, at: now)
        record.append(.stepFailed(step, cause: failure.cause), at: now)
        let isAwaited = configuration.schedule.steps.contains { $0.id == step && $0.isAwaited }
        return isAwaited ? fail(failure, &attempt, at: now) : advance(&attempt, at: now)
    }

    // MARK: - The splash

    /// Shows it, unless the launch is nearly ready.
    private mutating func splashDue(_ attempt: inout LaunchAttempt, at now: Instant) -> [LaunchEffect] {
        let remaining = attempt.estimate.remaining(from: attempt.began, at: now)
        if let later = SplashRule.postponed(began: attempt.began, remaining: remaining, at: now) {
            splash = .hidden(due: later)
            return []
        }
        return reveal(&attempt, at: now)
    }

    /// The view is told what it has missed.
    private mutating func reveal(_ attempt: inout LaunchAttempt, at now: Instant) -> [LaunchEffect] {
        splash = .shown(since: now)
        _ = progressed(&attempt, at: now)
        return [.createView, .updateProgress(0)] + (info.map { [.updateInfo($0)] } ?? [])
            + (progress > 0 ? [.updateProgress(progress)] : [])
    }

    /// As long as the splash was seen.
    private func fade(at now: Instant) -> Duration {
        guard case .shown(let since) = splash else { return .zero }
        return SplashRule.fade(seen: now - since, longest: configuration.fade)
    }

    // MARK: - The end of an attempt

    private mutating func complete(_ attempt: LaunchAttempt, at now: Instant) -> [LaunchEffect] {
        let taught = lesson(attempt, at: now)
        let hasStragglers = record.steps.contains { $0.state == .running }
        progress = 1
        record.endAttempt(at: now)
        record.append(.completed, at: now)
        learned = taught
        let fade = fade(at: now)
        phase = .fading(since: now, until: now + fade)
        return [.updateProgress(1)] + (hasStragglers ? [.cancelAttempt(self.attempt)] : [])
            + [.learn(taught), .showRoot, .exitSplashView]
            + (fade <= .zero ? end(.completed) : [])
    }

    private mutating func fail(
        _ failure: LaunchFailure, _ attempt: inout LaunchAttempt, at now: Instant
    ) -> [LaunchEffect] {
        var failure = failure
        if failure.title == nil, let title = configuration.titles[failure.code] {
            failure = LaunchFailure(failure.code, failure.reason, advice: failure.advice, title: title)
                .advisingInLines(failure.lineAdvice)
        }
        // A failure is shown whenever it comes.
        let view = isHidden ? reveal(&attempt, at: now) : []
        phase = .failed(failure)
        record.endAttempt(at: now)
        record.append(.failed(failure.code), at: now)
        return view + [.cancelAttempt(self.attempt), .showError(failure)]
    }

    private mutating func handleFailed(_ event: LaunchEvent, at now: Instant) -> [LaunchEffect] {
        switch event {
        case .reloadRequested:
            guard configuration.offersReload else { return [] }
            record.append(.reloaded, at: now)
            return beginAttempt(at: now)
        // The error page is on screen, and the attempt is over: what it still reports is late.
        case .presented, .reported, .deadlineReached, .opened, .began, .closeRequested, .fadeSkipped: return []
        }
    }

    // MARK: - The end of the launch

    private mutating func handleFading(
        _ event: LaunchEvent, until: Instant, at now: Instant
    ) -> [LaunchEffect] {
        switch event {
        case .fadeSkipped: return end(.completed)
        case .deadlineReached: return now >= until ? end(.completed) : []
        // Nothing is loading any more: reports are late, and there is no error to reload after.
        case .presented, .reported, .opened, .began, .closeRequested, .reloadRequested: return []
        }
    }

    private mutating func close(at now: Instant) -> [LaunchEffect] {
        guard configuration.offersClose else { return [] }
        switch phase {
        case .idle, .ended: return []
        case .fading: return end(.completed)
        case .failed(let failure):
            record.append(.closed, at: now)
            return [.removeView] + end(.failed(failure))
        case .presenting, .loading:
            let cancels: [LaunchEffect] = isLoading ? [.cancelAttempt(attempt)] : []
            record.endAttempt(at: now)
            record.append(.closed, at: now)
            return cancels + [.removeView] + end(.closed)
        }
    }

    private mutating func end(_ outcome: LaunchOutcome) -> [LaunchEffect] {
        phase = .ended(outcome)
        return [.end(outcome)]
    }

    // MARK: - What is said and learned

    private var timeoutFailure: LaunchFailure {
        LaunchFailure(.timedOut, .notReady(within: configuration.timeout.plainSeconds, running: currentSteps))
    }

    private func lesson(_ attempt: LaunchAttempt, at now: Instant) -> LearnedProgress {
        let total = max((now - attempt.began).inSeconds, 0.000_001)
        var ends: [String: Double] = [:]
        for step in record.steps where step.step.isAwaited {
            if let end = step.ended { ends[step.step.id] = (end - attempt.began).inSeconds / total }
        }
        let newest = LearnedProgress(duration: total, ends: ends, kind: attempt.kind)
        return learned?.averaged(with: newest) ?? newest
    }
}

// MARK: - What can never be
extension LaunchMachine {
    /// Looked for after every event, in tests and debug builds.
    private func flaw(since former: LaunchMachine, _ effects: [LaunchEffect]) -> String? {
        if case .ended = former.phase, phase != former.phase || !effects.isEmpty { return "the end is not the end" }
        if !(0...1).contains(progress) { return "progress is \(progress)" }
        if attempt == former.attempt, progress < former.progress { return "progress falls within an attempt" }
        if !isLoading, record.steps.contains(where: { $0.state == .running }) { return "a step runs in no attempt" }
        let ends = effects.count { if case .end = $0 { true } else { false } }
        switch phase {
        case .idle, .presenting: return attempt == 0 ? nil : "an attempt before the splash"
        case .loading:
            if record.isComplete { return "everything is ready, and it loads on" }
            return nextDeadline == nil || attempt == 0 ? "a launch that could hang" : nil
        case .failed: return isHidden ? "a failure that nobody sees" : nil
        case .fading: return progress < 1 ? "an exit before 1.00" : nil
        case .ended(let outcome):
            if former.phase != phase, effects.last != .end(outcome) { return "an end that is not told" }
            return ends > 1 ? "two ends" : nil
        }
    }
}

extension LaunchMachine {
    /// What a host decides before the launch.
    package struct Configuration: Equatable, Sendable {
        package let schedule: StepSchedule
        /// How long an attempt may take until it is ready.
        package var timeout: Duration
        /// Whether the user may close the launch.
        package var offersClose: Bool
        /// Whether the user may reload: the host offers it, and the delegate took the action.
        package var offersReload: Bool
        /// When the splash appears.
        package var start = SplashRule.Start.atOnce
        /// The longest time that the splash may fade into the root; zero with reduced motion.
        package var fade: Duration
        /// The host's own titles of failures.
        package var titles: [LaunchCode: Phrase]
        /// When steps of the first attempt had begun, if that was before the launch: a command starts before its splash.
        package var begun: [String: Instant] = [:]
        /// The shortest time between two moves of an estimated bar.
        package var crawlInterval = Duration.milliseconds(100)

        /// 30 seconds: how long the launch waits before it gives up with 10010.
        package static let standardTimeout = Duration.seconds(30)
        /// 1.5 seconds.
        package static let standardFade = Duration.milliseconds(1500)

        package init(
            schedule: StepSchedule, timeout: Duration = standardTimeout, offersClose: Bool = true,
            offersReload: Bool = true, fade: Duration = standardFade, titles: [LaunchCode: Phrase] = [:]
        ) {
            self.schedule = schedule
            self.timeout = timeout
            self.offersClose = offersClose
            self.offersReload = offersReload
            self.fade = fade
            self.titles = titles
        }
    }
}

/// An attempt that is loading: what nobody needs once it is over.
package struct LaunchAttempt: Equatable, Sendable {
    /// Where the bar stops until everything is ready.
    static let highestWhileLoading = 0.99

    let began: Instant
    private(set) var deadline: Instant
    var estimate: ProgressEstimate
    var isInfoTold = false
    /// It is known how far the launch is. A figure that has been shown does not go away.
    private(set) var isMeasured = false
    /// The kind of this launch, for what it teaches.
    var kind = ""
    /// When the bar next moves by itself; `nil` if it does not.
    private(set) var nextCrawl: Instant?

    init(began: Instant, timeout: Duration, estimate: ProgressEstimate) {
        self.began = began
        deadline = began + timeout
        self.estimate = estimate
    }

    mutating func measure() { isMeasured = isMeasured || estimate.isMeasured }

    /// A deadline never moves closer.
    mutating func extend(until instant: Instant) {
        deadline = max(deadline, instant)
    }

    /// What the bar shows, in whole per cents.
    func shown(at now: Instant) -> Double {
        // A little more, because sums of shares are a little less.
        min((estimate.value(at: now) * 100 + 1e-9).rounded(.down) / 100, Self.highestWhileLoading)
    }

    /// Finds the first whole interval after which the bar shows more than `progress` by itself.
    mutating func planCrawl(beyond progress: Double, every interval: Duration, at now: Instant) {
        nextCrawl = crawl(beyond: progress, every: interval, at: now)
    }

    private func crawl(beyond progress: Double, every interval: Duration, at now: Instant) -> Instant? {
        guard estimate.movesByItself, progress < Self.highestWhileLoading else { return nil }
        func moves(after intervals: Int) -> Bool { shown(at: now + interval * intervals) > progress }
        var most = 1
        while !moves(after: most) {
            // By then the attempt has long ended.
            guard most < 1 << 16 else { return nil }
            most *= 2
        }
        var least = most / 2
        while least + 1 < most {
            let middle = (least + most) / 2
            if moves(after: middle) { most = middle } else { least = middle }
        }
        return now + interval * most
    }
}
