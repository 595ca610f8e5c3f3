import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

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
    var showsLog = false
    var explains = false
    var display = DisplayFlags()
    var evidence = EvidenceFlags()

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
            named.arguments, title: title ?? named.title, icon: icon.map { .file($0) }, ready: ready ?? named.ready,
            view: showsLog || named.showsLog ? .log : .terminal)
        request.findsLeftBehind = explains
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
        if explains { tell(result, presentation) }
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

    private func tell(_ result: CommandLaunch.Result, _ presentation: Presentation) {
        let language = presentation.language
        StandardError.write(language[.shown(on: presentation.decision)])
        let reason = result.readied.map { language.explained($0.sign, after: $0.after) } ?? language.explainedUnready
        StandardError.write(reason)
        if result.end != nil { StandardError.write(language.explained(leftBehind: result.leftBehind)) }
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
