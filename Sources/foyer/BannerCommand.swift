import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerQA
import FoyerSystem
import Logging

struct BannerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "banner", _superCommandName: "foyer", abstract: "Shows one banner.",
        discussion: """
            The campaign behind the key is fetched from the platform and shown as a carousel: arrows, h and l, digits, \
            the wheel and the dots page it, space stops it, Enter opens what the page leads to. Where output is no \
            terminal, it is told in lines: each page, and whether its picture came.

            EXAMPLES:
              foyer banner home --server http://127.0.0.1:8642
              foyer banner broken --server http://127.0.0.1:8642 --error-image sorry.png
              foyer banner home --json                      with FOYER_SERVER set
              foyer banner home --bind hero=0 --bind side=2

            With --bind nothing is shown: items are bound to views of yours by name, and each line says what a view \
            shows, where its picture lies and what a click on it opens, or why not.

            EXIT STATUS: 0 there was something to show, be it kept or the error image; 5 nothing: no campaign, or none \
            that could be loaded, or a binding that failed; 64 no platform is named; 65 a picture that cannot be read.
            """)

    @Argument(help: "The banner's key, such as home.")
    var key: String

    @Option(
        help: ArgumentHelp("A picture that stands for those that are not there yet.", valueName: "file"),
        completion: .file())
    var placeholder: String?

    @Option(
        name: .customLong("error-image"),
        help: ArgumentHelp(
            "A picture that stands for those that cannot be had, and for the banner where none can.", valueName: "file"),
        completion: .file())
    var errorImage: String?

    @Option(
        help: ArgumentHelp(
            "Bind the item at that place, from 0, to a view; may be repeated.", valueName: "view=item"))
    var bind: [String] = []

    @Option(
        name: .customLong("view"),
        help: ArgumentHelp("A view that items can be bound to; those of --bind unless given.", valueName: "name"))
    var views: [String] = []

    @OptionGroup(title: "Platform Options") var server: ServerOptions
    @OptionGroup(title: "Display Options") var display: DisplayOptions
    @OptionGroup(title: "Evidence Options") var evidence: EvidenceOptions

    func run() async throws {
        let places = Places()
        let settings = UserSettings.read(places)
        var choices = display.choices(settings)
        if !bind.isEmpty { return try await bindItems(settings, places, choices) }
        let recorder = try evidence.recorder(title: "foyer banner \(key)", choices: &choices)
        var show = BannerShow(bannerKey: key, server: try server.address(settings, choices.language), places: places)
        show.configuration = try configuration(settings, places, choices.language)
        show.publicKeys = try server.pinnedKeys(settings, choices.language)
        show.placeholder = try picture(placeholder, choices.language)
        show.errorImage = try picture(errorImage, choices.language)
        let trace = BannerTrace()
        show.note = { moment in
            trace.take(moment)
            recorder?.mark(moment.label, at: moment.instant)
        }
        let presentation = Presentation(choices)
        let outcome: BannerShow.Outcome
        do {
            outcome = try await show.run(presentation)
        } catch {
            throw Failure.said(error.cause, in: presentation.language, ExitStatus.noTerminal)
        }
        try evidence.writeTrace(trace.json(name: key), presentation.language)
        try recorder?.finish(presentation.language)
        try end(outcome, presentation)
    }

    /// Always in lines: the caller draws bound items itself.
    private func bindItems(_ settings: Settings, _ places: Places, _ choices: DisplayChoices) async throws {
        let language = choices.language
        var binder = BannerBinder(bannerKey: key, server: try server.address(settings, language), places: places)
        binder.configuration = try configuration(settings, places, language)
        binder.publicKeys = try server.pinnedKeys(settings, language)
        binder.views = views
        let bound: [BannerBinder.Bound]
        do {
            bound = try await binder.bind(bind)
        } catch {
            throw Failure.said(error.cause, in: language, ExitStatus.noTerminal)
        }
        let isJSON = if case .json = choices.output { true } else { false }
        for line in BannerBinder.lines(bound, key: key, json: isJSON, language) { print(line) }
        if bound.contains(where: { $0.failure != nil }) { throw ExitStatus.nothingToShow }
    }

    private func configuration(
        _ settings: Settings, _ places: Places, _ language: Language
    ) throws -> TouchConfiguration {
        var configuration = TouchConfiguration()
        configuration.timeout = server.limit(settings) ?? configuration.timeout
        configuration.network = try server.network(language)
        configuration.eventFormat = settings.eventFormat ?? .foyer
        configuration.eventAddress = settings.eventURL.flatMap { try? WebAddress($0) }
        let file = LogFile(places)
        let logger = Logger(label: "banner") { FileLogHandler(label: $0, file: file) }
        configuration.note = { logger.warning("\($0)") }
        return configuration
    }

    private func picture(_ path: String?, _ language: Language) throws -> Pixels? {
        guard let path else { return nil }
        do throws(LaunchFailure) {
            return try PictureFile.decode(path)
        } catch {
            throw Failure.said(error.reason, in: language, ExitStatus.wrongInput)
        }
    }

    /// Nothing remains to be read on the screen; a failure is printed once more, for the shell's history.
    private func end(_ outcome: BannerShow.Outcome, _ presentation: Presentation) throws {
        switch outcome {
        case .closed: throw ExitStatus.closed
        case .shown(_, nil): return
        case .shown(let status, _) where status.showsSomething: return
        case .shown(_, let failure?):
            if presentation.hasScreen { StandardError.write(presentation.language.plainFailed(failure)) }
            throw ExitStatus.nothingToShow
        }
    }
}
