import Foyer
import FoyerTrace

/// The result of a scenario.
package struct ScenarioResult: Sendable {
    package let title: String
    package let file: String
    /// The size, the theme and the language, where the flow is played in several of them.
    let variant: [String]
    package internal(set) var failure: ScenarioVerdict.Failure?
    /// The last screen.
    package let screen: Buffer
    /// Its pictures that can be shown in pixels.
    var shownPictures: [ShownPicture] = []
    package let theme: DisplayTheme
    package internal(set) var pictures: [ScenarioPicture] = []
    /// What became of the golden screens that it reached.
    package internal(set) var goldens: [GoldenOutcome] = []
    /// Whether they were left out, since this terminal does not look as the scenario's does.
    var isUncompared = false
    /// The room of a program, which is kept after a failure.
    var room: String?
    /// What lies beside the flow and is not in that room.
    var forgotten: String?
    /// The program, if it is not ours.
    var order: ProgramOrder?
    /// If one was wanted.
    var film: Film?
    /// Each time that it was played, in order, for its trace.
    package internal(set) var tries: [Trace.Try]
    /// On the scenario's own clock.
    package internal(set) var virtualTime = Duration.zero
    package internal(set) var realTime = Duration.zero

    /// - Parameter attempt: how it was played; `nil` if it could not even begin.
    init(
        _ scenario: Scenario, screen: Buffer, theme: DisplayTheme, failure: ScenarioVerdict.Failure?,
        attempt: Trace.Try?
    ) {
        (title, file, variant) = (scenario.title, scenario.file, scenario.variant)
        (self.screen, self.theme, self.failure) = (screen, theme, failure)
        tries = [attempt].compactMap { $0 }
    }

    /// It could not even begin.
    ///
    /// - Parameter place: what its file asks for in vain.
    package static func failed(
        _ scenario: Scenario, _ reason: StepFailure, at place: ScenarioStep? = nil
    ) -> ScenarioResult {
        ScenarioResult(
            scenario, screen: Buffer(size: scenario.size), theme: DisplayTheme(),
            failure: .init(step: place, reason: reason), attempt: nil)
    }

    package var hasPassed: Bool { failure == nil }

    /// The failed step with its line, and the screen at that time; empty if it passed.
    ///
    /// - Parameter columns: how wide two screens beside each other may be; `nil` for any width.
    package func report(_ language: Language, columns: Int? = nil) -> String {
        guard let failure else { return "" }
        let notes = [forgotten.map(Phrase.besideTheFlow), room.map(Phrase.roomKept)].compactMap { $0 }
        let all = [failure] + failure.more
        return all.enumerated().map { number, failure in
            let sentences = failure.own + (number == 0 ? notes : [])
            let picture = picture(of: failure, isLast: number == all.count - 1, columns: columns, language)
            let place = failure.step.map { ":\($0.line): \($0.summary)" } ?? ""
            return (["\(file)\(place)"] + sentences.map { "  \(language[$0])" } + picture).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// Both screens, where they differ, or the one at the end.
    private func picture(
        of failure: ScenarioVerdict.Failure, isLast: Bool, columns: Int?, _ language: Language
    ) -> [String] {
        if let difference = failure.reason.difference {
            return difference.lines(columns: columns, language).map(\.string)
        }
        guard isLast else { return [] }
        // No wider than the screen, since it is read on a terminal of the same size.
        let edge = String(repeating: "─", count: screen.size.columns)
        // Its blank end would push the reason off a terminal of that size.
        let rows = screen.textLines
        return [edge] + rows.prefix(rows.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0) + [edge]
    }
}
