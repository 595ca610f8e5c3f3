import Foyer
import FoyerStage

/// A settled screen of a scenario, drawn without a terminal: the same bytes each time.
package enum Snapshot {
    package enum Format: String, CaseIterable, Sendable {
        case text, ansi, svg, png
    }

    /// Runs the scenario up to a step and draws the screen then.
    ///
    /// - Parameters:
    ///   - place: a step's number from 1, or the name of one of its snapshots; `nil` for the end.
    ///   - size: replaces the scenario's own; the same goes for `theme`.
    package static func draw(
        _ scenario: Scenario, at place: String?, size: CellSize?, theme: ThemeChoice? = nil, format: Format,
        on assets: ScenarioAssets
    ) async throws(Failure) -> [UInt8] {
        var scenario = scenario
        if let size { scenario.size = size }
        if let theme { scenario.settings.theme = theme }
        if format == .png { scenario.settings.pixelCell = PNGPicture.cell }
        if let place { scenario.steps = Array(scenario.steps.prefix(try count(place, in: scenario))) }
        let results = await ScenarioSuite.runHeadless([scenario], on: assets)
        let result = results.first ?? .failed(scenario, .noMemory)
        guard result.hasPassed else { throw .failed(result) }
        switch format {
        case .text: return Array(text(result.screen).utf8)
        case .ansi: return Array(ANSIPicture.draw(result.screen, theme: result.theme).utf8)
        case .svg: return Array(SVGPicture.draw(result.screen, theme: result.theme, title: scenario.title).utf8)
        case .png:
            return try PNGPicture.draw(
                svg: SVGPicture.draw(
                    result.screen, theme: result.theme, title: scenario.title, pictures: result.shownPictures))
        }
    }

    private static func text(_ screen: Buffer) -> String { ScreenText(screen).lines.joined(separator: "\n") + "\n" }

    /// The number of steps before the picture.
    private static func count(_ place: String, in scenario: Scenario) throws(Failure) -> Int {
        if let number = Int(place), number >= 1, number <= scenario.steps.count { return number }
        let named = scenario.steps.firstIndex { step in
            if case .snapshot(let name) = step.action { name == place } else { false }
        }
        if let named { return named + 1 }
        throw .noStep(
            .noStep(place, in: scenario.file, steps: scenario.steps.count))
    }

    /// Why there is no picture.
    package enum Failure: Error, Sendable, CustomStringConvertible {
        /// The scenario has no such step, or snapshot.
        case noStep(Phrase)
        /// It failed before that step.
        case failed(ScenarioResult)
        /// It cannot be drawn in that format.
        case noPicture(String)

        package var description: String {
            switch self {
            case .noStep(let phrase): phrase.english
            case .failed(let result): result.report(.english)
            case .noPicture(let text): text
            }
        }
    }
}
