import Foyer
import FoyerClient

/// The demo host's home: a banner, and the mini programs, each opening through its own splash.
final class HomeScreen: Screen {
    /// What has the keys.
    enum Focus: Equatable {
        case tabs, banner, grid
    }

    /// What the launches of this host have in common.
    struct DisplayContext: Sendable {
        var places: Places
        var timeout: Duration
        /// Where the stage takes orders, where that is another place than the platform's.
        var control: WebAddress?
        /// Notes what happens, for whoever looks on.
        var record: FlowRecord?
        /// Stands for the banner, or a page of it, that cannot be had.
        var errorImage: Pixels?
        /// What changes how the program is shown; without it there is no page of settings.
        var settings: DisplayControl?
        /// Told what is launched, and how that ends.
        var note: (@Sendable (HostMoment) -> Void)?
        /// How all that is fetched is fetched.
        var network = HTTPTransport.Configuration()
        /// The key that packages must be signed with.
        var publicKey: [UInt8]?

        /// One launch, with nothing installed before where it has places of its own.
        func makeScreen(
            _ request: MiniProgramRequest, _ theme: Theme, in other: Places? = nil
        ) -> (any Screen)? {
            var request = request
            request.timeout = timeout
            request.extraCertificates = network.extraCertificates
            request.publicKey = publicKey
            let places = other ?? places
            if let record { return try? record.launch.makeScreen(request, places: places, theme: theme) }
            let (appID, note) = (request.appID, note)
            note?(HostMoment("launch of \(appID)", .noted, at: MonotonicClock.now))
            return try? MiniProgramLaunch(request, places: places).makeScreen(theme: theme) { outcome in
                note?(HostMoment("\(appID): \(outcome.label)", .noted, at: MonotonicClock.now))
            }
        }
    }

    /// The banner of the home page.
    static let bannerKey = "home"

    let server: WebAddress
    let display: DisplayContext
    let service: BannerService
    private(set) var banner: TouchBanner
    private let catalogue: ProgramCatalogue
    /// The host's, which knows what is on screen already; without a host, programs are pushed from here.
    private let actions: RootActions?
    private(set) var programs: [CataloguedProgram] = []
    private(set) var icons: [String: CellPicture] = [:]
    private(set) var isLoaded = false
    var grid = HomeGrid(count: 0, area: Rect(CellSize(columns: 80, rows: 20)))
    var tabs = HomeTabs()
    private(set) var focus = Focus.grid
    /// Told when the platform's config has been given another version.
    var onVersion: ((String) -> Void)?
    var keySheet = KeySheet()
    var notice: BannerNotice?
    var links: [FrameLink] = []
    /// What the delegate's callbacks want to become of the screen.
    var command = ScreenCommand.stay
    /// The newest that there was.
    private(set) var context: ScreenContext?
    private(set) var remainingWork: Task<Void, Never>?
    private let recorder: RecordingBannerDelegate?
    /// What the banner tells.
    private var listener: any BannerViewDelegate { recorder ?? self }
    /// What the icons were drawn for.
    private var theme: Theme?

    init(
        server: WebAddress, display: DisplayContext, service: BannerService, banner: TouchBanner,
        actions: RootActions? = nil
    ) {
        self.server = server
        self.display = display
        self.service = service
        self.banner = banner
        catalogue = ProgramCatalogue(server: server, network: display.network)
        self.actions = actions
        recorder = display.record.map { RecordingBannerDelegate($0.banner) }
        recorder?.delegate = self
    }

    func appear(_ context: ScreenContext) {
        self.context = context
        load(context)
    }

    /// Asks the platform for the banner and the programs, at first and when the user reloads.
    func load(_ context: ScreenContext) {
        banner.load(listener, context)
        theme = context.theme
        let (catalogue, theme, post) = (catalogue, context.theme, context.post)
        Task {
            let programs = await catalogue.programs()
            post(Loaded(programs: programs))
            await HomeScreen.drawIcons(of: programs, catalogue, theme, post)
        }
    }

    /// The look may have changed while another screen was on top.
    private func follow(_ context: ScreenContext) {
        banner.follow(context)
        guard context.theme != theme else { return }
        theme = context.theme
        icons = [:]
        let (programs, catalogue, theme, post) = (programs, catalogue, context.theme, context.post)
        Task { await HomeScreen.drawIcons(of: programs, catalogue, theme, post) }
    }

    func disappear() {
        let (closing, service) = (banner.close(), service)
        remainingWork = Task {
            await closing.value
            await service.close()
        }
    }

    /// After the names, the pictures, one after the other.
    private static func drawIcons(
        of programs: [CataloguedProgram], _ catalogue: ProgramCatalogue, _ theme: Theme,
        _ post: @Sendable (any Sendable) -> Void
    ) async {
        guard theme.showsIcons else { return }
        for program in programs {
            guard let pixels = await catalogue.icon(of: program) else { continue }
            let picture = PictureMapping.cells(
                for: pixels, size: ProgramTile.iconSize, contentMode: .aspectFit, palette: theme.picturePalette,
                background: .hex(theme.rgb(.ground)), pixelCell: theme.pixelCell)
            post(IconDrawn(appID: program.appID, picture: picture, theme: theme))
        }
    }

    // MARK: - Events

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        self.context = context
        command = .stay
        switch event {
        case .message(let loaded as Loaded):
            programs = loaded.programs
            isLoaded = true
            layOut()
        case .message(let drawn as IconDrawn): if drawn.theme == theme { icons[drawn.appID] = drawn.picture }
        case .input(let input): handle(input, context)
        case .message, .deadline, .presented, .covered, .uncovered:
            _ = banner.handle(event, context: context)
            if case .uncovered = event {
                follow(context)
                layOut()
            }
        }
        return command
    }

    private func handle(_ input: InputEvent, _ context: ScreenContext) {
        if keySheet.handle(input, size: context.size) { return }
        if input.isKeyOrClick { notice = nil }
        if case .resized = input { layOut() }
        if tabs.current == .home, banner.handle(.input(input), context: context) { return }
        switch input {
        case .key(let key): handle(key, context)
        case .mouse(let mouse): handle(mouse, context)
        default: break
        }
    }

    func nextFrame(after now: Instant) -> Instant? { banner.nextFrame(after: now) }

    // MARK: - Focus and layout

    var layout: HomeLayout {
        let size = context?.size ?? CellSize(columns: 80, rows: 24)
        let banner = tabs.current == .home ? banner : nil
        return HomeLayout(size) { banner?.rows(columns: $0, atMost: $1) ?? 0 }
    }

    /// What can have the focus now, in the order of the page.
    var focusable: [Focus] {
        let layout = layout
        var all: [Focus] = []
        if !layout.header.isEmpty { all.append(.tabs) }
        if !layout.banner.isEmpty, banner.page != nil || banner.showsErrorImage { all.append(.banner) }
        // In the inbox the list stands in the grid's place.
        return all + [.grid]
    }

    func moveFocus(to new: Focus) {
        guard focusable.contains(new), let context else { return }
        focus = new
        banner.setFocus(new == .banner, context)
    }

    func moveFocus(by step: Int) {
        let all = focusable
        let index = all.firstIndex(of: focus) ?? all.count - 1
        moveFocus(to: all[(index + step + all.count) % all.count])
    }

    /// What came before the first frame was laid out for a size that nobody had told.
    func fit(_ context: ScreenContext) {
        self.context = context
        if grid.area != layout.grid { layOut() }
    }

    /// After whatever has changed the room, or what is in it.
    func layOut() {
        grid = HomeGrid(count: programs.count, area: layout.grid, focus: grid.focus, firstRow: grid.firstRow)
        if !focusable.contains(focus) { moveFocus(to: focusable.last ?? .grid) }
    }

    /// Shows another campaign in the banner's place.
    func showBanner(_ key: String) {
        guard let context,
            let other = try? TouchBanner(service.touch, key: key, errorImage: display.errorImage)
        else { return }
        banner.close()
        banner = other
        banner.load(listener, context)
        show(.home)
    }

    func show(_ tab: HomeTab) {
        tabs.current = tab
        layOut()
    }

    /// A tile leads where a link to its program does.
    func open(_ appID: String) {
        open(link: "\(Demo.scheme)://\(MiniProgramLink.host)/\(appID)")
    }

    /// - Returns: whether it leads anywhere.
    @discardableResult
    private func open(link text: String) -> Bool {
        if let actions { return actions.open(text) != nil }
        guard let context, let link = ProgramLink(text) else { return false }
        let request = MiniProgramRequest(link, server: server)
        if let screen = display.makeScreen(request, context.theme) { command = .push(screen) }
        return true
    }
}

// MARK: - The banner
extension HomeScreen: BannerViewDelegate {
    func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource) {
        layOut()
    }

    func banner(_ banner: TouchBanner, didFail failure: BannerFailure) {
        layOut()
        if let context, !banner.isHidden, !banner.showsErrorImage {
            notice = BannerNotice(context.language[.bannerMissing], .bad)
        }
    }

    func banner(_ banner: TouchBanner, didHide isHidden: Bool) {
        layOut()
    }

    func bannerErrorImageClicked(_ banner: TouchBanner) {
        if let context { banner.load(listener, context) }
    }

    /// Links of the host's own scheme lead where they lead from anywhere else; what the host refuses, it says itself.
    func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome) {
        if case .routed(let link) = outcome, open(link: link) || actions != nil { return }
        if let context { notice = BannerNotice(outcome, context.language) }
    }
}

extension LaunchOutcome {
    fileprivate var label: String {
        switch self {
        case .completed: "ready"
        case .closed: "closed"
        case .failed(let failure): "failed \(failure.code.rawValue)"
        }
    }
}

private struct Loaded: Sendable {
    let programs: [CataloguedProgram]
}

private struct IconDrawn: Sendable {
    let appID: String
    let picture: CellPicture
    let theme: Theme
}
