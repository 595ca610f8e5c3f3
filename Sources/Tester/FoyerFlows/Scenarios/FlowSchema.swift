import Foyer
import FoyerPlatform

/// The form of flows as JSON Schema, for editors that complete keys. It is made of what the checker itself reads by.
package enum FlowSchema {
    package static var scenario: JSON {
        YAMLSchema.document("A scenario of Foyer", YAMLShape<Scenario>.scenario(nil).outline.schema)
    }
}

extension ScenarioAssets {
    /// The shipped schema of scenarios.
    package var scenarioSchema: String { folder + "/schemas/scenario.json" }
}
