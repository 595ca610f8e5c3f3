import ArgumentParser
import Foyer
import FoyerClient
import FoyerQA

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Starts a platform of its own and launches mini programs from it.",
        discussion: """
            Some of the programs are worth reading; the others fail, each in its own way and from a real cause, so that \
            every error page can be seen. --timeout 5 shortens the wait for the one that is never ready.

            With --server the programs are launched from another platform, and none is started.
            """)

    @OptionGroup(title: "Platform Options") var server: ServerOptions
    @OptionGroup(title: "Display Options") var display: DisplayOptions
    @OptionGroup(title: "Evidence Options") var evidence: EvidenceOptions

    func run() async throws {
        let settings = UserSettings.read(Places())
        var choices = display.choices(settings)
        let recorder = try evidence.recorder(title: "foyer demo", choices: &choices)
        let timeout = server.limit(settings) ?? LaunchMachine.Configuration.standardTimeout
        // Only a platform that is named on the command line: the demo is to work whatever else is configured.
        let address = server.server == nil ? nil : try server.address(settings)
        do throws(DemoFailure) {
            try await Demo.run(Presentation(choices), server: address, timeout: timeout)
        } catch {
            throw Failure.said(error.cause, in: choices.language, ExitStatus.noTerminal)
        }
        recorder?.mark("left")
    }
}
