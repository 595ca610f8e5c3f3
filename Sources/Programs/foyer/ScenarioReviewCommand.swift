import ArgumentParser
import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerSystem

struct ScenarioReview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Shows how golden screens differ, and keeps those that you accept.",
        discussion: """
            Plays the scenarios without a terminal and shows each golden screen that differs or has no file yet: the old \
            one, the new one, or both, with the cells that differ marked. y keeps the new one, n leaves the file as it \
            is, a keeps all that are left, q quits; nothing is kept before it was answered. Screens that a test of your own \
            has left beside their golden files, with the ending .new, are shown as well.

            EXIT STATUS: 0 nothing differs any more; 1 something was left, or a scenario failed; 65 a file has a mistake; \
            69 there is no terminal.
            """)

    @Argument(help: "Files, or folders with files; by default the set that ships with Foyer.", completion: .file())
    var files: [String] = []

    @OptionGroup var display: DisplayOptions

    @Flag(help: "Write one HTML page of all differences and open it, in place of asking.")
    var open = false

    func run() async throws {
        let choices = display.choices(UserSettings.read(Places()))
        let language = choices.language
        let assets = try ScenarioInput.assets(for: files)
        let paths = ScenarioInput.paths(files, assets)
        let pending: [GoldenOutcome]
        do { pending = try GoldenFiles.pending(in: paths) } catch {
            throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
        }
        let isPlayed = pending.isEmpty || (try? ScenarioSuite.files(paths))?.isEmpty != true
        let scenarios = try (isPlayed ? ScenarioInput.scenarios(paths, assets, language) : []).map { scenario in
            var scenario = scenario
            scenario.goldens.rule = .collect
            return scenario
        }
        var presentation = Presentation(choices)
        guard open || presentation.showsScreens else {
            throw Failure.said(presentation.needsScreen, in: language, ExitStatus.noTerminal)
        }
        if !open { presentation.open() }
        let results = await ScenarioSuite.runHeadless(scenarios, on: assets)
        let review = GoldenReview(results, pending: pending)
        let answered = open || review.item == nil ? review : try await ask(review, presentation, language)
        for result in results where !result.hasPassed {
            for line in SafeText.lines(of: result.report(language) + "\n\n") { Output.line(line) }
        }
        if review.items.isEmpty {
            if results.allSatisfy(\.hasPassed) { Output.line(language[.noGoldenDifference]) }
        } else if open {
            try show(review, language)
        } else {
            Output.line(language[.goldenReviewed(kept: answered.kept, left: answered.left)])
        }
        if answered.left > 0 || !results.allSatisfy(\.hasPassed) { throw ExitCode.failure }
    }

    private func ask(
        _ review: GoldenReview, _ presentation: Presentation, _ language: Language
    ) async throws -> GoldenReview {
        do { return try await review.ask(presentation) } catch {
            throw Failure.said(error.cause, in: language, ExitStatus.noTerminal)
        }
    }

    private func show(_ review: GoldenReview, _ language: Language) throws {
        let folder = TraceFolder.standard(Places())
        do { try Places().make(folder) } catch {
            throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
        }
        let page = folder + "/" + GoldenReviewPage.name
        try OutputFile.write(GoldenReviewPage(review, language: language).html, to: page, language)
        Output.line(language[.goldenPageWritten(page)])
        _ = DesktopOpener.open("file://" + page)
    }
}
