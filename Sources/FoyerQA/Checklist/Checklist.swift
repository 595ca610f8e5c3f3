import Foyer
import FoyerStage

/// What a tester walks through by hand, one item after the other.
public struct Checklist: Sendable {
    public var title = ""
    /// Where it came from.
    public var file: String
    public internal(set) var items: [ChecklistItem] = []

    public init(file: String) {
        self.file = file
    }
}

/// One thing to be tried and judged.
public struct ChecklistItem: Sendable {
    /// Unique in its list: what a run calls it.
    public var id = ""
    public var title = ""
    /// What it belongs to; may be empty.
    public var section = ""
    /// What the tester does, in order.
    public var instructions: [String] = []
    /// What should be seen.
    public var expectations: [String] = []
    /// What is on screen first, and how the platform behaves.
    var start = Scenario.Start.home
    var stage = StageOrder()
    var settings = ScenarioSettings()

    public init() {}

    /// Whether it asks for what only a platform that takes orders can do.
    var needsOrders: Bool { stage.isUnwell || !stage.config.isEmpty }
}

/// What a tester says of an item.
public enum Verdict: String, CaseIterable, Sendable {
    case passed, failed
    /// It could not be tried.
    case blocked
    /// It was left out on purpose.
    case skipped
}
