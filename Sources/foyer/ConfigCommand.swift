import ArgumentParser
import Foyer
import FoyerClient
import FoyerQA

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Fetches remote config and says each value, its source, and the root it picks.",
        discussion: """
            Sources: remote (this run), cached (an earlier run), default (the host's), static (nobody's). Where the
            platform cannot be had within --timeout (3 s unless given) what is kept counts, and the status is still 0.
            """)

    @Argument(help: "One value alone.")
    var key: String?

    @OptionGroup var server: ServerOptions

    @Flag(help: "Lines of text; the default.")
    var plain = false

    @Flag(help: "JSON lines; the last one is the result.")
    var json = false

    @OptionGroup var words: LanguageOption

    mutating func validate() throws {
        if plain && json { throw ValidationError("Choose --plain or --json: both at once cannot be had.") }
    }

    func run() async throws {
        let places = Places()
        let settings = UserSettings.read(places)
        let address = try server.address(settings)
        var network = HTTPTransport.Configuration()
        network.extraCertificates = server.caFile
        let transport = HTTPTransport(network)
        let config = RemoteConfigService(
            places, server: address, transport: transport, defaults: Demo.defaults, minimumInterval: .zero,
            timeLimit: server.limit(settings) ?? RemoteConfig.standardTimeLimit)
        let fetch = await config.fetch()
        let snapshot = await config.activate()
        await transport.finish()
        let report = ConfigReport(snapshot, decision: RootRule.demo.decide(snapshot, after: fetch), key: key)
        if json {
            print(report.json.jsonText)
        } else {
            for line in report.lines(in: words.chosen(settings)) { print(line.string) }
        }
    }
}
