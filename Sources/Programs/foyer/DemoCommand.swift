import ArgumentParser
import Foyer
import FoyerCore
import FoyerPlatform
import FoyerSystem

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Runs the demo: a home screen with programs to launch.",
        discussion: """
            Some of the programs have pages to read; the others fail, each in a different way and for a real reason, so \
            that you can see every error page. --timeout 5 shortens the wait for the one that is never ready.

            Its platform answers like one that is reached from home: 40 ms a request, 1 MB/s. So a program takes a \
            while to launch until it is installed. Choose --network mobile (150 ms, 200 kB/s), slow (300 ms, 88 kB/s) \
            or none, or change it in the settings.

            Each user has one demo: a second start asks the first to show itself, and ends. `foyer open LINK` takes it \
            to a page; --new runs another demo here, which links do not reach.

            The bottom line of each page lists its keys: f lists all faults, each with its key; s adds the program \
            in focus, or the page, to the desktop; o opens the settings; ? lists all keys. The mouse works, too.

            EXAMPLES:
              foyer                                         the demo
              foyer --language zh-Hans --reduce-motion
              foyer --network none                          everything comes at once
              foyer --new                                   another demo, beside the first
              foyer demo --record demo.cast                 then: asciinema play demo.cast
              foyer demo --server http://127.0.0.1:8642

            With --server, the demo launches programs from that platform and does not start its own.

            EXIT STATUS: 0 you left the demo; 64 wrong usage; 69 there is no terminal, or the platform does not start.
            """)

    @OptionGroup(title: "Platform Options") var server: ServerOptions
    @OptionGroup(title: "Display Options") var display: DisplayOptions
    @OptionGroup(title: "Evidence Options") var evidence: EvidenceOptions

    @Flag(help: "Run another demo beside the first; links still go to the first.")
    var new = false

    @Option(
        help: ArgumentHelp(
            "The network that its own platform imitates: home (the default), mobile, slow or none.",
            valueName: "name"), completion: .list(StageNetwork.allCases.map(\.rawValue)))
    var network: StageNetwork?

    func validate() throws {
        if network != nil, server.server != nil {
            throw ValidationError("--network is for the demo's own platform; with --server there is none.")
        }
    }

    func run() async throws {
        let settings = UserSettings.read(Places())
        var host = HostRun(server: server.flags, display: display, evidence: evidence, settings: settings)
        host.network = network
        let choices = display.choices(settings)
        let presentation = Presentation(choices)
        guard presentation.showsScreens else {
            throw Failure.said(presentation.needsScreen, in: presentation.language, ExitStatus.noTerminal)
        }
        // Only one named on the command line: the demo should work whatever else is configured.
        let platform = server.server == nil ? nil : try server.flags.address(settings, choices.language)
        if new { return try await host.run(title: "foyer demo", platform: platform, instance: nil) }
        let delivery: Instance.Delivery
        do {
            delivery = try Instance.deliver(InstanceRequest(link: nil, sender: LinkDelivery.sender), Places())
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

extension StageNetwork: ExpressibleByArgument {}
