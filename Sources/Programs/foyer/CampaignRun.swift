import Foyer
import FoyerPlatform
import FoyerSystem
import FoyerTrace

/// A campaign as the command line shows one: where it comes from, how it is shown, and the evidence that is kept of it.
struct CampaignRun {
    private let kind: String
    private let key: String
    private let server: ServerFlags
    private let display: DisplayOptions
    private let evidence: EvidenceOptions
    private let places = Places()
    private let settings: UserSettings
    var choices: DisplayChoices

    /// - Parameter kind: `banner` or `popup`.
    init(
        _ kind: String, _ key: String, server: ServerOptions, display: DisplayOptions, evidence: EvidenceOptions
    ) {
        (self.kind, self.key) = (kind, key)
        (self.server, self.display, self.evidence) = (server.flags, display, evidence)
        settings = UserSettings.read(places)
        choices = self.display.choices(settings)
    }

    /// The campaign, on its platform.
    func show() throws -> CampaignShow {
        var show = CampaignShow(server: try server.address(settings, choices.language), places: places)
        show.configuration = try server.touch(settings, display, places, label: kind, choices.language)
        return show
    }

    /// Shows it, and keeps what the command line asks for.
    ///
    /// - Parameter end: what the outcome means to whoever called: called once everything is on the disk.
    func run<Outcome>(
        _ body: (CampaignShow, Presentation) async throws(LocalizedFailure) -> Outcome,
        end: (Outcome, Presentation) throws -> Void
    ) async throws {
        var choices = choices
        let recorder = try evidence.recorder(title: "foyer \(kind) \(key)", choices: &choices)
        var show = try show()
        let trace = Timeline(spans: "step", moments: kind)
        show.configuration.observe = { moment in
            trace.take(moment)
            recorder.mark(moment.label, at: moment.instant)
        }
        let presentation = Presentation(choices)
        let outcome: Outcome
        do {
            outcome = try await body(show, presentation)
        } catch {
            throw Failure.said(error.cause, in: presentation.language, ExitStatus.noTerminal)
        }
        try evidence.writeTrace(trace.json(name: key), recorder, presentation)
        try recorder.finish(presentation.language) { try end(outcome, presentation) }
    }
}
