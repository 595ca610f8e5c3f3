import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerQA
import FoyerSystem

struct LaunchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch", _superCommandName: "foyer", abstract: "Launches one mini program.",
        discussion: """
            The program's package is fetched from the platform, checked, unpacked and shown. Where output is no \
            terminal, the launch is told in lines, and the program's pages are not shown.

            EXAMPLES:
              foyer launch com.example.tea --server http://127.0.0.1:8642
              export FOYER_SERVER=http://127.0.0.1:8642
              foyer launch com.example.tea --page pages/menu --policy offline
              foyer launch com.example.box --json

            The last of the JSON lines is the result: its status is ok, failed (with code, message and cause) or closed.

            EXIT STATUS: 0 it went well; 3 closed while loading; a launch that failed 11, 12, 20, 21, 22, 23, 29, 30 \
            or 50, as `foyer --help` lists them; 64 no platform is named.
            """)

    @Argument(help: "The program's id, such as com.example.tea.")
    var appID: String

    @Option(
        help: "The page to begin with, such as pages/menu; the start page where the program lacks it.",
        transform: pagePath)
    var page: PagePath?

    @Option(
        help: "latest asks the platform first; installed-first opens what is here; offline asks nobody.",
        completion: .list(InstallPolicy.allCases.map(\.rawValue)), transform: policy)
    var policy = InstallPolicy.latest

    @OptionGroup(title: "Platform Options") var server: ServerOptions
    @OptionGroup(title: "Display Options") var display: DisplayOptions
    @OptionGroup(title: "Evidence Options") var evidence: EvidenceOptions

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
                .run(
                    presentation, whenFailed: { log.failed($0) }, whenEnded: { log.ended($0) },
                    whenRecorded: { recorder?.mark($0, in: $1, presentation.language) })
        } catch {
            throw Failure.said(error.cause, in: presentation.language, ExitStatus.noTerminal)
        }
        if result.outcome == .completed { recorder?.mark("left") }
        try evidence.writeTrace(result.record, name: appID, presentation)
        try recorder?.finish(presentation.language)
        try end(result.outcome, presentation)
    }

    private func request(_ settings: Settings, _ language: Language) throws -> MiniProgramRequest {
        let address = try server.address(settings, language)
        var request = MiniProgramRequest(appID: appID, server: address, policy: policy)
        request.timeout = server.limit(settings) ?? request.timeout
        request.extraCertificates = try server.network(language).extraCertificates
        request.page = page
        request.publicKeys = try server.pinnedKeys(settings, language)
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

    private static func pagePath(_ text: String) throws -> PagePath {
        guard let path = PagePath(text) else {
            throw ValidationError("\"\(text)\" is no page of a program; write it as pages/menu.")
        }
        return path
    }

    private static func policy(_ text: String) throws -> InstallPolicy {
        guard let policy = InstallPolicy(rawValue: text) else {
            throw ValidationError("\"\(text)\" is no policy; there are latest, installed-first and offline.")
        }
        return policy
    }
}
