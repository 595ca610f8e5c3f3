import Foyer
import Testing

@testable import FoyerFlows

/// The set that ships, run without a terminal.
@Suite struct ShippedScenariosTests {
    @Test func everyShippedScenarioPasses() async throws {
        let assets = try ScenarioRig.shippedAssets()
        var scenarios: [Scenario] = []
        for file in try ScenarioSuite.files([assets.shipped]) {
            scenarios.append(try ScenarioSuite.read(file).get())
        }
        #expect(scenarios.count > 100)
        for result in await ScenarioSuite.runHeadless(scenarios, on: assets) where !result.hasPassed {
            Issue.record("\(result.report(.english))")
        }
    }

    @Test func everyCodeOfTheCatalogueIsReachedFromACause() throws {
        let assets = try ScenarioRig.shippedAssets()
        let files = try ScenarioSuite.files([assets.shipped])
        for code in LaunchCode.allCases {
            #expect(files.contains { $0.contains("/errors/\(code.rawValue)-") }, "\(code)")
        }
    }
}
