import Foundation
import TestSupport
import Testing

/// The walls between the houses, as `Package.swift` has them.
@Suite struct HouseTests {
    /// For each house those that its targets may depend on.
    private static let visible: [String: Set<String>] = [
        "C": ["C"], "Launch": ["Launch", "C"], "Platform": ["Platform", "Launch", "C"],
        "Tester": ["Tester", "Launch", "C"], "Programs": ["Programs", "Platform", "Tester", "Launch", "C"],
    ]
    /// Traces are compressed by the platform's wrappers of C libraries; flows start the demo against a platform; a checklist
    /// is a file that the platform's reader reads.
    private static let seesPlatform: Set = ["FoyerTrace", "FoyerFlows", "FoyerChecklist"]

    /// The names of the targets in `Sources`, each with its house.
    private static func targets() throws -> [String: String] {
        let sources = Checkout.root + "/Sources"
        var targets: [String: String] = [:]
        for house in try FileManager.default.contentsOfDirectory(atPath: sources) {
            for target in try FileManager.default.contentsOfDirectory(atPath: "\(sources)/\(house)")
            where !target.contains(".") {
                targets[target] = house
            }
        }
        return targets
    }

    /// The targets that the manifest declares, each with the targets that it names as dependencies.
    private static func declared() throws -> [(name: String, dependencies: [String])] {
        let manifest = try String(contentsOfFile: Checkout.root + "/Package.swift", encoding: .utf8)
        let declaration = /\.(?:target|executableTarget|systemLibrary|testTarget)\(\s*name: "([\w-]+)"/
        let starts = manifest.matches(of: declaration)
        return starts.enumerated().map { index, match in
            let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : manifest.endIndex
            let text = manifest[match.range.upperBound..<end]
            let list = text.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
            let own = list.replacing(/\.product\([^)]*\)/, with: "")
            return (String(match.1), own.matches(of: /"([\w-]+)"/).map { String($0.1) })
        }
    }

    @Test func everyFolderOfSourcesIsAHouse() throws {
        #expect(Set(try Self.targets().values) == Set(Self.visible.keys))
    }

    @Test func noTargetDependsOnAHouseBehindAWall() throws {
        let houses = try Self.targets()
        var count = 0
        for (name, dependencies) in try Self.declared() {
            guard let house = houses[name], !Self.seesPlatform.contains(name) else { continue }
            let visible = try #require(Self.visible[house])
            for dependency in dependencies {
                count += 1
                let other = try #require(houses[dependency], "\(name) depends on \(dependency), which has no house")
                #expect(visible.contains(other), "\(name) of \(house) depends on \(dependency) of \(other)")
            }
        }
        #expect(count > 40)
    }

    /// Each needs the ones before it, and none behind it.
    @Test func `the targets of the tester stand in one order`() throws {
        let order = ["FoyerGolden", "FoyerTrace", "FoyerFlows", "FoyerChecklist"]
        for (name, dependencies) in try Self.declared() {
            guard let place = order.firstIndex(of: name) else { continue }
            #expect(Set(order[place...]).isDisjoint(with: dependencies), "\(name) depends on a target behind it")
        }
    }
}
