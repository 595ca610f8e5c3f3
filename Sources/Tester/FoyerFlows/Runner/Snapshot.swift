import Foyer
import FoyerStage
import FoyerSystem

/// What a scenario or a recording shows, drawn without a terminal: the same bytes each time.
package enum Snapshot {
    package enum Format: String, CaseIterable, Sendable {
        case text, ansi, svg, png, apng

        /// Whether it is no text.
        package var isBinary: Bool { self == .png || self == .apng }
    }

    /// What there is to say meanwhile.
    package enum News: Sendable {
        /// Each replaces the one before.
        case progress(Phrase)
        case hint(Phrase)
    }

    /// Runs the scenario up to a step and draws the screen then, or in a format that moves all that it shows until then.
    ///
    /// - Parameters:
    ///   - place: a step's number from 1, or the name of one of its snapshots; `nil` for the end.
    ///   - size: replaces the scenario's own; the same goes for `theme` and `language`.
    ///   - tell: told how far it is, and what may help with the picture.
    package static func draw(
        _ scenario: Scenario, at place: String?, size: CellSize?, theme: DisplaySettings.Theme? = nil,
        language: Language? = nil, format: Format, on assets: ScenarioAssets?,
        tell: @escaping @Sendable (News) -> Void = { _ in }
    ) async throws(PictureFailure) -> [UInt8] {
        var scenario = scenario
        if let size { scenario.size = size }
        if let theme { scenario.settings.theme = theme }
        if let language { scenario.settings.language = language }
        scenario.goldens.rule = .off
        if format.isBinary { scenario.settings.pixelCell = PNGPicture.cell }
        if let place { scenario.steps = Array(scenario.steps.prefix(try count(place, in: scenario))) }
        let (isFilm, began) = (format == .apng, MonotonicClock.now)
        let clock = Task {
            while isFilm, !Task.isCancelled {
                tell(.progress(.playingFilm(seconds: Int((MonotonicClock.now - began).inSeconds))))
                try? await Task.sleep(for: .milliseconds(200))
            }
        }
        let results = await ScenarioSuite.runHeadless([scenario], on: assets, isFilmed: isFilm)
        clock.cancel()
        let result = results.first ?? .failed(scenario, .noMemory)
        guard result.hasPassed else { throw .failed { result.report($0) } }
        if isFilm {
            return try MovingPicture.draw(result.film ?? Film(), title: scenario.title) {
                tell(.progress(.drawingFilm($0, of: $1)))
            }
        }
        // Many programs take their screen away as they leave.
        if place == nil, result.screen.isBlank, scenario.steps.count > 1 {
            tell(.hint(.endsEmpty(scenario.steps.count - 1)))
        }
        return try draw(
            result.screen, theme: result.theme, title: scenario.title, pictures: result.shownPictures, format)
    }

    /// Draws the last screen of a recording, or all of them in a format that moves.
    ///
    /// - Parameters:
    ///   - place: a marker's number from 1, or its words; `nil` for the end.
    ///   - theme: for a recording that does not say its terminal's colours.
    package static func draw(
        _ run: RecordedRun, named name: String, at place: String?, theme: DisplaySettings.Theme?, format: Format,
        tell: (News) -> Void = { _ in }
    ) throws(PictureFailure) -> [UInt8] {
        guard let until = run.end(at: place) else { throw .noStep(.noMarker(place ?? "", in: name)) }
        let title = run.title ?? PathParts(name).name
        // A film of a million cells took gigabytes before it was refused.
        if format == .apng { try MovingPicture.check(run.largestSize(until: until), .zero) }
        let shown: RecordedRun.Shown
        do { shown = try run.shown(until: until, theme: theme, isFilmed: format == .apng) } catch {
            throw .notShown(error.cause)
        }
        if format == .apng {
            return try MovingPicture.draw(shown.film, title: title) {
                tell(.progress(.drawingFilm($0, of: $1)))
            }
        }
        return try draw(shown.screen, theme: shown.theme, title: title, pictures: [], format)
    }

    private static func draw(
        _ screen: Buffer, theme: DisplayTheme, title: String, pictures: [ShownPicture], _ format: Format
    ) throws(PictureFailure) -> [UInt8] {
        switch format {
        case .ansi: return Array(ANSIPicture.draw(screen, theme: theme).utf8)
        case .svg: return Array(SVGPicture.draw(screen, theme: theme, title: title).utf8)
        case .png:
            return try PNGPicture.draw(
                svg: SVGPicture.draw(screen, theme: theme, title: title, pictures: pictures))
        case .text, .apng: return Array(text(screen).utf8)
        }
    }

    private static func text(_ screen: Buffer) -> String { ScreenText(screen).lines.joined(separator: "\n") + "\n" }

    /// The number of steps before the picture.
    private static func count(_ place: String, in scenario: Scenario) throws(PictureFailure) -> Int {
        if let number = Int(place), number >= 1, number <= scenario.steps.count { return number }
        let named = scenario.steps.firstIndex { step in
            if case .snapshot(let name) = step.action { name == place } else { false }
        }
        if let named { return named + 1 }
        throw .noStep(
            .noStep(place, in: scenario.file, steps: scenario.steps.count))
    }
}
