import Foyer
import FoyerPlatform
import FoyerStage
import FoyerSystem

extension Scenario {
    /// The site that it is played on: that of its own sources, or the shipped one.
    func platform(else shipped: StagePlatform) throws(StageError) -> StagePlatform {
        let platform = if let serve { try StagePlatform(sources: serve) } else { shipped }
        try platform.check(
            steps.reduce(stage.faults) { faults, step in
                if case .stage(let order) = step.action { faults + order.faults } else { faults }
            })
        return platform
    }

    /// Whether it asks of the platform what only Foyer's own does.
    var needsOwnPlatform: Bool {
        func orders(_ step: ScenarioStep) -> Bool {
            if case .stage = step.action { return true }
            return step.action.condition?.requests.isEmpty == false
        }
        return serve != nil || stage.isUnwell || !stage.config.isEmpty || steps.contains(where: orders)
    }
}

/// What scenarios run on: the stage's platform, built once, and the shipped set.
package struct ScenarioAssets: Sendable {
    package let platform: StagePlatform
    /// The folder of the shipped set.
    package let shipped: String
    /// The folder of all assets.
    package let folder: String

    /// Finds the assets beside the program, or where `FOYER_ASSETS` says.
    ///
    /// - Parameter folder: the folder, if it is known.
    package static func locate(folder: String? = nil) throws(LocalizedFailure) -> ScenarioAssets {
        do {
            let assets = try AssetFolder.locate(given: folder, environment: Places.variable("FOYER_ASSETS"))
            return ScenarioAssets(
                platform: try StagePlatform(sources: assets.path),
                shipped: assets.path + "/scenarios",
                folder: assets.path)
        } catch {
            throw LocalizedFailure(error.cause)
        }
    }
}
