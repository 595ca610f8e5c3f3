import Foyer
import FoyerPlatform
import FoyerSystem
import Synchronization

/// The demo's parts, in the form that a root host needs.
final class DemoHost: Sendable {
    private struct State {
        var stage: StageProcess?
        var ready: Ready?
        var failure: DemoFailure?
    }

    /// What exists once the platform does.
    struct Ready: Sendable {
        let server: WebAddress
        let service: BannerService
        let banner: BannerSession
        let errorImage: Pixels?
        let catalogue: ProgramCatalogue
    }

    let actions: RootActions
    private let known = KnownPrograms()
    private let read = ReadMessages()
    private let platform: Demo.Platform?
    private let timeout: Duration
    private let places: Places
    private let chosenLanguage: @Sendable () -> Language
    private let control: DisplayControl?
    private let watch: Watch?
    private let report: (@Sendable (HostMoment) -> Void)?
    private let transport: HTTPTransport
    private let state = Mutex(State())

    /// An observer: receives what happens, and changes how banners work.
    struct Watch: Sendable {
        var record: FlowRecord
        var touch: TouchConfiguration
    }

    /// - Parameters:
    ///   - language: called each time, because the user may choose another.
    ///   - control: what the settings page changes; without it there is no such page.
    init(
        platform: Demo.Platform?, timeout: Duration, places: Places, language: @escaping @Sendable () -> Language,
        control: DisplayControl? = nil, actions: RootActions, watch: Watch? = nil,
        report: (@Sendable (HostMoment) -> Void)? = nil
    ) {
        self.report = report
        chosenLanguage = language
        self.watch = watch
        self.platform = platform
        transport = HTTPTransport(platform?.network ?? HTTPTransport.Configuration())
        self.timeout = timeout
        self.places = places
        self.control = control
        self.actions = actions
    }

    var failure: DemoFailure? { state.withLock { $0.failure } }
    private var language: Language { chosenLanguage() }
    private var network: HTTPTransport.Configuration { platform?.network ?? HTTPTransport.Configuration() }
    private var ready: Ready? { state.withLock { $0.ready } }
    /// The notice about events, once it is needed.
    var notice: Phrase? { ready?.service.notice }
    func noticeShown() { ready?.service.noticeShown() }

    var configuration: RootHost.Configuration {
        var host = RootHost.Configuration(
            name: "Foyer", tagline: language[.demoTagline], rule: .demo, makeConfig: { self.makeConfig() },
            makeRoot: { self.makeRoot($0) }, makePage: { self.makePage($0, $1) })
        host.defaults = Demo.defaults
        host.minimumInterval = .zero
        host.prepare = { await self.prepare() }
        host.report = report
        host.describe = { self.describe($0, later: $1) }
        host.shortcuts = Demo.shortcuts(places).map { ShortcutAccess($0) }
        let (name, tagline, actions, read) = (host.name, host.tagline, actions, read)
        host.makeSplash = { TappedSplash(name: name, tagline: tagline, actions: actions, read: read) }
        return host
    }

    /// The stage starts while the launch screen is on the terminal.
    private func prepare() async -> Bool {
        do throws(DemoFailure) {
            let address = try await startStage()
            // The demo's own stage picks the first screen with everything there is to see.
            if let control = state.withLock({ $0.stage?.control }) {
                _ = await StageFaults(control: control, network: network).setVersion("2")
            }
            let ready = try Self.makeReady(
                address, network, places, trust(address), platform,
                watch)
            state.withLock { $0.ready = ready }
            return true
        } catch {
            state.withLock { $0.failure = error }
            return false
        }
    }

    private func startStage() async throws(DemoFailure) -> WebAddress {
        if let platform { return platform.address }
        let started: Result<StageProcess, StageProcess.Failure>
        do throws(TerminalError) {
            started = try await LoopThread.run {
                Result { () throws(StageProcess.Failure) in try StageProcess.start() }
            }
        } catch {
            throw .terminal(error.cause)
        }
        switch started {
        case .success(let stage):
            state.withLock { $0.stage = stage }
            return stage.address
        case .failure(let failure): throw .noStage(failure.cause)
        }
    }

    private static func makeReady(
        _ address: WebAddress, _ network: HTTPTransport.Configuration, _ places: Places, _ trust: DocumentTrust?,
        _ platform: Demo.Platform?, _ watch: Watch?
    ) throws(DemoFailure) -> Ready {
        do {
            let service = try makeService(address, network, places, trust, platform, watch)
            let banner = try service.touch.session(forKey: HomeScreen.bannerKey)
            return Ready(
                server: address, service: service, banner: banner, errorImage: Demo.errorImage(network.surroundings),
                catalogue: ProgramCatalogue(server: address, network: network, trust: trust))
        } catch {
            throw .terminal(Cause(asIs: "\(error)"))
        }
    }

    private static func makeService(
        _ address: WebAddress, _ network: HTTPTransport.Configuration, _ places: Places, _ trust: DocumentTrust?,
        _ platform: Demo.Platform?, _ watch: Watch?
    ) throws(TouchStartError) -> BannerService {
        guard let watch else {
            var configuration = TouchConfiguration()
            configuration.network = network
            configuration.trust = trust
            if let platform {
                (configuration.eventFormat, configuration.eventAddress) = (platform.eventFormat, platform.eventAddress)
                configuration.eventsOff = platform.eventsOff
            } else {
                // The demo's own stage is this machine: nobody else is told anything.
                configuration.consent = .granted
            }
            return try BannerService(server: address, places: places, configuration: configuration)
        }
        return try BannerService(
            server: address, places: places, configuration: watch.touch,
            collector: RecordingCollector(list: watch.record.events))
    }

    /// Returns when nothing is under way any more.
    func close() async {
        let (stage, ready) = state.withLock { ($0.stage, $0.ready) }
        await ready?.service.close()
        await transport.finish()
        stage?.stop()
    }

    /// The keys that the user pins for the user's own platform.
    private func trust(_ address: WebAddress) -> DocumentTrust? {
        DocumentTrust(platform?.publicKeys ?? [], places: places)
    }

    // MARK: - Config and screens

    /// The stage has another port in each run, but the same config.
    private func makeConfig() -> ConfigAccess {
        guard let ready else { return .none }
        let store = RemoteConfigStore(places, platform: platform?.address.text ?? "demo")
        return ConfigAccess(
            RemoteConfigClient(server: ready.server, transport: transport, store: store, trust: trust(ready.server)))
    }

    private func makeRoot(_ decision: RootDecision) -> any Screen {
        guard let ready else { return MissingPage() }
        let home = HomeScreen(
            server: ready.server, display: display, service: ready.service,
            banner: TouchBanner(ready.banner, style: HomeScreen.bannerStyle, errorImage: ready.errorImage),
            actions: actions)
        return RootShell(
            home, arrangement: decision.root == "v1" ? .v1 : .v2, actions: actions, read: read)
    }

    private var display: HomeScreen.DisplayContext {
        HomeScreen.DisplayContext(
            places: places, timeout: timeout, control: state.withLock { $0.stage?.control }, record: watch?.record,
            errorImage: ready?.errorImage, settings: control, report: report, network: network,
            publicKeys: platform?.publicKeys ?? [], known: known)
    }

    private func makePage(_ route: Route, _ context: ScreenContext) -> any Screen {
        if let view = DemoView.all.first(where: { $0.path == route.name }) {
            return ViewPage(view, route: route, actions: actions)
        }
        guard let ready, let link = ProgramLink(route) else { return MissingPage() }
        return display.makeScreen(MiniProgramRequest(link, server: ready.server), context.theme) ?? MissingPage()
    }

    // MARK: - Descriptions

    private func describe(
        _ route: Route, later: @escaping @Sendable (PageDescription) -> Void
    ) -> PageDescription {
        if let view = DemoView.all.first(where: { $0.path == route.name }) {
            return PageDescription(
                title: language[view.title], detail: language[view.detail], icon: view.picture(side: 96))
        }
        if let tab = HomeTab.allCases.first(where: { $0.path == route.name }) {
            return PageDescription(title: "Foyer · \(language[tab.word])")
        }
        guard let link = ProgramLink(route) else { return PageDescription(title: SafeText(route.text)) }
        let title = SafeText(link.appID)
        if let catalogue = ready?.catalogue {
            Task {
                guard let program = await catalogue.ask().programs.first(where: { $0.appID == link.appID }) else {
                    return later(PageDescription(title: title))
                }
                later(PageDescription(title: program.name, detail: program.slogan, awaitsIcon: true))
                let icon = await catalogue.icon(of: program)
                later(PageDescription(title: program.name, detail: program.slogan, icon: icon))
            }
        }
        return PageDescription(title: title, awaitsIcon: ready != nil)
    }
}

extension HomeTab {
    /// The scheme of its links.
    var path: String {
        switch self {
        case .home: "home"
        case .apps: "apps"
        case .inbox: "inbox"
        }
    }
}

/// Replaces a page that cannot be made.
final class MissingPage: Screen {
    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let (body, footer) = PageLayout.split(canvas.size)
        canvas.text(
            context.language[.pageUnreadable], in: body.line(body.rows / 2), alignment: .center, style: .quiet)
        Footer(keys: [KeyHint("q", context.language[.back])]).render(into: &canvas, in: footer)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        [.character("q"), .escape, .enter].contains(event.key) ? .leave : .stay
    }
}

/// The demo's splash. Its digits tap the notifications of the inbox, to show what waits for the root: the first is 1.
final class TappedSplash: ScreenWrapper {
    let wrapped: any Screen
    private let actions: RootActions
    private let read: ReadMessages

    init(name: SafeText, tagline: SafeText, actions: RootActions, read: ReadMessages) {
        self.read = read
        wrapped = LaunchScreen(name: name, tagline: tagline)
        self.actions = actions
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .character(let sign) = event.key, let digit = Character(sign).wholeNumberValue, digit > 0,
            digit <= Notification.all.count
        {
            read.insert(digit - 1)
            actions.open(Notification.all[digit - 1].link)
        }
        return wrapped.handle(event, context: context)
    }
}
