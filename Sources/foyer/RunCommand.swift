import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", _superCommandName: "foyer",
        abstract: "Launches any slow-starting command: a splash in front of it until it is ready.",
        usage: """
            foyer run [OPTIONS] -- COMMAND [WORDS …]
            foyer run --title "Web shop" --ready-port 3000 -- npm run dev
            foyer run dev
            foyer run --ready-text 'ready to accept connections' --log -- docker run --rm postgres
            """,
        discussion: """
            While the command starts, the splash shows how far it is (learned from its earlier starts in this folder), \
            the last line that it wrote, and under d all of them. Once it is ready the terminal is the command's, as \
            if it had been started without foyer; with --log, a page shows what it writes: q or Ctrl-C stops it.

            It is ready when --ready-port takes connections on this machine, when a line of its output matches \
            --ready-text, or when --ready-file is there (one from before does not count). Without any of them, \
            whichever comes first: it says READY=1 on the socket that NOTIFY_SOCKET names (sd_notify); it, or a process \
            of its own, listens on a TCP port; it has printed something and then nothing for a second; it ends with \
            status 0. --explain says afterwards which it was, and what is left running.

            STATUS= on that socket is the line under the bar, EXTEND_TIMEOUT_USEC= gives it more time, and \
            X_FOYER_PROGRESS=0.42 moves the bar, as does ESC ] 9;4;1;42 ST in its output. Silence is no sign from one that \
            uses the socket, or that shows a bar which is not full.

            Commands of your own have names in config.yaml, started by foyer run NAME; words after -- are added, and \
            options win:
              commands:
                dev: {run: [npm, run, dev], title: Shop, ready-port: 3000}
            Beside run there may be title, icon, ready-port, ready-text, ready-file, timeout and log.

            A command that cannot be started, ends before it is ready, or is not ready in time gets the error page; \
            reload starts it again. Closing stops it and the processes of its group: TERM, and KILL two seconds later. \
            What it has sent into a session or a group of its own (a daemon) is told nothing.

            Without a terminal (or with --plain) its output goes through byte for byte, and how the launch goes is said \
            on standard error; with --json every line of it is {"event":"output","text":…}, what it says of its start is \
            {"event":"status","text":…}, and {"event":"ready","by":…,"after":seconds} names notify, port, quiet, exit or flag.

            Ends with the command's status, or by the signal that ended it; 3 where it was closed while \
            loading, 20 where it could not be started, 30 where it was not ready in time.
            """)

    @Option(help: ArgumentHelp("What the splash calls it; the command itself unless given.", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp("A picture for the splash: PNG, JPEG, WebP or GIF.", valueName: "file"),
        completion: .file(extensions: ["png", "jpg", "jpeg", "webp", "gif"]))
    var icon: String?

    @Option(help: ArgumentHelp("Ready when this port of the machine takes connections.", valueName: "port"))
    var readyPort: Int?

    @Option(
        help: ArgumentHelp("Ready when a line of its output matches this regular expression.", valueName: "regex"))
    var readyText: String?

    @Option(help: ArgumentHelp("Ready when this file is there.", valueName: "file"), completion: .file())
    var readyFile: String?

    @Option(
        help: ArgumentHelp("How long it may take; 30 unless given.", valueName: "seconds"),
        transform: ServerOptions.seconds)
    var timeout: Double?

    @Flag(help: "Shows what it writes in a page that scrolls, in place of handing the terminal over.")
    var log = false

    @Flag(help: "Says afterwards why it was ready, and what is left running.")
    var explain = false

    @OptionGroup(title: "Display Options") var display: DisplayOptions
    @OptionGroup(title: "Evidence Options") var evidence: EvidenceOptions

    @Argument(help: "A command that config.yaml names.")
    var name: String?

    @Argument(parsing: .postTerminator, help: "The command and its words, after --.")
    var command: [String] = []

    mutating func validate() throws {
        guard name != nil || !command.isEmpty else {
            throw ValidationError("No command is given. Write it after two dashes: foyer run -- npm run dev")
        }
        if name == nil, command[0].isEmpty { throw ValidationError("The command is empty.") }
        guard [readyPort != nil, readyText != nil, readyFile != nil].filter({ $0 }).count < 2 else {
            throw ValidationError("Choose one of --ready-port, --ready-text and --ready-file.")
        }
        for (name, value) in [("--title", title), ("--ready-text", readyText), ("--ready-file", readyFile)] {
            if value?.isEmpty == true { throw ValidationError("\(name) is empty.") }
        }
        if let readyPort, !(1...65_535).contains(readyPort) {
            throw ValidationError("A port is a number from 1 to 65535.")
        }
        if let problem = rule?.problem { throw ValidationError("\(SafeText(problem))") }
    }

    var request: CommandRun {
        CommandRun(
            name: name, command: command, title: title, icon: icon, ready: rule, timeout: timeout, showsLog: log,
            explains: explain, display: display, evidence: evidence)
    }

    func run() async throws { try await request.run() }

    private var rule: ReadyRule? {
        if let readyPort { return .port(UInt16(clamping: readyPort)) }
        if let readyText { return .text(readyText) }
        if let readyFile { return .file(readyFile) }
        return nil
    }
}
