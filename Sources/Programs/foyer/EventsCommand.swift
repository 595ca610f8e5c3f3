import ArgumentParser
import Foyer
import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import FoyerSystem

struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Lists events waiting to be sent; turns sending on or off.",
        discussion: """
            Banner and pop-up owners receive only which cards were shown or chosen, and when (to the second). A notice \
            asks first, for each platform: y or n; foyer events on or off answers for all of them. Nothing is sent if \
            DO_NOT_TRACK is set, in a build service or an agent, with --no-events, or with events: off in config.yaml.
            """,
        subcommands: [List.self, Clear.self, Off.self, On.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Prints pending events, byte for byte as they would be sent.",
            discussion: """
                Each line is the body of one request. Its address, and whether sending is off and why, goes to standard \
                error.
                """)

        @OptionGroup var host: HostOption
        @OptionGroup var words: LanguageOption

        func run() throws {
            let places = host.places
            let settings = UserSettings.read(places)
            let language = words.chosen(settings)
            let bodies = WaitingEvents(places).bodies(format: settings.eventFormat ?? .foyer)
            for (platform, body) in bodies {
                StandardError.write(SafeText(settings.eventURL ?? platform.text + "v1/events"))
                StandardStreams.print(body + [UInt8(ascii: "\n")])
            }
            if bodies.isEmpty { StandardError.write(language[.nothingPending]) }
            for reason in Self.whyOff(settings, ConsentStore(places)) { StandardError.write(language[reason]) }
        }

        /// Why nothing is sent: for all platforms, or for those that the user has said no to.
        fileprivate static func whyOff(_ settings: UserSettings, _ answers: ConsentStore) -> [Phrase] {
            if let off = EventsOff(environment: Places.variable, setting: settings.eventsOff) {
                return [.sendingIsOff(off)]
            }
            if answers.answerForAll == .denied { return [.sendingWasTurnedOff] }
            return answers.platforms().values.filter { answers.answer(for: $0) == .denied }.map(\.text).sorted()
                .map(Phrase.sendingIsOff(to:))
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Discards pending events; they are never sent.")

        @OptionGroup var host: HostOption
        @OptionGroup var words: LanguageOption

        func run() throws {
            let places = host.places
            let language = words.chosen(UserSettings.read(places))
            try EventsCommand.events(language, WaitingEvents(places).clear())
        }
    }

    struct Off: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "off", abstract: "Turns sending off.",
            discussion: """
                This holds for every program that Foyer is built into. Pending events stay until foyer events clear or \
                foyer events on.
                """)

        @OptionGroup var words: LanguageOption

        func run() throws {
            let language = try EventsCommand.answer(.denied, words)
            Output.line(language[.sendingWasTurnedOff])
        }
    }

    struct On: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "on", abstract: "Turns sending on, without a notice.")

        @OptionGroup var words: LanguageOption

        func run() throws {
            let language = try EventsCommand.answer(.granted, words)
            let places = Places()
            // What is said elsewhere holds all the same.
            let off = List.whyOff(UserSettings.read(places), ConsentStore(places))
            for reason in off { Output.line(language[reason]) }
            if off.isEmpty { Output.line(language[.sendingIsOn]) }
        }
    }

    fileprivate static func answer(_ answer: EventConsent, _ words: LanguageOption) throws -> Language {
        let places = Places()
        let language = words.chosen(UserSettings.read(places))
        try events(language, ConsentStore(places).keep(answer, for: nil))
        return language
    }

    @discardableResult
    fileprivate static func events<Result>(
        _ language: Language, _ body: @autoclosure () throws(DiskError) -> Result
    ) throws -> Result {
        do { return try body() } catch { throw Failure.said(error.cause, in: language, .failure) }
    }
}

/// Whose events.
struct HostOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The events of another program: the name of its folders, such as org.example.mail.", valueName: "name"),
        transform: places)
    var host: Places?

    var places: Places { host ?? Places() }

    private static func places(_ name: String) throws -> Places {
        do { return try Places(host: name) } catch { throw ValidationError(error.cause.english) }
    }
}

extension Phrase {
    fileprivate static let nothingPending = Phrase("No events are waiting.")

    fileprivate static func sendingIsOff(_ why: EventsOff) -> Phrase {
        switch why {
        case .variable(let name):
            Phrase("Sending is off: \(name) is set.")
        case .option: Phrase("Sending is off: --no-events.")
        case .setting:
            Phrase("Sending is off: the settings say events: off.")
        }
    }

    fileprivate static let sendingIsOn = Phrase("Sending is on.")

    fileprivate static let sendingWasTurnedOff = Phrase("Sending is off. To turn it on: foyer events on")

    fileprivate static func sendingIsOff(to platform: String) -> Phrase {
        let shown = SafeText(platform)
        return Phrase("Sending to \(shown) is off.")
    }
}
