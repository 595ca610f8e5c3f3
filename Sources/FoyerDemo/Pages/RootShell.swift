import Foyer
import FoyerPlatform
import Synchronization

/// The demo's root: the home screen with the tabs picked by the config.
///
/// V1 has Home and Apps in the header; V2 also has an inbox, and if there is room its tabs are in a rail at the left.
public final class RootShell: HostRoot {
    enum Arrangement {
        case v1, v2

        /// The demo's rule for the config's value.
        init(version: String) { self = version == "1" ? .v1 : .v2 }
    }

    public let home: HomeScreen
    private var arrangement: Arrangement
    private let routes: [HomeTab: Route]
    private var inbox: InboxList
    private let actions: RootActions

    init(
        _ home: HomeScreen, arrangement: Arrangement, actions: RootActions, read: ReadMessages = ReadMessages()
    ) {
        self.home = home
        self.arrangement = arrangement
        self.actions = actions
        let pairs = HomeTab.allCases.map { tab in
            (tab, try? actions.router.route("\(Demo.scheme)://\(tab.path)"))
        }
        routes = Dictionary(uniqueKeysWithValues: pairs).compactMapValues { $0 }
        inbox = InboxList(read: read)
        arrange(arrangement)
        home.isInShell = true
        home.isAtRest = { [weak actions] in actions?.isIdle != false }
        home.onVersion = { [weak self] in self?.arrange(Arrangement(version: $0)) }
    }

    private func arrange(_ new: Arrangement) {
        arrangement = new
        home.version = new == .v1 ? "v1" : "v2"
        home.tabs.all = new == .v1 ? [.home, .apps] : HomeTab.allCases
        if !home.tabs.all.contains(home.tabs.current) { home.show(.home) }
    }

    // MARK: - A page of the host's

    public var route: Route? { routes[home.tabs.current] }
    public var usesLetters: Bool { home.keySheet.isOpen || home.popup?.isShown == true }

    public func show(_ route: Route) -> Bool {
        guard let tab = routes.first(where: { $0.value.text == route.text })?.key, home.tabs.all.contains(tab) else {
            return false
        }
        home.show(tab)
        return true
    }

    // MARK: - What is home's

    public var remainingWork: Task<Void, Never>? { home.remainingWork }
    public var taskbar: TaskbarProgress { home.taskbar }
    public var links: [FrameLink] {
        home.links.map { link in
            let shift = rail.columns
            return FrameLink(
                row: link.row, columns: link.columns.lowerBound + shift..<link.columns.upperBound + shift,
                address: link.address)
        }
    }
    public func nextFrame(after now: Instant) -> Instant? { home.nextFrame(after: now) }
    public func disappear() { home.disappear() }

    public func appear(_ context: ScreenContext) { home.appear(child(context)) }

    // MARK: - Layout

    private static let railColumns = 18
    private static let leastColumns = 90
    private static let leastRows = 16
    private var rail = Rect(CellSize(columns: 0, rows: 0))

    private func layOut(_ size: CellSize) -> Rect {
        let hasRail = arrangement == .v2 && size.columns >= Self.leastColumns && size.rows >= Self.leastRows
        let (left, rest) = Rect(size).splitLeft(hasRail ? Self.railColumns : 0)
        rail = left
        home.tabs.isElsewhere = hasRail
        return rest
    }

    private func child(_ context: ScreenContext) -> ScreenContext {
        context.inside(size: layOut(context.size).size)
    }

    private func tabPlaces() -> [(tab: HomeTab, rect: Rect)] {
        home.tabs.all.enumerated().map { index, tab in
            (tab, Rect(column: 0, row: 4 + index * 2, columns: rail.columns - 1, rows: 1))
        }
    }

    // MARK: - Events

    public func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        let inner = child(context)
        if let command = home.handleOnPopup(event, context) { return command }
        if isInbox, case .chosen(let number) = event, Notification.all.indices.contains(number) { return tap(number) }
        guard case .input(let input) = event else { return home.handle(event, context: inner) }
        if case .mouse(var mouse) = input {
            if mouse.kind == .click, !home.keySheet.isOpen,
                let tab = tabPlaces().first(where: { $0.rect.contains(column: mouse.column, row: mouse.row) })?.tab
            {
                home.show(tab)
                return .stay
            }
            mouse.column -= rail.columns
            if isInbox, !home.keySheet.isOpen, mouse.kind == .click,
                let index = inbox.index(at: mouse.position, in: home.layout.grid)
            {
                return tap(index)
            }
            return home.handle(.input(.mouse(mouse)), context: inner)
        }
        if isInbox, !home.keySheet.isOpen, hasInboxFocus, handleInInbox(input) { return .stay }
        if case .key(.character(let sign)) = input, !home.keySheet.isOpen, sign == "t" || sign == "T" {
            step(by: sign == "t" ? 1 : -1)
            return .stay
        }
        if case .resized = input { return home.handle(.input(.resized(inner.size)), context: inner) }
        return home.handle(event, context: inner)
    }

    private func step(by step: Int) {
        let all = home.tabs.all
        let index = all.firstIndex(of: home.tabs.current) ?? 0
        home.show(all[(index + step + all.count) % all.count])
    }

    private var isInbox: Bool { home.tabs.current == .inbox }

    private var hasInboxFocus: Bool { home.focus != .tabs }

    private func handleInInbox(_ input: InputEvent) -> Bool {
        switch input {
        case .key(.up) where inbox.focus == 0: home.leaveGridUpwards()
        case .key(.left) where home.tabs.isElsewhere: home.moveFocus(to: .tabs)
        case .key(.up): inbox.move(by: -1)
        case .key(.down): inbox.move(by: 1)
        case .key(.home): inbox.move(by: -Notification.all.count)
        case .key(.end): inbox.move(by: Notification.all.count)
        case .key(.enter): _ = tap(inbox.focus)
        default: return false
        }
        return true
    }

    private func tap(_ index: Int) -> ScreenCommand {
        inbox.tap(index)
        actions.open(Notification.all[index].link)
        return .stay
    }

    // MARK: - In lines

    public func spoken(_ context: ScreenContext) -> Spoken? {
        guard isInbox else { return home.spoken(child(context)) }
        let language = context.language
        var spoken = Spoken(language[.inbox])
        spoken.returnsBriefly = true
        spoken.answers = Notification.all.enumerated().map { index, message in
            SpokenAnswer(language[message.title], detail: language[message.detail], choose: index)
        }
        spoken.answers += home.commands(language)
        return spoken
    }

    // MARK: - Drawing

    public func draw(in canvas: inout Canvas, context: ScreenContext) {
        let rest = layOut(context.size)
        let inner = child(context)
        let hasKeys = home.keySheet.isOpen
        canvas.within(rest) { part in
            home.draw(in: &part, context: inner)
            if isInbox, !hasKeys {
                part.fill(.ground, in: home.layout.grid)
                inbox.render(into: &part, in: home.layout.grid, inner.language, hasFocus: hasInboxFocus)
            }
        }
        if !rail.isEmpty { drawRail(in: &canvas, context) }
        home.drawPopup(in: &canvas, context)
    }

    private func drawRail(in canvas: inout Canvas, _ context: ScreenContext) {
        canvas.fill(.raised, in: rail)
        canvas.text(home.tabs.all.isEmpty ? "" : "Foyer", column: 2, row: 1, style: TextStyle.accent)
        for (tab, rect) in tabPlaces() {
            let isCurrent = tab == home.tabs.current
            let hasFocus = isCurrent && home.focus == .tabs
            if hasFocus {
                canvas.fill(.accent, in: rect.inset(columns: 1))
                canvas.markFocus(column: 2, row: rect.row)
            } else if isCurrent {
                canvas.put(canvas.glyphs.marker, column: 0, row: rect.row, style: TextStyle(.accent))
            }
            canvas.text(
                context.language[tab.word], column: 2, row: rect.row,
                style: hasFocus ? .focused : isCurrent ? .strong : .quiet, columns: rect.columns - 3)
        }
        canvas.text("t", column: 2, row: rail.rows - 2, style: .strong)
        canvas.text(context.language[.tabs], column: 4, row: rail.rows - 2, style: .quiet, columns: rail.columns - 5)
        canvas.mark(Rect(column: 0, row: rail.rows - 2, columns: rail.columns, rows: 1), as: .character("t"))
    }
}

/// The messages of the inbox as a list; tapped ones count as read.
struct InboxList {
    private(set) var focus = 0
    private let read: ReadMessages
    private var offset = 0

    init(read: ReadMessages) {
        self.read = read
    }

    mutating func move(by step: Int) {
        focus = min(max(0, focus + step), Notification.all.count - 1)
    }

    mutating func tap(_ index: Int) {
        focus = index
        read.insert(index)
    }

    private func list(_ language: Language, rows: Int, dot: String) -> ListView {
        var list = ListView(
            items: Notification.all.enumerated().map { index, message in
                ListItem(
                    title: language[message.title], detail: language[message.detail],
                    note: read.contains(index) ? "" : SafeText(dot))
            }, focus: focus, offset: offset)
        list.revealFocus(rows: rows)
        return list
    }

    func index(at place: CellPosition, in rect: Rect) -> Int? {
        list(.english, rows: rect.rows, dot: "").hitTest(at: place, in: rect)
    }

    mutating func render(into canvas: inout Canvas, in rect: Rect, _ language: Language, hasFocus: Bool) {
        var list = list(language, rows: rect.rows, dot: String(Character(canvas.glyphs.dot)))
        offset = list.offset
        if !hasFocus { list.focus = nil }
        list.render(into: &canvas, in: rect)
    }
}

/// The messages that were tapped, in the inbox or on the splash.
final class ReadMessages: Sendable {
    private let places = Mutex<Set<Int>>([])

    func insert(_ index: Int) { _ = places.withLock { $0.insert(index) } }
    func contains(_ index: Int) -> Bool { places.withLock { $0.contains(index) } }
}

/// A message of the inbox, which leads somewhere when tapped.
struct Notification: Sendable {
    let title: Phrase
    let detail: Phrase
    /// One of them leads nowhere, on purpose.
    let link: String

    static let all = [
        Notification(
            title: .messageTea, detail: .messageTeaDetail, link: "foyer://miniapp/com.example.tea/pages/menu"),
        Notification(title: .messageDawn, detail: .messageDawnDetail, link: "foyer://page/view1"),
        Notification(title: .messageBikes, detail: .messageBikesDetail, link: "foyer://app/com.example.bikes"),
        Notification(title: .messageDusk, detail: .messageDuskDetail, link: "foyer://page/view3"),
        Notification(title: .messageOld, detail: .messageOldDetail, link: "foyer://page/gone"),
    ]
}
