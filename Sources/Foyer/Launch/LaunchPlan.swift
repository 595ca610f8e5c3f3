import FoyerCore
import FoyerSystem
import FoyerTUI
import Synchronization

/// Everything that one launch needs, whoever asked for it: a host's own steps, or a mini program.
package struct LaunchPlan: Sendable {
    package var appID: String?
    package var machine: LaunchMachine.Configuration
    /// The steps of an attempt; made anew for each, so that they can share what the attempt finds out.
    package var steps: @Sendable (_ attempt: Int) -> [StartupStep]
    /// What the host knows of the program beforehand.
    package var known: KnownProgram?
    package var memory: ProgressMemory?
    package var uiProvider: UIProvider
    /// Where it is told without a screen.
    package var lineOutput = LineOutput.standard
    package var surroundings = Surroundings.live
    /// Told of each attempt's failure once it is shown; on no thread of the screen's.
    package var whenFailed: (@Sendable (LaunchFailure) -> Void)?
    /// Told once, when the launch is over; on no thread of the screen's.
    package var whenEnded: (@Sendable (LaunchOutcome) -> Void)?
    /// Told of each line of the record as it is written, on the thread that owns the screen (or the lines).
    package var whenNoted: Noted = { _, _ in }

    /// A line of the record, and the record so far.
    package typealias Noted = @Sendable (LaunchRecord.Line, LaunchRecord) -> Void

    package init(
        appID: String? = nil, machine: LaunchMachine.Configuration,
        steps: @escaping @Sendable (_ attempt: Int) -> [StartupStep], known: KnownProgram? = nil,
        memory: ProgressMemory? = nil, uiProvider: UIProvider
    ) {
        self.appID = appID
        self.machine = machine
        self.steps = steps
        self.known = known
        self.memory = memory
        self.uiProvider = uiProvider
    }

    /// How it went, and what was recorded on the way.
    package struct Report: Sendable {
        package var outcome: LaunchOutcome
        package var record: LaunchRecord
    }

    /// Shows the launch on the screen, or tells it in lines.
    package func run(_ presentation: Presentation) async throws(LaunchEngineError) -> Report {
        switch presentation.output {
        case .lines(let format):
            if let recording = presentation.recording { LineOutput.record(with: recording) }
            let lines = LaunchLines(format: format, language: presentation.language, fit: PlainText.fitted)
            return await LineLaunch(plan: self, lines: lines, output: lineOutput).run()
        case .screen:
            let end = LaunchEnd(whenEnded, whenFailed: whenFailed)
            let plan = fading(presentation.theme)
            do {
                try await presentation.host { plan.makeScene(end) }
            } catch {
                throw .terminal(error)
            }
            return await end.settle(orClosed: machine)
        }
    }

    /// Until when the result may be on its way to somebody who reads slowly: the attempt's own deadline, or a moment
    /// where that has come.
    package func lastInstant(of report: Report) -> Instant {
        let now = surroundings.now
        return max((report.record.began ?? now) + machine.timeout, now + LineOutput.grace)
    }

    /// With reduced motion nothing fades.
    private func fading(_ theme: Theme) -> LaunchPlan {
        var plan = self
        if theme.reducesMotion { plan.machine.fade = .zero }
        return plan
    }

    /// Called on the thread that owns the screen.
    package func makeScene(_ end: LaunchEnd) -> LaunchScene {
        let memory = memory
        return LaunchScene(
            .init(
                appID: appID, known: known, machine: machine,
                delegate: uiProvider.splashViewDelegate?() ?? DefaultSplashViewDelegate(), steps: steps,
                recall: { memory?.recall() }, keep: { end.note(memory?.keep($0)) }, makeRoot: uiProvider.root,
                runs: { end.note($0) }, noted: whenNoted, failed: { end.note($0) }, ended: { end.note($0, $1) }))
    }
}

/// What is left of a launch when its screen has gone.
package final class LaunchEnd: Sendable {
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
    private let ended: @Sendable (LaunchOutcome) -> Void

    /// - Parameters:
    ///   - whenEnded: told how the launch ended, on no thread of the screen's: it may write to a disk.
    ///   - whenFailed: told of each attempt's failure, likewise.
    ///   - ended: told how the launch ended, there and then.
    package init(
        _ whenEnded: (@Sendable (LaunchOutcome) -> Void)? = nil,
        whenFailed: (@Sendable (LaunchFailure) -> Void)? = nil,
        ended: @escaping @Sendable (LaunchOutcome) -> Void = { _ in }
    ) {
        self.whenEnded = whenEnded
        self.whenFailed = whenFailed
        self.ended = ended
    }

    func note(_ runner: LaunchRunner) { state.withLock { $0.runner = runner } }

    func note(_ failure: LaunchFailure) {
        if let whenFailed { note(Task { whenFailed(failure) }) }
    }

    func note(_ outcome: LaunchOutcome, _ record: LaunchRecord) {
        state.withLock { $0.report = .init(outcome: outcome, record: record) }
        ended(outcome)
        if let whenEnded { note(Task { whenEnded(outcome) }) }
    }

    func note(_ keeping: Task<Void, Never>?) {
        if let keeping { state.withLock { $0.keeping.append(keeping) } }
    }

    /// Waits until every step has cleaned up, as far as `patience` goes, and what was learned is kept. A launch that was
    /// never decided was closed with the terminal.
    package func settle(orClosed machine: LaunchMachine.Configuration) async -> LaunchPlan.Report {
        await state.withLock { $0.runner }?.drain(within: Self.patience)
        if state.withLock({ $0.report }) == nil { note(.closed, LaunchMachine(machine).record) }
        let (report, keeping) = state.withLock { ($0.report, $0.keeping) }
        for task in keeping { await task.value }
        return report ?? .init(outcome: .closed, record: LaunchMachine(machine).record)
    }
}

/// What earlier launches of a program taught, in the user's state folder.
package struct ProgressMemory: Sendable {
    let appID: String
    private let store: LearnedProgressStore
    private let work: BlockingWork

    package init(appID: String, places: Places, work: BlockingWork = .threads) {
        self.appID = appID
        self.work = work
        store = LearnedProgressStore(path: places.state + "/progress")
    }

    func recall() -> LearnedProgress? { store.recall(appID) }

    /// On a thread of its own: the screen does not wait for a disk.
    func keep(_ lesson: LearnedProgress) -> Task<Void, Never> {
        let (store, appID, work) = (store, appID, work)
        return Task { await store.keep(lesson, for: appID, on: work) }
    }
}
