import Foyer
import FoyerStage
import Testing

@testable import FoyerFlows
@testable import FoyerPlatform

/// What `--public-key`, `--cacert` and `--timeout` of a scenario or a checklist do to its flows.
struct FlowPlatformTests {
    private static let starts = [
        "launch: com.example.tea\nsteps:\n  - wait: { state: ready }\n",
        "banner: single\nsteps:\n  - wait: { banner: { state: ok } }\n",
        "demo: home\nsteps:\n  - wait: { text: Tea House, banner: { state: ok } }\n",
        "demo: start\nsteps:\n  - wait: { root: v1, text: Tea House, banner: { state: ok } }\n",
    ]

    private func run(_ text: String, _ reach: FlowPlatform) async throws -> ScenarioResult {
        let scenario = try Scenario.read(Array("title: T\n\(text)".utf8), file: "t.yaml").get()
        let assets = try ScenarioRig.shippedAssets()
        return try #require(await ScenarioSuite.runHeadless([scenario], on: assets, reach: reach).first)
    }

    @Test(arguments: starts) func everyFlowPinsTheKey(start: String) async throws {
        var reach = FlowPlatform()
        reach.publicKeys = [DemoKey.publicKey]
        let signed = try await run(start, reach)
        #expect(signed.hasPassed, "\(signed.report(.english))")
        reach.publicKeys = [[UInt8](repeating: 1, count: 32)]
        #expect(try await !run(start, reach).hasPassed)
    }

    @Test func theTimeoutCountsWhereAFlowSetsNone() async throws {
        var reach = FlowPlatform()
        reach.timeout = .seconds(2)
        let head = "launch: com.example.boat\nsteps:\n  - advance: 3\n"
        let result = try await run(head + "  - expect: { state: error, text: \"10010\" }\n", reach)
        #expect(result.hasPassed, "\(result.report(.english))")
        let own =
            "launch: { app: com.example.boat, timeout: 9 }\nsteps:\n  - advance: 3\n  - expect: { state: loading }\n"
        #expect(try await run(own, reach).hasPassed)
    }
}
