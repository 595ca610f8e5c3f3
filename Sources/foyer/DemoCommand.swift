import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerQA
import FoyerSystem

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Starts a platform of its own and launches mini programs from it.",
        discussion: """
            Some of the programs are worth reading; the others fail, each in its own way and from a real cause, so that \
            every error page can be seen. --timeout 5 shortens the wait for the one that is never ready.

            One runs for each user: a second start asks the first to show itself, and ends. `foyer open LINK` leads it \
            to a page, and --new runs another here, which links do not reach.

            Every key is at the foot of the page: f lists all that can go wrong, each with its key; s adds the page to \
            the desktop; o has the settings; ? says all keys. The mouse does the same.

            EXAMPLES:
              foyer                                         the demo
              foyer --language zh-Hans --reduce-motion
              foyer --new                                   one more, beside the one that runs
              foyer demo --record demo.cast                 and then: asciinema play demo.cast
              foyer demo --server http://127.0.0.1:8642

            With --server the programs are launched from another platform, and none is started.

            EXIT STATUS: 0 left; 64 wrong usage; 69 no terminal, or no platform to start.
            """)

    @OptionGroup(title: "Platform Options") var server: ServerOptions
    @OptionGroup(title: "Display Options") var display: DisplayOptions
    @OptionGroup(title: "Evidence Options") var evidence: EvidenceOptions

    @Flag(help: "Runs here although one runs already; links go on to the first.")
    var new = false

    func run() async throws {
        let settings = UserSettings.read(Places())
        let host = HostRun(server: server, display: display, evidence: evidence, settings: settings)
        let choices = display.choices(settings)
        let presentation = Presentation(choices)
        guard presentation.hasScreen else {
            throw Failure.said(presentation.needsScreen, in: presentation.language, ExitStatus.noTerminal)
        }
        // Only one named on the command line: the demo should work whatever else is configured.
        let platform = server.server == nil ? nil : try server.address(settings, choices.language)
        if new { return try await host.run(title: "foyer demo", platform: platform, instance: nil) }
        let delivery: Instance.Delivery
        do throws(InstanceError) {
            delivery = try Instance.deliver(InstanceRequest(link: nil, sender: LinkDelivery.sender))
        } catch {
            // Then nobody can reach this one; that is no reason not to show it.
            StandardError.write(choices.language[error.cause])
            return try await host.run(title: "foyer demo", platform: platform, instance: nil)
        }
        switch delivery {
        case .answered: Output.line(choices.language.runsAlready)
        case .isPrimary(let instance): try await host.run(title: "foyer demo", platform: platform, instance: instance)
        }
    }
}
