import ArgumentParser
import Foyer
import FoyerDemo
import FoyerPlatform
import FoyerSystem

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Shows remote config and the first screen it picks.",
        discussion: """
            A value's source is one of: remote (the platform, just now), cached (the platform, in an earlier run), \
            default (the host's own), static (set nowhere: the type's zero). If the platform does not answer within \
            --timeout, 3 seconds by default, Foyer uses the stored values, and the exit status is still 0.

            EXAMPLES:
              foyer config --server http://127.0.0.1:8642
              foyer config version --server http://127.0.0.1:8642
              foyer config --json                           with FOYER_SERVER set

            EXIT STATUS: 0 the values were shown, even if the platform did not answer; 64 no platform is named.
            """)

    @Argument(help: "A single value, such as version; by default all of them.")
    var key: String?

    @OptionGroup(title: "Platform Options") var server: ServerOptions

    @Flag(help: "Print lines of text; the default.")
    var plain = false

    @Flag(help: "Print JSON lines; the last one is the result.")
    var json = false

    @OptionGroup var words: LanguageOption

    mutating func validate() throws {
        if plain && json { throw ValidationError("Choose either --plain or --json.") }
    }

    func run() async throws {
        let places = Places()
        let settings = UserSettings.read(places)
        let language = words.chosen(settings)
        let address = try server.flags.address(settings, language)
        let transport = HTTPTransport(try server.flags.network(settings, places, language))
        let config = RemoteConfigService(
            places, server: address, transport: transport, defaults: Demo.defaults, minimumInterval: .zero,
            timeLimit: server.flags.limit(settings) ?? RemoteConfig.standardTimeLimit)
        let fetch = await config.fetch()
        let snapshot = await config.activate()
        await transport.finish()
        let report = ConfigReport(snapshot, decision: Demo.rule.decide(snapshot, after: fetch), key: key)
        if json {
            Output.json(report.json)
        } else {
            for line in report.lines(in: language) { Output.line(line) }
        }
    }
}
