import FoyerCore

/// The machine together with the runner: performs the effects that concern steps, and hands the others on to
/// whoever shows the launch, be it the screen or lines of text.
struct LaunchDriver {
    private(set) var machine: LaunchMachine
    private let runner: LaunchRunner
    private let keep: (LearnedProgress) -> Void
    private let noted: LaunchPlan.Noted

    /// - Parameters:
    ///   - keep: Stores what a success taught, for the next launch.
    ///   - noted: Told of each line of the record as it is written.
    init(
        machine: LaunchMachine, runner: LaunchRunner, keep: @escaping (LearnedProgress) -> Void,
        noted: @escaping LaunchPlan.Noted
    ) {
        self.noted = noted
        self.machine = machine
        self.runner = runner
        self.keep = keep
    }

    /// Effects left to the caller: the delegate's calls, the root, and the end.
    mutating func handle(_ event: LaunchEvent, at now: Instant) -> [LaunchEffect] {
        let count = machine.record.lineCount
        let effects = machine.handle(event, at: now)
        for line in machine.record.lines(after: count) { noted(line, machine.record) }
        return effects.filter { effect in
            switch effect {
            case .startStep(let id, let attempt): runner.start(id, attempt: attempt)
            case .cancelAttempt(let attempt): runner.cancel(attempt: attempt)
            case .learn(let lesson): keep(lesson)
            default: return true
            }
            return false
        }
    }

    /// The screen goes away, whatever the launch was doing.
    func cancel() {
        runner.cancel(attempt: machine.attempt)
    }

    /// The delegate declined the reload action: the error page will have none.
    mutating func withholdReload() {
        machine.configuration.offersReload = false
    }
}
