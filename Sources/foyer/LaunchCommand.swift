import ArgumentParser
import FoyerPlatform

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

    var request: LaunchRun {
        LaunchRun(
            appID: appID, page: page, policy: policy, server: server.flags, display: display.flags,
            evidence: evidence.flags)
    }

    func run() async throws { try await request.run() }

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
