import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerQA
import FoyerSystem
import Glibc

struct ScenarioCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario", abstract: "Plays, records and checks scripted flows.",
        discussion: """
            A scenario is a small YAML file. It says what to show (launch, banner, demo or open, or run for a program of your \
            own on a pseudo-terminal), how the platform \
            misbehaves (stage), and which steps to take: press, type, click, point, wheel, drag, resize, open a link, tap \
            a notification, bind a view, wait, expect, advance, snapshot. Conditions check texts, the launch, the banner, \
            the root, and the calls that each delegate received. For a wrong word, Foyer lists the right ones. Without a \
            FILE, Foyer takes the set it ships with; a folder stands for all its files.

            EXAMPLES:
              title: A banner goes round
              banner: pair
              steps:
                - wait: { banner: { page: 0, image: ok } }
                - press: h
                - wait: { banner: { page: 1 } }

              foyer scenario run --slow 1 my.yaml           in the terminal, to watch
              foyer scenario run --headless --junit out.xml flows
              foyer scenario record my.yaml -- mytui --flag use it once, and play it ever after
              foyer scenario check my.yaml                  list its mistakes
            """,
        subcommands: [Run.self, Record.self, Check.self, List.self])

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Plays scenarios in the terminal, or without one.",
            discussion: """
                The platform is Foyer's own stage, with the scenario's own sources if it says serve; with --server it is \
                yours, which does not misbehave on request, and scenarios that ask for that fail. With --public-key, all flows pin that key; the stage's own is the \
                publicKey of its control's /stage (see foyer serve).

                EXIT STATUS: 0 all passed; 1 one failed; 65 a file has a mistake.
                """)

        @OptionGroup var input: ScenarioInput
        @OptionGroup(title: "Platform Options") var own: OwnPlatform
        @OptionGroup(title: "Platform Options") var platform: ReachOptions

        @Flag(help: "Play without a terminal, on a virtual clock: hundreds a second.")
        var headless = false

        @Flag(help: "Play on the screen, even for a build service or an agent.")
        var screen = false

        @Option(help: ArgumentHelp("Write the results as JUnit XML.", valueName: "file"), completion: .file())
        var junit: String?

        @Option(
            help: ArgumentHelp(
                "Write a page for each flow, with every frame, step, key and request; by default one for each failure.",
                valueName: "folder"), completion: .directory)
        var trace: String?

        @Option(
            help: ArgumentHelp(
                "In the terminal, wait this long before each step, so that you can watch.", valueName: "seconds"))
        var slow: Double = 0

        func run() async throws {
            let assets = try ScenarioInput.assets()
            let scenarios = try input.scenarios(assets)
            let server = try own.address(input.language)
            let reach = try platform.reach(server == nil ? nil : UserSettings.read(Places()), input.language)
            let began = MonotonicClock.now
            let results =
                headless
                ? await ScenarioSuite.runHeadless(scenarios, on: assets, server: server, reach: reach)
                : try await live(scenarios, assets, server, reach)
            let pages = TraceFolder(
                trace ?? TraceFolder.standard(Places()), language: input.language, facts: TraceFacts.here)
            for result in results where !result.hasPassed || trace != nil {
                try tell(result, pages)
            }
            let failed = results.count { !$0.hasPassed }
            let seconds = (MonotonicClock.now - began).inSeconds
            let spent = "\((seconds * 100).rounded() / 100)"
            Output.line(input.language.scenariosRun(passed: results.count - failed, failed: failed, seconds: spent))
            if let junit { try OutputFile.write(results.junit, to: junit, input.language) }
            if failed > 0 { throw ExitCode.failure }
        }

        /// A failure with its trace; a trace that cannot be written matters if it was asked for.
        private func tell(_ result: ScenarioResult, _ pages: TraceFolder) throws {
            if !result.hasPassed {
                for line in SafeText.lines(of: result.report(input.language) + "\n") { Output.line(line) }
            }
            do throws(TraceFolder.Failure) {
                if let page = try pages.write(result), !result.hasPassed {
                    Output.line(input.language.traceWritten(page))
                }
            } catch {
                if trace != nil { throw Failure.said(error.cause, in: input.language, ExitStatus.wrongInput) }
            }
            if !result.hasPassed { Output.line("") }
        }

        private func live(
            _ scenarios: [Scenario], _ assets: ScenarioAssets, _ server: WebAddress?, _ reach: FlowPlatform
        ) async throws -> [ScenarioResult] {
            var results: [ScenarioResult] = []
            do throws(LiveRunFailure) {
                for scenario in scenarios {
                    results.append(
                        try await LiveRun.run(
                            scenario, on: assets, server: server, reach: reach, pace: .seconds(slow),
                            output: screen ? .screen : .automatic))
                }
            } catch {
                throw Failure.said(error.cause, in: input.language, ExitStatus.noTerminal)
            }
            return results
        }

        mutating func validate() throws {
            guard (0...60).contains(slow) else { throw ValidationError("--slow takes seconds from 0 to 60.") }
        }
    }

    struct Record: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "record",
            abstract: "Writes what you do with a program as a scenario, to be edited and played.",
            usage: "foyer scenario record FILE -- PROGRAM [ARGUMENT …]",
            discussion: """
                The program runs as it always does. The file gets your keys as typed, and before each the wait for what \
                the screen then showed. Ctrl-] ends a program that does not end by itself. Passwords that you type are in \
                the file, too.

                EXIT STATUS: 0 it is written; 65 the file exists, or the program cannot be started; 69 there is no terminal.
                """)

        @Argument(help: "The file to write; it must not exist.", completion: .file())
        var file: String

        @Argument(parsing: .postTerminator, help: "The program and its arguments, after --.")
        var command: [String] = []

        @OptionGroup var words: LanguageOption

        mutating func validate() throws {
            if command.isEmpty { throw ValidationError("Name the program after two hyphens: record FILE -- PROGRAM.") }
        }

        func run() async throws {
            let language = words.chosen(UserSettings.read(Places()))
            if OutputFile.exists(file) { throw Failure.said(.fileThere(file), in: language, ExitStatus.wrongInput) }
            guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
                throw Failure.said(.recordingNeedsTerminal, in: language, ExitStatus.noTerminal)
            }
            StandardError.write(language[.recordingBegins(file)])
            guard readLine() != nil else { throw ExitStatus.noTerminal }
            let scenario: (text: String, steps: Int)
            do throws(ScenarioRecordingFailure) {
                scenario = try await ScenarioRecording.record(
                    command, size: TerminalSize.read(STDOUT_FILENO), folder: UserFile.realPath(".") ?? ".", for: file)
            } catch {
                throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
            }
            try OutputFile.write(scenario.text, to: file, language)
            Output.line(language[.scenarioWritten(file, steps: scenario.steps)])
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Lists the mistakes in scenarios, with line and column, and plays none.",
            discussion: "Ends with 65 if a file has a mistake.")

        @OptionGroup var input: ScenarioInput

        func run() throws {
            let scenarios = try input.scenarios(try ScenarioInput.assets())
            Output.line(input.language.scenariosAreGood(scenarios.count))
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists scenarios with their titles.")

        @OptionGroup var input: ScenarioInput

        func run() throws {
            for scenario in try input.scenarios(try ScenarioInput.assets()) {
                Output.line(SafeText("\(scenario.file): \(scenario.title)"))
            }
        }
    }
}

/// The chosen scenarios.
struct ScenarioInput: ParsableArguments {
    @Argument(help: "Files, or folders with files; by default the set that ships with Foyer.", completion: .file())
    var files: [String] = []

    @OptionGroup var words: LanguageOption

    var language: Language { words.chosen(UserSettings.read(Places())) }

    static func assets() throws -> ScenarioAssets {
        do {
            return try ScenarioAssets.locate()
        } catch {
            throw Failure.said(error.cause, in: DisplayChoices().language, ExitStatus.wrongInput)
        }
    }

    func scenarios(_ assets: ScenarioAssets) throws -> [Scenario] {
        try Self.scenarios(files.isEmpty ? [assets.shipped] : files, assets, language)
    }

    /// All of them, at least one; if one is wrong, all problems are printed.
    static func scenarios(_ paths: [String], _ assets: ScenarioAssets, _ language: Language) throws -> [Scenario] {
        var scenarios: [Scenario] = []
        var isWrong = false
        do throws(ScenarioFileFailure) {
            for file in try ScenarioSuite.files(paths) {
                switch try ScenarioSuite.read(file, for: assets) {
                case .success(let scenario): scenarios.append(scenario)
                case .failure(let problems):
                    isWrong = true
                    for line in problems.lines(language) { StandardError.write(line) }
                }
            }
        } catch {
            throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
        }
        if isWrong { throw ExitStatus.wrongInput }
        // An empty run has not passed.
        if scenarios.isEmpty {
            throw Failure.said(.noScenarios(paths.joined(separator: ", ")), in: language, ExitStatus.wrongInput)
        }
        return scenarios
    }
}
