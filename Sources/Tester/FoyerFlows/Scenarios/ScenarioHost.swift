import Foyer
import FoyerDemo
import FoyerPlatform
import FoyerServe
import FoyerStage
import FoyerSystem

/// What a scenario's screens need, however it is run, and their state.
package final class ScenarioHost {
    let server: WebAddress
    let places: Places
    /// The present look.
    package var theme: DisplayTheme
    package let language: Language
    package let stage: any PlayedStage
    package let record: FlowRecord
    private let surroundings: PlatformSurroundings
    private let reach: FlowPlatform
    /// Whether a person operates it: then links and icons go to the desktop, as for a user.
    private let isByHand: Bool
    /// Whether it is part of a checklist, which has no settings page.
    private let isOnCard: Bool
    private let settings: ScenarioSettings
    private let collector: RecordingCollector
    /// The demo's hosts that were started; each must be closed once its screens have left.
    package private(set) var demos: [DemoHost] = []
    /// What can be observed besides the screen.
    private var shown = Shown.nothing
    private var root: RootHost?
    /// Where the links of the present host arrive.
    package private(set) var actions: RootActions?

    /// What the demo's settings page changes; a person's own settings are not the host's to change, unless an item has some.
    private(set) lazy var control = (isByHand || isOnCard) && settings.announcements ? nil : makeControl()

    private enum Shown {
        case nothing
        case home(HomeScreen)
        case banner(BannerScreen)
        case views(SelfRenderedScreen)
    }

    package init(
        server: WebAddress, places: Places, theme: DisplayTheme, language: Language, stage: any PlayedStage,
        settings: ScenarioSettings = ScenarioSettings(), isByHand: Bool = false, isOnCard: Bool = false,
        surroundings: PlatformSurroundings = .live, reach: FlowPlatform = FlowPlatform()
    ) {
        self.reach = reach
        self.settings = settings
        record = FlowRecord(surroundings.system)
        collector = RecordingCollector(record, consent: settings.events)
        self.surroundings = surroundings
        self.isByHand = isByHand
        self.isOnCard = isOnCard
        self.server = server
        self.places = places
        self.theme = theme
        self.language = language
        self.stage = stage
    }

    private func makeControl() -> DisplayControl {
        let control = DisplayControl(imitating: theme, language)
        var own = control.settings
        own.announcements = settings.announcements
        control.show(own)
        return control
    }

    package func makeScreen(_ start: Scenario.Start) throws(LaunchEngineError) -> any Screen {
        collector.withNotice(try makeFlow(start), to: server.text)
    }

    private func makeFlow(_ start: Scenario.Start) throws(LaunchEngineError) -> any Screen {
        switch start {
        case .home: return home()
        case .host: return host(openedWith: nil)
        case .link(let link): return host(openedWith: link)
        case .launch(let order): return try launch(order)
        case .banner(let order): return banner(order)
        }
    }

    // MARK: - Launches and banners

    private func launch(_ order: LaunchOrder) throws(LaunchEngineError) -> any Screen {
        var request = MiniProgramRequest(
            appID: order.app, server: order.server ?? server, policy: order.policy, timeout: launchTimeout)
        request.page = order.page
        request.network = network
        if let key = order.publicKey { request.network.trust = DocumentTrust([key], places: places) }
        if let seconds = order.timeout { request.timeout = .seconds(seconds) }
        return try record.makeScreen(request, places: places, theme: theme)
    }

    private var network: HTTPTransport.Configuration {
        var network = HTTPTransport.Configuration()
        network.surroundings = surroundings
        network.extraCertificates = reach.extraCertificates
        network.trust = DocumentTrust(reach.publicKeys, places: places)
        return network
    }

    private var launchTimeout: Duration { reach.timeout ?? LaunchMachine.Configuration.standardTimeout }

    /// In a scenario, outgoing links are recorded, and no browser opens.
    private func touch(timeout: Duration? = nil) -> TouchConfiguration {
        var configuration = TouchConfiguration()
        configuration.network = network
        configuration.timeout = timeout ?? reach.timeout ?? configuration.timeout
        // As for a site that asks for them: a scenario may expect any event.
        configuration.reportsLoads = true
        configuration.observe = { [record] moment in
            record.record(moment.isOfPopup ? .popup(moment.kind) : .banner(moment.kind))
        }
        if !isByHand { configuration.openExternal = { _ in true } }
        return configuration
    }

    private func service(_ configuration: TouchConfiguration) throws(TouchStartError) -> BannerService {
        try BannerService(
            server: server, places: places, configuration: configuration, collector: collector)
    }

    private func banner(_ order: BannerOrder) -> any Screen {
        do {
            let configuration = touch(timeout: order.timeout)
            let service = try service(configuration)
            guard order.views == nil else {
                let screen = SelfRenderedScreen(order, service: service, record: record)
                shown = .views(screen)
                return screen
            }
            var show = CampaignShow(server: server, places: places)
            show.configuration = configuration
            let screen = try show.bannerScreen(service, key: order.key, order.look)
            shown = .banner(screen)
            return screen
        } catch {
            return Self.blank
        }
    }

    /// - Returns: whether there is something to bind items to.
    func bind(_ binding: ViewBinding) -> Bool {
        guard case .views(let screen) = shown else { return false }
        screen.bind(binding, language)
        return true
    }

    // MARK: - The demo

    private var platform: Demo.Platform {
        var platform = Demo.Platform(address: server)
        platform.network = network
        platform.touch = touch()
        platform.collector = collector
        return platform
    }

    private func home() -> any Screen {
        do {
            let service = try service(touch())
            let banner = try TouchBanner(service.touch, key: HomeScreen.bannerKey, style: HomeScreen.bannerStyle)
            var display = HomeScreen.DisplayContext(platform, places: places)
            display.control = control
            display.timeout = launchTimeout
            display.additions.addFaults { nil }
            display.additions.record(in: record)
            let home = HomeScreen(display, service: service, banner: banner)
            shown = .home(home)
            return home
        } catch {
            return Self.blank
        }
    }

    /// In place of a screen that cannot be made.
    private static var blank: BlankScreen { BlankScreen { $0.key == .character("q") } }

    /// The whole demo, beginning with its launch screen.
    private func host(openedWith link: String?) -> any Screen {
        guard let router = try? Demo.makeRouter() else { return Self.blank }
        let actions = RootActions(router)
        var configuration = Demo.Configuration.on(platform)
        configuration.places = places
        configuration.language = { [language, control] in control?.presentation.language ?? language }
        configuration.control = control
        configuration.timeout = launchTimeout
        configuration.additions.record(in: record)
        let demo = DemoHost(configuration, actions: actions)
        var parts = demo.configuration.recorded(record)
        parts.makeRoot = { [weak self, makeRoot = parts.makeRoot] decision in
            let screen = makeRoot(decision)
            if let home = screen as? HomeScreen { self?.shown = .home(home) }
            return screen
        }
        parts.shortcuts =
            isByHand
            ? Demo.shortcuts(Places()).map { ShortcutAccess($0).recording(record) }
            : ShortcutAccess(recording: record, Self.desktop(places), work: surroundings.work)
        if let link, let route = try? router.route(link) { actions.take(route, from: .outside(sender: Self.sender)) }
        let host = RootHost(parts, actions: actions)
        demos.append(demo)
        (root, self.actions) = (host, actions)
        return host
    }

    /// The sender of the scenario's links, for people.
    static let sender = "desktop"

    static func desktop(_ places: Places) -> DesktopShortcuts {
        DesktopShortcuts(
            places, scheme: Demo.scheme, hostName: "Foyer", program: [OwnProgram.path ?? "/usr/bin/foyer"])
    }

    /// Passes a link to the present host, as another process would.
    func deliver(_ link: String?) -> Bool {
        let request = InstanceRequest(link: link, sender: Self.sender, language: language)
        guard let answer = actions?.answer(request, language: language) else { return false }
        record.record(answer)
        return true
    }

    /// Takes links from other processes, unless another instance does; `nil` if there is no host for them.
    package func serveLinks(in places: Places) -> InstanceServer? {
        guard let actions, case .primary(let server)? = try? Instance.claim(places) else { return nil }
        try? server.serve { [language, record] request in
            let answer = actions.answer(request, language: language)
            if let answer { record.record(answer) }
            return answer
        }
        return server
    }

    /// Whether a link starts the host if none runs; otherwise, that is recorded.
    func accepts(_ link: String) -> Bool {
        let isGood = (try? Demo.makeRouter().route(link)) != nil
        record.record(.link(isGood ? .started : .refused))
        return isGood
    }

    // MARK: - Where things stand

    var bannerSight: BannerSight? {
        switch shown {
        case .nothing: nil
        case .home(let home): BannerSight(home.banner)
        case .banner(let screen): BannerSight(screen.banner)
        case .views(let screen): BannerSight(screen)
        }
    }

    /// Whether what has been on the screen counts.
    var showsBanner: Bool {
        switch shown {
        case .home, .banner: true
        case .nothing, .views: false
        }
    }

    var rootSight: RootSight? { root.map { RootSight($0) } }
    /// The links of the icons on the desktop, by title.
    var desktop: [String] { ((try? Self.desktop(places).list()) ?? []).map(\.link) }
}

/// How the flows of scenarios and checklists reach their platform, and what they believe of it.
package struct FlowPlatform: Sendable {
    /// The Ed25519 keys that the flows pin; none to trust the connection.
    package var publicKeys: [[UInt8]] = []
    /// A PEM file with certificates to trust in addition to the system's.
    package var extraCertificates: String?
    /// How long a launch or a banner may take, unless a flow says so itself.
    package var timeout: Duration?

    package init() {}
}
