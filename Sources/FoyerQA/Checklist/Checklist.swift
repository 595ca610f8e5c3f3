import Foyer
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
}

/// One thing to be tried and validated.
package struct ChecklistItem: Sendable {
    /// Unique in its list: what a run calls it.
    package var id = ""
    package var title = ""
    /// What it belongs to; may be empty.
    package var section = ""
    /// What the tester does, in order.
    package var instructions: [String] = []
    /// What should be seen.
    package var expectations: [String] = []
    /// What is on screen first, and how the platform behaves.
    var start = Scenario.Start.home
    var stage = StageOrder()
    var settings = ScenarioSettings()

    package init() {}

    /// Whether it asks for what only a platform that takes orders can do.
    var needsOrders: Bool { stage.isUnwell || !stage.config.isEmpty }
}

/// What a tester says of an item.
package enum Verdict: String, CaseIterable, Sendable {
    case passed, failed
    /// It could not be tried.
    case blocked
    /// It was left out on purpose.
    case skipped
}
