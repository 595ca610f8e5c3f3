import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// A host on the screen: the launch screen, the splash that looks like it, the root that the config picks, and the
/// pages that links push on top.
///
/// ```swift
/// let actions = RootActions(try HostRouter(scheme: "shop", patterns: ["item/{id}"]))
/// var host = RootHost.Configuration(
///     name: "Shop", rule: RootRule(key: "home", cases: [.init("new", root: "new")], otherwise: "old"),
///     makeConfig: { ConfigAccess(client) }, makeRoot: { Shop(new: $0.root == "new") },
///     makePage: { route, _ in ItemPage(route["id"] ?? "") })
/// try await Presentation(DisplayChoices()).show { RootHost(host, actions: actions) }
/// ```
/// The first frame is on the terminal before the config is fetched, and links wait until the root is complete. The
/// host's own keys are `d`, which shows why this root was picked and how the start went, and `s`, which adds the page
/// to the desktop.
public final class RootHost: ScreenWrapper {
    private let parts: Configuration
    private let actions: RootActions
    private let inbox = Inbox<RootMessage>()
    private(set) var machine: RootMachine
    /// Its pages: none until the splash is pushed; the launch screen before it is drawn by the host itself.
    private let pages = InnerStack()
    /// The pages.
    public let child: ScreenChild
    /// Where links lead back to, by the number of a screen on the stack.
    private var linked: [Int: Place] = [:]
    private let splash: any Screen
    private var base = Base.none
    private var config = ConfigAccess.none
    private var record = StartRecord()
    private let details = DetailsSheet()
    private let notice = RootNotice()
    private(set) var fade: ScreenFade?
    /// The source of each action under way, for the middle page.
    private(set) var origins: [Int: PendingAction.Origin] = [:]
    private var isLeaving = false

    /// The screen that all others lie on, by its number on the stack.
    enum Base: Equatable {
        case none
        case splash(Int)
        case root(Int)
    }

    /// A host's screen; decides nothing before it appears.
    public init(_ configuration: Configuration, actions: RootActions) {
        parts = configuration
        child = ScreenChild(pages)
        record.tell = configuration.report
        self.actions = actions
        machine = RootMachine(
            rule: configuration.rule,
            config: RemoteConfig(
                defaults: configuration.defaults, minimumInterval: configuration.minimumInterval,
                timeLimit: configuration.timeLimit),
            asksBeforeEntering: configuration.asksBeforeEntering)
        splash =
            configuration.makeSplash?() ?? LaunchScreen(name: configuration.name, tagline: configuration.tagline)
    }

    /// The notice, and the details of the start, over any page.
    public var elements: [any ScreenElement] { [notice, details] }
    var stack: ScreenStack { pages.stack }
    /// The topmost screen, if it is a page of the host's or contains one.
    private var page: (any HostPage)? { stack.top?.unwrapped((any HostPage).self) }

    /// Begins the record of the start; the first page is pushed when the launch screen has been presented.
    public func appear(_ context: ScreenContext) {
        let post = inbox.poster(context)
        record.begin(at: context.now)
        child.appear(context)
        actions.connect { post(.news) }
    }

    /// Closes every page.
    public func disappear() {
        actions.close()
        child.disappear()
    }

    // MARK: - Events

    /// Input goes to the topmost page; the root is decided here, and actions that wait for it are performed.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        // What is put on the stack from here on appears as all else looks now.
        pages.stack.follow(context)
        if !handleOwn(event, context) { context.request(child.handle(event, context: context)) }
        settle(context)
        for news in actions.drain() {
            take(news, context)
            settle(context)
            // The message must be visible before the host leaves.
            if !stack.isEmpty { isLeaving = false }
        }
        guard isLeaving, actions.closeIfIdle() || !machine.isComplete else {
            isLeaving = false
            return .stay
        }
        return .leave
    }

    /// Does the host's own part.
    ///
    /// - Returns: whether the pages do not get the event.
    private func handleOwn(_ event: ScreenEvent, _ context: ScreenContext) -> Bool {
        switch event {
        case .presented: if base == .none { launchScreenPresented(context) }
        case .woken: for message in inbox.drain() { take(message, context) }
        case .input(let input):
            if input.isPress { fade = nil }
            return isHostKey(input, context)
        case .deadline:
            if let deadline = machine.nextDeadline, context.now >= deadline { send(.deadlineReached, context) }
            if fade?.isOver(at: context.now) == true { fade = nil }
        case .chosen(Self.addsPage):
            guard let route = page?.route, let access = parts.shortcuts else {
                return false
            }
            push(guide(to: route, access, context), as: .other("guide"), context)
            return true
        case .chosen, .covered, .uncovered: break
        }
        return false
    }

    /// The answer in lines that adds the page to the desktop; pages number theirs from 0.
    private static let addsPage = -1

    /// The launch screen is on the terminal, so the work may begin.
    private func launchScreenPresented(_ context: ScreenContext) {
        guard let prepare = parts.prepare else { return open(context) }
        let post = inbox.poster(context)
        Task { post(.prepared(await prepare())) }
    }

    private func open(_ context: ScreenContext) {
        record.end(.launchScreen, at: context.now)
        config = parts.makeConfig()
        // The file is small, and for the machine the splash is not on the terminal yet.
        if case .restored(let bytes) = config.restore() { send(.config(.restored(bytes)), context) }
        send(.opened, context)
    }

    private func take(_ message: RootMessage, _ context: ScreenContext) {
        switch message {
        case .prepared(let goesOn): if goesOn { open(context) } else { isLeaving = true }
        case .config(let event): send(.config(event), context)
        case .news: break
        }
    }

    private func take(_ news: RootNews, _ context: ScreenContext) {
        switch news {
        case .arrived(let action):
            origins[action.id] = action.origin
            record.append(context.language.linkArrived(action), at: context.now)
            send(.actionArrived(action), context)
        case .refused(let link, let refusal):
            show(context.language.linkNotUnderstood(link, refusal), .bad, context)
        case .called(let sender):
            show(context.language.called(from: SafeText(sender ?? "")), .plain, context)
        }
    }

    private func show(_ text: SafeText, _ tone: PageNotice.Tone, _ context: ScreenContext) {
        notice.show(text, tone, at: context.now)
        record.append(text, at: context.now)
    }

    // MARK: - Keys

    /// Handles the host's own keys, on its own pages only.
    private func isHostKey(_ input: InputEvent, _ context: ScreenContext) -> Bool {
        let page = page
        let isOwn = page?.usesLetters == false || stack.top === splash || stack.isEmpty
        switch ScreenEvent.input(input).key {
        case .character("d") where isOwn && (page as? PageOfHost)?.hasOwnDetails != true:
            details.open(at: context.now)
            return true
        case .character("s") where page?.usesLetters == false:
            guard let route = page?.shortcutRoute, let access = parts.shortcuts else { return false }
            push(guide(to: route, access, context), as: .other("guide"), context)
            return true
        case .character("q") where stack.isEmpty, .escape where stack.isEmpty:
            isLeaving = true
            return true
        default: return false
        }
    }

    private func guide(to route: HostRoute, _ access: ShortcutAccess, _ context: ScreenContext) -> GuideScreen {
        GuideScreen(route: route, scheme: actions.router.scheme, facts: facts(about: route), access: access)
    }

    // MARK: - In lines

    /// What the topmost page says, its news first; the splash asks nothing.
    public func spoken(_ context: ScreenContext) -> Spoken? {
        if details.isOpen {
            return record.page(machine.decision, at: context.now, in: context.language).spokenSheet(context.language)
        }
        // The start asks nothing, whatever its splash shows; nor does the first screen while links wait to cover it.
        guard !stack.isEmpty, stack.top !== splash, machine.isComplete || machine.pending.isEmpty else {
            var spoken = splash.spoken(context) ?? Spoken(parts.name)
            spoken.isAsking = false
            spoken.endsByItself = true
            return spoken
        }
        guard var spoken = child.spoken(context) else { return nil }
        spoken.news = notice.news + spoken.news
        guard !spoken.precedesCards, spoken.isAsking, let page, !page.usesLetters else { return spoken }
        if page.route != nil, parts.shortcuts != nil {
            spoken.answers.append(
                SpokenAnswer(context.language[.addToDesktop], choose: Self.addsPage, letter: "s").unnumbered)
        }
        if (page as? PageOfHost)?.hasOwnDetails != true {
            spoken.answers.append(SpokenAnswer(context.language[.details], press: .character("d")).unnumbered)
        }
        return spoken
    }

    // MARK: - Drawing

    /// The earliest of the page, the fade and the decision itself.
    public func nextFrame(after now: Instant) -> Instant? {
        [machine.nextDeadline, child.nextFrame(after: now), fade?.nextFrame(after: now)].compactMap { $0 }.min()
    }

    /// The topmost page, the notice over it, and the details over both.
    public func draw(in canvas: inout Canvas, context: ScreenContext) {
        if !stack.isEmpty {
            child.draw(in: &canvas, context: context)
            // The splash fades into the root, not into pages on top of it.
            if stack.numbers.count == 1 { fade?.render(over: &canvas, at: context.now) } else { fade = nil }
        } else {
            splash.draw(in: &canvas, context: context)
        }
        notice.draw(in: &canvas)
        if details.isOpen {
            let page = record.page(machine.decision, at: context.now, in: context.language)
            details.draw(page, isRunning: !machine.isComplete, in: &canvas, at: context.now)
        }
    }
}

/// A message to the host.
enum RootMessage: Sendable {
    case prepared(Bool)
    case config(RemoteConfigEvent)
    /// There is something to `drain`.
    case news
}

// MARK: - State, for observers

extension RootHost {
    /// The root and what it was picked from; `nil` until it is.
    public var decision: RootDecision? { machine.decision }
    /// Whether the root has taken the splash's place on the terminal.
    package var isComplete: Bool { machine.isComplete }
    /// The routes of the actions that wait for the root, in the order of their arrival.
    package var pendingRoutes: [HostRoute] { machine.pending.map(\.route) }
}

/// A message over the page on display, for a while or until a key.
private final class RootNotice: ScreenElement {
    private static let time = Duration.seconds(8)
    private var message: (text: SafeText, tone: PageNotice.Tone, until: Instant)?

    var news: [SafeText] { message.map { [$0.text] } ?? [] }

    func show(_ text: SafeText, _ tone: PageNotice.Tone, at now: Instant) { message = (text, tone, now + Self.time) }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        switch event {
        case .input(let input): if input.isKeyOrClick { message = nil }
        case .chosen: message = nil
        case .deadline: if let message, context.now >= message.until { self.message = nil }
        case .woken, .presented, .covered, .uncovered: break
        }
        return false
    }

    func nextFrame(after now: Instant) -> Instant? { message?.until }

    func draw(in canvas: inout Canvas) {
        if let message { PageNotice(message.text, tone: message.tone).render(into: &canvas) }
    }
}

/// Sends events to the machine, and performs its effects.
extension RootHost {
    private func send(_ event: RootEvent, _ context: ScreenContext) {
        var route: HostRoute?
        if case .actionArrived(let action) = event { route = action.route }
        for effect in machine.handle(event, on: places(leadingTo: route), at: context.now) { perform(effect, context) }
    }

    /// The places above splash or root on the stack.
    ///
    /// - Parameter route: where a link leads. The user may have moved on within the page on top, so that page itself
    ///   says whether it shows the route now.
    func places(leadingTo route: HostRoute? = nil) -> PlaceStack {
        var (number, root): (Int, (any HostPage)?) = (0, nil)
        switch base {
        case .none: break
        case .splash(let splash): number = splash
        case .root(let shown):
            number = shown
            if stack.numbers.first == shown { root = stack.bottom?.unwrapped((any HostPage).self) }
        }
        var places = stack.numbers.filter { $0 > number }.map { linked[$0] ?? .other("screen \($0)") }
        if case .page(let known)? = places.last, let page {
            let shown = route.flatMap { page.shows($0) ? $0 : nil } ?? page.route ?? known
            places[places.count - 1] = .page(shown)
        }
        return PlaceStack(places, rootRoute: root?.route)
    }

    private func perform(_ effect: RootEffect, _ context: ScreenContext) {
        switch effect {
        case .showSplash: base = .splash(pages.stack.push(splash, at: context.now))
        case .config(let effect): perform(effect, context)
        case .replaceRoot(let decision):
            parts.whenConfigured?(machine.config.snapshot)
            record.decided(at: context.now)
            fade = fadeOfSplash(context)
            base = .root(pages.stack.replaceTop(with: parts.makeRoot(decision), at: context.now))
        case .push(let place, let action):
            if !rootTakes(place, context) { push(screen(for: place, action: action, context), as: place, context) }
            settle(action)
        case .alreadyShown(let action):
            settle(action)
        case .refuse(let refusal, let action):
            settle(action)
            show(context.language[refusal], .bad, context)
        case .replaceTop(let place):
            if rootTakes(place, context) { return }
            let number = pages.stack.replaceTop(with: screen(for: place, action: nil, context), at: context.now)
            linked[number] = place
        case .removeTop: pages.stack.pop(at: context.now)
        }
    }

    /// The splash fades into the root as a launch's does into its program; `nil` where nothing is to move.
    private func fadeOfSplash(_ context: ScreenContext) -> ScreenFade? {
        guard !context.theme.reducesMotion else { return nil }
        var canvas = Canvas(size: context.size, theme: context.theme)
        splash.draw(in: &canvas, context: context)
        return ScreenFade(from: canvas, since: context.now, until: context.now + Motion.fade)
    }

    private func perform(_ effect: RemoteConfigEffect, _ context: ScreenContext) {
        let post = inbox.poster(context)
        config.perform(effect) { post(.config($0)) }
        switch effect {
        case .fetch: record.begin(.config, at: context.now)
        case .reportFetched(let fetch): record.fetched(fetch, at: context.now)
        case .cancelFetch, .store: break
        }
    }

    /// Whether the place is a page of the root's own; then everything above the root is removed.
    private func rootTakes(_ place: Place, _ context: ScreenContext) -> Bool {
        guard case .page(let route) = place, let root = stack.bottom?.unwrapped((any HostRoot).self), root.show(route)
        else {
            return false
        }
        while stack.numbers.count > 1 { pages.stack.pop(at: context.now) }
        return true
    }

    private func settle(_ action: Int) {
        origins[action] = nil
        actions.settle(action)
    }

    private func push(_ screen: any Screen, as place: Place, _ context: ScreenContext) {
        linked[pages.stack.push(screen, at: context.now)] = place
    }

    private func screen(for place: Place, action: Int?, _ context: ScreenContext) -> any Screen {
        switch place {
        case .page(let route): return PageOfHost(parts.makePage(route, context), route: route, router: actions.router)
        case .entrance(let route):
            var sender: String?
            if let action, case .outside(let name) = origins[action] { sender = name }
            return EntranceScreen(route: route, sender: sender, facts: facts(about: route))
        case .other: return BlankScreen.untilPress
        }
    }

    /// What the host knows about a page, now and later.
    private func facts(about route: HostRoute) -> PageFacts {
        let later = PageFacts.Later()
        return PageFacts(parts.describe(route) { later.tell($0) }, later: later)
    }

    /// Reports to the machine how the screens have changed since the last event.
    private func settle(_ context: ScreenContext) {
        if (stack.top as? EntranceScreen)?.isConfirmed == true { send(.entranceConfirmed, context) }
        if base != .none, stack.isEmpty { isLeaving = true }
        switch base {
        case .none: break
        case .splash(let number):
            if stack.hasPresented(number), case .starting = machine.phase {
                record.begin(.splash, at: context.now)
                send(.splashPresented(at: config.wallTime()), context)
            }
        case .root(let number):
            if stack.hasPresented(number), case .replacing = machine.phase {
                record.end(.root, at: context.now)
                send(.rootPresented, context)
            }
        }
    }
}
