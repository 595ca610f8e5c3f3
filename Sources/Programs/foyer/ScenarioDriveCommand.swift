import ArgumentParser
import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerSystem
import Glibc

extension ScenarioCommand {
    struct Drive: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drive", abstract: "Lets another program drive one, line by line.",
            usage: "foyer scenario drive [--size 80x24] [--save FILE] [--trace DIR] -- PROGRAM [ARGUMENT …]",
            discussion: """
                Each line on standard input is a step as in a scenario of a program, in YAML or JSON. Each line on \
                standard output is a JSON object: result (ok, failed or wrong) with reason or problems, the rows of the \
                screen that have changed since the answer before, cursor, title, and exit once the program has ended. \
                An empty line asks for the current screen. After a mistake you get an error, and the session continues.

                A key is answered at once; what the program makes of it is in the answer of the wait that follows. The \
                program runs in this folder, with a fresh home and the environment of a scenario.

                golden: NAME compares the screen with a file in FILE.screens of --save FILE, else in PROGRAM.screens \
                in this folder. The program ends when standard input ends, or when nobody reads the answers.

                EXAMPLE:
                  printf '%s\\n' 'wait: Tea House' 'press: q' 'wait: { exit: 0 }' |
                    foyer scenario drive -- ./menu

                EXIT STATUS: 0 every step came true; 1 one did not, or was wrong; 65 the program cannot be started.
                """)

        @Option(help: ArgumentHelp("Columns and rows of its terminal.", valueName: "size"), transform: size)
        var size = CellSize(columns: 80, rows: 24)

        @Option(help: ArgumentHelp("An environment variable to pass on to it. Repeatable.", valueName: "name"))
        var inherit: [String] = []

        @Option(
            help: ArgumentHelp("At the end, write the steps that came true as a scenario.", valueName: "file"),
            completion: .file())
        var save: String?

        @Option(
            help: ArgumentHelp(
                "At the end, write a page with every step, frame and key to this folder.", valueName: "folder"),
            completion: .directory)
        var trace: String?

        @Argument(parsing: .postTerminator, help: "The program and its arguments, after --.")
        var command: [String] = []

        @OptionGroup(title: "Golden Screens") var golden: GoldenOptions
        @OptionGroup var words: LanguageOption

        static func size(_ text: String) throws -> CellSize {
            guard let size = CellSize(scenario: text) else {
                throw ValidationError("\"\(text)\" is not columns and rows, as 80x24.")
            }
            return size
        }

        mutating func validate() throws {
            if command.isEmpty { throw ValidationError("Name the program after two hyphens: drive -- PROGRAM.") }
        }

        func run() async throws {
            let language = words.chosen(UserSettings.read(Places()))
            if let save, OutputFile.exists(save) {
                throw Failure.said(.fileThere(save), in: language, ExitStatus.wrongInput)
            }
            ProcessSignals.noteEnd()
            let end = await BlockingThread.run { [self] in drive() }
            switch end {
            case .failure(let failure): throw Failure.said(failure.cause, in: language, ExitStatus.wrongInput)
            case .success(let (hasPassed, flow)):
                if let save {
                    try OutputFile.write(flow.text, to: save, language)
                    StandardError.write(language[.scenarioWritten(save, steps: flow.steps)], isLog: true)
                }
                for note in flow.result.goldenNotes { StandardError.write(language[note], isLog: true) }
                try writeTrace(of: flow.result, language)
                if let number = ProcessSignals.notedEnd { ProcessSignals.end(by: number) }
                if !hasPassed || !flow.result.hasPassed { throw ExitCode.failure }
            }
        }

        private func writeTrace(of result: ScenarioResult, _ language: Language) throws {
            guard let trace else { return }
            do throws(LocalizedFailure) {
                let page = try TraceFolder(trace, language: language, facts: TraceFacts.here).write(result)
                if let page { StandardError.write(language.traceWritten(page), isLog: true) }
            } catch {
                throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
            }
        }

        private typealias Flow = (text: String, steps: Int, result: ScenarioResult)

        private func drive() -> Result<(hasPassed: Bool, Flow), LocalizedFailure> {
            do {
                let drive = try FlowDrive(
                    command, size: size, file: save, folder: UserFile.realPath(".") ?? ".", inherits: inherit,
                    goldens: golden.rule, isOver: { ProcessSignals.notedEnd != nil || Poll.isBroken(STDOUT_FILENO) })
                drive.run(input: STDIN_FILENO) { StandardStreams.print(Array(($0.logText + "\n").utf8)) }
                return .success((drive.hasPassed, drive.finish(for: save ?? "", schema: ScenarioInput.schema)))
            } catch {
                return .failure(error)
            }
        }
    }
}
