import Foyer
import FoyerSystem
import Glibc
import Synchronization
import Testing

@testable import FoyerFlows

/// Flows played many at once, again, and ended in the middle.
@Suite struct FlowRunnerTests {
    private func program(_ script: String, _ steps: String = "  - wait: { exit: 0 }\n", _ name: String = "t") throws
        -> Scenario
    {
        let text = "title: \(name)\nsize: 40x4\nrun: [sh, -c, '\(script)']\nsteps:\n\(steps)"
        return try Scenario.read(Array(text.utf8), file: "\(name).yaml").get()
    }

    /// They wait, so they need no processors: each ends only once all sixteen are there.
    @Test func sixteenRunAtOnceOnFewerProcessors() async throws {
        let folder = try Folder.makeTemporary("/tmp/foyer-test-")
        defer { Folder.removeTree(path: folder) }
        let flows = try (0..<16).map { number in
            try program(
                "echo >\(folder)/\(number); until [ $(ls \(folder) | wc -l) = 16 ]; do sleep 0.1; done",
                "  - wait: { exit: 0 }\n", "wait-\(number)")
        }
        #expect(try await ScenarioRig.report(flows) { $0.jobs = 16 }.figures.passed == 16)
    }

    /// How many of twenty flows of programs are played at once; nobody ends one before `crowd` are there.
    private func most(of crowd: Int, isFree: @escaping @Sendable () -> Bool) async throws -> Int {
        let runner = FlowRunner(
            try (0..<20).map { try program("true", "  - wait: { exit: 0 }\n", "n\($0)") }, RunRules())
        // Closed once they are there.
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let door = ends[0]
        let state = Mutex((now: 0, most: 0, key: Optional(ends[1])))
        defer { close(door) }
        await runner.work(isFree: isFree) { flow, _ in
            let key = state.withLock { state in
                (state.now, state.most) = (state.now + 1, max(state.most, state.now + 1))
                return state.now == crowd ? state.key.take() : nil
            }
            if let key { close(key) }
            var wait = pollfd(fd: door, events: Int16(POLLIN), revents: 0)
            poll(&wait, 1, 60_000)
            state.withLock { $0.now -= 1 }
            return .failed(flow, .noMemory)
        }
        #expect(runner.outcomes.allSatisfy { $0.plays == 1 })
        return state.withLock(\.most)
    }

    /// Programs start late on a busy machine, and more of them at once would make it busier.
    @Test func sixteenProgramsRunOnlyWhileOursLeaveAProcessorFree() async throws {
        #expect(try await most(of: 16, isFree: { true }) == 16)
        #expect(try await most(of: 8, isFree: { false }) == 8)
    }

    @Test func noMoreRunAtOnceThanTheRulesSay() async throws {
        let most = Mutex((now: 0, most: 0))
        let runner = FlowRunner(
            try (0..<6).map { try program("sleep 0.1", "  - wait: { exit: 0 }\n", "n\($0)") },
            {
                var rules = RunRules()
                rules.jobs = 2
                return rules
            }(),
            tell: { news in
                most.withLock { state in
                    if case .began = news { state.now += 1 } else { state.now -= 1 }
                    state.most = max(state.most, state.now)
                }
            })
        await ScenarioSuite.play(runner, on: try ScenarioRig.shippedAssets())
        #expect(most.withLock { $0.most } == 2)
        #expect(runner.outcomes.allSatisfy { $0.verdict == .passed })
    }

    /// It fails until the file is there, which the first try leaves behind.
    @Test func aFlakyFlowKeepsBothTries() async throws {
        let folder = try Folder.makeTemporary("/tmp/foyer-test-")
        defer { Folder.removeTree(path: folder) }
        let flow = try program("test -e \(folder)/x && exit 0; echo gone; echo >\(folder)/x; exit 3")
        let report = try await ScenarioRig.report([flow]) { $0.retries = 2 }
        let outcome = try #require(report.outcomes.first)
        #expect(outcome.verdict == .flaky && outcome.plays == 1 && outcome.bad == 1)
        #expect(outcome.result?.tries.map(\.hasFailed) == [true, false])
        #expect(
            outcome.sentence(.english).string.hasPrefix(
                "Flaky: it passed only at try 2. The exit status is 3, not 0."))
    }

    @Test func ofSeveralPlaysTheFirstFailureIsKept() async throws {
        let folder = try Folder.makeTemporary("/tmp/foyer-test-")
        defer { Folder.removeTree(path: folder) }
        let script = "echo >>\(folder)/x; test $(wc -l <\(folder)/x) != 3 && test $(wc -l <\(folder)/x) != 4"
        let report = try await ScenarioRig.report([try program(script)]) { ($0.rounds, $0.jobs) = (6, 1) }
        let outcome = try #require(report.outcomes.first)
        #expect(outcome.verdict == .failed && outcome.plays == 6 && outcome.bad == 2)
        #expect(outcome.sentence(.english).string.hasPrefix("Failed in 2 of 6 plays."))
    }

    /// What is played ends, the rest does not begin, and neither has failed.
    @Test func whatIsEndedInTheMiddleIsNotRun() async throws {
        let isOver = Mutex(false)
        let flows = try (0..<4).map { try program($0 == 0 ? "true" : "sleep 30", "  - wait: { exit: 0 }\n", "n\($0)") }
        var rules = RunRules()
        rules.jobs = 2
        let runner = FlowRunner(
            flows, rules, isOver: { isOver.withLock { $0 } },
            tell: { if case .ended = $0 { isOver.withLock { $0 = true } } })
        let began = MonotonicClock.now
        await ScenarioSuite.play(runner, on: try ScenarioRig.shippedAssets())
        #expect(runner.outcomes.map(\.verdict) == [.passed, .notRun, .notRun, .notRun])
        #expect(MonotonicClock.now - began < .seconds(10))
    }

    @Test func aFlowsOwnTimeCountsBeforeThatOfTheRun() async throws {
        let steps = "  - wait: { exit: 0 }\n"
        var own = try program("sleep 20", steps, "own")
        own.timeout = .milliseconds(100)
        var virtual = try ScenarioRig.scenario("  - advance: 30\n")
        let report = try await ScenarioRig.report([own, virtual]) { $0.timeout = .seconds(10) }
        #expect(
            report.outcomes.map { $0.sentence(.english).string } == [
                "The flow took more than 0.1 s. The program is still running; it should have ended with 0.",
                "The flow took more than 10 s.",
            ])
        virtual.timeout = .seconds(40)
        #expect(try await ScenarioRig.report([virtual]) { $0.timeout = .seconds(10) }.figures.hasPassed)
    }

    /// The time of all flows is what a build service sets.
    @Test func whatWasAwaitedWhenTheTimeWasOverIsTold() async throws {
        let steps = "  - wait: Port nmber\n"
        let report = try await ScenarioRig.report([try program("echo Port number; read x", steps)]) {
            $0.timeout = .milliseconds(300)
        }
        let outcome = try #require(report.outcomes.first)
        let said = outcome.sentence(.english).string
        #expect(
            said.hasPrefix(
                "The flow took more than 0.3 s. \"Port nmber\" is not on the screen. Row 1 has \"Port n[u]mber\", not "),
            "\(said)")
        #expect(outcome.result?.failure?.step?.line == 5)
        let virtual = try ScenarioRig.scenario("  - wait: { state: error }\n")
        let ours = try await ScenarioRig.report([virtual]) { $0.timeout = .seconds(20) }.outcomes.first
        #expect(
            ours?.sentence(.english).string.hasPrefix("The flow took more than 20 s. The state is ready, not error.")
                == true, "\(ours?.sentence(.english).string ?? "")")
    }

    @Test func theFileNamesTagsAndTime() throws {
        let text = "title: T\ntags: [slow, net]\ntimeout: 2.5\nrun: a\nsteps: [{ press: q }]\n"
        let flow = try Scenario.read(Array(text.utf8), file: "t.yaml").get()
        #expect(flow.tags == ["slow", "net"] && flow.timeout == .milliseconds(2_500))
    }
}
