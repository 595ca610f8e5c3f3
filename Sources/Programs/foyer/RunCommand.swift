import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs a slow command behind a splash until it is ready.",
        usage: """
            foyer run [OPTIONS] -- COMMAND [WORDS …]
            foyer run --title "Web shop" --ready-port 3000 -- npm run dev
            foyer run dev
            foyer run --ready-text 'accept connections' -- docker run postgres
            """,
        discussion: """
            Foyer adds a splash and takes nothing away: output, status, signals, open files and settings of the terminal \
            are as without it. Nothing is shown in the first 300 ms; a command that has ended by then has no splash. After \
            that the splash shows its progress (estimated from earlier starts in this folder) and its last line of output. \
            Once it is ready, the command gets the terminal with all that it has written, and with what was typed. No key acts \
            on the splash but Ctrl-C, which is the command's.

            With --line, no screen is taken: the command has the terminal, and one line stands below what it has written \
            until it is ready. If it fails before, a line says so.

            In a pipe, a log, the background, under a build service or an agent, on TERM=dumb and with --no-splash, nobody \
            would see a splash: Foyer becomes the command. It stays beside it, and says something on standard error, only \
            for --plain, --json, --explain and --timeout.

            The command is ready when --ready-port accepts connections on this machine, when a line of its output \
            matches --ready-text (an extended regular expression, as grep -E), when --ready-file appears (an old file does \
            not count), when --ready-url answers with 2xx, or when --ready-command, a line for sh, ends with status 0. \
            Without these options it is ready as soon as it sends READY=1 to the socket named by NOTIFY_SOCKET (sd_notify), \
            it or one of its processes listens on a TCP port, it has printed something and then nothing for a second (after \
            a line without an end: a fifth of a second), it has printed for five seconds without a pause, it wants the terminal for keys, a password, the whole screen or an \
            answer, or it ends with status 0. After 30 seconds it gets the terminal as it is; with --timeout, slowness is a \
            failure, and ends it. --explain says afterwards which one it was, and what is still running.

            On that socket, STATUS= sets the line under the bar, EXTEND_TIMEOUT_USEC= gives the command more time, and \
            X_FOYER_PROGRESS=0.42 moves the bar, as does ESC ] 9;4;1;42 ST in its output. Silence does not count as ready \
            if the command uses the socket or shows a bar that is not full.

            Name your own commands in config.yaml and start them with foyer run NAME. Words after -- are added to the \
            command; options override the file:
              commands:
                dev: {run: [npm, run, dev], title: Shop, ready-port: 3000}
            Besides run, a command may have title, icon, ready-port, ready-text, ready-file, ready-url, ready-command, \
            timeout, screen (full or line) and splash.

            --splash takes a file with a splash of your own: layout (card, poster or corner), title, slogan, picture, theme, colors and \
            the words of each step; the article "A splash before any command" says more. --rehearse shows it in every state.

            If the command fails behind the splash, and was started at a prompt where nothing has been typed since, the error \
            page appears. In its first second it reads no key; then r starts the command again, and q or Enter closes it. \
            In a script the status is all there is. --timeout stops the command and its process group: TERM, and KILL two \
            seconds later. Processes that it moved to another session or group (a daemon) are left alone.

            With --json, each line of output is {"event":"output","text":…}, the status that it reports while starting is \
            {"event":"status","text":…}, the launch's own steps are "info" and "progress" objects, and {"event":"ready","by":…,"after":seconds} names notify, port, quiet, terminal, \
            exit, flag or time.

            EXIT STATUS: the command's own, or the signal that ended it; 127 there is no such command; 126 it cannot be \
            run; 30 it was not ready in time.
            """)

    @Option(help: ArgumentHelp("The title on the splash; by default the command itself.", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp("A picture for the splash: PNG, JPEG, WebP or GIF.", valueName: "file"),
        completion: .file(extensions: ["png", "jpg", "jpeg", "webp", "gif"]))
    var icon: String?

    @Option(
        help: ArgumentHelp("A splash of your own, or one of harbour, paper and quiet.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var splash: String?

    @Flag(help: "Show the splash in every state; the command is not started.")
    var rehearse = false

    @Option(help: ArgumentHelp("Ready when this port on this machine accepts connections.", valueName: "port"))
    var readyPort: Int?

    @Option(
        help: ArgumentHelp(
            "Ready when a line of its output matches this extended regular expression.", valueName: "regex"))
    var readyText: String?

    @Option(help: ArgumentHelp("Ready when this file appears.", valueName: "file"), completion: .file())
    var readyFile: String?

    @Option(help: ArgumentHelp("Ready when this address answers with 2xx.", valueName: "url"))
    var readyUrl: String?

    @Option(help: ArgumentHelp("Ready when this line for sh ends with status 0.", valueName: "line"))
    var readyCommand: String?

    @Option(
        help: ArgumentHelp("How long it may take to get ready before it is ended.", valueName: "seconds"),
        transform: ServerOptions.seconds)
    var timeout: Double?

    @Flag(help: "Say afterwards why it was ready, and what is still running.")
    var explain = false

    @OptionGroup(title: "Display Options") var display: DisplayOptions
    @OptionGroup(title: "Evidence Options") var evidence: EvidenceOptions

    @Argument(help: "A command named in config.yaml.")
    var name: String?

    @Argument(parsing: .postTerminator, help: "The command and its arguments, after --.")
    var command: [String] = []

    mutating func validate() throws {
        guard name != nil || !command.isEmpty || rehearse else {
            throw ValidationError("No command is given. Write it after two dashes: foyer run -- npm run dev")
        }
        if name == nil, command.first?.isEmpty == true { throw ValidationError("The command is empty.") }
        let named = [
            ("--ready-text", readyText), ("--ready-file", readyFile), ("--ready-url", readyUrl),
            ("--ready-command", readyCommand),
        ]
        guard named.count(where: { $0.1 != nil }) + (readyPort == nil ? 0 : 1) < 2 else {
            throw ValidationError("Choose one of --ready-port, \(named.map(\.0).joined(separator: ", ")).")
        }
        for (name, value) in [("--title", title), ("--splash", splash)] + named {
            if value?.isEmpty == true { throw ValidationError("\(name) is empty.") }
        }
        if let readyPort, !(1...65_535).contains(readyPort) {
            throw ValidationError("A port is a number from 1 to 65535.")
        }
        if let readyUrl, (try? WebAddress(readyUrl)) == nil {
            throw ValidationError("--ready-url is no http or https address.")
        }
        if let problem = rule?.problem { throw ValidationError("\(SafeText(problem))") }
    }

    var request: CommandRun {
        CommandRun(
            name: name, command: command, title: title, icon: icon, ready: rule, timeout: timeout, splash: splash,
            rehearses: rehearse, explains: explain, display: display, evidence: evidence)
    }

    func run() async throws { try await request.run() }

    private var rule: ReadyRule? {
        if let readyPort { return .port(UInt16(clamping: readyPort)) }
        if let readyText { return .text(readyText) }
        if let readyFile { return .file(readyFile) }
        if let readyUrl { return .url(readyUrl) }
        if let readyCommand { return .command(readyCommand) }
        return nil
    }
}
