import FoyerCore
import TestSupport
import Testing

/// Random event storms: the delegate's promises hold for any events in any order.
@Suite struct LaunchStormTests {
    @Test(arguments: 0..<400)
    func everyStormKeepsThePromises(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var launch = try LaunchTranscript(
            LaunchTranscript.pipeline, timeout: .seconds(Int64.random(in: 1...30, using: &random)),
            offersClose: Bool.random(using: &random), offersReload: Bool.random(using: &random),
            fade: Bool.random(using: &random) ? .zero : .milliseconds(1500))
        let starts = [SplashRule.Start.atOnce, .after(.milliseconds(300)), .never]
        launch.machine.configuration.start = starts.randomElement(using: &random) ?? .atOnce
        var watch = DelegateWatch()
        for _ in 0..<300 {
            let event = Self.event(using: &random, attempt: launch.machine.attempt)
            let pause = Duration.milliseconds(Int64.random(in: 0...400, using: &random))
            for effect in launch.send(event, after: pause) { watch.see(effect) }
            let isLoading = launch.machine.isLoading
            #expect(!isLoading || launch.machine.nextDeadline != nil, "a launch without a deadline can hang")
        }
        #expect(watch.problems == [], "seed \(seed)")
    }

    /// INT, TERM and HUP at any instant of a command's start. Before the command has ended, the signal is the command's: it
    /// ends, and its launch is ready. After that, the signal closes the launch. Whatever comes later changes nothing.
    @Test(arguments: 0..<40) func aTerminationEndsTheLaunchAtAnyInstant(block: UInt64) throws {
        for seed in block * 75..<(block + 1) * 75 {
            var random = SplitMix64(seed: seed)
            var launch = try LaunchTranscript(
                LaunchTranscript.oneStep, timeout: .seconds(Int64.random(in: 1...30, using: &random)),
                fade: Bool.random(using: &random) ? .zero : .milliseconds(1500))
            let starts = [SplashRule.Start.atOnce, .after(.milliseconds(300)), .never]
            launch.machine.configuration.start = starts.randomElement(using: &random) ?? .atOnce
            _ = launch.machine.configuration.start == .atOnce ? launch.start() : launch.send(.began(learned: nil))
            _ = launch.run(until: launch.now + .milliseconds(Int64.random(in: 0...2_000, using: &random)))
            let hasFailed = Bool.random(using: &random)
            if hasFailed {
                let failure = LaunchFailure(.fetchFailed, cause: "")
                _ = launch.send(.reported(.stepFailed("work", failure), attempt: launch.machine.attempt))
                _ = launch.run(until: launch.now + .milliseconds(Int64.random(in: 0...2_000, using: &random)))
            }
            let wasLoading = launch.machine.isLoading
            let isKnown = wasLoading && Bool.random(using: &random)
            var effects = launch.send(
                isKnown
                    ? .reported(.stepEnded("work"), attempt: launch.machine.attempt) : .closeRequested)
            let outcome = launch.machine.phase
            if wasLoading, !isKnown { #expect(outcome == .ended(.closed), "seed \(seed)") }
            for _ in 0..<20 {
                let event = Self.event(using: &random, attempt: launch.machine.attempt)
                effects += launch.send(event, after: .milliseconds(Int64.random(in: 0...400, using: &random)))
            }
            effects += launch.run(until: launch.now + .seconds(40))
            let ends = effects.count { if case .end = $0 { true } else { false } }
            let errors = effects.count { if case .showError = $0 { true } else { false } }
            let attempts = effects.count { if case .startStep = $0 { true } else { false } }
            #expect(ends == 1 && errors == 0 && attempts == 0, "seed \(seed): \(effects)")
            if case .ended = launch.machine.phase {} else { Issue.record("seed \(seed): \(launch.machine.phase)") }
        }
    }

    static func event(using random: inout SplitMix64, attempt: Int) -> LaunchEvent {
        let attempt = Int.random(in: 0..<10, using: &random) == 0 ? attempt - 1 : attempt
        let ids = LaunchTranscript.pipeline.map(\.id) + ["unknown"]
        let id = ids.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<40, using: &random) {
        case 0...1: return .opened
        case 2...3: return .began(learned: nil)
        case 4...7: return .presented(learned: nil)
        case 8...11: return .reported(.infoArrived(sampleInfo), attempt: attempt)
        case 12...20:
            let fractions = [Double.nan, -1, 2, .infinity, Double.random(in: 0...1, using: &random)]
            return .reported(
                .stepProgressed(id, fraction: fractions.randomElement(using: &random) ?? 0), attempt: attempt)
        case 21...29: return .reported(.stepEnded(id), attempt: attempt)
        case 30: return .reported(.stepFailed(id, LaunchFailure(.downloadFailed, cause: "")), attempt: attempt)
        case 31: return .closeRequested
        case 32...34: return .reloadRequested
        case 35: return .fadeSkipped
        case 36:
            return .reported(
                .transferred(id, bytes: Int.random(in: -5...1000, using: &random), total: 100), attempt: attempt)
        default: return .deadlineReached
        }
    }
}

/// Checks the delegate's calls against the grammar of the specification, and records violations.
struct DelegateWatch {
    enum Place { case before, created, attempt, error, exited, removed, ended }
    var place = Place.before
    var progress = -1.0
    var infoSeen = false
    var problems: [String] = []

    mutating func see(_ effect: LaunchEffect) {
        switch (effect, place) {
        case (.createView, .before): place = .created
        // Unseen, until its splash is due.
        case (.startStep, .before), (.cancelAttempt, .before), (.learn, .before), (.showRoot, .before): break
        case (.end, .before): place = .ended
        case (.updateProgress(let value), _): seeProgress(value)
        case (.updateInfo, .attempt) where !infoSeen: infoSeen = true
        case (.showError, .attempt): place = .error
        case (.exitSplashView, .attempt):
            if progress != 1 { problems.append("exit at \(progress)") }
            place = .exited
        case (.removeView, .created), (.removeView, .attempt), (.removeView, .error): place = .removed
        case (.end, .exited), (.end, .removed): place = .ended
        case (.startStep, .attempt), (.cancelAttempt, .attempt), (.learn, .attempt), (.showRoot, .attempt): break
        default: problems.append("\(effect) at \(place)")
        }
    }

    mutating func seeProgress(_ value: Double) {
        switch place {
        case .created, .error:
            if value != 0 { problems.append("an attempt began at \(value)") }
            place = .attempt
            infoSeen = false
        case .attempt:
            if !(value > progress && value <= 1) { problems.append("\(progress) → \(value)") }
        default: problems.append("progress at \(place)")
        }
        progress = value
    }
}
