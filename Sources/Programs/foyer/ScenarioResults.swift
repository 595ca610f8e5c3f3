import ArgumentParser
import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerSystem
import Glibc

/// Where it is told how they ended.
struct ScenarioResults: ParsableArguments {
    @Flag(help: "Headless: print a JSON object for each flow as it ends, and the totals at the end.")
    var json = false

    @Flag(help: "Say it in whole sentences, for a screen reader. (ACCESSIBLE=1)")
    var accessible = false

    @Option(help: ArgumentHelp("Write the results as JUnit XML.", valueName: "file"), completion: .file())
    var junit: String?

    @Option(
        help: ArgumentHelp(
            """
            Write a page for each flow, with every frame, step, key and request, its events as JSON, and an index of all; \
            by default one page for each failure.
            """,
            valueName: "folder"), completion: .directory)
    var trace: String?

    /// What these surroundings call for.
    var presentation: Presentation {
        let settings = UserSettings.read(Places()).display
        let choice: DisplayChoices.Output = json ? .json : accessible ? .accessible : .automatic
        return Presentation(DisplayChoices(output: choice, settings: settings))
    }

    /// Where lines are drawn on a terminal, what stands there goes where it can be scrolled to.
    func clearTerminal() {
        guard presentation.hasScreen else { return }
        StandardStreams.print(ProgramSitting.scrollAway(TerminalSize.read(STDOUT_FILENO)))
    }

    /// How flows are played.
    enum Way {
        case unseen, watched
        /// In the terminal.
        case shown
    }

    func teller(
        _ flows: [Scenario], _ rules: RunRules, _ way: Way, _ language: Language
    ) -> RunTeller {
        let form: RunTeller.Form =
            switch presentation.decision.form {
            // The flows have the screen.
            case .screen where way == .shown, .line where way == .shown: .lines
            case .screen where way == .watched, .line where way == .watched:
                .watched(columns: TerminalSize.read(STDOUT_FILENO).columns)
            case .screen, .line: .terminal(columns: TerminalSize.read(STDOUT_FILENO).columns)
            case .accessible: way == .shown ? .lines : .accessible
            case .json: .json
            case .lines, .log: .lines
            }
        var isSpoken = false
        if case .accessible = form { isSpoken = true }
        let output = RunTeller.Output(
            line: { [isSpoken] line in
                if isSpoken { Output.say([line], language, isLog: true) } else { Output.line(line, isLog: true) }
                fflush(nil)
            },
            json: {
                Output.json($0)
                fflush(nil)
            },
            raw: { StandardStreams.print(Array($0.utf8)) },
            fence: Self.fence)
        let pages = TraceFolder(trace, language: language, facts: TraceFacts.here)
        return RunTeller(flows, rules, form, language, output, pages: pages, tracesAll: trace != nil)
    }

    func finish(_ report: RunReport, _ teller: RunTeller, _ language: Language) throws {
        let trouble = teller.finish(report)
        do { try LastRun(Places()).keep(report) } catch { StandardError.write(language[.failuresNotKept(error.cause)]) }
        if let junit { try OutputFile.write(report.junit, to: junit, language) }
        if isGitHub { tellGitHub(report) }
        guard let trouble else { return }
        if trace != nil { throw Failure.said(trouble, in: language, ExitStatus.wrongInput) }
        StandardError.write(language[.tracesNotKept(trouble)])
    }

    /// Before anything is played: what cannot be written then cannot be written at the end either.
    func prepare(_ language: Language) throws {
        if let junit { try OutputFile.write(RunReport([], in: .zero, RunRules()).junit, to: junit, language) }
    }

    /// Files with mistakes: whoever waits for results gets these.
    func tell(_ mistakes: MistakeReport, _ language: Language) throws {
        if json { for line in mistakes.json { Output.json(line) } }
        if let junit { try OutputFile.write(mistakes.junit, to: junit, language) }
        if isGitHub { annotate(mistakes.annotations(folder: Self.folder, root: Self.checkout)) }
    }

    private var isGitHub: Bool { Self.isGitHub }
    private static var isGitHub: Bool { Places.variable("GITHUB_ACTIONS") == "true" }
    /// For text of others in a build of GitHub's; `nil` elsewhere.
    static var fence: GitHubFence? {
        isGitHub ? GitHubFence(token: String(UInt64.random(in: .min ... .max), radix: 36)) : nil
    }
    private static var folder: String { UserFile.realPath(".") ?? "." }
    private static var checkout: String? {
        Places.variable("GITHUB_WORKSPACE").map { UserFile.realPath($0) ?? $0 }
    }

    private func annotate(_ lines: [String]) {
        for line in lines {
            // Among JSON lines they would be in the way; GitHub reads both.
            if json {
                StandardError.write(SafeText(line), isLog: true)
            } else {
                Output.line(SafeText(line), isLog: true)
            }
        }
    }

    /// None of the flows was chosen.
    func tellOfNothing(_ rules: RunRules, _ language: Language) throws {
        let report = RunReport([], in: .zero, rules)
        if json { Output.json(report.json) } else { Output.line(language[.nothingToPlay], isLog: true) }
        if let junit { try OutputFile.write(report.junit, to: junit, language) }
    }

    private func tellGitHub(_ report: RunReport) {
        let github = GitHubReport(report, folder: Self.folder, root: Self.checkout)
        annotate(github.annotations)
        guard let file = Places.variable("GITHUB_STEP_SUMMARY"), !file.isEmpty else { return }
        // Other steps of the job may have written before.
        guard let before = UserFile.exists(file) ? try? UserFile.read(file, limit: 64 << 20) : [] else { return }
        try? UserFile.write(before + Array(github.summary.utf8), to: file)
    }
}
