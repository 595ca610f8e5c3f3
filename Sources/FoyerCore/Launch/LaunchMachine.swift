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
        case loading
        case failed(LaunchFailure)
        /// The root lies beneath and shows through until the instant.
        case fading(since: Instant, until: Instant)
        case ended(LaunchOutcome)
    }

    package var configuration: Configuration
    package private(set) var phase: Phase = .idle
    /// 1 for the first; 0 before it.
    package private(set) var attempt = 0
    /// Whole per cents as 0.00…1.00; never falls within an attempt.
    package private(set) var progress = 0.0
    package private(set) var info: SplashInfo?
    package private(set) var transfer = TransferMeter()
    package private(set) var record: LaunchRecord

    private var estimate: ProgressEstimate
    private var learned: LearnedProgress?
    private var infoWasTold = false
    private var deadline: Instant?
    /// The attempt's time limit, including extensions.
    private var allowed = Duration.zero
    private var kind = ""
    private var nextCrawl: Instant?
    private var splash = Splash.absent

    /// What the user sees of the splash.
    private enum Splash: Equatable {
        case absent
        /// The launch runs unseen; `nil` if the splash never comes by itself.
        case hidden(due: Instant?)
        case shown(since: Instant)
    }

    /// Where the bar stops until everything is ready.
    static let highestWhileLoading = 0.99

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        record = LaunchRecord(steps: configuration.schedule.steps)
        estimate = ProgressEstimate(schedule: configuration.schedule, learned: nil)
    }

    /// The step whose label the loading page shows: the first of the list that runs and is waited for.
    package var currentStep: LaunchStep? {
        record.steps.first { $0.state == .running && $0.step.isAwaited }?.step
    }

    /// Seconds that this launch usually takes; `nil` until it has been launched a few times.
    package var usualDuration: Double? {
        learned.flatMap { $0.runs >= LearnedProgress.runsOfHabit ? $0.duration : nil }
    }

    /// When `deadlineReached` is to be sent; `nil` if only an event can change anything.
    package var nextDeadline: Instant? {
        switch phase {
        case .loading: [deadline, nextChange].compactMap { $0 }.min()
        case .fading(_, let until): until
        case .idle, .presenting, .failed, .ended: nil
        }
    }

    /// Whether the launch runs and nothing is to be seen of it.
    package var isHidden: Bool { if case .hidden = splash { true } else { false } }

    private var nextChange: Instant? {
        if case .hidden(let due) = splash { due } else { nextCrawl }
    }

    package mutating func handle(_ event: LaunchEvent, at now: Instant) -> [LaunchEffect] {
        let effects = transition(event, at: now)
        return isHidden ? effects.filter { !$0.needsSplash } : effects
    }

    private mutating func transition(_ event: LaunchEvent, at now: Instant) -> [LaunchEffect] {
        // The deadline is validated first: what arrives with it or after it came too late.
        if phase == .loading, let deadline, now >= deadline {
            if event == .closeRequested { return close(at: now) }
            return fail(timeoutFailure, at: now)
        }
        switch (event, phase) {
        case (.opened, .idle):
            phase = .presenting
            return [.createView]
        case (.began(let learned), .idle):
            self.learned = learned
            if case .after(let time) = configuration.start {
                splash = .hidden(due: now + time)
            } else {
                splash = .hidden(due: nil)
            }
            return beginAttempt(at: now)
        case (.presented(let learned), .presenting):
            self.learned = learned
            splash = .shown(since: now)
            return beginAttempt(at: now)
        case (.closeRequested, _):
            return close(at: now)
        case (.reloadRequested, .failed):
            guard configuration.offersReload else { return [] }
            record.append(.reloaded, at: now)
            return beginAttempt(at: now)
        case (.fadeSkipped, .fading), (.deadlineReached, .fading):
            return endFade(event, at: now)
        case (_, .loading):
            return handleWhileLoading(event, at: now)
        default:
            return []
        }
    }

    private mutating func handleWhileLoading(_ event: LaunchEvent, at now: Instant) -> [LaunchEffect] {
        switch event {
        case .infoArrived(let info, attempt) where !infoWasTold:
            infoWasTold = true
            self.info = info
            record.append(.infoArrived(appID: info.appID), at: now)
            return [.updateInfo(info)]
        case .stepProgressed(let step, let fraction, attempt) where record.state(of: step) == .running:
            estimate.reported(step, fraction: fraction)
            return progressed(at: now)
        case .transferred(let bytes, let total, attempt):
            if transfer.total != Int64(total) { transfer = TransferMeter(total: Int64(total)) }
            transfer.record(bytes: Int64(bytes), at: now)
            return []
        case .stepEnded(let step, attempt) where record.state(of: step) == .running:
            estimate.ended(step)
            record.set(step, .done, at: now)
            record.append(.stepEnded(step), at: now)
            return advance(at: now)
        case .stepFailed(let step, let failure, attempt) where record.state(of: step) == .running:
            return stepFailed(step, failure, at: now)
        case .deadlineExtended(let until, attempt):
            extend(until)
            return []
        case .kindKnown(let kind, attempt):
            self.kind = kind
            return []
        case .presented:
            if case .shown = splash { splash = .shown(since: now) }
            return []
        case .waitKnown(attempt):
            // A splash that takes the place of lines comes no sooner than they would.
            if case .hidden(due: .some) = splash, configuration.start == .after(SplashRule.patience) {
                return reveal(at: now)
            }
            return []
        case .deadlineReached:
            if case .hidden(let due?) = splash, now >= due { return splashDue(at: now) }
            return progressed(at: now)
        default:
            return []
        }
    }

    // MARK: - The splash

    /// Shows it, unless the launch is nearly ready.
    private mutating func splashDue(at now: Instant) -> [LaunchEffect] {
        let remaining = record.began.flatMap { estimate.remaining(from: $0, at: now) }
        if let began = record.began,
            let later = SplashRule.postponed(began: began, remaining: remaining, at: now)
        {
            splash = .hidden(due: later)
            return []
        }
        return reveal(at: now)
    }

    /// The view is told what it has missed.
    private mutating func reveal(at now: Instant) -> [LaunchEffect] {
        splash = .shown(since: now)
        _ = progressed(at: now)
        return [.createView, .updateProgress(0)] + (info.map { [.updateInfo($0)] } ?? [])
            + (progress > 0 ? [.updateProgress(progress)] : [])
    }

    /// As long as the splash was seen.
    private func fade(at now: Instant) -> Duration {
        guard case .shown(let since) = splash else { return .zero }
        return SplashRule.fade(seen: now - since, longest: configuration.fade)
    }

    // MARK: - Transitions

    private mutating func extend(_ until: Instant) {
        guard let deadline, let began = record.began, until > deadline else { return }
        self.deadline = until
        // Messages give whole seconds.
        allowed = .seconds((until - began).inSeconds.rounded())
    }

    private mutating func beginAttempt(at now: Instant) -> [LaunchEffect] {
        phase = .loading
        attempt += 1
        progress = 0
        infoWasTold = false
        transfer = TransferMeter()
        deadline = now + configuration.timeout
        allowed = configuration.timeout
        kind = ""
        estimate = ProgressEstimate(schedule: configuration.schedule, learned: learned)
        record.beginAttempt(attempt, at: now)
        return [.updateProgress(0)] + advance(at: now)
    }

    /// Starts what may start, or completes.
    private mutating func advance(at now: Instant) -> [LaunchEffect] {
        if record.isComplete { return complete(at: now) }
        var effects = progressed(at: now)
        for step in configuration.schedule.startable(record.steps) {
            estimate.began(step, at: now)
            record.set(step, .running, at: now)
            record.append(.stepBegan(step), at: now)
            effects.append(.startStep(step, attempt: attempt))
        }
        nextCrawl = crawl(after: now)
        return effects
    }

    /// When the bar next moves by itself: the first whole interval after which it shows another value.
    private func crawl(after now: Instant) -> Instant? {
        guard estimate.movesByItself, progress < Self.highestWhileLoading else { return nil }
        func moves(after intervals: Int) -> Bool {
            shown(at: now + configuration.crawlInterval * intervals) > progress
        }
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
        return now + configuration.crawlInterval * most
    }

    private func shown(at now: Instant) -> Double {
        min((estimate.value(at: now) * 100).rounded(.down) / 100, Self.highestWhileLoading)
    }

    private mutating func progressed(at now: Instant) -> [LaunchEffect] {
        let value = shown(at: now)
        let hasMoved = value > progress
        if hasMoved { progress = value }
        nextCrawl = crawl(after: now)
        return hasMoved ? [.updateProgress(value)] : []
    }

    private mutating func complete(at now: Instant) -> [LaunchEffect] {
        let taught = lesson(at: now)
        let hasStragglers = record.steps.contains { $0.state == .running }
        progress = 1
        record.endAttempt(at: now)
        record.append(.completed, at: now)
        learned = taught
        let fade = fade(at: now)
        phase = .fading(since: now, until: now + fade)
        return [.updateProgress(1)] + (hasStragglers ? [.cancelAttempt(attempt)] : [])
            + [.learn(taught), .showRoot, .exitSplashView]
            + (fade <= .zero ? end(.completed) : [])
    }

    private mutating func stepFailed(
        _ step: String, _ failure: LaunchFailure, at now: Instant
    ) -> [LaunchEffect] {
        record.set(step, .failed, at: now)
        record.append(.stepFailed(step, cause: failure.cause), at: now)
        let isAwaited = configuration.schedule.steps.contains { $0.id == step && $0.isAwaited }
        if isAwaited { return fail(failure, at: now) }
        return advance(at: now)
    }

    private mutating func fail(_ failure: LaunchFailure, at now: Instant) -> [LaunchEffect] {
        var failure = failure
        if failure.title == nil, let title = configuration.titles[failure.code] {
            failure = LaunchFailure(failure.code, failure.reason, advice: failure.advice, title: title)
                .advisingInLines(failure.lineAdvice)
        }
        // A failure is shown whenever it comes.
        let view = isHidden ? reveal(at: now) : []
        phase = .failed(failure)
        record.endAttempt(at: now)
        record.append(.failed(failure.code), at: now)
        return view + [.cancelAttempt(attempt), .showError(failure)]
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
            let wasLoading = phase == .loading
            record.endAttempt(at: now)
            record.append(.closed, at: now)
            return (wasLoading ? [.cancelAttempt(attempt)] : []) + [.removeView] + end(.closed)
        }
    }

    private mutating func endFade(_ event: LaunchEvent, at now: Instant) -> [LaunchEffect] {
        guard case .fading(_, let until) = phase else { return [] }
        return event == .fadeSkipped || now >= until ? end(.completed) : []
    }

    private mutating func end(_ outcome: LaunchOutcome) -> [LaunchEffect] {
        phase = .ended(outcome)
        return [.end(outcome)]
    }

    // MARK: - What is said and learned

    private var timeoutFailure: LaunchFailure {
        if let name = configuration.commandName { return .commandNotReady(name, within: allowed) }
        let running = record.steps.filter { $0.state == .running && $0.step.isAwaited }.map(\.step.label)
        return LaunchFailure(.timedOut, .notReady(within: configuration.timeout.plainSeconds, running: running))
    }

    private func lesson(at now: Instant) -> LearnedProgress {
        let begin = record.began ?? now
        let total = max((now - begin).inSeconds, 0.000_001)
        var ends: [String: Double] = [:]
        for step in record.steps where step.step.isAwaited {
            if let end = step.ended { ends[step.step.id] = (end - begin).inSeconds / total }
        }
        let newest = LearnedProgress(duration: total, ends: ends, kind: kind)
        return learned?.averaged(with: newest) ?? newest
    }
}
