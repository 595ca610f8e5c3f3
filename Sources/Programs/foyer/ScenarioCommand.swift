import ArgumentParser
import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerSystem
import Glibc

struct ScenarioCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario", abstract: "Plays, records, drives and checks scripted flows.",
        discussion: """
            A scenario is a small YAML file. It says what to show (launch, banner, demo or open, or run for a program of your \
            own on a pseudo-terminal), how the platform \
            misbehaves (stage), and which steps to take: press, type, paste, click, point, wheel, drag, resize, wait, \
            expect, advance, snapshot, golden; for a program also focus, signal, answer, kill; for Foyer's own screens \
            open a link, tap a notification, bind a view. Conditions check texts, the launch, the banner, \
            the root, and the calls that each delegate received. For a wrong word, Foyer lists the right ones. Without a \
            FILE, Foyer takes the set it ships with; a folder stands for all flows in it and below.

            EXAMPLES:
              title: A banner goes round
              banner: pair
              steps:
                - wait: { banner: { page: 0, image: ok } }
                - press: h
                - wait: { banner: { page: 1 } }

              foyer scenario run --slow 1 my.yaml           in the terminal, to watch
              foyer scenario run --headless --junit out.xml flows
              foyer scenario record my.yaml -- mytui --flag use it once, then replay it
              foyer scenario drive -- mytui                 line by line, from any language
              foyer scenario check my.yaml                  list its mistakes
            """,
        subcommands: [
            Run.self, ScenarioReview.self, Record.self, Drive.self, Check.self, List.self, Schema.self,
        ])

    struct Record: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "record",
            abstract: "Writes what you do with a program as a scenario, to be edited and played.",
            usage: "foyer scenario record FILE -- PROGRAM [ARGUMENT …]",
            discussion: """
                The program runs as it always does. The file gets your keys as typed, and before each the wait for what \
                the screen then showed. Ctrl-] ends a program that does not end by itself. Input that the terminal does not \
                echo, such as a password, is saved as dots; --keep-secrets keeps it as it is. Texts that change by \
                themselves, such as a clock, are suggested as masks. At the end, Foyer plays the recording without a \
                terminal, in a fresh folder with copies of the files that the command names, or else of all files here: a wait \
                that fails then is left out or replaced. The scenario has the same folder, and expects \
                the files that the program wrote. If the command names a file elsewhere that the program could change, \
                Foyer asks first.

                EXIT STATUS: 0 it is written and plays; 1 it is written and does not play; 65 the file exists, or the \
                program cannot be started; 69 there is no terminal.
                """)

        @Argument(help: "The file to write; it must not exist.", completion: .file())
        var file: String

        @Argument(parsing: .postTerminator, help: "The program and its arguments, after --.")
        var command: [String] = []

        @Flag(help: "Keep input that the terminal does not echo.")
        var keepSecrets = false

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
            try OutputFile.write("", to: file, language)
            let outcome: ScenarioRecording.Outcome
            do {
                outcome = try await ScenarioRecording.record(
                    command, size: TerminalSize.read(STDOUT_FILENO), folder: UserFile.realPath(".") ?? ".", for: file,
                    schema: ScenarioInput.schema, keepsSecrets: keepSecrets,
                    mayPlay: { path in
                        StandardError.write(language[.recordingMayChange(path)])
                        return readLine()?.lowercased().hasPrefix("y") == true
                    },
                    played: { StandardError.write(language[.recordingIsPlayed]) },
                    write: { [file] text in
                        // The next one may succeed, and the last one is checked.
                        try? UserFile.write(Array(text.utf8), to: file)
                    })
            } catch {
                unlink(file)
                throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
            }
            do { try UserFile.check(file) } catch {
                throw Failure.said(
                    .fileNotWritten(file, SystemError.cause(error.code)), in: language, ExitStatus.wrongInput)
            }
            if !outcome.files.isEmpty { Output.line(language[.filesAppeared(outcome.files)]) }
            if outcome.hasGaps {
                Output.line(language[.scenarioWritten(file, steps: outcome.steps)])
                Output.line(language[.typedUnseen])
            } else if outcome.isUnplayed {
                Output.line(language[.scenarioWritten(file, steps: outcome.steps)])
                Output.line(language[.recordingUnplayed(file)])
            } else if let trouble = outcome.trouble {
                Output.line(language[.scenarioWritten(file, steps: outcome.steps)])
                Output.line(language[.recordingFails(file, trouble)])
                throw ExitCode.failure
            } else {
                if !outcome.leftOut.isEmpty { Output.line(language[.waitsLeftOut]) }
                for step in outcome.leftOut { Output.line(SafeText("  " + step)) }
                Output.line(language[.recordingPlayed(file, steps: outcome.steps)])
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Lists the mistakes in scenarios, with line and column, and plays none.",
            discussion: "Ends with 65 if a file has a mistake.")

        @OptionGroup var input: ScenarioInput

        func run() throws {
            let scenarios = try input.scenarios(try ScenarioInput.assets(), withFiles: true)
            Output.line(input.language.scenariosAreGood(scenarios.count))
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists scenarios with their titles.")

        @OptionGroup var input: ScenarioInput

        func run() throws {
            for scenario in try input.scenarios(try ScenarioInput.assets()) {
                Output.line(SafeText("\(scenario.file): \(scenario.title)"), isLog: true)
            }
        }
    }
}

extension ScenarioCommand {
    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "schema", abstract: "Prints the JSON Schema of scenarios or checklists, for editors.",
            discussion: """
                With it, an editor reports what `check` reports, and completes keys. For the YAML language server, begin a file with the line
                # yaml-language-server: $schema=scenario.json
                """)

        @Flag(help: "Print the schema of checklists instead.")
        var checklist = false

        func run() { Output.json(checklist ? FlowSchema.checklist : FlowSchema.scenario) }
    }
}

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

    /// What these scenarios run on; `nil` if it is missing and they do without: flows of programs need nothing of ours.
    static func assets(for paths: [String]) throws -> ScenarioAssets? {
        if let assets = try? ScenarioAssets.locate() { return assets }
        return paths.isEmpty || ScenarioSuite.needsAssets(paths) ? try assets() : nil
    }

    /// What these files stand for: without any, the shipped set.
    static func paths(_ files: [String], _ assets: ScenarioAssets?) -> [String] {
        if let assets, files.isEmpty { return [assets.shipped] }
        return files
    }

    /// The shipped schema, which written files name for editors.
    static var schema: String? { try? ScenarioAssets.locate().scenarioSchema }

    /// - Parameters:
    ///   - withFiles: whether what they copy must be there now.
    ///   - tell: is given the files with mistakes, which are printed as well.
    func scenarios(
        _ assets: ScenarioAssets?, withFiles: Bool = false, tell: ([ScenarioProblems]) throws -> Void = { _ in }
    ) throws -> [Scenario] {
        try Self.scenarios(Self.paths(files, assets), assets, language, withFiles: withFiles, tell: tell)
    }

    /// All of them, at least one; if one is wrong, all problems are printed.
    static func scenarios(
        _ paths: [String], _ assets: ScenarioAssets?, _ language: Language, withFiles: Bool = false,
        tell: ([ScenarioProblems]) throws -> Void = { _ in }
    ) throws -> [Scenario] {
        var scenarios: [Scenario] = []
        var wrong: [ScenarioProblems] = []
        func note(_ problems: ScenarioProblems) {
            wrong.append(problems)
            let fence = ScenarioResults.fence
            for line in (fence?.begin ?? []) + problems.lines(language) + (fence?.end ?? []) {
                StandardError.write(line, isLog: true)
            }
        }
        do {
            for file in try ScenarioSuite.files(paths) {
                switch try ScenarioSuite.read(file, for: assets) {
                case .success(let scenario):
                    scenarios += scenario.variants
                    if withFiles, let lacking = scenario.lacking { note(lacking) }
                case .failure(let problems): note(problems)
                }
            }
        } catch {
            throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
        }
        if !wrong.isEmpty {
            try tell(wrong)
            throw ExitStatus.wrongInput
        }
        // An empty run has not passed.
        if scenarios.isEmpty {
            throw Failure.said(.noScenarios(paths.joined(separator: ", ")), in: language, ExitStatus.wrongInput)
        }
        return scenarios
    }
}
