import ArgumentParser
import Foyer
import FoyerDemo
import FoyerPlatform
import FoyerSystem

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Opens a link in the running demo, or starts it.",
        discussion: """
            LINKS:
              foyer://home, foyer://apps, foyer://inbox          the pages of the root
              foyer://page/view1 … foyer://page/view4            pages of the demo
              foyer://app/APPID[/PAGE]                           a mini program
              foyer://miniapp/APPID[;version=V][/PAGE]           as other hosts write it

            If no demo is running, it starts here, or in a new window if there is no terminal (set TERMINAL to choose \
            one).

            EXAMPLES:
              foyer open foyer://page/view3
              foyer open foyer://miniapp/com.example.tea/pages/menu
              foyer open --json foyer://nowhere             the result for a program

            EXIT STATUS: 0 the link was delivered, or the demo started with it; 4 the link is refused, and nothing has \
            changed; 69 there is no terminal, and no window could be opened.
            """)

    @Argument(help: "The link, such as foyer://page/view1.")
    var link: String

    @OptionGroup(title: "Platform Options") var server: ServerOptions
    @OptionGroup(title: "Display Options") var display: DisplayOptions
    @OptionGroup(title: "Evidence Options") var evidence: EvidenceOptions

    func run() async throws {
        let settings = UserSettings.read(Places())
        let choices = display.choices(settings)
        // Wrong arguments are wrong whichever process shows the page.
        if server.server != nil { _ = try server.flags.address(settings, choices.language) }
        let router = try Demo.makeRouter()
        let delivery: LinkDelivery
        do {
            delivery = try LinkDelivery.open(
                link, router: router, program: [OwnProgram.path ?? "foyer"], options: options,
                language: choices.language, places: Places(), needsWindow: needsWindow(choices))
        } catch let failure as LocalizedFailure {
            throw end(failure.cause, choices.language, ExitStatus.noTerminal)
        } catch let error as InstanceError {
            throw end(error.cause, choices.language, .failure)
        }
        switch delivery {
        case .done(let result):
            say(result, choices.language)
            if result.exitStatus != 0 { throw ExitCode(result.exitStatus) }
        case .starts(let instance, let route):
            let host = HostRun(
                server: server.flags, display: display, evidence: evidence, settings: settings)
            try await host.run(
                title: "foyer open \(route.text)", platform: server.flags.named(settings, choices.language),
                instance: instance,
                route: route)
        }
    }

    /// Lines can report the outcome of the link, and the host is shown all the same. Accessible lines show it here.
    private func needsWindow(_ choices: DisplayChoices) -> Bool {
        if Presentation(choices).isConversation { return false }
        return TerminalEmulator.isNeeded || display.plain || display.json
    }

    /// The options for the new process in a window: all but lines in place of the screen.
    private var options: [String] { server.flags.arguments + display.arguments + evidence.arguments }

    /// Readers of lines get a result even if the link reached nobody.
    private func end(_ cause: Phrase, _ language: Language, _ status: ExitCode) -> ExitCode {
        if display.json { Output.json(OpenResult.refused(reason: language[cause].string).json) }
        return Failure.said(cause, in: language, status)
    }

    private func say(_ result: OpenResult, _ language: Language) {
        if display.json { return Output.json(result.json) }
        switch result {
        case .delivered(let route): Output.line(language.linkDelivered(SafeText(route)))
        case .started(let route): Output.line(language.linkStarted(SafeText(route)))
        case .refused(let reason): StandardError.write(SafeText(reason))
        }
    }
}
