import FoyerCore

/// A launch on virtual time, written as a transcript: `send` an event, compare the effects.
struct LaunchTranscript {
    var machine: LaunchMachine
    var now = Instant.zero

    init(
        _ steps: [LaunchStep] = LaunchTranscript.oneStep, timeout: Duration = .seconds(30), offersClose: Bool = true,
        offersReload: Bool = true, fade: Duration = .milliseconds(1500)
    ) throws {
        machine = LaunchMachine(
            .init(
                schedule: try StepSchedule(steps), timeout: timeout, offersClose: offersClose,
                offersReload: offersReload, fade: fade))
    }

    /// A frame shows a figure now.
    var isMeasured: Bool { machine.state(at: now).isMeasured }

    mutating func send(_ event: LaunchEvent, after pause: Duration = .zero) -> [LaunchEffect] {
        now += pause
        return machine.handle(event, at: now)
    }

    /// Opens and presents; the first attempt runs.
    mutating func start(learned: LearnedProgress? = nil) -> [LaunchEffect] {
        send(.opened) + send(.presented(learned: learned))
    }

    /// Jumps from deadline to deadline, as the loop would, until `end`.
    mutating func run(until end: Instant) -> [LaunchEffect] {
        var effects: [LaunchEffect] = []
        while let next = machine.nextDeadline, next <= end {
            now = max(now, next)
            effects += machine.handle(.deadlineReached, at: now)
        }
        now = end
        return effects
    }

    static let oneStep = [LaunchStep("work", label: "Working")]

    /// The shape of the mini-program pipeline.
    static let pipeline = [
        LaunchStep("metadata", label: "", weight: 1),
        LaunchStep("icon", label: "", weight: 0, isAwaited: false),
        LaunchStep("package", label: "", weight: 6, after: ["metadata"]),
        LaunchStep("verify", label: "", weight: 1),
        LaunchStep("unzip", label: "", weight: 1),
        LaunchStep("resources", label: "", weight: 1, after: ["metadata"]),
    ]
}

let sampleInfo = SplashInfo(appID: "com.example.tea", appName: "Tea House", iconURL: "http://127.0.0.1/i.png")
