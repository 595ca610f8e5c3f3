import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem

struct ShowPopupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "popup", abstract: "Shows one pop-up.",
        discussion: """
            Fetches the pop-up with this key from the platform and shows it as a card: Tab and the arrows choose, Enter \
            presses, and q, Esc and a click on × close. A chosen button's link is opened: a mini program here, a web \
            address on the desktop; the last line says which, or why not. Its frequency (once, daily, always) counts \
            here, too. Without a terminal, prints lines with its title, text, buttons and their links.

            With --json the last line is
              {"event":"result","status":STATUS,"popupKey":KEY,…}
            STATUS is shown (with id, title, text, buttons) or none (with reason: none, failed, not-yet, over, seen, late \
            or no-room). No card is drawn then, even on a terminal, so there is nothing to close or to select.

            EXAMPLES:
              foyer popup evening --server http://127.0.0.1:8642
              foyer popup evening --json                    with FOYER_SERVER set

            EXIT STATUS: 0 the card was shown; 3 you left before it came; 5 there was no card to show; 64 no platform is \
            named.
            """)

    @Argument(help: "The pop-up's key, such as evening.")
    var key: String

    @OptionGroup(title: "Platform Options") var server: ServerOptions
    @OptionGroup(title: "Display Options") var display: DisplayOptions
    @OptionGroup(title: "Evidence Options") var evidence: EvidenceOptions

    func run() async throws {
        try await CampaignRun("popup", key, server: server, display: display, evidence: evidence).run(
            { (show, presentation) throws(LocalizedFailure) in try await show.popup(key, on: presentation) },
            end: end)
    }

    /// Nothing remains to be read on the screen: what matters is printed once more, for the shell's history.
    private func end(_ outcome: CampaignShow.PopupOutcome, _ presentation: Presentation) throws {
        let language = presentation.language
        switch outcome {
        case .shown, .closed: return
        case .left: throw ExitStatus.closed
        case .selected(_, _, let link):
            guard let notice = BannerNotice(link, language) else { return }
            if case .opened = link { Output.line(notice.text) } else { StandardError.write(notice.text) }
        case .absent(let why):
            if presentation.hasScreen { StandardError.write(language.plainPopup(SafeText(key), absence: why)) }
            throw ExitStatus.nothingToShow
        }
    }
}
