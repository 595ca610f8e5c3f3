import Foyer
import TestSupport
import Testing

@testable import FoyerFlows

/// Scenarios that tests write themselves.
enum ScenarioRig {
    /// The assets of this package.
    static let assets = Checkout.root + "/Assets"

    private static let found = Result { try ScenarioAssets.locate(folder: assets) }

    /// The same, read once: that takes long.
    static func shippedAssets() throws -> ScenarioAssets { try found.get() }

    /// A scenario of the program and the steps; `head` has further lines.
    static func scenario(_ steps: String, app: String = "com.example.tea", head: String = "") throws -> Scenario {
        let text = "title: T\nlaunch: \(app)\nsettings: { motion: reduced }\n\(head)steps:\n\(steps)"
        return try Scenario.read(Array(text.utf8), file: "t.yaml").get()
    }

    /// - Parameter keepsRoom: whether the folder of a failure stays for the caller.
    static func run(_ scenario: Scenario, keepsRoom: Bool = false) async throws -> ScenarioResult {
        let assets = try shippedAssets()
        let result = try #require(await ScenarioSuite.runHeadless([scenario], on: assets).first)
        if !keepsRoom, let room = result.room { Folder.removeTree(path: room) }
        return result
    }

    /// A run of several, and what came of it.
    static func report(_ flows: [Scenario], _ change: (inout RunRules) -> Void = { _ in }) async throws -> RunReport {
        var rules = RunRules()
        change(&rules)
        let runner = FlowRunner(flows, rules)
        await ScenarioSuite.play(runner, on: try shippedAssets())
        let outcomes = runner.outcomes
        for outcome in outcomes { if let room = outcome.result?.room { Folder.removeTree(path: room) } }
        return RunReport(outcomes, in: .milliseconds(1_234), rules)
    }

    /// Everything that is wrong with a text, as `LINE:COLUMN: message`.
    static func problems(_ text: String) -> [String] {
        switch Scenario.read(Array(text.utf8), file: "t.yaml") {
        case .success: []
        case .failure(let problems): problems.lines(.english).map { String($0.string.dropFirst("t.yaml:".count)) }
        }
    }
}
