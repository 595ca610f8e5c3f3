import Foyer
import FoyerPlatform
import FoyerServe
import Synchronization

/// The demo's parts, in the form that a root host needs.
public final class DemoHost: Sendable {
    private struct State {
        var ready: Ready?
        var failure: DemoFailure?
    }

    /// What exists once the platform is known.
    struct Ready: Sendable {
        let platform: Demo.Platform
        let transport: HTTPTransport
        let service: BannerService
        let banner: BannerSession
        let errorImage: Pixels?
        let catalogue: ProgramCatalogue
    }

    let actions: RootActions
    private let known = KnownPrograms()
    private let read = ReadMessages()
    private let parts: Demo.Configuration
    private let state = Mutex(State())

    public init(_ configuration: Demo.Configuration, actions: RootActions) {
        parts = configuration
        self.actions = actions
    }

    /// Why there is no platform, if there is none.
    public var failure: DemoFailure? { state.withLock { $0.failure } }
    private var language: Language { parts.language() }
    private var ready: Ready? { state.withLock { $0.ready } }

    /// The demo as a root host.
    public var configuration: RootHost.Configuration {
        var host = RootHost.Configuration(
            name: "Foyer", tagline: language[.demoTagline], rule: Demo.rule, makeConfig: { self.makeConfig() },
            makeRoot: { self.makeRoot($0) }, makePage: { self.makePage($0, $1) })
        host.defaults = Demo.defaults
        host.minimumInterval = .zero
        host.prepare = { await self.prepare() }
        host.report = parts.report
        host.describe = { self.describe($0, later: $1) }
        host.shortcuts = Demo.shortcuts(parts.places, options: parts.openOptions).map { ShortcutAccess($0) }
        let (name, tagline, actions, read) = (host.name, host.tagline, actions, read)
        host.makeSplash = { TappedSplash(name: name, tagline: tagline, actions: actions, read: read) }
        return host
    }

    /// The platform is found while the launch screen is on the terminal.
    private func prepare() async -> Bool {
        do {
            let ready = try makeReady(try await parts.findPlatform())
            state.withLock { $0.ready = ready }
            return true
        } catch {
            state.withLock { $0.failure = error }
            return false
        }
    }

    private func makeReady(_ platform: Demo.Platform) throws(DemoFailure) -> Ready {
        var touch = platform.touch
        touch.network = platform.network
        do {
            let service: BannerService
            if let collector = platform.collector {
                service = try BannerService(
                    server: platform.address, places: parts.places, configuration: touch, collector: collector)
            } else {
                service = try BannerService(server: platform.address, places: parts.places, configuration: touch)
            }
            let errorImage = parts.errorImage().flatMap {
                try? platform.network.surroundings.pixels(decoding: $0, fitting: Self.errorImageSize)
            }
            return Ready(
                platform: platform, transport: HTTPTransport(platform.network), service: service,
                banner: try service.touch.session(forKey: HomeScreen.bannerKey), errorImage: errorImage,
                catalogue: ProgramCatalogue(
                    server: platform.address, network: platform.network, places: parts.places))
        } catch {
            throw .noPlatform(Phrase(asIs: error.description))
        }
    }

    /// Enough for a banner on any terminal.
    private static let errorImageSize = (width: 1_200, height: 400)

    /// Returns when nothing is under way any more.
    public func close() async {
        await ready?.service.close()
        await ready?.transport.finish()
    }

    // MARK: - Config and screens

    private func makeConfig() -> ConfigAccess {
        guard let ready else { return .none }
        let platform = ready.platform
        let store = RemoteConfigStore(parts.places, platform: platform.configName ?? platform.address.text)
        return ConfigAccess(
            RemoteConfigClient(
                server: platform.address, transport: ready.transport, store: store))
    }

    private func makeRoot(_ decision: RootDecision) -> any Screen {
        guard let ready else { return MissingPage() }
        let banner = TouchBanner(ready.banner, style: HomeScreen.bannerStyle, errorImage: ready.errorImage)
        var tabs = HomeTabs()
        tabs.arrangement = decision.root == "v1" ? .v1 : .v2
        return ready.service.withNotice(
            HomeScreen(
                display(ready), service: ready.service, banner: banner, tabs: tabs, actions: actions,
                inbox: InboxList(read: read)))
    }

    private func display(_ ready: Ready) -> HomeScreen.DisplayContext {
        var display = HomeScreen.DisplayContext(ready.platform, places: parts.places)
        display.timeout = parts.timeout
        display.errorImage = ready.errorImage
        display.control = parts.control
        display.warning = parts.warning
        display.report = parts.report
        display.additions = parts.additions
        display.known = known
        return display
    }

    private func makePage(_ route: HostRoute, _ context: ScreenContext) -> any Screen {
        if let view = DemoView.all.first(where: { $0.path == route.name }) {
            return ViewPage(view, route: route, actions: actions)
        }
        guard let ready, let link = ProgramLink(route) else { return MissingPage() }
        let request = MiniProgramRequest(link, server: ready.platform.address)
        return display(ready).makeScreen(request, context.theme) ?? MissingPage()
    }

    // MARK: - Descriptions

    private func describe(
        _ route: HostRoute, later: @escaping @Sendable (PageDescription) -> Void
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
                guard let program = (try? await catalogue.programs())??.first(where: { $0.appID == link.appID }) else {
                    return later(PageDescription(title: title))
                }
                later(PageDescription(title: program.name, detail: program.slogan, awaitsIcon: true))
                let icon = await catalogue.icon(of: program, fitting: ProgramTile.iconPixels)
                later(PageDescription(title: program.name, detail: program.slogan, icon: icon))
            }
        }
        return PageDescription(title: title, awaitsIcon: ready != nil)
    }
}

extension HomeTab {
    /// The first word of its links' path.
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
            context.language[.pageMissing], in: body.line(body.rows / 2), alignment: .center, style: .quiet)
        Footer(actions(context)).render(into: &canvas, in: footer)
    }

    func actions(_ context: ScreenContext) -> [ScreenAction] {
        [ScreenAction("q", or: [.escape, .enter], context.language[.back]) { context.request(.leave) }]
    }
}

/// The demo's splash. Its digits tap the notifications of the inbox, to show what waits for the root: the first is 1.
private final class TappedSplash: ScreenWrapper {
    let child: ScreenChild
    private let actions: RootActions
    private let read: ReadMessages

    init(name: SafeText, tagline: SafeText, actions: RootActions, read: ReadMessages) {
        self.read = read
        child = ScreenChild(LaunchScreen(name: name, tagline: tagline))
        self.actions = actions
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .character(let sign) = event.key, let digit = Character(sign).wholeNumberValue, digit > 0,
            digit <= Notification.all.count
        {
            read.insert(digit - 1)
            actions.open(Notification.all[digit - 1].link)
        }
        return child.handle(event, context: context)
    }
}

/// The programs on the tiles, for their launches.
final class KnownPrograms: Sendable {
    private let programs = Mutex<[String: KnownProgram]>([:])

    subscript(appID: String) -> KnownProgram? { programs.withLock { $0[appID] } }

    func store(_ listed: [CataloguedProgram]) {
        programs.withLock { programs in
            for program in listed { programs[program.appID, default: KnownProgram(name: "")].name = program.name }
        }
    }

    func store(_ icon: Pixels, of appID: String) {
        programs.withLock { $0[appID]?.icon = icon }
    }
}
