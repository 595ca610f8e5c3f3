import Foyer
import FoyerPlatform

/// The mail program as its user has it: a list of messages, a page for each, and a card of the platform's.
final class MailHome: Screen, PopupDelegate {
    private static let messages = [
        ListItem(title: "Tea at five", detail: "From the Tea House", note: "today"),
        ListItem(title: "The boat is late", detail: "From the harbour", note: "today"),
        ListItem(title: "Keys of the lighthouse", detail: "From the keeper", note: "May"),
    ]

    private var list = ListView(items: MailHome.messages, focus: 0)
    private let popup: TouchPopup
    var elements: [any ScreenElement] { [popup] }

    init(_ session: PopupSession) { popup = TouchPopup(session) }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let (body, footer) = PageLayout.split(canvas.size)
        let (head, rest) = body.splitTop(2)
        canvas.text("Inbox, 3 messages", in: head, alignment: .leading, style: .strong)
        list.revealFocus(rows: rest.rows)
        list.render(into: &canvas, in: rest, at: context.now)
        Footer(actions(context)).render(into: &canvas, in: footer)
        popup.draw(in: &canvas, context: context)
    }

    func actions(_ context: ScreenContext) -> [ScreenAction] {
        let (focus, items) = (list.focus ?? 0, list.items)
        return [
            ScreenAction(.enter, context.language[.open]) {
                context.request(.push(Page("Message: \(items[focus].title)")))
            },
            ScreenAction("q", context.language[.close]) { context.request(.leave) },
            ScreenAction(.up) { self.list.focus = max(0, focus - 1) },
            ScreenAction(.down) { self.list.focus = min(items.count - 1, focus + 1) },
        ]
    }
}

extension Phrase {
    fileprivate static let open = Phrase("Open", [.simplifiedChinese: "打开", .traditionalChinese: "開啟"])
}

/// A launch on the terminal, and then the list.
func mail(_ server: WebAddress) async throws -> Int32 {
    let service = try BannerService(server: server, places: try Places(host: "org.example.mail"))
    let session = try service.touch.popupSession(forKey: "always")
    var configuration = LaunchEngine.Configuration(
        appID: "org.example.mail",
        steps: [StartupStep("mail", label: .fetchingMail) { _ in try await Task.sleep(for: .milliseconds(600)) }],
        uiProvider: UIProvider(splashViewDelegate: { MailSplash() }, root: { service.withNotice(MailHome(session)) }))
    configuration.titles = [.fetchFailed: .noMail]
    let outcome = try await LaunchEngine(configuration).run()
    await service.close()
    return outcome.exitStatus
}
