import Foyer
import FoyerPlatform

/// The demo host's home: a banner, and the mini programs, each of which opens through its own splash.
public final class HomeScreen: Screen {
    /// What has the focus.
    enum Focus: Equatable {
        case tabs, banner, grid
    }

    /// The banner of the home page.
    public static let bannerKey = "home"
    public static let bannerStyle = BannerStyle(isFramed: true)

    /// What all launches of this host share.
    public let display: DisplayContext
    let service: BannerService
    public private(set) var banner: TouchBanner
    /// The card over the page, once it has been requested.
    private(set) var popup: TouchPopup?
    /// The key of the card to ask for once the page is visible.
    private var nextCard: String?
    /// Whether the surrounding screen draws the card, over everything else.
    var isInShell = false
    /// Whether nothing is waiting to cover the page first.
    var isAtRest: () -> Bool = { true }
    private let catalogue: ProgramCatalogue
    /// The host's router, which knows what is on screen; without a host, this screen pushes programs itself.
    let actions: RootActions?
    private enum News: Sendable {
        /// `nil`: the platform has no list at all.
        case catalogue([CataloguedProgram]?)
        case noCatalogue
        case icon(CellPicture, appID: String, theme: Theme)
    }

    private let inbox = Inbox<News>()
    private(set) var programs: [CataloguedProgram] = []
    private(set) var icons: [String: CellPicture] = [:]
    private(set) var isLoaded = false
    /// Whether the platform has no list of programs at all.
    private(set) var hasNoCatalogue = false
    var grid = HomeGrid(count: 0, area: Rect(CellSize(columns: 80, rows: 20))) { didSet { askForIcons() } }
    var tabs = HomeTabs()
    private(set) var focus = Focus.grid
    /// The name of the root for the bottom of the page, which otherwise shows the platform's address.
    var version: SafeText = ""
    /// Called when the platform's config has been given another version.
    public var onVersion: ((String) -> Void)?
    var keySheet = KeySheet()
    var notice: BannerNotice?
    public internal(set) var links: [FrameLink] = []
    /// The screen command that the delegate's callbacks ask for.
    var command = ScreenCommand.stay
    /// The latest context, kept for delegate callbacks.
    private(set) var context: ScreenContext?
    public private(set) var remainingWork: Task<Void, Never>?
    /// Whoever hears what the delegates hear, for as long as this screen exists.
    private var bannerEar: (any BannerViewDelegate)?
    private var popupEar: (any PopupDelegate)?
    /// The banner's delegate.
    var listener: any BannerViewDelegate { bannerEar ?? self }
    /// The style of the present icons.
    private var theme: Theme?
    /// The programs whose icons have been asked for.
    private var asked: Set<String> = []
    /// How many programs before and after those in sight have their icons ready.
    private static let iconReach = 64

    /// - Parameter actions: the host's links; without them, this screen pushes programs itself.
    public init(
        _ display: DisplayContext, service: BannerService, banner: TouchBanner, actions: RootActions? = nil
    ) {
        self.display = display
        self.service = service
        self.banner = banner
        let platform = display.platform
        catalogue = ProgramCatalogue(
            server: platform.address, network: platform.network, places: display.places)
        self.actions = actions
        bannerEar = display.additions.hearBanner?(self)
        popupEar = display.additions.hearPopup?(self)
    }

    public func appear(_ context: ScreenContext) {
        self.context = context
        load(context)
    }

    /// Replaces any former card.
    private func askForPopup(_ key: String) {
        guard let context, let new = try? TouchPopup(service.touch, popupKey: key) else { return }
        popup?.close()
        popup = new
        new.ask(popupEar ?? self, context)
    }

    /// Asks for a card as soon as the page above this one has left: a covered page does not know what time it is, and the
    /// card has only so long to come.
    public func showPopup(_ key: String) {
        nextCard = key
        show(.home)
    }

    /// Asks the platform for the banner and the programs, at first and at a reload.
    func load(_ context: ScreenContext) {
        banner.takesKeysUnfocused = true
        banner.load(listener, context)
        theme = context.theme
        let (catalogue, known, post) = (catalogue, display.known, inbox.poster(context))
        Task {
            do throws(CatalogueError) {
                let programs = try await catalogue.programs()
                known.store(programs ?? [])
                post(.catalogue(programs))
            } catch {
                post(.noCatalogue)
            }
        }
    }

    /// The look may have changed while another screen was on top.
    func follow(_ context: ScreenContext) {
        banner.follow(context)
        guard context.theme != theme else { return }
        theme = context.theme
        icons = [:]
        asked = []
        askForIcons()
    }

    /// Of the programs in sight and those around them: a platform may have thousands.
    private func askForIcons() {
        guard let context, let theme else { return }
        let near = grid.indices(around: Self.iconReach).clamped(to: programs.indices)
        let wanted = programs[near].filter { asked.insert($0.appID).inserted }
        guard !wanted.isEmpty else { return }
        let (catalogue, display, post) = (catalogue, display, inbox.poster(context))
        Task { await HomeScreen.drawIcons(of: wanted, catalogue, display, theme, post) }
    }

    public func disappear() {
        let (closing, service, card) = (banner.close(), service, popup?.close())
        remainingWork = Task {
            await closing.value
            await card?.value
            await service.close()
        }
    }

    /// After the names, the pictures, one after the other.
    private static func drawIcons(
        of programs: [CataloguedProgram], _ catalogue: ProgramCatalogue, _ display: DisplayContext, _ theme: Theme,
        _ post: @Sendable (News) -> Void
    ) async {
        guard theme.showsIcons else { return }
        let style = theme.pictureStyle(ProgramTile.iconSize, .aspectFit)
        for program in programs {
            guard let pixels = await catalogue.icon(of: program, fitting: ProgramTile.iconPixels) else {
                continue
            }
            display.known.store(pixels, of: program.appID)
            let picture = display.platform.network.surroundings.cells(for: pixels, style: style)
            post(.icon(picture, appID: program.appID, theme: theme))
        }
    }

    // MARK: - Events

    public func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if let command = handleOnPopup(event, context) { return command }
        switch event {
        case .input(let input): handle(input, context)
        case .chosen(let number): choose(number, event, context)
        case .woken, .deadline, .presented, .covered, .uncovered:
            for news in inbox.drain() { take(news) }
            // Beneath a card the banner stays covered.
            if case .uncovered = event, popup?.isShown == true {
            } else {
                _ = banner.handle(event, context: context)
            }
            // The page must be visible first.
            switch event {
            case .presented, .uncovered:
                if let key = nextCard {
                    nextCard = nil
                    askForPopup(key)
                } else if popup == nil, isAtRest(), display.control?.settings.announcements ?? true {
                    askForPopup(Self.bannerKey)
                }
            default: break
            }
            if case .input = event {} else { _ = popup?.handle(event, context: context) }
            if case .uncovered = event { layOut() }
        }
        banner.setObscured(keySheet.isOpen, context)
        return command
    }

    /// Passes an event to the card; returns the command if the card used it up.
    func handleOnPopup(_ event: ScreenEvent, _ context: ScreenContext) -> ScreenCommand? {
        self.context = context
        command = .stay
        switch event {
        case .input, .chosen: return popup?.handle(event, context: context) == true ? command : nil
        case .woken, .deadline, .presented, .covered, .uncovered: return nil
        }
    }

    private func take(_ news: News) {
        switch news {
        case .catalogue(let listed): show(listed ?? [], hasNoCatalogue: listed == nil)
        case .noCatalogue: show([], hasNoCatalogue: false)
        case .icon(let picture, let appID, let drawnFor): if drawnFor == theme { icons[appID] = picture }
        }
    }

    private func show(_ programs: [CataloguedProgram], hasNoCatalogue: Bool) {
        self.programs = programs
        self.hasNoCatalogue = hasNoCatalogue
        isLoaded = true
        asked = []
        layOut()
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

    public func nextFrame(after now: Instant) -> Instant? {
        [banner.nextFrame(after: now), popup?.nextFrame(after: now)].compactMap { $0 }.min()
    }

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
        if tabs.isElsewhere || showsTabs(in: layout.header) { all.append(.tabs) }
        if !layout.banner.isEmpty, banner.page != nil || banner.showsErrorImage { all.append(.banner) }
        // In the inbox the list replaces the grid.
        return all + [.grid]
    }

    /// What cannot be seen cannot have the focus.
    private func showsTabs(in header: Rect) -> Bool {
        guard !header.isEmpty, let language = context?.language else { return false }
        return tabs.places(in: header, language).contains { $0.target != .keys }
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

    /// Until the first frame, the layout had a default size.
    func fit(_ context: ScreenContext) {
        self.context = context
        if grid.area != layout.grid { layOut() }
    }

    /// Call after any change of the room or its contents.
    func layOut() {
        grid = HomeGrid(count: programs.count, area: layout.grid, focus: grid.focus, firstRow: grid.firstRow)
        if !focusable.contains(focus) { moveFocus(to: focusable.last ?? .grid) }
    }

    /// Shows another campaign in the banner's place.
    public func showBanner(_ key: String) {
        guard let context,
            let other = try? TouchBanner(
                service.touch, key: key, style: Self.bannerStyle, errorImage: display.errorImage)
        else { return }
        banner.close()
        banner = other
        banner.takesKeysUnfocused = true
        banner.load(listener, context)
        show(.home)
    }

    func show(_ tab: HomeTab) {
        tabs.current = tab
        layOut()
    }

    /// A tile does the same as a link to its program.
    func open(_ appID: String) {
        open(link: ProgramLink.text(appID, scheme: Demo.scheme))
    }

    /// - Returns: whether the link leads anywhere.
    @discardableResult
    func open(link text: String) -> Bool {
        if let actions { return actions.open(text).route != nil }
        guard let context, let link = ProgramLink(text) else { return false }
        let request = MiniProgramRequest(link, server: display.platform.address)
        if let screen = display.makeScreen(request, context.theme) { command = .push(screen) }
        return true
    }
}

// MARK: - The banner
extension HomeScreen: BannerViewDelegate {
    public func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource) {
        layOut()
    }

    public func banner(_ banner: TouchBanner, didFail failure: BannerFailure) {
        layOut()
        if let context, !banner.isHidden, !banner.showsErrorImage {
            notice = BannerNotice(context.language[.bannerMissing], .bad)
        }
    }

    public func banner(_ banner: TouchBanner, didHide isHidden: Bool) {
        layOut()
    }

    public func bannerErrorImageClicked(_ banner: TouchBanner) {
        if let context { banner.load(listener, context) }
    }

    /// Links of the host's own scheme are handled like any other; the host itself reports what it refuses.
    public func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome) {
        follow(outcome)
    }

    private func follow(_ outcome: LinkOutcome) {
        if case .routed(let link) = outcome, open(link: link) || actions != nil { return }
        if let context { notice = BannerNotice(outcome, context.language) }
    }
}

// MARK: - The card
extension HomeScreen: PopupDelegate {
    public func popupMayCome(_ popup: TouchPopup) -> Bool {
        popup === self.popup && isLoaded && !keySheet.isOpen && isAtRest()
    }

    public func popupDidShow(_ popup: TouchPopup) {
        if let context { _ = banner.handle(.covered, context: context) }
    }

    public func popupDidClose(_ popup: TouchPopup) {
        if let context { _ = banner.handle(.uncovered, context: context) }
    }

    public func popup(_ popup: TouchPopup, didOpen outcome: LinkOutcome) {
        follow(outcome)
    }
}

// Keys and mouse actions that the banner did not use.
extension HomeScreen {
    func handle(_ key: KeyEvent, _ context: ScreenContext) {
        switch key {
        case .tab: moveFocus(by: 1)
        case .backTab: moveFocus(by: -1)
        case .character("r"): load(context)
        case .character("f"): openFaults(context)
        case .character("o"): openSettings()
        case .character("?"): keySheet.open()
        case .character("q"): command = .leave
        case .escape: goBack(context)
        default:
            switch focus {
            case .tabs: handleOnTabs(key)
            case .banner: handleOnBanner(key)
            case .grid: handleOnGrid(key)
            }
        }
    }

    private func openFaults(_ context: ScreenContext) {
        if let make = display.additions.makeFaultsPage { command = .push(make(self, context.theme)) }
    }

    private func openSettings() {
        guard let control = display.control else { return }
        command = .push(
            SettingsPage(
                control, added: display.additions.settings, places: display.places,
                surroundings: display.platform.network.surroundings))
    }

    /// Leads to the first tab, and never out of the demo: who leaves one page after the other with Esc has not said that
    /// all is to end.
    private func goBack(_ context: ScreenContext) {
        if let first = tabs.all.first, tabs.current != first { return show(first) }
        notice = BannerNotice(context.language[.onlyQLeaves], .good)
    }

    private func handleOnTabs(_ key: KeyEvent) {
        switch (key, tabs.isElsewhere) {
        case (.left, false), (.up, true): step(by: -1)
        case (.right, false), (.down, true): step(by: 1)
        case (.down, false), (.right, true), (.enter, _): moveFocus(by: 1)
        default: break
        }
    }

    private func step(by step: Int) {
        var next = tabs
        next.step(by: step)
        show(next.current)
    }

    /// The banner itself uses left, right and Enter.
    private func handleOnBanner(_ key: KeyEvent) {
        switch key {
        case .up: if !tabs.isElsewhere { moveFocus(by: -1) }
        case .down: moveFocus(to: .grid)
        default: break
        }
    }

    private func handleOnGrid(_ key: KeyEvent) {
        // The inbox's list belongs to the root.
        guard tabs.current != .inbox else { return }
        switch key {
        case .left:
            if tabs.isElsewhere, grid.focus % grid.columns == 0 { moveFocus(to: .tabs) } else { grid.move(.left) }
        case .right: grid.move(.right)
        // Up from the first row leads to what is above it.
        case .up: if grid.focus < grid.columns { leaveGridUpwards() } else { grid.move(.up) }
        case .down: grid.move(.down)
        case .home: grid.move(.first)
        case .end: grid.move(.last)
        case .pageUp: grid.move(.pageUp)
        case .pageDown: grid.move(.pageDown)
        case .enter: open(programAt: grid.focus)
        default: break
        }
    }

    func leaveGridUpwards() {
        // A rail is beside it.
        let all = focusable.filter { $0 != .tabs || !tabs.isElsewhere }
        if let index = all.firstIndex(of: .grid), index > 0 { moveFocus(to: all[index - 1]) }
    }

    func open(programAt index: Int) {
        if programs.indices.contains(index) { open(programs[index].appID) }
    }

    // MARK: - The mouse

    func handle(_ mouse: MouseEvent, _ context: ScreenContext) {
        switch mouse.kind {
        case .wheelUp: grid.scroll(by: -1)
        case .wheelDown: grid.scroll(by: 1)
        case .click: click(mouse, context)
        default: break
        }
    }

    private func click(_ mouse: MouseEvent, _ context: ScreenContext) {
        let layout = layout
        let (column, row) = (mouse.column, mouse.row)
        switch tabs.target(atColumn: column, row: row, in: layout.header, context.language) {
        case .tab(let tab): return show(tab)
        case .keys:
            keySheet.open()
            return
        case nil: break
        }
        guard tabs.current != .inbox, let index = grid.index(atColumn: column, row: row) else { return }
        moveFocus(to: .grid)
        grid.moveFocus(to: index)
        open(programAt: index)
    }
}

extension HomeScreen {
    /// What all launches of this host share.
    public struct DisplayContext: Sendable {
        public let platform: Demo.Platform
        public let places: Places
        /// How long a launch may take.
        public var timeout = Duration.seconds(30)
        /// Replaces a banner, or one of its pages, that cannot be loaded.
        public var errorImage: Pixels?
        /// Changes how the program is shown; without it there is no settings page.
        public var control: DisplayControl?
        /// Called with each launch, and with its outcome.
        public var report: (@Sendable (HostMoment) -> Void)?
        /// What others add to the demo.
        public var additions = Demo.Additions()
        /// The programs on the tiles.
        var known = KnownPrograms()

        public init(_ platform: Demo.Platform, places: Places) {
            self.platform = platform
            self.places = places
        }

        /// One launch.
        ///
        /// - Parameter other: places without installed programs; the host's own if `nil`.
        public func makeScreen(
            _ request: MiniProgramRequest, _ theme: Theme, in other: Places? = nil
        ) -> (any Screen)? {
            var request = request
            request.timeout = timeout
            request.network = platform.network
            let order = Demo.LaunchOrder(
                request: request, known: known[request.appID], places: other ?? places, theme: theme)
            return if let makeLaunch = additions.makeLaunch { try? makeLaunch(order) } else { makeLaunch(order) }
        }

        private func makeLaunch(_ order: Demo.LaunchOrder) -> (any Screen)? {
            let (appID, report) = (order.request.appID, report)
            let surroundings = platform.network.surroundings
            report?(HostMoment("launch of \(appID)", .happened, at: surroundings.now))
            var launch = MiniProgramLaunch(
                order.request, places: order.places,
                splash: { DefaultSplashViewDelegate(errorStyle: Demo.errorStyle(of: appID)) })
            launch.known = order.known
            return try? launch.makeScreen(theme: order.theme, presentation: control?.presentation) { outcome in
                report?(HostMoment("\(appID): \(outcome.label)", .happened, at: surroundings.now))
            }
        }
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
