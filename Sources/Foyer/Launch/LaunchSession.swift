import FoyerCore
import FoyerSystem
import FoyerTUI
import Synchronization

/// A launch under way: the machine, and its steps as tasks. The screen, or the lines, only show it.
///
/// Made before there is a screen, connected when there is one, and asked to `settle` when that has gone.
package final class LaunchSession: Sendable {
    private struct State {
        var machine: LaunchMachine
        /// Takes what the steps report to the thread that shows the launch.
        var post: (@Sendable (EngineEvent) -> Void)?
        /// The steps of the attempt that `steps` were made for.
        var attempt = 0
        var steps: [StartupStep] = []
        var running: [Task<Void, Never>] = []
        /// Observers and writes to the disk that are under way; a process that ends with the launch waits for them.
        var remaining: [Task<Void, Never>] = []
        var report: LaunchPlan.Report?
    }

    /// How long steps that were cancelled are waited for. A launch that ran out of time is to be over within the second
    /// after, whatever a host's code or a disk does.
    private static let patience = Duration.milliseconds(800)

    package let plan: LaunchPlan
    private let state: Mutex<State>

    package init(_ plan: LaunchPlan) {
        self.plan = plan
        state = Mutex(State(machine: LaunchMachine(plan.machine)))
    }

    var machine: LaunchMachine { state.withLock { $0.machine } }
    /// How the launch ended; `nil` before.
    var report: LaunchPlan.Report? { state.withLock { $0.report } }

    // MARK: - Whoever shows it

    /// - Parameter post: takes what steps report to the thread that calls `handle`.
    func connect(_ post: @escaping @Sendable (EngineEvent) -> Void) {
        state.withLock { $0.post = post }
    }

    /// Changes what only whoever shows the launch can know, such as that nobody can press a key.
    func configure(_ change: (inout LaunchMachine.Configuration) -> Void) {
        state.withLock { change(&$0.machine.configuration) }
    }

    /// What earlier launches taught. Reads the disk: to be asked after the first frame.
    func recall() -> LearnedProgress? { plan.memory?.recall() }

    /// Performs what concerns steps and observers, and hands what is to be seen to `show`, in order.
    func handle(_ event: LaunchEvent, at now: Instant, show: (LaunchEffect) -> Void) {
        let (effects, lines, record) = state.withLock { state in
            let count = state.machine.record.lineCount
            let effects = state.machine.handle(event, at: now)
            return (effects, state.machine.record.lines(after: count), state.machine.record)
        }
        for line in lines { plan.whenRecorded(line, record) }
        for effect in effects {
            switch effect {
            case .startStep(let id, let attempt): start(id, attempt: attempt)
            case .cancelAttempt(let attempt): cancel(attempt: attempt)
            case .learn(let lesson): learn(lesson)
            case .showError(let failure):
                tell(failure)
                show(effect)
            case .end(let outcome):
                end(outcome)
                show(effect)
            case .createView, .updateProgress, .updateInfo, .exitSplashView, .showRoot, .removeView: show(effect)
            }
        }
    }

    /// The screen has gone, whatever the launch was doing.
    func leave() {
        let machine = machine
        cancel(attempt: machine.attempt)
        switch machine.phase {
        case .ended: break
        case .fading: end(.completed)
        case .failed(let failure): end(.failed(failure))
        case .idle, .presenting, .loading: end(.closed)
        }
    }

    /// It cannot be shown at all.
    func fail(_ failure: LaunchFailure) {
        tell(failure)
        end(.failed(failure))
    }

    /// Waits until every step has cleaned up, as far as `patience` goes, and what was learned is kept. A launch that was
    /// never decided was closed with the terminal.
    package func settle() async -> LaunchPlan.Report {
        await drain(within: Self.patience)
        let report = end(.closed)
        for task in state.withLock({ $0.remaining }) { await task.value }
        return report
    }

    // MARK: - Steps

    private func start(_ id: String, attempt: Int) {
        state.withLock { state in
            if state.attempt != attempt {
                state.attempt = attempt
                state.steps = plan.steps(attempt)
            }
            guard let post = state.post, let step = state.steps.first(where: { $0.step.id == id }) else { return }
            let reporter = StepReporter(step: id, attempt: attempt, clock: plan.surroundings.clock, post: post)
            state.running.append(Task { await step.run(reporter) })
        }
    }

    /// Stops every step of the attempt; their bodies see a cancelled task and clean up.
    private func cancel(attempt: Int) {
        state.withLock { state in
            guard state.attempt == attempt else { return }
            for task in state.running { task.cancel() }
        }
    }

    /// Returns once everything that was started has ended and cleaned up.
    private func drain() async {
        while true {
            let tasks = state.withLock { state in
                defer { state.running = [] }
                return state.running
            }
            if tasks.isEmpty { return }
            for task in tasks { await task.value }
        }
    }

    /// The same, but no longer than `patience`: what does not listen then runs on.
    private func drain(within patience: Duration) async {
        guard state.withLock({ !$0.running.isEmpty }) else { return }
        guard let ended = try? Mailbox<Void>() else { return await drain() }
        let limit = MonotonicClock.now + patience
        Task {
            await drain()
            ended.post(())
        }
        try? await LoopThread.run { ended.wait(until: limit) }
    }

    // MARK: - What it leaves

    private func learn(_ lesson: LearnedProgress) {
        if let memory = plan.memory { remain(memory.keep(lesson)) }
    }

    private func tell(_ failure: LaunchFailure) {
        if let whenFailed = plan.whenFailed { remain(Task { whenFailed(failure) }) }
    }

    /// The first outcome is the launch's; what comes after it is how its screen went.
    @discardableResult
    private func end(_ outcome: LaunchOutcome) -> LaunchPlan.Report {
        let (report, isFirst) = state.withLock { state in
            let isFirst = state.report == nil
            let report = state.report ?? LaunchPlan.Report(outcome: outcome, record: state.machine.record)
            state.report = report
            return (report, isFirst)
        }
        guard isFirst else { return report }
        plan.whenEnding?(outcome)
        if let whenEnded = plan.whenEnded { remain(Task { whenEnded(outcome) }) }
        return report
    }

    private func remain(_ task: Task<Void, Never>) {
        state.withLock { $0.remaining.append(task) }
    }
}
