import Foyer
import FoyerPlatform
import FoyerServe

extension MailHost {
    private var lines: Presentation {
        var choices = DisplayChoices()
        choices.output = .plain
        return Presentation(choices)
    }

    /// A mini program, installed; and one that the platform does not have.
    func launch() async throws -> [String] {
        var request = MiniProgramRequest(
            appID: "com.example.hello", server: server, page: PagePath("pages/index"), policy: .latest,
            timeout: .seconds(20))
        request.network.userAgent = "mail"
        let result = try await MiniProgramLaunch(request, places: places).run(lines)
        guard let program = result.program else { throw Unexpected("\(result.outcome)") }
        request.appID = "com.example.nowhere"
        let failed = try await MiniProgramLaunch(request, places: places).run(lines)
        guard case .failed(let failure) = failed.outcome else { throw Unexpected("\(failed.outcome)") }
        let steps = result.steps.map { "\($0.id) \($0.state)" }.joined(separator: ", ")
        let listed = try await ProgramCatalogue(server: server).programs() ?? []
        return [
            "\(program.appID) \(program.version)", steps, "\(failure.code.rawValue) \(failure.cause)",
            "listed: " + listed.map(\.name.string).joined(separator: ", "),
        ]
    }

    /// Defaults, typed reads with their source, fetching and activating apart, and a callback.
    func config() async throws -> [String] {
        let defaults = try ConfigValues([
            "greeting": "Hello", "limit": 3, "isNew": true, "colours": ["warm", "calm"],
        ])
        let config = RemoteConfigService(places, server: server, defaults: defaults, minimumInterval: .zero)
        let listener = Listener(Inbox<String>())
        let test = TestScreen(listener)
        guard let post = listener.poster else { throw Unexpected("the screen has not appeared") }
        await config.onChange { post("changed to \($0.text("greeting").value)") }
        let before = await config.snapshot
        let fetch = await config.fetch()
        let between = await config.snapshot
        let after = await config.activate()
        let isHeard = await test.wait { $0.contains("changed to Welcome") }
        try require(isHeard, test.text)
        func read(_ values: ConfigSnapshot) -> String {
            let (text, number) = (values.text("greeting"), values.number("limit"))
            return
                "\(text.value) (\(text.source)), \(number.value) (\(number.source)), \(values.truth("isNew").value), "
                + "\(values.json("colours").value.jsonText), \(values.text("none").source)"
        }
        try require(before == between, "a fetch has changed values")
        return [read(before), "\(fetch.outcome)", read(after)]
    }

    /// Links before there is a root, each carried out once; and why one leads nowhere.
    func links() async throws -> [String] {
        let actions = RootActions(try HostRouter(scheme: "mail", patterns: ["message/{id}"]))
        try require(actions.open("mail://message/7").route != nil, "the link was refused")
        guard case .refused(let why) = actions.open("mail://folder/1", from: .outside(sender: "a browser")) else {
            throw Unexpected("a link that leads nowhere was accepted")
        }
        let client = RemoteConfigClient(
            server: server, transport: HTTPTransport(),
            store: RemoteConfigStore(places, platform: server.origin))
        var parts = RootHost.Configuration(
            name: "Mail", rule: RootRule(key: "version", cases: [.init("2", root: "new")], otherwise: "old"),
            makeConfig: { ConfigAccess(client) }, makeRoot: { Page("Root \(SafeText($0.root))") },
            makePage: { route, _ in Page("Message \(SafeText(route["id"] ?? ""))") })
        parts.defaults = try ConfigValues(["version": "1"])
        parts.minimumInterval = .zero
        var values: ConfigSnapshot?
        parts.whenConfigured = { values = $0 }
        let root = RootHost(parts, actions: actions)
        let test = TestScreen(root)
        let isThere = await test.wait { $0.contains("Message 7") }
        try require(isThere, test.text)
        test.press(.character("q"))
        test.advance(by: .seconds(2))
        try require(test.text.contains("Root new"), test.text)
        return [
            why.description, "message 7, then \(root.decision?.root ?? "nothing")", values?.text("version").value ?? "",
        ]
    }

    /// The first start is the instance; a later one hands it a link.
    func instance() async throws -> [String] {
        let actions = RootActions(try HostRouter(scheme: "mail", patterns: ["message/{id}"]))
        guard case .primary(let server) = try Instance.claim(places) else { throw Unexpected("another one runs") }
        defer { server.close() }
        try server.serve { actions.answer($0, language: .english) }
        func deliver(_ link: String) throws -> String {
            switch try Instance.deliver(InstanceRequest(link: link, sender: "pts/3"), places) {
            case .answered(.delivered(let route)): "delivered \(route ?? "")"
            case .answered(.refused(let reason)): "refused: \(reason)"
            case .isPrimary: "nobody was there"
            }
        }
        return [try deliver("mail://message/7"), try deliver("mail://folder/1")]
    }

    /// On the desktop, and as a page by both methods.
    func shortcuts() async throws -> [String] {
        guard let icon = ShortcutIcon(try Pixels(contentsOf: site + "/images/hello.png")) else {
            throw Unexpected("no icon")
        }
        let shortcut = try Shortcut(title: "Message 7", link: "mail://message/7", scheme: "mail", icon: icon)
        let desktop = DesktopShortcuts(places, scheme: "mail", hostName: "Mail", program: ["/usr/bin/mail-host"])
        let item = try desktop.add(shortcut)
        let titles = try desktop.list().map(\.title)
        try desktop.remove(item.name)
        var page = ShortcutPage(shortcut, language: .english)
        page.startupImage = ShortcutIcon(try Pixels(contentsOf: site + "/images/welcome.png"))
        let guide = page.html
        page.isAlreadyThere = titles == ["Message 7"]
        try require(guide != page.html && page.html.contains("on your home screen already"), page.html)
        let server = try await ShortcutServer.start(page)
        let address = server.address
        await server.stop()
        return [
            "added \(titles), then \(try desktop.list().count)",
            "a page of \(page.html.utf8.count > 1_000 ? "some" : "few") kB",
            String(page.dataURI.prefix(22)), String(address.prefix(17)),
        ]
    }

    /// From files and bytes into pixels and cells.
    func pictures() async throws -> [String] {
        let style = DisplayTheme().pictureStyle(CellSize(columns: 30, rows: 5), .aspectFill)
        let pixels = try Pixels(contentsOf: site + "/images/welcome.png", fitting: style.usefulPixels)
        let picture = CellPicture(pixels, style: style)
        var errors: [String] = []
        do throws(PictureError) { _ = try Pixels(decoding: Array("no picture".utf8)) } catch {
            errors.append(error.description)
        }
        do throws(PictureError) { _ = try Pixels(contentsOf: site + "/none.png") } catch {
            errors.append(error == .unreadable(path: site + "/none.png") ? "no such file" : error.description)
        }
        return ["\(picture.size.columns) × \(picture.size.rows) cells"] + errors
    }
}

/// A screen that lists what it hears.
final class Listener: Screen {
    private let inbox: Inbox<String>
    private var lines: [String] = []
    private(set) var poster: (@Sendable (String) -> Void)?

    init(_ inbox: Inbox<String>) { self.inbox = inbox }

    func appear(_ context: ScreenContext) { poster = inbox.poster(context) }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        for (row, line) in lines.enumerated() {
            canvas.text(SafeText(line), in: canvas.bounds.line(row), alignment: .leading)
        }
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        lines += inbox.drain()
        return .stay
    }
}
