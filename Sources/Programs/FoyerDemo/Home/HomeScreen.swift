import Foyer
import FoyerPlatform

/// The demo's first screen: tabs with a banner, the mini programs and an inbox.
///
/// As a host's root its tabs are picked by the config: V1 has Home and Apps in the header; V2 also has an inbox, and if
/// there is room its tabs are in a rail at the left.
public final class HomeScreen: HostRoot {
    enum Focus {
        case tabs, banner, content
    }

    /// The banner of the home page.
    public static let bannerKey = "home"
    public static let bannerStyle = BannerStyle(isFramed: true)

    /// What all launches of this host share.
    public let display: DisplayContext
    private let service: BannerService
    public private(set) var banner: TouchBanner
    /// The card over the page, once it has been requested.
    private(set) var popup: TouchPopup?
    /// The key of the card to ask for once the page is visible.
    private var nextCard: String?
    private let keySheet = KeySheet()
    let notice = NoticeLine()
    private lazy var leaving = LeaveQuestion(notice)
    public var elements: [any ScreenElement] { (popup.map { [$0] } ?? []) + [keySheet, notice, banner, leaving] }
    public var links: [FrameLink] { popup?.isShown == true ? [] : notice.links }

    private(set) var tabs: HomeTabs
    let programs: HomePrograms
    /// `nil` for a screen that is no root: its inbox is empty.
    private(set) var inbox: InboxList?
    private(set) var focus = Focus.content
    private var context: ScreenContext?
    /// The host's links, and its router, which knows what is on screen; without a host, this screen pushes programs itself.
    private let host: RootActions?
    public private(set) var remainingWork: Task<Void, Never>?

    /// A screen of its own, which pushes programs itself.
    public convenience init(_ display: DisplayContext, service: BannerService, banner: TouchBanner) {
        self.init(display, service: service, banner: banner, tabs: HomeTabs())
    }

    /// - Parameters:
    ///   - actions: the host's links; without them, this screen pushes programs itself.
    ///   - inbox: the messages, whose links the host follows.
    init(
        _ display: DisplayContext, service: BannerService, banner: TouchBanner, tabs: HomeTabs,
        actions: RootActions? = nil, inbox: InboxList? = nil
    ) {
        (self.display, self.service, self.banner) = (display, service, banner)
        (self.tabs, host, self.inbox) = (tabs, actions, inbox)
        programs = HomePrograms(display)
        banner.takesKeysUnfocused = true
    }

    public func appear(_ context: ScreenContext) {
        notice.content = display.warning.map { BannerNotice($0, .bad) }
        follow(context)
        load(context)
    }

    public func disappear() {
        remainingWork = Task { [service] in await service.close() }
    }

    /// Asks the platform for the banner and the programs, at first and at a reload.
    private func load(_ context: ScreenContext) {
        banner.load(self, context)
        programs.load(context)
    }

    // MARK: - A page of the host's

    public var route: HostRoute? { route(to: tabs.current) }
    /// The program that has the focus, or else the tab.
    public var shortcutRoute: HostRoute? {
        guard focus == .content, tabs.current != .inbox, programs.all.indices.contains(programs.grid.focus)
        else { return route }
        let app = programs.all[programs.grid.focus].appID
        return (try? host?.router.route(ProgramLink.text(app, scheme: Demo.scheme))) ?? route
    }
    public var usesLetters: Bool { keySheet.isOpen || popup?.isShown == true }

    public func show(_ route: HostRoute) -> Bool {
        guard let tab = tabs.all.first(where: { self.route(to: $0)?.text == route.text }) else { return false }
        // What the user has asked for is not to be under it.
        popup?.dismiss()
        show(tab)
        return true
    }

    private func route(to tab: HomeTab) -> HostRoute? {
        try? host?.router.route("\(Demo.scheme)://\(tab.path)")
    }

    /// The platform's config has been given another version.
    public func show(version: String) {
        guard tabs.arrangement != nil else { return }
        tabs.arrangement = HomeTabs.Arrangement(version: version)
        show(tabs.current)
    }

    // MARK: - Events

    public func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        follow(context)
        switch event {
        case .input(.mouse(let mouse)): handle(mouse, context)
        case .chosen(let index): answers(context).perform(index)
        case .woken: if programs.wake() { layOut() }
        case .presented: askForCard(context)
        case .uncovered:
            askForCard(context)
            layOut()
        case .input(.resized): layOut()
        case .input, .deadline, .covered: break
        }
        return .stay
    }

    // MARK: - Focus and layout

    private var layout: HomeLayout {
        let banner = tabs.current == .home ? banner : nil
        return HomeLayout(tabs.page.size) { banner?.rows(columns: $0, atMost: $1) ?? 0 }
    }

    /// Call with each context: the latest one is for callbacks, and says where the tabs are.
    private func follow(_ context: ScreenContext) {
        self.context = context
        tabs.layOut(in: context.size)
    }

    /// Call after any change of the room or its contents.
    private func layOut() {
        programs.layOut(in: layout.grid)
        if !focusable.contains(focus) { moveFocus(to: focusable.last ?? .content) }
    }

    /// What can have the focus now, in the order of the page. What cannot be seen cannot have it.
    var focusable: [Focus] {
        let layout = layout
        var all: [Focus] = []
        if let language = context?.language, tabs.areShown(in: layout.header, language) { all.append(.tabs) }
        if !layout.banner.isEmpty, banner.page != nil || banner.showsErrorImage { all.append(.banner) }
        return all + [.content]
    }

    func moveFocus(to new: Focus) {
        guard focusable.contains(new), let context else { return }
        focus = new
        banner.setFocus(new == .banner, context)
    }

    private func moveFocus(by step: Int) {
        let all = focusable
        let index = all.firstIndex(of: focus) ?? all.count - 1
        moveFocus(to: all[(index + step + all.count) % all.count])
    }

    /// Leads to what is above the grid or the list; a rail is beside it.
    private func moveFocusUp() {
        let all = focusable.filter { $0 != .tabs || !tabs.isRail }
        if let index = all.firstIndex(of: .content), index > 0 { moveFocus(to: all[index - 1]) }
    }

    func show(_ tab: HomeTab) {
        tabs.current = tabs.all.contains(tab) ? tab : .home
        layOut()
    }

    // MARK: - Where keys and clicks lead

    /// A tile does the same as a link to its program.
    func open(programAt index: Int) {
        guard programs.all.indices.contains(index) else { return }
        open(link: ProgramLink.text(programs.all[index].appID, scheme: Demo.scheme))
    }

    /// - Returns: whether the link leads anywhere.
    @discardableResult
    private func open(link text: String) -> Bool {
        if let host { return host.open(text).route != nil }
        guard let context, let link = ProgramLink(text) else { return false }
        let request = MiniProgramRequest(link, server: display.platform.address)
        if let screen = display.makeScreen(request, context.theme) { context.request(.push(screen)) }
        return true
    }

    func tap(messageAt index: Int) {
        guard Notification.all.indices.contains(index) else { return }
        inbox?.tap(index)
        host?.open(Notification.all[index].link)
    }

    private func follow(_ outcome: LinkOutcome) {
        if case .routed(let link) = outcome, open(link: link) || host != nil { return }
        if let context { notice.content = BannerNotice(outcome, context.language) }
    }

    private func settingsPage(_ control: DisplayControl) -> SettingsPage {
        SettingsPage(
            control, added: display.additions.settings, places: display.places,
            surroundings: display.platform.network.surroundings)
    }
}

// MARK: - Actions
extension HomeScreen {
    /// The actions of the user, most important first: for keys, footer, and answers in accessible mode.
    public func actions(_ context: ScreenContext) -> [ScreenAction] {
        follow(context)
        let words = context.language
        func elsewhere(_ keys: KeyEvent..., does word: Phrase) -> ScreenAction {
            ScreenAction(elsewhere: KeyHint(keys, words[word]))
        }
        if popup?.isShown == true {
            return [elsewhere(.tab, does: .next), elsewhere(.enter, does: .choose), elsewhere("q", does: .close)]
        }
        var reload = ScreenAction("r", words[.reload]) { self.load(context) }
        reload.isShown = programs.absence != nil || programs.isLoaded && banner.showsErrorImage
        var actions = [reload]
        switch focus {
        case .tabs:
            actions += [
                ScreenAction(tabs.isRail ? [.up, .down] : [.left, .right], words[.tabs]) {
                    self.step(by: [.left, .up].contains($0) ? -1 : 1)
                },
                ScreenAction(.enter, or: [tabs.isRail ? .right : .down]) { self.moveFocus(by: 1) },
            ]
        case .banner:
            if banner.hasPages, !banner.showsErrorImage { actions.append(elsewhere(.left, .right, does: .banner)) }
            if banner.leadsSomewhere, !banner.showsErrorImage { actions.append(elsewhere(.enter, does: .open)) }
            actions += [
                ScreenAction(.up) { if !self.tabs.isRail { self.moveFocus(by: -1) } },
                ScreenAction(.down) { self.moveFocus(to: .content) },
            ]
        case .content: actions.append(ScreenAction(.enter, hasChoice ? words[.open] : "") { self.openFocused() })
        }
        if focus != .banner, focusable.contains(.banner), banner.hasPages {
            actions.append(elsewhere("h", "l", does: .banner))
        }
        actions += [
            ScreenAction(.tab, focusable.count > 1 ? words[.moveFocus] : "") { self.moveFocus(by: 1) },
            ScreenAction(.backTab) { self.moveFocus(by: -1) },
        ]
        if let makePage = display.additions.makeFaultsPage {
            actions.append(
                ScreenAction("f", words[.faults]) { context.request(.push(makePage(self, context.theme))) })
        }
        actions.append(ScreenAction("q", words[.quit]) { self.leaving.ask(context) })
        if let control = display.control {
            actions.append(
                ScreenAction("o", words[.settingsTitle]) { context.request(.push(self.settingsPage(control))) })
        }
        actions += [
            elsewhere("s", does: .addToDesktop), ScreenAction("?", words[.keys]) { self.keySheet.open() },
            ScreenAction(.escape) { self.goBack(context) },
        ]
        if tabs.arrangement != nil {
            actions.append(ScreenAction(["t", "T"]) { self.show(self.tabs.following(by: $0 == "t" ? 1 : -1)) })
        }
        return focus == .content ? actions + [movement(words)] : actions
    }

    /// Within the list or the grid.
    private func movement(_ words: Language) -> ScreenAction {
        if tabs.current == .inbox {
            return ScreenAction([.up, .down], or: [.left, .home, .end], words[.inbox]) { self.moveInInbox($0) }
        }
        return ScreenAction(
            [.left, .right, .up, .down], or: [.home, .end, .pageUp, .pageDown], hasChoice ? words[.apps] : ""
        ) { self.moveOnGrid($0) }
    }

    /// The page has something to open, or soon will: nothing jumps when the programs arrive.
    private var hasChoice: Bool { tabs.current == .inbox || programs.absence == nil }

    private func openFocused() {
        guard tabs.current == .inbox else { return open(programAt: programs.grid.focus) }
        if let inbox { tap(messageAt: inbox.focus) }
    }

    /// Leads to the first tab, and never out of the demo: who leaves one page after the other with Esc has not said that
    /// all is to end.
    private func goBack(_ context: ScreenContext) {
        if let first = tabs.all.first, tabs.current != first { return show(first) }
        notice.content = BannerNotice(context.language[.onlyQLeaves], .plain)
    }

    private func step(by step: Int) {
        tabs.step(by: step)
        layOut()
    }

    private func moveInInbox(_ key: KeyEvent) {
        guard let focus = inbox?.focus else { return }
        switch key {
        case .up: if focus == 0 { moveFocusUp() } else { inbox?.move(by: -1) }
        case .down: inbox?.move(by: 1)
        case .left: if tabs.isRail { moveFocus(to: .tabs) }
        case .home: inbox?.move(by: -Notification.all.count)
        case .end: inbox?.move(by: Notification.all.count)
        default: break
        }
    }

    private func moveOnGrid(_ key: KeyEvent) {
        let grid = programs.grid
        switch key {
        case .left:
            if tabs.isRail, grid.focus % grid.columns == 0 { moveFocus(to: .tabs) } else { programs.grid.move(.left) }
        case .up: if grid.focus < grid.columns { moveFocusUp() } else { programs.grid.move(.up) }
        case .right: programs.grid.move(.right)
        case .down: programs.grid.move(.down)
        case .home: programs.grid.move(.first)
        case .end: programs.grid.move(.last)
        case .pageUp: programs.grid.move(.pageUp)
        case .pageDown: programs.grid.move(.pageDown)
        default: break
        }
    }

    // MARK: - The mouse

    private func handle(_ mouse: MouseEvent, _ context: ScreenContext) {
        switch mouse.kind {
        case .wheelUp: programs.grid.scroll(by: -1)
        case .wheelDown: programs.grid.scroll(by: 1)
        case .click: click(mouse.position, context)
        default: break
        }
    }

    private func click(_ place: CellPosition, _ context: ScreenContext) {
        if let tab = tabs.railTab(atColumn: place.column, row: place.row) { return show(tab) }
        let layout = layout
        let inPage = CellPosition(column: place.column - tabs.page.column, row: place.row)
        switch tabs.target(atColumn: inPage.column, row: inPage.row, in: layout.header, context.language) {
        case .tab(let tab): show(tab)
        case .keys: keySheet.open()
        case nil where tabs.current == .inbox:
            if let index = inbox?.index(at: inPage, in: layout.grid) { tap(messageAt: index) }
        case nil:
            guard let index = programs.grid.index(atColumn: inPage.column, row: inPage.row) else { return }
            moveFocus(to: .content)
            programs.grid.moveFocus(to: index)
            open(programAt: index)
        }
    }
}

// MARK: - Drawing
extension HomeScreen {
    public func draw(in canvas: inout Canvas, context: ScreenContext) {
        follow(context)
        banner.follow(context)
        programs.follow(context)
        // Until the first frame, the layout had a default size.
        if programs.grid.area != layout.grid { layOut() }
        let (layout, language) = (layout, context.language)
        canvas.within(tabs.page) { page in
            page.fill(.ground)
            tabs.render(into: &page, in: layout.header, language, hasFocus: focus == .tabs)
            drawContent(in: &page, layout, language)
            footer(context).render(into: &page, in: layout.footer)
        }
        let place = layout.banner
        banner.draw(
            in: &canvas,
            rect: Rect(
                column: tabs.page.column + place.column, row: place.row, columns: place.columns, rows: place.rows),
            context: context)
        canvas.within(tabs.page) { page in
            notice.draw(in: &page)
            keySheet.draw(in: &page, language: language)
        }
        tabs.renderRail(into: &canvas, language, hasFocus: focus == .tabs)
        popup?.draw(in: &canvas, context: context)
    }

    private func drawContent(in page: inout Canvas, _ layout: HomeLayout, _ language: Language) {
        let hasFocus = focus == .content
        guard tabs.current == .inbox else {
            programs.render(into: &page, in: layout.grid, hasFocus: hasFocus, language)
            if let scroll = layout.scroll {
                let grid = programs.grid
                ScrollIndicator(first: grid.firstRow, visible: grid.visibleRows, total: grid.rows)
                    .render(into: &page, in: scroll)
            }
            let shown = programs.grid.places.map(\.index)
            if let first = shown.first, let last = shown.last, shown.count < programs.all.count, !layout.header.isEmpty
            {
                page.text(
                    language[.inSight(first + 1, last + 1, of: programs.all.count)],
                    in: Rect(
                        column: layout.grid.column, row: layout.grid.row - 1, columns: layout.grid.columns, rows: 1),
                    alignment: .trailing, style: .quiet)
            }
            return
        }
        if inbox == nil {
            page.paragraph(
                language[.inboxEmpty], in: layout.grid.splitTop(layout.grid.rows / 2).rest, alignment: .center,
                style: .quiet)
        }
        inbox?.render(into: &page, in: layout.grid, language, hasFocus: focus != .tabs)
    }

    /// The root's version follows the platform's address if there is room for both.
    private func footer(_ context: ScreenContext) -> Footer {
        let (address, version) = (SafeText(display.platform.address.origin), tabs.version)
        let both = version.isEmpty ? address : address + "   " + version
        return Footer(actions(context), note: version.isEmpty || tabs.page.columns >= 120 ? both : version)
    }
}

// MARK: - The banner
extension HomeScreen: BannerViewDelegate {
    /// Shows another campaign in the banner's place.
    public func showBanner(_ key: String) {
        guard let context,
            let other = try? TouchBanner(
                service.touch, key: key, style: Self.bannerStyle, errorImage: display.errorImage)
        else { return }
        banner = other
        banner.takesKeysUnfocused = true
        banner.load(self, context)
        show(.home)
    }

    public func bannerDidLoad(_ banner: TouchBanner, from source: BannerSource) { layOut(at: banner) }

    public func banner(_ banner: TouchBanner, didFail failure: BannerFailure) {
        layOut(at: banner)
        if let context, !banner.isHidden, !banner.showsErrorImage {
            notice.content = BannerNotice(context.language[.bannerMissing], .bad)
        }
    }

    public func banner(_ banner: TouchBanner, didHide isHidden: Bool) { layOut(at: banner) }

    /// A call comes before the screen itself has been given the event.
    private func layOut(at banner: TouchBanner) {
        if let context = banner.context { follow(context) }
        layOut()
    }

    public func bannerErrorImageClicked(_ banner: TouchBanner) {
        if let context = banner.context { banner.load(self, context) }
    }

    /// Links of the host's own scheme are handled like any other; the host itself reports what it refuses.
    public func banner(_ banner: TouchBanner, didOpen outcome: LinkOutcome) { follow(outcome) }
}

// MARK: - The card
extension HomeScreen: PopupDelegate {
    /// Asks for a card as soon as the page above this one has left: a covered page does not know what time it is, and the
    /// card has only so long to come.
    public func showPopup(_ key: String) {
        nextCard = key
        show(.home)
    }

    /// Once the page is visible.
    private func askForCard(_ context: ScreenContext) {
        let isFirst = popup == nil && isAtRest && display.control?.settings.announcements ?? true
        guard let key = nextCard ?? (isFirst ? Self.bannerKey : nil) else { return }
        nextCard = nil
        guard let new = try? TouchPopup(service.touch, popupKey: key) else { return }
        popup = new
        new.ask(self, context)
    }

    /// Whether nothing is waiting to cover the page first.
    private var isAtRest: Bool { host?.isIdle != false }

    public func popupMayCome(_ popup: TouchPopup) -> Bool {
        popup === self.popup && programs.isLoaded && !keySheet.isOpen && isAtRest
    }

    public func popup(_ popup: TouchPopup, didOpen outcome: LinkOutcome) { follow(outcome) }

    /// The one that comes by itself is not missed.
    public func popup(_ popup: TouchPopup, didNotCome why: PopupAbsence) {
        guard popup === self.popup, popup.popupKey != Self.bannerKey, let language = popup.context?.language else {
            return
        }
        notice.content = BannerNotice(language.popupMissing(language[why.cause]), .bad)
    }
}
