import FoyerCore
import FoyerSystem
import FoyerTUI
import Synchronization

/// Turns the machine's effects on steps into tasks, and what the tasks do into events.
final class LaunchRunner: Sendable {
    /// The steps of an attempt; made anew for each, so that they can share what the attempt finds out.
    typealias StepFactory = @Sendable (_ attempt: Int) -> [StartupStep]

    private struct Running {
        var attempt = 0
        var steps: [StartupStep] = []
        var tasks: [Task<Void, Never>] = []
    }

    private let factory: StepFactory
    private let post: @Sendable (EngineEvent) -> Void
    private let running = Mutex(Running())

    init(factory: @escaping StepFactory, post: @escaping @Sendable (EngineEvent) -> Void) {
        self.factory = factory
        self.post = post
    }

    func start(_ id: String, attempt: Int) {
        running.withLock { running in
            if running.attempt != attempt {
                running.attempt = attempt
                running.steps = factory(attempt)
            }
            guard let step = running.steps.first(where: { $0.step.id == id }) else { return }
            let reporter = StepReporter(step: id, attempt: attempt, post: post)
            running.tasks.append(Task { await Self.run(step, reporter) })
        }
    }

    /// Stops every step of the attempt; their bodies see a cancelled task and clean up.
    func cancel(attempt: Int) {
        running.withLock { running in
            guard running.attempt == attempt else { return }
            for task in running.tasks { task.cancel() }
        }
    }

    /// Returns once everything that was started has ended and cleaned up.
    func drain() async {
        while true {
            let tasks = running.withLock { running in
                defer { running.tasks = [] }
                return running.tasks
            }
            if tasks.isEmpty { return }
            for task in tasks { await task.value }
        }
    }

    /// The same, but no longer than `patience`: what does not listen then runs on.
    func drain(within patience: Duration) async {
        guard let ended = try? Mailbox<Void>() else { return await drain() }
        let limit = MonotonicClock.now + patience
        Task {
            await drain()
            ended.post(())
        }
        try? await LoopThread.run { ended.wait(until: limit) }
    }

    private static func run(_ step: StartupStep, _ reporter: StepReporter) async {
        let id = step.step.id
        do {
            try await step.body(reporter)
            reporter.post(.launch(.stepEnded(id, attempt: reporter.attempt)))
        } catch let failure as LaunchFailure {
            reporter.post(.launch(.stepFailed(id, failure, attempt: reporter.attempt)))
        } catch {
            if Task.isCancelled { return }
            let failure = LaunchFailure(.unknown, cause: String(describing: error))
            reporter.post(.launch(.stepFailed(id, failure, attempt: reporter.attempt)))
        }
    }
}
