import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerQA
import FoyerSystem

struct BannerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "banner", abstract: "Shows one banner.",
        discussion: """
            Fetches the campaign with this key from the platform and shows it as a carousel. Arrows, h and l, digits, \
            the wheel and the dots change the page, space stops it, and Enter opens the page's link. Without a terminal, \
            prints a line for each page, and whether its picture arrived.

            EXAMPLES:
              foyer banner home --server http://127.0.0.1:8642
              foyer banner broken --server http://127.0.0.1:8642 --error-image sorry.png
              foyer banner home --json                      with FOYER_SERVER set
              foyer banner home --bind hero=0 --bind side=2

            With --bind, the banner is not shown. Items are bound to your views by name, and a line for each view says \
            what it shows, where its picture is and what a click on it opens, or why it failed.

            EXIT STATUS: 0 there was something to show, even if from the disk or the error image; 5 there is nothing to \
            show, because there is no campaign, it could not be loaded, or a binding failed; 64 no platform is named; 65 \
            a picture cannot be read.
            """)

    @Argument(help: "The banner's key, such as home.")
    var key: String

    @Option(
        help: ArgumentHelp("A picture to show until a page's own picture is there.", valueName: "file"),
        completion: .file())
    var placeholder: String?

    @Option(
        name: .customLong("error-image"),
        help: ArgumentHelp(
            "A picture to show for pictures that fail to load, or for a banner that fails as a whole.",
            valueName: "file"),
        completion: .file())
    var errorImage: String?

    @Option(
        help: ArgumentHelp(
            "Bind the item with this index, from 0, to a view; may be repeated.", valueName: "view=item"))
    var bind: [String] = []

    @Option(
        name: .customLong("view"),
        help: ArgumentHelp("A view to which items can be bound; by default those of --bind.", valueName: "name"))
    var views: [String] = []

    @Option(
        name: .customLong("program-version"),
        help: ArgumentHelp(
            "Your program's version: what is for other versions of it does not come.", valueName: "version"),
        transform: ServerOptions.version)
    var programVersion: String?

    @OptionGroup(title: "Platform Options") var server: ServerOptions
    @OptionGroup(title: "Display Options") var display: DisplayOptions
    @OptionGroup(title: "Evidence Options") var evidence: EvidenceOptions

    func run() async throws {
        let places = Places()
        let settings = UserSettings.read(places)
        var choices = display.flags.choices(settings)
        if !bind.isEmpty { return try await bindItems(settings, places, choices) }
        let recorder = try evidence.flags.recorder(title: "foyer banner \(key)", choices: &choices)
        var show = CampaignShow(server: try server.flags.address(settings, choices.language), places: places)
        show.configuration = try server.flags.touch(settings, display.flags, places, label: "banner", choices.language)
        show.configuration.programVersion = programVersion
        var look = CampaignShow.BannerLook()
        look.placeholder = try picture(placeholder, choices.language)
        look.errorImage = try picture(errorImage, choices.language)
        let trace = CampaignTrace(category: "banner")
        show.note = { moment in
            trace.take(moment)
            recorder.mark(moment.label, at: moment.instant)
        }
        let presentation = Presentation(choices)
        let outcome: CampaignShow.BannerOutcome
        do {
            outcome = try await show.banner(key, look, on: presentation)
        } catch {
            throw Failure.said(error.cause, in: presentation.language, ExitStatus.noTerminal)
        }
        try evidence.flags.writeTrace(trace.json(name: key), recorder, presentation)
        try recorder.finish(presentation.language) { try end(outcome, presentation) }
    }

    /// Always in lines: the caller draws bound items itself.
    private func bindItems(_ settings: UserSettings, _ places: Places, _ choices: DisplayChoices) async throws {
        let language = choices.language
        var show = CampaignShow(server: try server.flags.address(settings, language), places: places)
        show.configuration = try server.flags.touch(settings, display.flags, places, label: "banner", language)
        show.configuration.programVersion = programVersion
        let bound: [CampaignShow.Bound]
        do {
            bound = try await show.bind(bind, of: key, views: views)
        } catch {
            throw Failure.said(error.cause, in: language, ExitStatus.noTerminal)
        }
        let isJSON = if case .json = choices.output { true } else { false }
        for line in CampaignShow.lines(bound, key: key, json: isJSON, language) { print(line) }
        if bound.contains(where: { $0.failure != nil }) { throw ExitStatus.nothingToShow }
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
    private func end(_ outcome: CampaignShow.BannerOutcome, _ presentation: Presentation) throws {
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
