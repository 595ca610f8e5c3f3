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

    func run() async throws {
        let places = Places()
        let settings = UserSettings.read(places)
        let named = try named(settings, places)
        let icon = icon ?? named.icon
        if let icon, let trouble = InputFile.trouble(icon, limit: PictureLimits.standard.bytes) {
            let cause = Cause.pictureUnreadable(icon, trouble)
            throw Failure.said(cause, in: display.choices(settings).language, ExitStatus.wrongInput)
        }
        var request = CommandLaunch.Request(
            named.arguments, title: title ?? named.title, icon: icon.map { .file($0) }, ready: rule ?? named.ready,
            view: log || named.showsLog ? .log : .terminal)
        request.findsLeftBehind = explain
        if let limit = timeout ?? named.timeout ?? settings.timeout { request.timeout = .seconds(limit) }
        var choices = display.choices(settings)
        let recorder = try evidence.recorder(title: "foyer run \(request.title)", choices: &choices)
        let presentation = Presentation(choices)
        let launchLog = LaunchLog(places)
        launchLog.began(SafeText(request.title).string)
        let result: CommandLaunch.Result
        do {
            result = try await CommandLaunch(request, places: places)
                .run(
                    presentation, whenFailed: { launchLog.failed($0) }, whenEnded: { launchLog.ended($0) },
                    whenRecorded: { recorder?.mark($0, in: $1, presentation.language) })
        } catch {
            throw Failure.said(error.cause, in: presentation.language, ExitStatus.noTerminal)
        }
        if result.outcome == .completed, let end = result.end {
            recorder?.mark(presentation.language.ended(end).string)
        }
        try evidence.writeTrace(result.record, name: request.title, presentation)
        try recorder?.finish(presentation.language)
        if explain { tell(result, presentation.language) }
        try end(result, presentation)
    }

    /// The command that was named, or written after the dashes.
    private func named(_ settings: Settings, _ places: Places) throws -> NamedCommand {
        guard let name else { return NamedCommand(command) }
        guard var named = settings.commands[name] else {
            let known = settings.commands.keys.sorted().joined(separator: ", ")
            throw ValidationError(
                SafeText(
                    "\(places.settingsFile) names no command \"\(name)\""
                        + (known.isEmpty ? "." : "; there are \(known).")
                        + " A command itself is written after two dashes: foyer run -- \(name)"
                ).string)
        }
        named.arguments += command
        return named
    }

    private func tell(_ result: CommandLaunch.Result, _ language: Language) {
        let reason = result.readied.map { language.explained($0.sign, after: $0.after) } ?? language.explainedUnready
        StandardError.write(reason)
        if result.end != nil { StandardError.write(language.explained(leftBehind: result.leftBehind)) }
    }

    private var rule: ReadyRule? {
        if let readyPort { return .port(UInt16(clamping: readyPort)) }
        if let readyText { return .text(readyText) }
        if let readyFile { return .file(readyFile) }
        return nil
    }

    /// As with any command: SIGPIPE, where that is not ignored.
    private func unwritten(_ number: Int32) -> ExitCode {
        if number == EPIPE, !ProcessSignals.pipeWasIgnored { ProcessSignals.end(by: SIGPIPE) }
        PrintedOutput.recordLoss(number)
        return .failure
    }

    private func end(_ result: CommandLaunch.Result, _ presentation: Presentation) throws {
        if case .failed(let failure) = result.outcome, presentation.hasScreen {
            StandardError.write(presentation.language.plainFailed(failure))
        }
        if let number = result.outputError { throw unwritten(number) }
        if let signal = result.signal { ProcessSignals.end(by: signal) }
        if result.exitStatus != 0 { throw ExitCode(result.exitStatus) }
    }
}
