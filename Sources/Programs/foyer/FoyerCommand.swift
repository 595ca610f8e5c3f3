import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

@main
struct FoyerCommand: AsyncParsableCommand {
    /// "11, 12, …"
    static let failureStatuses = LaunchCode.allCases.map { "\($0.exitStatus)" }.joined(separator: ", ")

    static let configuration = CommandConfiguration(
        commandName: "foyer",
        abstract: "The launch experience for terminal programs: splash, errors, first screen.",
        discussion: """
            Without a command, foyer runs the demo, which starts its own platform and launches mini programs from it. \
            Every page lists its keys at the bottom; ? shows all keys, d shows details, and q goes back.

            EXAMPLES:
              foyer                                    the demo
              foyer run -- npm run dev                 a splash before a slow command
              foyer scenario record menu.yaml -- htop  records what you do in any program
              foyer scenario run --headless            the shipped flows
              foyer qa                                 a checklist with evidence
              foyer serve --port 8642                  a platform to try with
              foyer launch com.example.tea --server http://127.0.0.1:8642

            ENVIRONMENT: FOYER_SERVER: the platform's base URL; FOYER_REDUCE_MOTION=1: no movement; NO_COLOR: no \
            colours; FOYER_ASSETS: the folder of the stage's assets.

            SETTINGS are in $XDG_CONFIG_HOME/foyer/config.yaml; o in the demo changes those of the display. The command \
            line overrides the environment, which overrides the file.

            EXIT STATUS: 0 success; 1 a scenario or a check failed, or the output could not be written; 2 publish \
            --plan found changes; 3 closed by the user while loading; 4 a link was refused; 5 a banner or pop-up has \
            nothing to show; \(failureStatuses) a launch failed (see `foyer help launch`); 64 wrong usage; 65 a mistake \
            in an input file; 69 a terminal is needed, and there is none. INT, TERM and HUP end foyer by that signal, \
            which a shell shows as 130, 143 and 129.
            """,
        // Reads files for the commit, so not at every start.
        version: StartedWith.arguments.contains("--version") ? Release.text : Release.version,
        groupedSubcommands: [
            CommandGroup(name: "Start", subcommands: [DemoCommand.self, RunCommand.self]),
            CommandGroup(
                name: "Test",
                subcommands: [
                    ScenarioCommand.self, SnapshotCommand.self, QACommand.self, ServeCommand.self, DoctorCommand.self,
                ]),
            CommandGroup(
                name: "Platform",
                subcommands: [
                    LaunchCommand.self, BannerCommand.self, ShowPopupCommand.self, ConfigCommand.self,
                    OpenCommand.self, AppsCommand.self, ShortcutCommand.self, EventsCommand.self, PublishCommand.self,
                    PackCommand.self, KeyCommand.self,
                ]),
        ],
        defaultSubcommand: DemoCommand.self)

    static func main() async {
        endAtOnceOnSignals()
        ProcessSignals.surviveFileLimit()
        do {
            var command = try parsed()
            let run = (command as? RunCommand)?.request
            try run?.becomeCommandIfNothingIsShown()
            if var patient = command as? any AsyncParsableCommand {
                try endWithoutRoom(run)
                try await patient.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
        StandardStreams.finishOutput()
    }

    /// The arguments, with the command that the program's name stands for.
    private static let words: [String] = {
        let name = PathParts(StartedWith.arguments.first ?? "").name
        let command = name == ServeCommand.stageName ? ServeCommand.configuration.commandName : nil
        return [command].compactMap { $0 } + StartedWith.arguments.dropFirst()
    }()

    /// Before anything waits: without threads it would wait for ever, and without memory it would crash. A command needs no
    /// splash.
    private static func endWithoutRoom(_ run: CommandRun?) throws {
        guard let cause = Shortage.now(run == nil ? .forPictures : .forCommand) else { return }
        try run?.becomeCommandWithoutRoom()
        let failure = LaunchFailure(.unknown, cause)
        if StartedWith.arguments.prefix(while: { $0 != "--" }).contains("--json") {
            print(LaunchOutcome.failed(failure).jsonLine)
            StandardStreams.finishOutput()
        } else {
            StandardError.write(DisplayChoices().language.plainFailed(failure))
        }
        Glibc.exit(failure.code.exitStatus)
    }

    private static func parsed() throws -> any ParsableCommand {
        if let name = words.first, !name.hasPrefix("-"), name != "help",
            !configuration.subcommands.contains(where: { $0.configuration.commandName == name })
        {
            // The demo would complain about an extra word.
            throw ValidationError("There is no command \"\(name)\".")
        }
        return try parseAsRoot(words)
    }

    /// Error messages quote the command line, and desktops pass links on unchanged: each line is made safe. Only help
    /// is entirely ours.
    private static func end(with error: any Error) -> Never {
        let status = exitCode(for: error)
        if status.isSuccess {
            for line in fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false) {
                print(PlainText.fitted(String(line)))
            }
            StandardStreams.finishOutput()
            Glibc.exit(status.rawValue)
        }
        if status == ExitStatus.wrongUsage, let command = words.first,
            let gone = WithdrawnName.find(in: words.dropFirst().prefix { $0 != "--" }, of: command)
        {
            StandardError.write(DisplayChoices().language[gone.sentence])
            Glibc.exit(status.rawValue)
        }
        for line in SafeText.lines(of: fullMessage(for: error)) { StandardError.write(line) }
        if let hint = dashesForgotten(error) { StandardError.write(hint) }
        StandardStreams.finishOutput(status)
        Glibc.exit(status.rawValue)
    }

    /// `foyer run ls -l`: the parser complains of the first word that it does not know. If it knows a similar one, that was
    /// meant.
    private static func dashesForgotten(_ error: any Error) -> SafeText? {
        let (rest, message) = (words.dropFirst(), message(for: error))
        guard words.first == RunCommand.configuration.commandName, !rest.contains("--"), let command = rest.first,
            !command.hasPrefix("-"), !message.contains("Did you mean"),
            ["Unexpected argument", "Unknown option"].contains(where: message.hasPrefix)
        else { return nil }
        return SafeText("A command itself is written after two dashes: foyer run -- \(command) …")
    }

    /// Swift's backtracer takes Ctrl-\ for a crash, and on a terminal keeps a crashed process for half a minute, to ask
    /// about it. Set `SWIFT_BACKTRACE` to get that.
    private static func endAtOnceOnSignals() {
        guard getenv("SWIFT_BACKTRACE") == nil else { return }
        for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(number, SIG_DFL) }
    }
}

/// Exit statuses other than those for failed launches (from sysexits.h if it has one).
enum ExitStatus {
    static let closed = ExitCode(3)
    /// `publish --plan` found something to do.
    static let changes = ExitCode(2)
    static let nothingToShow = ExitCode(5)
    static let wrongUsage = ExitCode(64)
    static let wrongInput = ExitCode(65)
    static let noTerminal = ExitCode(69)
    static let refusedLink = ExitCode(4)
}
