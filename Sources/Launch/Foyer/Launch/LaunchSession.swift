import FoyerCore
import FoyerSystem
import FoyerTUI
import Synchronization

/// A running launch: the machine, and its steps as tasks. The screen or the lines only show it.
///
/// It is made before there is a screen, connected to it, and settled after it.
package final class LaunchSession: Sendable {
    private struct State {
        var machine: LaunchMachine
        /// Takes what the steps report to the thread that shows the launch.
        var post: (@Sendable (EngineEvent) -> Void)?
        /// What they reported while nothing took it.
        var waiting: [EngineEvent] = []
        /// What was to be seen while there was no screen.
        var unshown: [LaunchEffect] = []
        /// The attempt that `steps` were made for.
        var attempt = 0
        var steps: [StartupStep] = []
        var running: [Task<Void, Never>] = []
        /// Running observers and writes to the disk; a process that ends with the launch waits for them.
        var remaining: [Task<Void, Never>] = []
        var report: LaunchPlan.Report?
        /// The steps' own lines.
        var notes: [LaunchNote] = []
    }

    /// The number of notes to keep; the oldest are dropped.
    private static let longestLog = 500

    /// How long to wait for cancelled steps. A launch that runs out of time must end within a second, whatever a host's
    /// code or a disk does.
    private static let patience = Duration.milliseconds(800)
    /// How long to wait for observers and for what is written to the disk at the end.
    private static let lastPatience = Duration.milliseconds(200)

    package let plan: LaunchPlan
    private let state: Mutex<State>

    package init(_ plan: LaunchPlan) {
        self.plan = plan
        state = Mutex(State(machine: LaunchMachine(plan.machine)))
    }

    var machine: LaunchMachine { state.withLock { $0.machine } }
    /// How the launch ended; `nil` until then.
    var report: LaunchPlan.Report? { state.withLock { $0.report } }

    /// The steps' own lines, the latest at the end.
    var notes: [LaunchNote] { state.withLock { $0.notes } }

    func keep(_ note: LaunchNote) {
        state.withLock { state in
            if state.notes.count == Self.longestLog { state.notes.removeFirst() }
            state.notes.append(note)
        }
    }

    // MARK: - Showing it

    /// - Parameter post: takes what steps report to the thread that calls `handle`.
    func connect(_ post: @escaping @Sendable (EngineEvent) -> Void) {
        state.withLock { state in
            for event in state.waiting { post(event) }
            state.waiting = []
            state.post = post
        }
    }

    /// What steps report from now on waits for the next `connect`.
    ///
    /// - Parameter rest: what the former receiver took without handling it.
    func disconnect(leaving rest: () -> [EngineEvent]) {
        state.withLock { state in
            state.post = nil
            state.waiting = rest()
        }
    }

    private func post(_ event: EngineEvent) {
        state.withLock { state in
            if let post = state.post { post(event) } else { state.waiting.append(event) }
        }
    }

    /// Keeps what there is no screen for yet.
    func keep(_ effect: LaunchEffect) { state.withLock { $0.unshown.append(effect) } }

    /// What the screen has to show first.
    func takeUnshown() -> [LaunchEffect] {
        state.withLock { state in
            defer { state.unshown = [] }
            return state.unshown
        }
    }

    /// Changes what depends on how the launch is shown: in lines, for example, nobody can press a key.
    func configure(_ change: (inout LaunchMachine.Configuration) -> Void) {
        state.withLock { change(&$0.machine.configuration) }
    }

    /// What earlier launches taught. Reads the disk, so call it after the first frame.
    func recall() -> LearnedProgress? { plan.memory?.recall() }

    /// Decides when the splash appears; call it before the launch begins.
    ///
    /// - Returns: whether it appears at once.
    var isShownAtOnce: Bool {
        let start = plan.splash.start(learned: nil)
        guard start != .atOnce else { return true }
        // What it takes to know more is done only where that can change anything.
        let decided = plan.splash.start(learned: recall(), downloads: plan.downloads())
        configure { $0.start = decided }
        return decided == .atOnce
    }

    /// The diagnosis of the failure; `nil` if there is no failure, or none is kept.
    func diagnosis(at now: Instant) -> [UInt8]? {
        let (machine, notes) = state.withLock { ($0.machine, $0.notes) }
        guard let keeper = plan.diagnosis, case .failed(let failure) = machine.phase else { return nil }
        return FailureDiagnosis(
            failure: failure, machine: machine, notes: notes, findings: keeper.findings(), home: keeper.home
        ).text(at: now)
    }

    /// Writes a diagnosis to its file, off the screen's thread; `kept` follows.
    func keep(_ diagnosis: [UInt8], with keeper: DiagnosisKeeper) {
        let task = Task { post(.kept(await BlockingThread.run { keeper.keep(diagnosis) })) }
        state.withLock { $0.remaining.append(task) }
    }

    /// Performs effects that concern steps and observers, and passes visible ones to `show`, in order.
    func handle(_ event: LaunchEvent, at now: Instant, show: (LaunchEffect) -> Void) {
        let (effects, lines, record) = state.withLock { state in
            let count = state.machine.record.lineCount
            let effects = state.machine.handle(event, at: now)
            return (effects, state.machine.record.lines(after: count), state.machine.record)
        }
        for line in lines { plan.observe(.recorded(line, record)) }
        for effect in effects {
            switch effect {
            case .startStep(let id, let attempt):
                start(id, attempt: attempt)
                show(effect)
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

    /// The screen has gone, at whatever point of the launch.
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

    /// The launch cannot be shown at all.
    func fail(_ failure: LaunchFailure) {
        tell(failure)
        end(.failed(failure))
    }

    /// Waits until every step has cleaned up and what was learned is on the disk, neither of them longer than its patience.
    /// A launch without an outcome was closed with the terminal.
    package func settle() async -> LaunchPlan.Report {
        if state.withLock({ !$0.running.isEmpty }) { await wait(Self.patience) { [self] in await drain() } }
        let report = end(.closed)
        let remaining = state.withLock { $0.remaining }
        await wait(Self.lastPatience) { for task in remaining { await task.value } }
        return report
    }

    // MARK: - Steps

    private func start(_ id: String, attempt: Int) {
        state.withLock { state in
            if state.attempt != attempt {
                state.attempt = attempt
                state.steps = plan.steps(attempt)
            }
            guard let step = state.steps.first(where: { $0.step.id == id }) else {
                return assert(state.steps.isEmpty, "the machine starts \(id), which the plan has not made")
            }
            let reporter = StepReporter(
                step: id, attempt: attempt, clock: plan.system.clock, post: { [self] in post($0) })
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

    /// Returns once the work has ended, or the time is over; the work goes on.
    private func wait(_ patience: Duration, for work: @escaping @Sendable () async -> Void) async {
        guard let ended = try? Mailbox<Void>() else { return await work() }
        let limit = MonotonicClock.now + patience
        Task {
            await work()
            ended.post(())
        }
        try? await LoopThread.run { ended.wait(until: limit) }
    }

    // MARK: - Results

    private func learn(_ lesson: LearnedProgress) {
        if let memory = plan.memory { remain(memory.keep(lesson)) }
    }

    private func tell(_ failure: LaunchFailure) {
        plan.observe(.failing(failure))
        remain(Task { [observe = plan.observe] in observe(.failed(failure)) })
    }

    /// Only the first outcome counts; later ones are only about the screen.
    @discardableResult
    private func end(_ outcome: LaunchOutcome) -> LaunchPlan.Report {
        let (report, isFirst) = state.withLock { state in
            let isFirst = state.report == nil
            let report = state.report ?? LaunchPlan.Report(outcome: outcome, record: state.machine.record)
            state.report = report
            return (report, isFirst)
        }
        guard isFirst else { return report }
        plan.observe(.ending(outcome))
        remain(Task { [observe = plan.observe] in observe(.ended(outcome)) })
        return report
    }

    private func remain(_ task: Task<Void, Never>) {
        state.withLock { $0.remaining.append(task) }
    }
}

/// A step's own line in the log.
struct LaunchNote: Equatable, Sendable {
    let instant: Instant
    let text: SafeText
}
