import ArgumentParser
import Foyer
import FoyerClient
import FoyerQA

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Starts a platform of its own and launches mini programs from it.")

    @OptionGroup var server: ServerOptions
    @OptionGroup var display: DisplayOptions
    @OptionGroup var evidence: EvidenceOptions

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
