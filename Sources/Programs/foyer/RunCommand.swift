import ArgumentParser
import Foyer
import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization

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

/// One launch of any command.
struct CommandRun {
    /// The command's name in the settings.
    let name: String?
    /// The command and its words; those to add where `name` is given.
    let command: [String]
    var title: String?
    var icon: String?
    var ready: ReadyRule?
    /// In seconds.
    var timeout: Double?
    /// A file with its splash.
    var splash: String?
    /// The splash is only tried.
    var rehearses = false
    var explains = false
    let display: DisplayOptions
    let evidence: EvidenceOptions

    private func routeRequest(splash: SplashWish, timeout: Double? = nil) -> CommandRoute.Request {
        let measures = (self.timeout ?? timeout) != nil || evidence.record != nil || evidence.trace != nil
        return CommandRoute.Request(flag: display.output.flag, splash: splash, staysBeside: explains || measures)
    }

    /// The command takes this process's place, before anything of ours has begun, if the arguments alone say that nothing
    /// would be seen.
    func becomeCommandIfNothingIsShown() throws {
        // The settings may change anything else.
        guard name == nil, !rehearses, display.noSplash || UsersTerminal.inForeground == nil,
            CommandRoute.unseen(routeRequest(splash: .never)) == .becomes
        else { return }
        try become(StartedWith.words.suffix(command.count))
    }

    /// The same where the user's limits leave no room for a splash.
    func becomeCommandWithoutRoom() throws {
        guard !rehearses else { return }
        let places = Places()
        let settings = name == nil ? UserSettings() : UserSettings.read(places)
        let named = try named(settings, places)
        guard CommandRoute.unseen(routeRequest(splash: .never, timeout: named.timeout)) == .becomes else { return }
        try become(words(of: named))
    }

    /// Words from the command line need not be text; those from a file are.
    private func words(of named: NamedCommand) -> [[UInt8]] {
        named.arguments.dropLast(command.count).map { Array($0.utf8) } + StartedWith.words.suffix(command.count)
    }

    private func become(_ words: some Collection<[UInt8]>) throws {
        let number = StartedWith.become(Array(words))
        let language = DisplayChoices(language: display.language).language
        let failure = LaunchFailure.commandNotStarted(words.first ?? [], errno: number)
        StandardError.write(language.plainFailed(failure))
        throw ExitCode(failure.commandStatus ?? failure.code.exitStatus)
    }

    func run() async throws {
        let places = Places()
        var settings = UserSettings.read(places)
        let named = try named(settings, places)
        settings.screen = named.screen ?? settings.screen
        if rehearses { return try await rehearse(named, settings, places) }
        var choices = display.choices(settings)
        var request = try request(of: named, choices)
        choices.needsInput = false
        let decision = decide(&request, named, choices, settings)
        switch request.route {
        case .becomes: try become(request.words)
        case .beside: choices.output = .plain
        case .lines, .json: break
        case .statusLine, .screen:
            guard let design = try design(of: named, places, choices.language) else { break }
            request.take(design, title: title ?? named.title, icon: icon ?? named.icon)
            choices.take(design)
        }
        try await show(request, choices, places) { result, language in
            if explains { tell(result, decision, language) }
        }
    }

    /// The request that the command line makes, and the settings file if the command has a name.
    private func request(of named: NamedCommand, _ choices: DisplayChoices) throws -> CommandLaunch.Request {
        let icon = icon ?? named.icon
        if let icon, let trouble = InputFile.trouble(icon, limit: PictureLimits.standard.bytes) {
            throw Failure.said(.pictureUnreadable(icon, trouble), in: choices.language, ExitStatus.wrongInput)
        }
        var request = CommandLaunch.Request(
            named.arguments, title: title ?? named.title, icon: icon.map { .file($0) }, ready: ready ?? named.ready,
            timeout: (timeout ?? named.timeout).map { .seconds($0) })
        request.bytes = words(of: named)
        request.environment = .asStarted
        request.findsLeftBehind = explains
        request.splash = choices.splash
        if case .url(let address) = request.ready { request.probe = try? probe(address) }
        return request
    }

    /// Decides the request's route.
    ///
    /// - Returns: the reason for it.
    private func decide(
        _ request: inout CommandLaunch.Request, _ named: NamedCommand, _ choices: DisplayChoices,
        _ settings: UserSettings
    ) -> DisplayDecision {
        let (own, drawn) = (ownDecision(settings), Presentation(choices).decision)
        var facts = CommandRoute.Facts(form: own.form, drawnForm: drawn.form)
        facts.isInForeground = UsersTerminal.inForeground != nil
        facts.showsErrors = UsersTerminal.hearsErrors
        facts.isReplaceable = UsersTerminal.canBeReplaced(STDOUT_FILENO)
        let launch = CommandLaunch(request, places: Places())
        request.route = CommandRoute.decide(
            routeRequest(splash: choices.splash, timeout: named.timeout), facts,
            isQuick: { launch.needsNoSplash },
            claim: {
                // Several at once (`make -j`) would draw over each other.
                request.claim = TerminalClaim.take(STDOUT_FILENO)
                return request.claim != nil
            })
        return own.row == .noTerminal ? own : drawn
    }

    /// The rules of the output mode for a command that reads the terminal itself.
    private func ownDecision(_ settings: UserSettings) -> DisplayDecision {
        let rules = DisplayRules(environment: Places.variable, setting: settings.screen)
        return rules.decide(flag: display.output.flag) {
            if UsersTerminal.inForeground == nil {
                return isatty(STDOUT_FILENO) == 1 ? .inBackground : .outputIsNoTerminal
            }
            // A pipe or a file may well be what somebody waits for (`seq 100 | foyer run -- fzf`).
            if UsersTerminal.hasNoInput { return .inputIsNothing }
            guard let type = Places.variable("TERM"), !type.isEmpty else { return .typeMissing }
            return type == "dumb" ? .typeDumb : nil
        }
    }

    /// Starts the command, shows its launch, and keeps the evidence that is asked for.
    ///
    /// - Parameter tell: called once the command has ended.
    private func show(
        _ request: CommandLaunch.Request, _ wanted: DisplayChoices, _ places: Places,
        tell: (CommandLaunch.Result, Language) -> Void
    ) async throws {
        var choices = wanted
        let recorder = try evidence.recorder(title: "foyer run \(request.title)", choices: &choices)
        let presentation = Presentation(choices)
        let launchLog = LaunchLog(places)
        launchLog.began(SafeText(request.title).string)
        let result: CommandLaunch.Result
        do {
            result = try await CommandLaunch(request, places: places)
                .run(presentation) { moment in
                    launchLog.hear(moment)
                    recorder.hear(moment, presentation.language)
                }
        } catch {
            throw Failure.said(error.cause, in: presentation.language, ExitStatus.noTerminal)
        }
        if result.outcome == .completed, let end = result.end {
            recorder.mark(presentation.language[.ending(end)].string)
        }
        try evidence.writeTrace(
            result.record, result.outcome, name: request.title, recorder, presentation,
            ending: result.end.map { presentation.language[.ending($0)] }, isBad: result.exitStatus != 0)
        try recorder.finish(presentation.language) {
            // The command's last line may have no line end.
            let isSaid = result.outcome != .closed && !result.isToldByOutput || explains
            if result.endsWithinLine, isSaid, UsersTerminal.hearsErrors { StandardError.write("") }
            tell(result, presentation.language)
            try end(result, of: request.route, recorder, presentation.language)
        }
    }

    /// Its own mistakes keep a command that was named from nothing: only who asks for a splash needs it.
    private func design(of named: NamedCommand, _ places: Places, _ language: Language) throws -> SplashDesign? {
        if let splash { return try SplashChoice(name: splash).read(language) }
        let folder = places.settingsFile.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return try? named.splash.map {
            try SplashChoice(name: $0, folder: folder.joined(separator: "/")).read(language)
        }
    }

    /// Shows the splash in every state; the command is not started.
    private func rehearse(_ named: NamedCommand, _ settings: UserSettings, _ places: Places) async throws {
        var choices = display.choices(settings)
        let design = try design(of: named, places, choices.language) ?? SplashDesign()
        choices.take(design)
        let words = named.arguments.isEmpty ? ["foyer", "run"] : named.arguments
        var request = CommandLaunch.Request(words, title: title ?? named.title, ready: ready ?? named.ready)
        request.take(design, title: title ?? named.title, icon: icon ?? named.icon)
        do { try await request.rehearsal(choices.language).run(choices) } catch {
            throw Failure.said(error.cause, in: choices.language, ExitStatus.noTerminal)
        }
    }

    private func probe(_ text: String) throws -> @Sendable () -> Bool {
        let address = try WebAddress(text)
        let transport = HTTPTransport()
        return {
            let answer = BlockingAnswer()
            Task {
                let status = try? await transport.status(
                    of: transport.request(.get, address, bodyBound: .max, timeout: .seconds(5)))
                answer.give(status.map { 200...299 ~= $0 } ?? false)
            }
            return answer.wait()
        }
    }

    /// The command that was named, or written after the dashes.
    private func named(_ settings: UserSettings, _ places: Places) throws -> NamedCommand {
        guard let name else { return NamedCommand(command) }
        guard var named = settings.commands[name] else {
            let known = settings.commands.keys.sorted().joined(separator: ", ")
            throw ValidationError(
                SafeText(
                    "\(places.settingsFile) has no valid command \"\(name)\""
                        + (known.isEmpty ? "." : "; there are \(known).")
                        + " A command itself is written after two dashes: foyer run -- \(name)"
                ).string)
        }
        try check(named, name)
        named.arguments += command
        return named
    }

    /// A regular expression of the settings is compiled where it is used.
    private func check(_ command: NamedCommand, _ name: String) throws {
        guard let problem = command.ready.problem else { return }
        throw ValidationError(SafeText("commands.\(name).ready-text: \(problem)").string)
    }

    private func tell(_ result: CommandLaunch.Result, _ decision: DisplayDecision, _ language: Language) {
        StandardError.write(language[.shown(on: decision)])
        let reason = result.readied.map { language.explained($0.sign, after: $0.after) }
        StandardError.write(reason ?? language.explainedUnready(result))
        if let expected = result.expected {
            StandardError.write(language.explained(expected, by: result.readied?.sign))
        }
        if let found = result.found { StandardError.write(language.explained(found: found)) }
        if let said = result.said, let line = language.explained(said, isShown: result.isNamed) {
            StandardError.write(line)
        }
        if result.end != nil { StandardError.write(language.explained(leftBehind: result.leftBehind)) }
    }

    /// As with any command: SIGPIPE, where that is not ignored.
    private func unwritten(_ number: Int32) -> ExitCode {
        if number == EPIPE, !StartedWith.ignoresPipe { ProcessSignals.end(by: SIGPIPE) }
        PrintedOutput.recordLoss(number)
        return .failure
    }

    private func end(
        _ result: CommandLaunch.Result, of route: CommandRoute, _ recorder: Recorder, _ language: Language
    ) throws {
        // Lines have reported it.
        if case .failed(let failure) = result.outcome, ![.lines, .json].contains(route), !result.isToldByOutput {
            StandardError.write(language.plainFailed(failure))
        }
        if let number = result.outputError { throw unwritten(number) }
        if let signal = result.signal {
            recorder.end(status: 128 + signal)
            ProcessSignals.end(by: signal)
        }
        if result.exitStatus != 0 { throw ExitCode(result.exitStatus) }
    }
}

extension CommandLaunch.Request {
    /// Options win over the file.
    fileprivate mutating func take(_ design: SplashDesign, title: String?, icon path: String?) {
        self.design = design
        if title == nil, let own = design.title { self.title = own }
        if path == nil, let picture = design.picture { icon = .file(picture) }
    }
}

/// An answer that a thread waits for.
private final class BlockingAnswer: Sendable {
    private let pipe = WakePipe()
    private let value = Mutex(false)

    func give(_ answer: Bool) {
        value.withLock { $0 = answer }
        pipe?.wake()
    }

    func wait() -> Bool {
        pipe?.wait()
        return value.withLock { $0 }
    }
}
