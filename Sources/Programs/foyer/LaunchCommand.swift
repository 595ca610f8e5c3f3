import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem

struct LaunchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch", abstract: "Launches one mini program.",
        discussion: """
            Fetches the program's package from the platform, checks it, unpacks it and shows the program. Without a \
            terminal, prints lines about the launch and does not show the program's pages.

            EXAMPLES:
              foyer launch com.example.tea --server http://127.0.0.1:8642
              export FOYER_SERVER=http://127.0.0.1:8642
              foyer launch com.example.tea --page pages/menu --policy offline
              foyer launch com.example.box --json

            The last JSON line is the result: its status is ok, failed (with code, message and cause) or closed.

            EXIT STATUS:
              0       success
              3       closed while loading
            \(failureStatuses)
              64      no platform is named
            """)

    private static let failureStatuses = LaunchCode.allCases.map { code in
        "  \(code.exitStatus)      \(code.rawValue): \(code.message)"
    }.joined(separator: "\n")

    @Argument(help: "The program's id, such as com.example.tea.")
    var appID: String

    @Option(
        help: "The first page, such as pages/menu; the start page if the program has no such page.",
        transform: pagePath)
    var page: PagePath?

    @Option(
        help: "latest asks the platform first; installed-first opens what is installed; offline never asks.",
        completion: .list(InstallPolicy.allCases.map(\.rawValue)), transform: policy)
    var policy = InstallPolicy.latest

    @OptionGroup(title: "Platform Options") var server: ServerOptions
    @OptionGroup(title: "Display Options") var display: DisplayOptions
    @OptionGroup(title: "Evidence Options") var evidence: EvidenceOptions

    private static func pagePath(_ text: String) throws -> PagePath {
        guard let path = PagePath(text) else {
            throw ValidationError("\"\(text)\" is not a page of a program; write it as pages/menu.")
        }
        return path
    }

    private static func policy(_ text: String) throws -> InstallPolicy {
        guard let policy = InstallPolicy(rawValue: text) else {
            throw ValidationError("\"\(text)\" is not a policy; use latest, installed-first or offline.")
        }
        return policy
    }
}

extension LaunchCommand {
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
        guard policy == .offline else { return try server.flags.address(settings, language) }
        return try server.flags.named(settings, language) ?? WebAddress("http://offline.invalid/")
    }

    private func request(_ settings: UserSettings, _ language: Language) throws -> MiniProgramRequest {
        let address = try address(settings, language)
        var request = MiniProgramRequest(appID: appID, server: address, policy: policy)
        request.timeout = server.flags.limit(settings) ?? request.timeout
        request.network = try server.flags.network(settings, Places(), language)
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
