import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem
import Logging

struct ShowPopupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "popup", _superCommandName: "foyer", abstract: "Shows one pop-up.",
        discussion: """
            Fetches the pop-up with this key from the platform and shows it as a card: Tab and the arrows choose, Enter \
            presses, and q, Esc and a click on × close. Its frequency (once, daily, always) counts here, too. Without a \
            terminal, prints lines with its title, text, buttons and their links.

            With --json the last line is
              {"event":"result","status":STATUS,"popupKey":KEY,…}
            STATUS is shown (with id, title, text, buttons) or none (with reason: none, failed, not-yet, over, seen, late \
            or no-room). No card is drawn then, even on a terminal, so there is nothing to close or to select.

            EXAMPLES:
              foyer popup evening --server http://127.0.0.1:8642
              foyer popup evening --json                    with FOYER_SERVER set

            EXIT STATUS: 0 the card was shown; 5 there was no card to show; 64 no platform is named.
            """)

    @Argument(help: "The pop-up's key, such as evening.")
    var key: String

    @OptionGroup(title: "Platform Options") var server: ServerOptions
    @OptionGroup(title: "Display Options") var display: DisplayOptions

    func run() async throws {
        let places = Places()
        let settings = UserSettings.read(places)
        let choices = display.flags.choices(settings)
        var show = PopupShow(
            popupKey: key, server: try server.flags.address(settings, choices.language), places: places)
        show.publicKeys = try server.flags.pinnedKeys(settings, choices.language)
        show.configuration.timeout = server.flags.limit(settings) ?? show.configuration.timeout
        show.configuration.network = try server.flags.network(choices.language)
        let file = LogFile(places)
        let logger = Logger(label: "popup") { FileLogHandler(label: $0, file: file) }
        show.configuration.note = { logger.warning("\($0)") }
        let presentation = Presentation(choices)
        let outcome: PopupShow.Outcome
        do {
            outcome = try await show.run(presentation)
        } catch {
            throw Failure.said(error.cause, in: presentation.language, ExitStatus.noTerminal)
        }
        guard case .absent(let why) = outcome else { return }
        // On the screen nothing is left to be read.
        if presentation.hasScreen {
            StandardError.write(presentation.language.plainPopup(SafeText(key), absence: why))
        }
        throw ExitStatus.nothingToShow
    }
}
