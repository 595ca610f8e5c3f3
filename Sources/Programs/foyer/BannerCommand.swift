import ArgumentParser
import Foyer
import FoyerPlatform
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

    @OptionGroup(title: "Platform Options") var server: ServerOptions
    @OptionGroup(title: "Display Options") var display: DisplayOptions
    @OptionGroup(title: "Evidence Options") var evidence: EvidenceOptions

    func run() async throws {
        let campaign = CampaignRun("banner", key, server: server, display: display, evidence: evidence)
        let language = campaign.choices.language
        if !bind.isEmpty { return try await bindItems(campaign) }
        var look = CampaignShow.BannerLook()
        look.placeholder = try picture(placeholder, language)
        look.errorImage = try picture(errorImage, language)
        try await campaign.run(
            { (show, presentation) throws(LocalizedFailure) in try await show.banner(key, look, on: presentation) },
            end: end)
    }

    /// Always in lines: the caller draws bound items itself.
    private func bindItems(_ campaign: CampaignRun) async throws {
        let (show, language) = (try campaign.show(), campaign.choices.language)
        let bound: [CampaignShow.Bound]
        do {
            bound = try await show.bind(bind, of: key, views: views)
        } catch {
            throw Failure.said(error.cause, in: language, ExitStatus.noTerminal)
        }
        let isJSON = if case .json = campaign.choices.output { true } else { false }
        for line in CampaignShow.lines(bound, key: key, json: isJSON, language) { print(line) }
        if bound.contains(where: { $0.failure != nil }) { throw ExitStatus.nothingToShow }
    }

    private func picture(_ path: String?, _ language: Language) throws -> Pixels? {
        guard let path else { return nil }
        do {
            return try PictureFile.decode(path)
        } catch {
            throw Failure.said(error.reason, in: language, ExitStatus.wrongInput)
        }
    }

    /// Nothing remains to be read on the screen; a failure is printed once more, for the shell's history.
    private func end(_ outcome: CampaignShow.BannerOutcome, _ presentation: Presentation) throws {
        switch outcome {
        case .closed: throw ExitStatus.closed
        case .shown(let status, nil, let fallback):
            guard status == .cached, let fallback, presentation.hasScreen else { return }
            StandardError.write(
                presentation.language.plainBanner(SafeText(key), status: status, failure: nil, fallback: fallback))
        case .shown(let status, _, _) where status.showsSomething: return
        case .shown(_, let failure?, _):
            if presentation.hasScreen { StandardError.write(presentation.language.plainFailed(failure)) }
            throw ExitStatus.nothingToShow
        }
    }
}
