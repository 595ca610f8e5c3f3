import FoundationEssentials
import Foyer
import FoyerPlatform
import Testing

@testable import FoyerFlows

/// Every row of every table names a scenario or test, and that one exists.
@Suite struct CoverageTests {
    private static let package = String(ScenarioRig.assets.dropLast("/Assets".count))

    private let scenarios: Set<String>

    init() throws {
        let shipped = try ScenarioRig.shippedAssets().shipped
        scenarios = Set(
            try ScenarioSuite.files([shipped]).map { String($0.dropFirst(shipped.count + 1).dropLast(".yaml".count)) })
    }

    @Test func everyRowHasItsScenariosOrTests() {
        for row in CoverageRow.all {
            #expect(!row.scenarios.isEmpty || !row.tests.isEmpty, "\(row.table): \(row.row)")
            for scenario in row.scenarios {
                #expect(scenarios.contains(scenario), "\(row.table): \(row.row) names the scenario \(scenario)")
            }
        }
    }

    /// A row names a test as `Target/File#function`, whatever folder of the target the file lies in.
    @Test func theTestsAreThere() throws {
        let tests = Self.package + "/Tests/"
        var paths: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: tests) {
            paths[Self.targetAndFile(path[...])] = tests + path
        }
        for row in CoverageRow.all {
            for test in row.tests {
                let parts = test.split(separator: "#")
                let text =
                    paths[Self.targetAndFile(parts[0]) + ".swift"].flatMap { FileManager.default.contents(atPath: $0) }
                    .map { String(decoding: $0, as: UTF8.self) } ?? ""
                #expect(text.contains("func \(parts[1])("), "\(row.table): \(row.row) names the test \(test)")
            }
        }
    }

    private static func targetAndFile(_ path: Substring) -> String {
        let parts = path.split(separator: "/")
        return [parts.first { $0.hasSuffix("Tests") }, parts.last].compactMap { $0.map(String.init) }.joined(
            separator: "/")
    }

    @Test func noRowIsThereTwice() {
        let names = CoverageRow.all.map { "\($0.table)/\($0.row)" }
        #expect(Set(names).count == names.count)
    }

    /// The catalogues are in the code: a new code needs a row.
    @Test func everyCodeAndCallHasARow() {
        let rows = Set(CoverageRow.all.map { "\($0.table)/\($0.row)" })
        for code in BannerError.allCases { #expect(rows.contains("banner: errors/\(code.rawValue)")) }
        for code in LaunchCode.allCases { #expect(rows.contains("launch: errors/\(code.rawValue)")) }
        for source in ConfigSource.allCases { #expect(rows.contains("root: config/source \(source.rawValue)")) }
    }

    /// A scenario in these folders that no row names shows something that no specification asks for.
    @Test func everyScenarioOfTheTablesIsNamed() {
        let named = Set(CoverageRow.all.flatMap(\.scenarios))
        for scenario in scenarios
        where ["banner", "root", "links", "shortcuts", "look"].contains(where: { scenario.hasPrefix($0 + "/") }) {
            #expect(named.contains(scenario), "\(scenario)")
        }
    }
}
