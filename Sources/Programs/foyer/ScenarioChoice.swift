import ArgumentParser
import Foyer
import FoyerFlows
import FoyerPlatform

/// Which of the named flows are played.
struct ScenarioChoice: ParsableArguments {
    @Option(help: ArgumentHelp("Only those whose title or file has this text. Repeatable.", valueName: "text"))
    var filter: [String] = []

    @Option(help: ArgumentHelp("Only those with this tag. Repeatable.", valueName: "tag"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("None with this tag. Repeatable.", valueName: "tag"))
    var withoutTag: [String] = []

    @Flag(help: "Only those that did not pass when they were last played.")
    var failed = false

    @Option(
        help: ArgumentHelp("Only a part of them, such as 2/7: the second of seven machines.", valueName: "i/n"),
        transform: shard)
    var shard: Shard?

    private static func shard(_ text: String) throws -> Shard {
        guard let shard = Shard(text) else {
            throw ValidationError("\"\(text)\" is not a part of several, such as 2/7.")
        }
        return shard
    }

    /// Whether each file's flows are all among those chosen.
    var isWhole: Bool { shard == nil && filter.isEmpty && tag.isEmpty && withoutTag.isEmpty }

    func chosen(of flows: [Scenario], _ language: Language) -> [Scenario] {
        var choice = named
        choice.shard = shard
        if failed {
            choice.files = LastRun(Places()).failed(of: flows.map(\.file))
            if choice.files == nil { StandardError.write(language[.noLastRun]) }
        }
        return choice.chosen(of: flows)
    }

    /// Whether a flow has the texts and tags. A part may be empty all the same, and of the last run all may have passed.
    func isMet(by flows: [Scenario]) -> Bool { !named.chosen(of: flows).isEmpty }

    private var named: FlowChoice {
        var choice = FlowChoice()
        (choice.filters, choice.tags, choice.tagsLeftOut) = (filter, tag, withoutTag)
        return choice
    }
}
