import Foyer
import FoyerPlatform

/// The demo's first screen: tabs with a banner, the mini programs and an inbox.
///
/// As a host's root its tabs are picked by the config: V1 has Home and Apps in the header; V2 also has an inbox, and if
/// there is room its tabs are in a rail at the left.
public final class HomeScreen: HostRoot {
    private enum Focus {
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
    private let notice = NoticeLine()
    public var elements: [any ScreenElement] { (popup.map { [$0] } ?? []) + [keySheet, notice, banner] }
    public var links: [FrameLink] { popup?.isShown == true ? [] : notice.links }

    private var tabs: HomeTabs
    private let programs: HomePrograms
    /// `nil` for a screen that is no root: its inbox is empty.
    private var inbox: InboxList?
    private var focus = Focus.content
    /// Until then another `q` leaves: a `q` too many on the way back from a page does not end the demo.
    private var leaveDeadline: Instant?
    private static let leaveTime = Duration.seconds(2)
    private var context: ScreenContext?
    /// The host's links, and its router, which knows what is on screen; without a host, this screen pushes programs itself.
    private let actions: RootActions?
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
        (self.tabs, self.actions, self.inbox) = (tabs, actions, inbox)
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
        return (try? actions?.router.route(ProgramLink.text(app, scheme: Demo.scheme))) ?? route
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
        try? actions?.router.route("\(Demo.scheme)://\(tab.path)")
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
        case .input(.key(let key)): return handle(key, context)
        case .input(.mouse(let mouse)):
            leaveDeadline = nil
            handle(mouse, context)
        case .chosen(let number): return choose(HomeAnswer(number: number))
        case .woken: if programs.wake() { layOut() }
        case .presented: askForCard(context)
        case .uncovered:
            askForCard(context)
            layOut()
        case .input(.resized): layOut()
        case .deadline: if let leaveDeadline, context.now >= leaveDeadline { stopLeaving(context) }
        case .covered: leaveDeadline = nil
        case .input: break
        }
        return .stay
    }

    public func nextFrame(after now: Instant) -> Instant? { leaveDeadline }

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
    private var focusable: [Focus] {
        let layout = layout
        var all: [Focus] = []
        if let language = context?.language, tabs.areShown(in: layout.header, language) { all.append(.tabs) }
        if !layout.banner.isEmpty, banner.page != nil || banner.showsErrorImage { all.append(.banner) }
        return all + [.content]
    }

    private func moveFocus(to new: Focus) {
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

    private func show(_ tab: HomeTab) {
        tabs.current = tabs.all.contains(tab) ? tab : .home
        layOut()
    }

    // MARK: - Where keys and clicks lead

    /// A tile does the same as a link to its program.
    private func open(programAt index: Int) {
        guard programs.all.indices.contains(index) else { return }
        open(link: ProgramLink.text(programs.all[index].appID, scheme: Demo.scheme))
    }

    /// - Returns: whether the link leads anywhere.
    @discardableResult
    private func open(link text: String) -> Bool {
        if let actions { return actions.open(text).route != nil }
        guard let context, let link = ProgramLink(text) else { return false }
        let request = MiniProgramRequest(link, server: display.platform.address)
        if let screen = display.makeScreen(request, context.theme) { context.request(.push(screen)) }
        return true
    }

    private func tap(messageAt index: Int) {
        guard Notification.all.indices.contains(index) else { return }
        inbox?.tap(index)
        actions?.open(Notification.all[index].link)
    }

    private func follow(_ outcome: LinkOutcome) {
        if case .routed(let link) = outcome, open(link: link) || actions != nil { return }
        if let context { notice.content = BannerNotice(outcome, context.language) }
    }

    private var settingsPage: SettingsPage? {
        display.control.map {
            SettingsPage(
                $0, added: display.additions.settings, places: display.places,
                surroundings: display.platform.network.surroundings)
        }
    }
}

// MARK: - Keys
extension HomeScreen {
    private func handle(_ key: KeyEvent, _ context: ScreenContext) -> ScreenCommand {
        if key == .character("q") { return leave(context) }
        leaveDeadline = nil
        switch key {
        case .tab: moveFocus(by: 1)
        case .backTab: moveFocus(by: -1)
        case .character("t") where tabs.arrangement != nil: show(tabs.following(by: 1))
        case .character("T") where tabs.arrangement != nil: show(tabs.following(by: -1))
        case .character("r"): load(context)
        case .character("f"):
            if let page = display.additions.makeFaultsPage?(self, context.theme) { return .push(page) }
        case .character("o"): if let page = settingsPage { return .push(page) }
        case .character("?"): keySheet.open()
        case .escape: goBack(context)
        default: handleInFocus(key)
        }
        return .stay
    }

    private func leave(_ context: ScreenContext) -> ScreenCommand {
        if let leaveDeadline, context.now < leaveDeadline { return .leave }
        leaveDeadline = context.now + Self.leaveTime
        notice.content = question(context.language)
        return .stay
    }

    private func stopLeaving(_ context: ScreenContext) {
        leaveDeadline = nil
        if notice.content == question(context.language) { notice.content = nil }
    }

    private func question(_ language: Language) -> BannerNotice { BannerNotice(language[.pressQAgain], .plain) }

    /// Leads to the first tab, and never out of the demo: who leaves one page after the other with Esc has not said that
    /// all is to end.
    private func goBack(_ context: ScreenContext) {
        if let first = tabs.all.first, tabs.current != first { return show(first) }
        notice.content = BannerNotice(context.language[.onlyQLeaves], .plain)
    }

    private func handleInFocus(_ key: KeyEvent) {
        switch (focus, tabs.current) {
        case (.tabs, _): handleOnTabs(key)
        case (.banner, _): handleOnBanner(key)
        case (.content, .inbox): handleInInbox(key)
        case (.content, _): handleOnGrid(key)
        }
    }

    private func handleOnTabs(_ key: KeyEvent) {
        switch (key, tabs.isRail) {
        case (.left, false), (.up, true): step(by: -1)
        case (.right, false), (.down, true): step(by: 1)
        case (.down, false), (.right, true), (.enter, _): moveFocus(by: 1)
        default: break
        }
    }

    private func step(by step: Int) {
        tabs.step(by: step)
        layOut()
    }

    /// The banner itself uses left, right and Enter.
    private func handleOnBanner(_ key: KeyEvent) {
        switch key {
        case .up: if !tabs.isRail { moveFocus(by: -1) }
        case .down: moveFocus(to: .content)
        default: break
        }
    }

    private func handleInInbox(_ key: KeyEvent) {
        guard let focus = inbox?.focus else { return }
        switch key {
        case .up: if focus == 0 { moveFocusUp() } else { inbox?.move(by: -1) }
        case .down: inbox?.move(by: 1)
        case .left: if tabs.isRail { moveFocus(to: .tabs) }
        case .home: inbox?.move(by: -Notification.all.count)
        case .end: inbox?.move(by: Notification.all.count)
        case .enter: tap(messageAt: focus)
        default: break
        }
    }

    private func handleOnGrid(_ key: KeyEvent) {
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
        case .enter: open(programAt: grid.focus)
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
            footer(language).render(into: &page, in: layout.footer)
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

    // MARK: - Footer

    /// Most important first.
    private func keys(_ language: Language) -> [KeyHint] {
        if popup?.isShown == true {
            return [
                KeyHint(.tab, language[.next]), KeyHint(.enter, language[.choose]), KeyHint("q", language[.close]),
            ]
        }
        var keys: [KeyHint] = []
        func add(_ some: KeyEvent..., does word: Phrase) { keys.append(KeyHint(some, language[word])) }
        if programs.absence != nil || programs.isLoaded && banner.showsErrorImage { add("r", does: .reload) }
        switch focus {
        case .tabs where tabs.isRail: add(.up, .down, does: .tabs)
        case .tabs: add(.left, .right, does: .tabs)
        case .banner where banner.showsErrorImage: break
        case .banner:
            if banner.hasPages { add(.left, .right, does: .banner) }
            if banner.leadsSomewhere { add(.enter, does: .open) }
        case .content: if hasChoice { add(.enter, does: .open) }
        }
        if focus != .banner, focusable.contains(.banner), banner.hasPages { add("h", "l", does: .banner) }
        if focusable.count > 1 { add(.tab, does: .moveFocus) }
        if display.additions.makeFaultsPage != nil { add("f", does: .faults) }
        add("q", does: .quit)
        if display.control != nil { add("o", does: .settingsTitle) }
        add("s", does: .addToDesktop)
        add("?", does: .keys)
        if focus == .content, hasChoice {
            if tabs.current == .inbox {
                add(.up, .down, does: .inbox)
            } else {
                add(.left, .right, .up, .down, does: .apps)
            }
        }
        return keys
    }

    /// Whether the page has something to open, or soon will: nothing jumps when the programs arrive.
    private var hasChoice: Bool { tabs.current == .inbox || programs.absence == nil }

    /// The root's version follows the platform's address if there is room for both.
    private func footer(_ language: Language) -> Footer {
        let (address, version) = (SafeText(display.platform.address.origin), tabs.version)
        let both = version.isEmpty ? address : address + "   " + version
        return Footer(
            keys: keys(language), note: version.isEmpty || tabs.page.columns >= 120 ? both : version)
    }
}

// MARK: - In lines
extension HomeScreen {
    public func spoken(_ context: ScreenContext) -> Spoken? {
        var spoken = HomeSpeech(
            page: spokenPage, banner: banner, programs: programs, tabs: tabs,
            hasFaults: display.additions.makeFaultsPage != nil, hasSettings: display.control != nil,
            language: context.language
        ).spoken
        spoken.news = notice.news
        return spoken
    }

    private var spokenPage: HomeSpeech.Page {
        if tabs.current == .home, focus == .banner { return .banner }
        if hasMessages { return .messages }
        let hasBannerSettled = banner.data != nil || banner.failure != nil || banner.isHidden
        guard programs.isLoaded, hasBannerSettled else { return .loading }
        return .programs(below: tabs.current == .home && focusable.contains(.banner) ? banner : nil)
    }

    private var hasMessages: Bool { tabs.current == .inbox && inbox != nil }

    private func choose(_ answer: HomeAnswer) -> ScreenCommand {
        switch answer {
        case .quit: return .leave
        case .banner: moveFocus(to: .banner)
        case .back: moveFocus(to: .content)
        case .tab(let index): if tabs.all.indices.contains(index) { show(tabs.all[index]) }
        case .item(let index): if hasMessages { tap(messageAt: index) } else { open(programAt: index) }
        }
        return .stay
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
    private var isAtRest: Bool { actions?.isIdle != false }

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
