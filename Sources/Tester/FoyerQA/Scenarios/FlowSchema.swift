import Foyer
import FoyerPlatform

/// The forms of flows and checklists as JSON Schema, for editors that complete keys. They are made of what the checker
/// itself reads by.
package enum FlowSchema {
    package static var scenario: JSON {
        YAMLSchema.document("A scenario of Foyer", YAMLShape<Scenario>.scenario(nil).outline.schema)
    }

    package static var checklist: JSON {
        YAMLSchema.document("A checklist of Foyer", YAMLShape<Checklist>.checklist.inLanguage(.english).outline.schema)
    }
}

extension ScenarioAssets {
    /// The shipped schema of scenarios.
    package var scenarioSchema: String { folder + "/schemas/scenario.json" }
}
