import ArgumentParser
import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerSystem

/// How golden screens are kept while flows are played.
struct GoldenOptions: ParsableArguments {
    @Flag(help: "Write no golden screen: a missing one is a failure, as in a build service and for an agent.")
    var frozen = false

    @Flag(help: "Write the golden screens that differ.")
    var update = false

    mutating func validate() throws {
        if frozen, update { throw ValidationError("--frozen and --update say opposite things; use one of them.") }
    }

    /// Where nobody looks, nothing is agreed.
    var rule: GoldenOrder.Rule {
        if update { return .update }
        return frozen || Automation(environment: Places.variable) != nil ? .frozen : .record
    }

    func apply(to scenarios: [Scenario]) -> [Scenario] {
        scenarios.map { scenario in
            var scenario = scenario
            scenario.goldens.rule = rule
            return scenario
        }
    }

    /// Says what was written, and which files no step names.
    ///
    /// - Parameter isWhole: whether the results are those of whole flows, with all their variants.
    func tell(_ results: [ScenarioResult], isWhole: Bool = true, _ language: Language) {
        for note in results.flatMap(\.goldenNotes) { Output.line(language[note]) }
        guard isWhole else { return }
        for path in GoldenFiles.unnamed(results) { Output.line(language[.goldenUnnamed(path)]) }
    }
}
