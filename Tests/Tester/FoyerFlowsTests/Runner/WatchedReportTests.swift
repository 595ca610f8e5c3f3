import Foyer
import Testing

@testable import FoyerFlows

/// Where the terminal is wide enough, one look shows both.
@Suite struct WatchedReportTests {
    @Test func theReasonStandsBesideItsScreen() async throws {
        let text = "title: T\nsize: 20x4\nrun: [sh, -c, 'echo Tea House; exit 3']\nsteps:\n  - wait: { exit: 0 }\n"
        let flow = try Scenario.read(Array(text.utf8), file: "t.yaml").get()
        let result = try await ScenarioRig.run(flow)
        let lines = result.report(.english, beside: 56).split(separator: "\n")
        #expect(lines.first == "t.yaml:5: wait exit 0            │ Tea House")
        #expect(lines.allSatisfy { $0.dropFirst(33).hasPrefix("│") })
        #expect(lines.contains { $0.hasPrefix("The exit status is 3, not 0.") })
        #expect(result.report(.english, beside: 40) == result.report(.english))
    }
}
