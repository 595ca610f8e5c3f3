import Foyer
import FoyerSystem
import Glibc
import TestSupport
import Testing

@testable import FoyerFlows

/// Twenty-one mistakes in four small programs, each planted by a variable: the flow that looks for it fails at its step, and
/// passes without it.
@Suite(.enabled(if: access("/usr/bin/python3", X_OK) == 0)) struct SeededFaultTests {
    private static let folder = Checkout.root + "/Tests/EndToEnd/Programs/faults"

    /// The flow of a fault, and the line that is to fail.
    private static func flow(_ number: Int) throws -> (flow: Scenario, line: Int) {
        let prefix = (number < 10 ? "0" : "") + "\(number)-"
        let name = try #require(Folder.names(in: folder).first { $0.hasPrefix(prefix) })
        let text = try #require(TestFile.text(folder + "/" + name))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("# Fault \(number) fails here.") }) + 1
        return (try Scenario.read(Array(text.utf8), file: folder + "/" + name).get(), line)
    }

    @Test(arguments: 1...21) func `a planted fault is found at its step`(number: Int) async throws {
        let (healthy, line) = try Self.flow(number)
        var flow = healthy
        flow.program?.environment.append((name: "FAULT", value: "\(number)"))
        let result = try await ScenarioRig.run(flow)
        #expect(result.failure?.step?.line == line, "\(result.report(.english))")
    }

    @Test(arguments: 1...21) func `a flow passes without its fault`(number: Int) async throws {
        let result = try await ScenarioRig.run(try Self.flow(number).flow)
        #expect(result.failure == nil, "\(result.report(.english))")
    }
}
