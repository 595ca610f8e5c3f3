import Foyer
import FoyerFlows
import FoyerStage

/// What a tester walks through by hand, one item after the other.
package struct Checklist: Sendable {
    package var title = ""
    /// Where it came from.
    package var file: String
    package internal(set) var items: [ChecklistItem] = []

    package init(file: String) {
        self.file = file
    }

    /// The same with some of its items.
    package func choosing(_ isChosen: (String) -> Bool) -> Checklist {
        var list = self
        list.items.removeAll { !isChosen($0.id) }
        return list
    }
}

/// One thing to try and judge.
package struct ChecklistItem: Sendable {
    /// Unique in its list: the name that a run uses.
    package var id = ""
    package var title = ""
    /// The group it belongs to; may be empty.
    package var section = ""
    /// The tester's actions, in order.
    package var instructions: [String] = []
    /// What should be seen.
    package var expectations: [String] = []
    /// Its words in English, where the file has several languages.
    var english: CardWording?
    var card: CardWording { english ?? CardWording(instructions: instructions, expectations: expectations) }
    /// Whether it can be judged by sight alone.
    var isAboutScreen = false
    /// The first screen, and how the platform behaves.
    var start = Scenario.Start.home
    /// A program that is not ours, in place of `start`.
    var program: ProgramOrder?
    /// The folder with the sources of the platform's site; `nil` for the demo's.
    var serve: String?
    var stage = StageOrder()
    var settings = ScenarioSettings()
    /// What ties its sentences to the product, in the order in which it is played.
    var checks: [SentenceCheck] = []

    package init() {}

    /// Whether it needs a platform that can be controlled.
    var needsOrders: Bool { stage.isUnwell || !stage.config.isEmpty || stage.network != nil || serve != nil }
}

/// A tester's verdict on an item.
package enum Verdict: String, CaseIterable, Sendable {
    case passed, failed
    /// It could not be tried.
    case blocked
    /// It was left out on purpose.
    case skipped
}

extension Collection where Element == Verdict {
    /// That of the whole whose parts these are; `nil` of nothing.
    var worst: Verdict? { [.failed, .blocked, .skipped, .passed].first(where: contains) }
}
