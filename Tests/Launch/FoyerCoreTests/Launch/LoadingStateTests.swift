import FoyerCore
import Testing

@Suite struct LoadingStateTests {
    /// The mini-program pipeline: what is fetched is announced before it begins.
    static let steps = [
        LaunchStep("metadata", label: "", weight: 1),
        LaunchStep("package", label: "", weight: 6, after: ["metadata"], fetches: true),
        LaunchStep("unzip", label: "", weight: 2),
        LaunchStep("resources", label: "", weight: 1, after: ["metadata"], fetches: true),
        LaunchStep("ready", label: "", weight: 0.5, after: ["unzip", "resources"]),
    ]

    private func launch(
        _ steps: [LaunchStep] = Self.steps, learned: LearnedProgress? = nil, timeout: Duration = .seconds(30)
    ) throws -> LaunchTranscript {
        var launch = try LaunchTranscript(steps, timeout: timeout)
        _ = launch.start(learned: learned)
        return launch
    }

    /// Sends the bytes of a step at a rate, a report each 100 ms, and returns the state after each.
    private func fetch(
        _ step: String, _ bytes: Range<Int>, of total: Int?, rate: Int, _ launch: inout LaunchTranscript
    ) -> [LoadingState] {
        stride(from: bytes.lowerBound, through: bytes.upperBound, by: rate / 10).map { bytes in
            _ = launch.run(until: launch.now + .milliseconds(100))
            _ = launch.send(.reported(.transferred(step, bytes: bytes, total: total), attempt: 1))
            return launch.machine.state(at: launch.now)
        }
    }

    private func state(_ launch: LaunchTranscript) -> LoadingState { launch.machine.state(at: launch.now) }

    @Test func `a first launch shows bytes, a total and a figure that agrees with them`() throws {
        var launch = try launch()
        _ = launch.run(until: launch.now + .milliseconds(80))
        _ = launch.send(.reported(.transferred("package", bytes: 0, total: 1_600_000), attempt: 1))
        for step in ["metadata", "resources"] { _ = launch.send(.reported(.stepEnded(step), attempt: 1)) }
        let states = fetch("package", 0..<1_600_000, of: 1_600_000, rate: 400_000, &launch)
        let shown = states.compactMap(\.transfer)
        #expect(shown.count >= 30 && shown.allSatisfy { $0.total == 1_600_000 })
        #expect(states.map(\.percent) == states.map(\.percent).sorted { $0 ?? -1 < $1 ?? -1 })
        #expect(states.last?.percent == 98)
        #expect(shown.first?.timeLeft == .seconds(4) && shown.last?.timeLeft == nil, "1 s is over before it is read")
        _ = launch.send(.reported(.stepEnded("package"), attempt: 1))
        #expect(state(launch).transfer == nil && state(launch).percent == 98, "the figure stays between steps")
        for step in ["unzip", "ready"] { _ = launch.send(.reported(.stepEnded(step), attempt: 1)) }
        #expect(state(launch) == LoadingState(label: .ready, fraction: 1, isMeasured: true))
    }

    /// Learned over a quick network, launched over one that is slow and late.
    @Test func `bytes win over learned times`() throws {
        let learned = LearnedProgress(
            duration: 1.8, ends: ["metadata": 0.05, "package": 0.9, "unzip": 0.95, "resources": 0.05, "ready": 1],
            runs: 3)
        var launch = try launch(learned: learned)
        _ = launch.send(.reported(.transferred("package", bytes: 0, total: 1_600_000), attempt: 1))
        for step in ["metadata", "resources"] { _ = launch.send(.reported(.stepEnded(step), attempt: 1)) }
        _ = launch.run(until: launch.now + .seconds(2))
        #expect(state(launch).percent ?? 100 <= 2, "no byte has come")
        let states = fetch("package", 0..<800_000, of: 1_600_000, rate: 40_000, &launch)
        #expect(states.compactMap(\.transfer).allSatisfy { $0.total == 1_600_000 })
        #expect(states.last.flatMap(\.percent).map { (45...55).contains($0) } == true)
        #expect(states.compactMap(\.transfer).first?.exceededLimit == .seconds(30), "40 s are beyond the limit")
        #expect(states.allSatisfy { $0.transfer?.timeLeft == nil })
    }

    @Test func `resumed bytes count for the figure and not for the rate`() throws {
        var launch = try launch()
        for step in ["package", "resources"] {
            _ = launch.send(.reported(.transferred(step, bytes: 0, total: 1_000_000), attempt: 1))
        }
        _ = launch.send(.reported(.stepEnded("metadata"), attempt: 1))
        _ = launch.send(.reported(.transferred("resources", bytes: 50_000, total: 1_000_000), attempt: 1))
        _ = launch.send(.reported(.transferred("package", bytes: 900_000, total: 1_000_000), attempt: 1))
        let states = fetch("package", 910_000..<1_000_000, of: 1_000_000, rate: 100_000, &launch)
        #expect(states.compactMap { $0.transfer?.rate }.allSatisfy { abs($0 - 100_000) < 15_000 })
        #expect(state(launch).transfer?.total == 2_000_000, "what is fetched is taken together")
        #expect(state(launch).percent.map { (50...56).contains($0) } == true)
    }

    @Test func `a download that starts over lowers no figure and has no total`() throws {
        var launch = try launch()
        _ = launch.send(.reported(.transferred("package", bytes: 0, total: 1_000_000), attempt: 1))
        for step in ["metadata", "resources"] { _ = launch.send(.reported(.stepEnded(step), attempt: 1)) }
        _ = fetch("package", 0..<600_000, of: 1_000_000, rate: 200_000, &launch)
        let former = state(launch).percent ?? 0
        let states = fetch("package", 0..<400_000, of: 1_000_000, rate: 200_000, &launch)
        #expect(states.allSatisfy { $0.percent ?? 0 >= former && $0.transfer?.total == nil })
        #expect(states.last?.percent ?? 0 > former, "it goes on from there")
        #expect(states.last?.transfer?.timeLeft != nil)
    }

    @Test func `a length that nobody knows has neither total nor time left`() throws {
        var launch = try launch([LaunchStep("fetch", label: "", fetches: true)])
        let states = fetch("fetch", 0..<1_000_000, of: nil, rate: 500_000, &launch)
        #expect(states.allSatisfy { $0.percent == nil && $0.transfer?.total == nil && $0.transfer?.timeLeft == nil })
        #expect(states.last?.transfer?.bytes == 1_000_000 && states.last?.transfer?.rate ?? 0 > 400_000)
    }

    @Test func `a longer step that follows takes the total and the time left away`() throws {
        var launch = try launch([LaunchStep("fetch", label: ""), LaunchStep("index", label: "", weight: 9)])
        let states = fetch("fetch", 0..<1_000_000, of: 1_000_000, rate: 200_000, &launch)
        #expect(states.allSatisfy { $0.percent ?? 0 <= 10 })
        #expect(states.allSatisfy { $0.transfer?.total == nil && $0.transfer?.timeLeft == nil })
        #expect(states.contains { $0.transfer?.bytes ?? 0 > 500_000 })
    }

    /// A host's own step, which nobody knew would fetch something.
    @Test func `transferred bytes move the bar of a first launch`() throws {
        var launch = try launch([LaunchStep("fetch", label: ""), LaunchStep("open", label: "")])
        let states = fetch("fetch", 0..<500_000, of: 1_000_000, rate: 500_000, &launch)
        #expect(launch.machine.progress == 0.49)
        #expect(states.last?.percent == 49 && states.last?.transfer?.total == 1_000_000)
    }

    @Test func `an attempt after a reload begins without a figure`() throws {
        var launch = try launch()
        _ = launch.send(.reported(.transferred("package", bytes: 0, total: 1_000_000), attempt: 1))
        _ = launch.send(.reported(.stepEnded("metadata"), attempt: 1))
        _ = fetch("package", 0..<600_000, of: 1_000_000, rate: 200_000, &launch)
        _ = launch.send(.reported(.stepFailed("package", LaunchFailure(.downloadFailed, cause: "")), attempt: 1))
        _ = launch.send(.reloadRequested)
        #expect(state(launch).percent == nil && state(launch).fraction == 0 && state(launch).transfer == nil)
    }
}
