import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem

struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Lists events waiting to be sent; turns sending off.",
        discussion: """
            The owners of banners and pop-ups are told which cards were shown and chosen, and when, to the second; \
            nothing else. Before the first event, a notice says who is told. Nothing is told where DO_NOT_TRACK is set, \
            to a build service or an agent, with --no-events, or with events: off in config.yaml.
            """,
        subcommands: [List.self, Clear.self, Off.self, On.self, EventsReportCommand.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Prints what waits, byte for byte as it would be sent.",
            discussion: "Each line is the body of one request; its address goes to standard error.")

        @OptionGroup var host: HostOption
        @OptionGroup var words: LanguageOption

        func run() throws {
            let places = host.places
            let settings = UserSettings.read(places)
            for (platform, body) in WaitingEvents(places).bodies(format: settings.eventFormat ?? .foyer) {
                StandardError.write(SafeText(settings.eventURL ?? platform.text + "v1/events"))
                StandardStreams.print(body + [UInt8(ascii: "\n")])
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Removes what waits; it is never told.")

        @OptionGroup var host: HostOption
        @OptionGroup var words: LanguageOption

        func run() throws {
            let places = host.places
            let language = words.chosen(UserSettings.read(places))
            try EventsCommand.events(language) { () throws(DiskError) in _ = try WaitingEvents(places).clear() }
        }
    }

    struct Off: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "off", abstract: "Tells nobody anything any more.",
            discussion: """
                This holds for every program that Foyer is built into. What waits stays until foyer events clear or \
                foyer events on.
                """)

        @OptionGroup var words: LanguageOption

        func run() throws { try EventsCommand.answer(.denied, words) }
    }

    struct On: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "on", abstract: "Allows events to be told, without a notice.")

        @OptionGroup var words: LanguageOption

        func run() throws { try EventsCommand.answer(.granted, words) }
    }

    fileprivate static func answer(_ answer: EventConsent, _ words: LanguageOption) throws {
        let places = Places()
        let language = words.chosen(UserSettings.read(places))
        try events(language) { () throws(DiskError) in try ConsentStore(places).keep(answer, for: nil) }
    }

    fileprivate static func events(_ language: Language, _ body: () throws(DiskError) -> Void) throws {
        do { try body() } catch { throw Failure.said(error.cause, in: language, .failure) }
    }
}

/// Whose events.
struct HostOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Another program's: the name that it gave its folders, such as org.example.mail.", valueName: "name"),
        transform: places)
    var host: Places?

    var places: Places { host ?? Places() }

    private static func places(_ name: String) throws -> Places {
        do { return try Places(host: name) } catch { throw ValidationError(error.cause.english) }
    }
}
