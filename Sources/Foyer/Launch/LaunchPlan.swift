import FoyerClient
import FoyerCore
import FoyerTUI
import Synchronization

/// Everything that one launch needs, whoever asked for it: a host's own steps, or a mini program.
struct LaunchPlan: Sendable {
    var appID: String?
    var machine: LaunchMachine.Configuration
    var steps: LaunchRunner.StepFactory
    var memory: ProgressMemory?
    var uiProvider: UIProvider
    /// Told of each attempt's failure once it is shown; on no thread of the screen's.
    var whenFailed: (@Sendable (LaunchFailure) -> Void)?
    /// Told once, when the launch is over; on no thread of the screen's.
    var whenEnded: (@Sendable (LaunchOutcome) -> Void)?

    /// How it went, and what was recorded on the way.
    struct Report: Sendable {
        var outcome: LaunchOutcome
        var record: LaunchRecord
    }

    /// Shows the launch on the screen, or tells it in lines.
    func run(_ presentation: Presentation) async throws(LaunchEngineError) -> Report {
        switch presentation.output {
        case .lines(let format):
            return try await LineLaunch(plan: self, lines: LaunchLines(format: format, language: presentation.language))
                .run()
        case .screen:
            let end = LaunchEnd(whenEnded, whenFailed: whenFailed)
            let plan = fading(presentation.theme)
            do {
                try await ScreenHost.run(presentation) { plan.makeScene(end) }
            } catch {
                throw .terminal(error)
            }
            return await end.settle(orClosed: machine)
        }
    }

    /// Until when the result may be on its way to somebody who reads slowly: the attempt's own deadline, or a moment
    /// where that has come.
    func lastInstant(of report: Report) -> Instant {
        let now = MonotonicClock.now
        return max((report.record.began ?? now) + machine.timeout, now + LineOutput.grace)
    }

    /// With reduced motion nothing fades.
    private func fading(_ theme: Theme) -> LaunchPlan {
        var plan = self
        if theme.reducesMotion { plan.machine.fade = .zero }
        return plan
    }

    /// Called on the thread that owns the screen.
    func makeScene(_ end: LaunchEnd) -> LaunchScene {
        let memory = memory
        return LaunchScene(
            .init(
                appID: appID, machine: machine,
                delegate: uiProvider.splashViewDelegate?() ?? DefaultSplashViewDelegate(), steps: steps,
                recall: { memory?.recall() }, keep: { end.note(memory?.keep($0)) }, makeRoot: uiProvider.root,
                runs: { end.note($0) }, failed: { end.note($0) }, ended: { end.note($0, $1) }))
    }
}

/// What is left of a launch when its screen has gone.
final class LaunchEnd: Sendable {
    private struct State {
        var runner: LaunchRunner?
        var report: LaunchPlan.Report?
        /// What is on its way to the disk; a process that ends with the launch waits for it.
        var keeping: [Task<Void, Never>] = []
    }

    /// How long steps that were cancelled are waited for. A launch that ran out of time is to be over within the second
    /// after, whatever a host's code or a disk does.
    private static let patience = Duration.milliseconds(800)

    private let state = Mutex(State())
    private let whenEnded: (@Sendable (LaunchOutcome) -> Void)?
    private let whenFailed: (@Sendable (LaunchFailure) -> Void)?

    init(
        _ whenEnded: (@Sendable (LaunchOutcome) -> Void)? = nil, whenFailed: (@Sendable (LaunchFailure) -> Void)? = nil
    ) {
        self.whenEnded = whenEnded
        self.whenFailed = whenFailed
    }

    func note(_ runner: LaunchRunner) { state.withLock { $0.runner = runner } }

    func note(_ failure: LaunchFailure) {
        if let whenFailed { note(Task { whenFailed(failure) }) }
    }

    func note(_ outcome: LaunchOutcome, _ record: LaunchRecord) {
        state.withLock { $0.report = .init(outcome: outcome, record: record) }
        if let whenEnded { note(Task { whenEnded(outcome) }) }
    }

    func note(_ keeping: Task<Void, Never>?) {
        if let keeping { state.withLock { $0.keeping.append(keeping) } }
    }

    /// Waits until every step has cleaned up, as far as `patience` goes, and what was learned is kept. A launch that was
    /// never decided was closed with the terminal.
    func settle(orClosed machine: LaunchMachine.Configuration) async -> LaunchPlan.Report {
        await state.withLock { $0.runner }?.drain(within: Self.patience)
        if state.withLock({ $0.report }) == nil { note(.closed, LaunchMachine(machine).record) }
        let (report, keeping) = state.withLock { ($0.report, $0.keeping) }
        for task in keeping { await task.value }
        return report ?? .init(outcome: .closed, record: LaunchMachine(machine).record)
    }
}

/// What earlier launches of a program taught, in the user's state folder.
struct ProgressMemory: Sendable {
    let appID: String
    private let store: LearnedProgressStore

    init(appID: String, places: Places) {
        self.appID = appID
        store = LearnedProgressStore(path: places.state + "/progress")
    }

    func recall() -> LearnedProgress? { store.recall(appID) }

    /// On a thread of its own: the screen does not wait for a disk.
    func keep(_ lesson: LearnedProgress) -> Task<Void, Never> {
        let (store, appID) = (store, appID)
        return Task { await store.keep(lesson, for: appID) }
    }
}
