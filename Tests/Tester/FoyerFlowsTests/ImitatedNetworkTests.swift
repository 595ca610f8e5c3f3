import Foyer
import FoyerCore
import FoyerSystem
import FoyerTUI
import Testing

@testable import FoyerFlows

/// What a launch shows where its platform answers as a network does, in virtual time.
@Suite struct ImitatedNetworkTests {
    /// However long the machine takes for it.
    private func play(_ network: String, _ steps: String, isFilmed: Bool = false) async throws -> ScenarioResult {
        let head = "title: T\nlaunch: com.example.tea\nstage: { network: \(network) }\nsettings: { motion: full }\n"
        let text = head + "steps:\n\(steps)"
        let scenario = try Scenario.read(Array(text.utf8), file: "t.yaml").get()
        let platform = try ScenarioRig.shippedAssets().platform
        return await BlockingThread.run {
            HeadlessRun.run(
                scenario, platform: platform, pictures: PictureMemory(), isFilmed: isFilmed, patience: nil)
        }
    }

    /// The bars of a launch, each once, as they followed one another.
    private func bars(_ screens: [[String]]) -> [String] {
        let blocks = "█▉▊▋▌▍▎▏"
        return screens.compactMap { lines -> String? in
            lines.map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
                .first { $0.count > 1 && $0.hasPrefix("█") && $0.allSatisfy(blocks.contains) }
        }.reduce(into: []) { bars, bar in
            if bars.last != bar { bars.append(bar) }
        }
    }

    @Test func atHomeAFirstLaunchHasABarThatMoves() async throws {
        let result = try await play("home", "  - wait: { state: fading, within: 3 }\n", isFilmed: true)
        let screens = try #require(result.film).scenes.map { $0.screen.textLines }
        #expect(result.failure == nil)
        #expect(result.virtualTime >= .milliseconds(1_500) && result.virtualTime <= .milliseconds(2_500))
        #expect(bars(screens).count >= 20, "\(bars(screens).count)")
        #expect(screens.contains { $0.contains { $0.contains(" of 1.6 MB · ") && $0.contains("MB/s") } })
    }

    @Test(arguments: [("home", 1.5...2.5), ("mobile", 7.5...11.0), ("slow", 17...24.0), ("none", 0...0.3)])
    func eachNetworkHasItsTime(_ network: String, _ seconds: ClosedRange<Double>) async throws {
        let result = try await play(network, "  - wait: { state: ready, within: 29 }\n")
        #expect(result.failure == nil)
        let fade = network == "none" ? 0 : 1.5
        #expect(seconds.contains(result.virtualTime.inSeconds - fade), "\(result.virtualTime)")
    }
}
