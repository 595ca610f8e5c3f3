import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc
import Synchronization
import TestSupport

@testable import Foyer
@testable import FoyerPlatform
@testable import FoyerPlatformCore

/// A host on a screen of the test's own, with virtual time, no terminal, no network and no disk.
final class HostDrive {
    let actions: RootActions
    let notes = Notes()
    private(set) var program: ScreenProgram
    let host: RootHost
    private let mailbox: Mailbox<ScreenMessage>
    private(set) var now = Instant.zero
    var size = CellSize(columns: 80, rows: 24)
    private(set) var text = ""
    private(set) var cells: [ScreenCell] = []
    private var hasStarted = false

    /// The host's requests, in order.
    final class Notes: Sendable {
        struct Content {
            var lines: [String] = []
            var post: (@Sendable (RemoteConfigEvent) -> Void)?
            var added: [Shortcut] = []
            var failure: ShortcutError?
            var served = 0
            /// Addresses that a browser was asked to open.
            var opened: [String] = []
        }

        let content = Mutex(Content())
        /// Opened when the page for browsers is no longer served.
        let stopped = Gate()
        var lines: [String] { content.withLock { $0.lines } }
        func record(_ line: String) { content.withLock { $0.lines.append(line) } }
    }

    static func makeRouter() throws -> HostRouter {
        try HostRouter(scheme: "foyer", patterns: ["page/{name}", "tab/{name}", MiniProgramLink.pattern])
    }

    init(
        rule: RootRule = .versions, kept: String? = nil, prepares: Bool = false, asks: Bool = true,
        theme: DisplayTheme = DisplayTheme(reducesMotion: true), language: Language = .english,
        hostedGuide: WebAddress? = nil,
        wrap: @escaping (any Screen) -> any Screen = { $0 }
    ) throws {
        let (notes, actions) = (notes, RootActions(try Self.makeRouter()))
        self.actions = actions
        mailbox = try Mailbox<ScreenMessage>()
        var configuration = RootHost.Configuration(
            name: "Foyer", tagline: "Come in", rule: rule,
            makeConfig: { Self.access(notes, kept: kept) },
            makeRoot: { decision in
                notes.record("root \(decision.root)")
                return wrap(TestRoot(decision.root, actions))
            },
            makePage: { route, _ in TestPage(route, actions.router) })
        configuration.minimumInterval = .zero
        configuration.asksBeforeEntering = asks
        if prepares {
            configuration.prepare = {
                await Gate().wait()
                return true
            }
        }
        configuration.shortcuts = Self.shortcuts(notes)
        configuration.describe = { route, _ in
            PageDescription(title: "About \(SafeText(route.text))", hostedGuide: hostedGuide)
        }
        let host = RootHost(configuration, actions: actions)
        self.host = host
        program = ScreenProgram(first: host, theme: theme, language: language, mailbox: mailbox, at: .zero)
    }

    private static func access(_ notes: Notes, kept: String?) -> ConfigAccess {
        ConfigAccess(
            restore: {
                let activated = kept.flatMap { try? ConfigValues.read(Array($0.utf8)) } ?? .none
                return .restored(KeptConfig(activated: activated, fetched: nil, fetchedAt: nil).bytes)
            },
            perform: { effect, post in
                switch effect {
                case .fetch(let number):
                    notes.record("fetch \(number)")
                    notes.content.withLock { $0.post = post }
                case .cancelFetch(let number): notes.record("cancel \(number)")
                case .store, .reportFetched: break
                }
            }, wallTime: { WallTime(seconds: 1_700_000_000) })
    }

    private static func shortcuts(_ notes: Notes) -> ShortcutAccess {
        var access = ShortcutAccess(
            add: { shortcut, _ in
                notes.content.withLock { content in
                    if let failure = content.failure { return .failure(failure) }
                    content.added.append(shortcut)
                    return .success(
                        .init(name: "x", title: shortcut.title.string, link: shortcut.link.text, entry: "", icon: ""))
                }
            },
            serve: { _, _ in
                notes.content.withLock { $0.served += 1 }
                return .success(
                    .init(address: "http://127.0.0.1:9/x") { notes.stopped.open() })
            },
            open: { address in
                notes.content.withLock { $0.opened.append(address) }
                return true
            })
        access.find = { link in
            let added = notes.content.withLock { $0.added.last { $0.link.text == link } }
            return added.map { .init(name: "x", title: $0.title.string, link: link, entry: "", icon: "") }
        }
        access.remove = { item in
            notes.content.withLock { content in
                if let failure = content.failure { return .failure(failure) }
                content.added.removeAll { $0.link.text == item.link }
                return .success(())
            }
        }
        return access
    }

    var isOver: Bool { program.outcome != nil }
    /// What every page of the test says of itself: `[v1]`, `[/page/a]`; nothing on the host's own screens.
    var shown: String {
        guard let start = text.firstIndex(of: "["), let end = text.firstIndex(of: "]") else { return "" }
        return String(text[text.index(after: start)..<end])
    }

    // MARK: - What the loop does

    /// Waits for what tasks post, round by round, until something is shown.
    func wait(until isShown: (HostDrive) -> Bool) async throws {
        rest()
        while !isShown(self) {
            try Task.checkCancellation()
            await waitUntilReadable(mailbox.descriptor)
            rest()
        }
    }

    /// One round: draw, then what was posted and what is due; answers whether there was anything.
    @discardableResult
    func round() -> Bool {
        let frame = program.render(size: size, at: now)
        var buffer = Buffer(size: frame.size)
        for (index, cell) in frame.cells.enumerated() {
            buffer[index % frame.size.columns, index / frame.size.columns] = cell
        }
        text = buffer.text
        cells = frame.cells
        if !hasStarted {
            hasStarted = true
            program.handle(.started, at: now)
            return true
        }
        let messages = mailbox.drain()
        for message in messages { program.handle(.posted(message), at: now) }
        guard let deadline = program.nextDeadline, deadline <= now else { return !messages.isEmpty }
        program.handle(.deadline, at: now)
        return true
    }

    /// Rounds until nothing is due at this instant.
    func rest() {
        for _ in 0..<30 where !round() { return }
    }

    func press(_ keys: KeyEvent...) {
        for key in keys {
            program.handle(.input(.key(key)), at: now)
            rest()
        }
    }

    /// Keys that come in one piece: nothing is drawn and no message read between them.
    func pressAtOnce(_ keys: KeyEvent...) {
        for key in keys { program.handle(.input(.key(key)), at: now) }
        rest()
    }

    func advance(_ duration: Duration) {
        let end = now + duration
        while let deadline = program.nextDeadline, deadline <= end {
            now = max(now, deadline)
            program.handle(.deadline, at: now)
            rest()
        }
        now = end
        rest()
    }

    func answer(_ body: String, fetch: Int = 1) {
        let post = notes.content.withLock { $0.post }
        post?(.answered(.body(Array(body.utf8)), fetch: fetch, at: WallTime(seconds: 1_700_000_000)))
        rest()
    }

    func fail() {
        let post = notes.content.withLock { $0.post }
        post?(.answered(.failed(Phrase(asIs: "refused")), fetch: 1, at: WallTime(seconds: 1_700_000_000)))
        rest()
    }

    /// Up to a complete root.
    func complete(_ version: String = "1") {
        rest()
        answer(#"{"version":"\#(version)"}"#)
    }

    /// A link from another process.
    func receive(_ link: String) -> InstanceAnswer? {
        actions.answer(InstanceRequest(link: link, sender: "pts/3"), language: .english)
    }
}

/// A root with two tabs; `p` pushes a screen of its own, `o` opens a page by its link.
final class TestRoot: HostRoot {
    private let name: String
    private let actions: RootActions
    private var tab = "one"

    init(_ name: String, _ actions: RootActions) {
        self.name = name
        self.actions = actions
    }

    var route: HostRoute? { try? actions.router.route("foyer://tab/\(tab)") }

    func show(_ route: HostRoute) -> Bool {
        guard let name = route["name"], route.name == "tab/{name}", ["one", "two"].contains(name) else { return false }
        tab = name
        return true
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        canvas.text("[\(name) \(tab)]", column: 0, row: 0)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event.key {
        case .character("q"): .leave
        case .character("p"): .push(TestPage(nil))
        case .character("o"):
            actions.open("foyer://page/a").route == nil ? .leave : .stay
        default: .stay
        }
    }
}

/// `n` leads on within the page, which has a route of its own then.
final class TestPage: HostPage {
    private let ownRoute: HostRoute?
    private let router: HostRouter?
    private var hasGoneOn = false

    init(_ route: HostRoute?, _ router: HostRouter? = nil) {
        ownRoute = route
        self.router = router
    }

    var route: HostRoute? {
        guard hasGoneOn, let ownRoute else { return ownRoute }
        return try? router?.route(ownRoute.link + "-next")
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let text = (ownRoute?.text ?? "own") + (hasGoneOn ? " next" : "")
        canvas.text("[\(SafeText(text))]", column: 0, row: 0)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if event.key == .character("n") { hasGoneOn = true }
        return event.key == .character("q") ? .leave : .stay
    }
}
