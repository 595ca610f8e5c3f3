import Foyer
import Testing

@testable import FoyerFlows

/// Conditions about what has been on the screen.
@Suite struct PastConditionTests {
    /// The failure of an expectation at the end of a slow launch.
    private func failure(_ expectation: String) async throws -> StepFailure? {
        let head = "stage: { faults: [{ route: package, fault: rate, bytesPerSecond: 400000 }] }\n"
        let text = """
            title: T
            launch: com.example.tea
            \(head)steps:
              - wait: Downloading
              - wait: { seen: Downloading, matches: "[5-9][0-9] %" }
              - wait: { state: ready }
              - expect: { \(expectation) }
            """
        return try await ScenarioRig.run(try Scenario.read(Array(text.utf8), file: "t.yaml").get()).failure?.reason
    }

    @Test func whatWasThereIsKnownWithItsTime() async throws {
        #expect(try await failure("seen: [Downloading, Order ahead]") == nil)
        #expect(try await failure("seen: { text: Downloading, for: 2, at-most: 6 }") == nil)
        #expect(try await failure("seen: Uploading") == .neverSeen("Uploading"))
        let short = try #require(try await failure("seen: { text: Downloading, for: 60 }"))
        #expect(short.description.wholeMatch(of: /"Downloading" was seen for [2-5][.0-9]* s\./) != nil, "\(short)")
        #expect(try await failure("seen: { state: fading, for: 1.4, at-most: 1.6 }") == nil)
        #expect(
            try await failure("seen: { state: fading, at-most: 1 }")?.description.contains(
                "\"fading\" was seen for 1.5") == true)
        #expect(try await failure("seen: { state: error }") == .neverSeen("error"))
        #expect(try await failure("unseen: Uploading") == nil)
        #expect(try await failure("unseen: Downloading") == .onceSeen("Downloading"))
    }

    @Test func howItCameAndWentIsKnown() async throws {
        #expect(try await failure("together: [A cup in five minutes, Order ahead]") == nil)
        let apart = ["Order ahead", "kB/s"]
        #expect(try await failure("together: [Order ahead, kB/s]") == .apart(apart))
        #expect(try await failure("together: [Order ahead, Nothing]") == .neverSeen("Nothing"))
        #expect(try await failure("steady: A cup in five minutes") == nil)
        #expect(try await failure("steady: Nothing") == .neverSeen("Nothing"))
        #expect(try await failure("grows: █") == nil)
        #expect(try await failure("grows: ▍") == .shrank("▍"))
        #expect(try await failure("glimmers: █") == nil)
        #expect(try await failure("glimmers: ✓") == .neverSeen("✓"))
    }

    @Test func theFocusIsWhereTheCursorStands() async throws {
        let steps = """
              - wait: { state: error }
              - expect: { focus: r  Reload }
              - press: tab
              - expect: { focus: r  Reload }
            """
        let result = try await ScenarioRig.run(ScenarioRig.scenario(steps, app: "com.example.box"))
        #expect(result.failure?.step?.line == 8)
        guard case .isNot(.focus, let there?, wanted: "r  Reload") = result.failure?.reason else {
            return #expect(Bool(false))
        }
        #expect(there.hasPrefix("q  Close"))
    }

    @Test func aSightNeedsATextOrAState() {
        let text = "title: T\nlaunch: a\nsteps:\n  - expect: { seen: { for: 2 } }\n"
        #expect(ScenarioRig.problems(text) == ["4:21: seen lacks \"text\" or \"state\"."])
    }
}
