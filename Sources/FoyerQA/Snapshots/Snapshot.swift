import Foyer
import FoyerStage

/// A settled screen of a scenario, drawn without a terminal: the same bytes each time.
public enum Snapshot {
    public enum Format: String, CaseIterable, Sendable {
        case text, ansi, svg
    }

    /// Runs the scenario up to a step and draws the screen then.
    ///
    /// - Parameters:
    ///   - place: a step's number from 1, or the name of one of its snapshots; `nil` is the end.
    ///   - size: in place of the scenario's own; the same goes for `theme`.
    public static func draw(
        _ scenario: Scenario, at place: String?, size: CellSize?, theme: ThemeChoice? = nil, format: Format,
        on assets: ScenarioAssets
    ) async throws(Failure) -> String {
        var scenario = scenario
        if let size { scenario.size = size }
        if let theme { scenario.settings.theme = theme }
        if let place { scenario.steps = Array(scenario.steps.prefix(try count(place, in: scenario))) }
        let results = await ScenarioSuite.runHeadless([scenario], on: assets)
        let result = results.first ?? .failed(scenario, .noMemory)
        guard result.hasPassed else { throw .failed(result) }
        return draw(result.screen, theme: result.theme, format: format, title: scenario.title)
    }

    public static func draw(_ screen: Buffer, theme: Theme, format: Format, title: String = "") -> String {
        switch format {
        case .text: ScreenText(screen).lines.joined(separator: "\n") + "\n"
        case .ansi: ANSIPicture.draw(screen, theme: theme)
        case .svg: SVGPicture.draw(screen, theme: theme, title: title)
        }
    }

    /// How many steps come before the picture.
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
    public enum Failure: Error, Sendable, CustomStringConvertible {
        /// The scenario has no such step, or snapshot.
        case noStep(Phrase)
        /// It failed before.
        case failed(ScenarioResult)

        public var description: String {
            switch self {
            case .noStep(let phrase): phrase.english
            case .failed(let result): result.report(.english)
            }
        }
    }
}
