import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerQA
import FoyerSystem

/// One launch of a mini program.
struct LaunchRun {
    let appID: String
    var page: PagePath?
    var policy = InstallPolicy.latest
    var server = ServerFlags()
    var display = DisplayFlags()
    var evidence = EvidenceFlags()

    func run() async throws {
        let places = Places()
        let settings = UserSettings.read(places)
        var choices = display.choices(settings)
        let request = try request(settings, choices.language)
        let recorder = try evidence.recorder(title: "foyer launch \(appID)", choices: &choices)
        let presentation = Presentation(choices)
        let log = LaunchLog(places)
        log.began(appID)
        let result: MiniProgramLaunch.Result
        do {
            result = try await MiniProgramLaunch(request, places: places)
                .run(presentation) { moment in
                    log.hear(moment)
                    recorder.hear(moment, presentation.language)
                }
        } catch {
            throw Failure.said(error.cause, in: presentation.language, ExitStatus.noTerminal)
        }
        if result.outcome == .completed { recorder.mark("left") }
        try evidence.writeTrace(result.record, result.outcome, name: appID, recorder, presentation)
        try recorder.finish(presentation.language) { try end(result.outcome, presentation) }
    }

    /// Offline, no platform is asked, so that none needs to be named.
    private func address(_ settings: UserSettings, _ language: Language) throws -> WebAddress {
        guard policy == .offline else { return try server.address(settings, language) }
        return try server.named(settings, language) ?? WebAddress("http://offline.invalid/")
    }

    private func request(_ settings: UserSettings, _ language: Language) throws -> MiniProgramRequest {
        let address = try address(settings, language)
        var request = MiniProgramRequest(appID: appID, server: address, policy: policy)
        request.timeout = server.limit(settings) ?? request.timeout
        request.network = try server.network(settings, Places(), language)
        request.page = page
        return request
    }

    /// Nothing remains to be read on the screen; a failure is printed once more, for the shell's history.
    private func end(_ outcome: LaunchOutcome, _ presentation: Presentation) throws {
        switch outcome {
        case .completed: return
        case .closed: throw ExitStatus.closed
        case .failed(let failure):
            if presentation.hasScreen { StandardError.write(presentation.language.plainFailed(failure)) }
            throw ExitCode(failure.code.exitStatus)
        }
    }
}
