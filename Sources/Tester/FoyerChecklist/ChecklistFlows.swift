import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerStage

/// Sets up the flows of a checklist: the stage's faults, empty folders, and the first screen.
final class ChecklistFlows {
    /// By the folder of their sources.
    private let sites: [String?: ChecklistSite]
    /// That of the flow that began last; its server is `nil` if it cannot be controlled.
    private var server: StageServer?
    private let language: Language
    private let folder: String
    private let reach: FlowPlatform
    /// Of the flow that began last.
    private var host: ScenarioHost?
    /// Where links from other processes arrive.
    private var instance: InstanceServer?

    init(
        sites: [String?: ChecklistSite], language: Language, folder: String, reach: FlowPlatform = FlowPlatform()
    ) {
        self.reach = reach
        self.sites = sites
        self.language = language
        self.folder = folder
    }

    /// Begins the run's present item.
    func begin(
        _ run: ChecklistRun, place: SafeText, theme: DisplayTheme, at now: Instant
    ) throws(LocalizedFailure) -> (screen: any Screen, recorder: EvidenceRecorder) {
        let item = run.item
        let theme = item.settings.reducesMotion ? theme.still : theme
        // The tester's own platform stands for all of them.
        guard let site = sites[item.serve] ?? sites[nil] else { throw LocalizedFailure(Phrase(asIs: "no platform")) }
        server = site.server
        let stage = stage
        do {
            let places = try TemporaryPlaces(folder: folder, blocked: item.settings.isDiskBlocked)
            var order = item.stage
            order.heals = true
            stage.tell(order)
            let host = ScenarioHost(
                server: site.address, places: places.places, theme: theme, language: language, stage: stage,
                settings: item.settings, isByHand: true, reach: reach)
            let server = server
            let recorder = EvidenceRecorder(host.record, theme: theme, at: now) {
                server?.withResponder { $0.requests } ?? []
            }
            let screen = try host.makeScreen(item.start)
            self.host = host
            // `foyer open` from another terminal reaches the flow.
            instance = host.serveLinks(in: Places())
            let flow = WitnessScreen.Flow(run, place, host, canHeal: server != nil)
            return (WitnessScreen(screen, recorder, flow: flow), recorder)
        } catch {
            throw LocalizedFailure(error)
        }
    }

    private var stage: any PlayedStage {
        server.map { SocketStage(server: $0) as any PlayedStage } ?? ForeignPlatform()
    }

    /// Heals the platform. Installed programs are removed when the next flow begins, because the last one may still be
    /// busy.
    func end() {
        instance?.close()
        instance = nil
        let demos = host?.demos ?? []
        host = nil
        Task { for demo in demos { await demo.close() } }
        stage.tell(StageOrder(heals: true))
    }

    /// RFC 3339.
    func time() -> String { WallClock.now.rfc3339 }
}

extension DisplayTheme {
    /// The same without motion.
    fileprivate var still: DisplayTheme {
        DisplayTheme(depth: depth, palette: palette, isASCII: glyphs.isASCII, reducesMotion: true)
    }
}
