import ArgumentParser
import Foyer
import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization

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
    /// Whether the splash is only tried.
    var rehearses = false
    var explains = false
    let display: DisplayOptions
    let evidence: EvidenceOptions

    /// Whether this process has to stay beside the command: to say something, to measure its time, to record.
    private var hasToStay: Bool {
        isSaid || explains || timeout != nil || evidence.record != nil || evidence.trace != nil
    }

    /// Nothing would be seen, said or measured: then the command takes this process's place, before anything of ours has begun.
    func becomeCommandIfNothingIsShown() throws {
        // The settings may change anything else.
        guard name == nil, !hasToStay, !rehearses, display.noSplash || UsersTerminal.inForeground == nil else { return }
        try become(StartedWith.words.suffix(command.count))
    }

    /// The same where the user's limits leave no room for a splash.
    func becomeCommandWithoutRoom() throws {
        guard !hasToStay, !rehearses else { return }
        let places = Places()
        let settings = name == nil ? UserSettings() : UserSettings.read(places)
        let named = try named(settings, places)
        guard named.timeout == nil else { return }
        try become(words(of: named))
    }

    /// What was typed may be no text; what a file says is.
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
        var (place, decision) = place(of: request, Presentation(choices).decision, choices, settings)
        if place == .screen {
            // Several at once (`make -j`) would draw over each other.
            request.claim = TerminalClaim.take(STDOUT_FILENO)
            if request.claim == nil { place = .direct }
        }
        request.speaksOfWaiting = place == .spoken
        if place != .screen || CommandLaunch(request, places: places).needsNoSplash {
            if !hasToStay, place != .spoken, named.timeout == nil { try become(request.words) }
            request.isSilent = !isSaid
        }
        if place == .screen, let design = try design(of: named, places, choices.language) {
            request.take(design, title: title ?? named.title, icon: icon ?? named.icon)
            choices.take(design)
        }
        if place != .screen, !isSaid { choices.output = .plain }
        try await show(request, choices, places) { result, language in
            if explains { tell(result, decision, language) }
        }
    }

    /// What the command line, and the file where the command has a name, say of it.
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

    /// Where the launch is shown, and why.
    ///
    /// - Parameter decision: as for any launch that needs no input.
    private func place(
        of request: CommandLaunch.Request, _ decision: DisplayDecision, _ choices: DisplayChoices,
        _ settings: UserSettings
    ) -> (CommandPlace, DisplayDecision) {
        let (place, own) = CommandPlace.decide(display, choices.splash, settings)
        if own.row == .noTerminal { return (place, own) }
        return (direct(place, decision), decision)
    }

    /// A terminal of a kind that is unknown here, or one without a way to say where: nobody would see anything.
    private func direct(_ place: CommandPlace, _ decision: DisplayDecision) -> CommandPlace {
        place == .screen && !isSaid && [.lines, .log].contains(decision.form) ? .direct : place
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
            recorder.mark(presentation.language.ended(end).string)
        }
        try evidence.writeTrace(
            result.record, result.outcome, name: request.title, recorder, presentation,
            ending: result.end.map(presentation.language.ended), isBad: result.exitStatus != 0)
        try recorder.finish(presentation.language) {
            // What the command wrote last may have no end.
            let isSaid = result.outcome != .closed && !result.isToldByOutput || explains
            if result.endsWithinLine, isSaid, UsersTerminal.hearsErrors { StandardError.write("") }
            tell(result, presentation.language)
            try end(result, recorder, presentation)
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

    /// Whether the launch is said in lines, as was asked for.
    private var isSaid: Bool {
        switch display.output {
        case .plain, .json: true
        case .automatic, .screen, .line, .accessible: false
        }
    }

    private func end(_ result: CommandLaunch.Result, _ recorder: Recorder, _ presentation: Presentation) throws {
        if case .failed(let failure) = result.outcome, presentation.hasScreen || !isSaid, !result.isToldByOutput {
            StandardError.write(presentation.language.plainFailed(failure))
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
    /// What was said nearer to the command wins.
    fileprivate mutating func take(_ design: SplashDesign, title: String?, icon path: String?) {
        self.design = design
        if title == nil, let own = design.title { self.title = own }
        if path == nil, let picture = design.picture { icon = .file(picture) }
    }
}

/// Whether anybody would see a splash.
enum CommandPlace {
    case screen
    /// Nothing of ours is seen.
    case direct
    /// The same, but a sentence says now and then that the command still starts: for somebody who sees no screen.
    case spoken

    static func decide(
        _ display: DisplayOptions, _ splash: SplashWish, _ settings: UserSettings
    ) -> (CommandPlace, DisplayDecision) {
        let decision = decision(display, settings)
        if splash == .never { return (.direct, decision) }
        if decision.form == .accessible, UsersTerminal.inForeground != nil, UsersTerminal.hearsErrors {
            return (.spoken, decision)
        }
        guard [.screen, .line].contains(decision.form) else { return (.direct, decision) }
        return (UsersTerminal.canBeReplaced(STDOUT_FILENO) ? .screen : .direct, decision)
    }

    private static func decision(_ display: DisplayOptions, _ settings: UserSettings) -> DisplayDecision {
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
