import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// Explains what adding a page to the desktop does, with the button that does it.
final class GuideScreen: Screen {
    /// What has become of it.
    enum Phase: Sendable {
        case offered
        /// It is on the desktop already.
        case there(DesktopShortcuts.Item)
        case working
        case added(DesktopShortcuts.Item)
        /// It is no longer on the desktop.
        case removed(title: SafeText)
        case served(address: String)
        case failed(Phrase)
    }

    private enum News: Sendable {
        case phase(Phase)
        case found(DesktopShortcuts.Item)
        case served(Result<ShortcutAccess.Guide, ShortcutError>)
    }

    private let route: HostRoute
    private let scheme: String
    private let facts: PageFacts
    private let access: ShortcutAccess
    private let inbox = Inbox<News>()
    private var phase = Phase.offered
    private var focus = 0
    private var guide: ShortcutAccess.Guide?
    private(set) var remainingWork: Task<Void, Never>?
    private(set) var links: [FrameLink] = []
    private static let measure = 56
    /// The address of a guide on a web server, for the camera of a phone.
    private var code: QRCode?
    /// With less beside it for the words, the code is left out.
    private static let leastWords = 30

    init(route: HostRoute, scheme: String, facts: PageFacts, access: ShortcutAccess) {
        self.route = route
        self.scheme = scheme
        self.facts = facts
        self.access = access
    }

    func appear(_ context: ScreenContext) {
        facts.appear(context)
        let (find, link, post) = (access.find, route.link, inbox.poster(context))
        Task { if let item = await find(link) { post(.found(item)) } }
    }

    /// The page holds everything that it needs; once it is added, the server is no longer needed.
    func disappear() {
        if let guide { remainingWork = Task { await guide.stop() } }
    }

    // MARK: - Events

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .woken:
            facts.wake(context)
            for news in inbox.drain() {
                switch news {
                case .phase(let phase): show(phase)
                // Whoever has chosen already has chosen.
                case .found(let item): if case .offered = phase { show(.there(item)) }
                case .served(let result): show(result)
                }
            }
        case .input(let input):
            let row = stack(context).places(in: layout(context).words)[.buttons]
            if let index = buttons(context).handle(input, in: row, focus: &focus) { choices(context).perform(index) }
        case .chosen(let index): choices(context).perform(index)
        default: break
        }
        return .stay
    }

    private func show(_ phase: Phase) {
        self.phase = phase
        focus = 0
    }

    private func show(_ served: Result<ShortcutAccess.Guide, ShortcutError>) {
        switch served {
        case .success(let guide):
            self.guide = guide
            show(.served(address: guide.address))
            _ = access.open(guide.address)
        case .failure(let error): show(.failed(error.cause))
        }
    }

    // MARK: - Actions

    /// The buttons, the first of which begins with the focus.
    private func choices(_ context: ScreenContext) -> [ScreenAction] {
        item == nil ? offers(context) + [close(context)] : [close(context)] + offers(context)
    }

    func actions(_ context: ScreenContext) -> [ScreenAction] {
        let choices = choices(context)
        let focused = choices[min(focus, choices.count - 1)].hint.label
        return [ScreenAction(elsewhere: KeyHint(.enter, focused))] + offers(context) + [close(context)]
    }

    private func close(_ context: ScreenContext) -> ScreenAction {
        ScreenAction("q", or: [.escape, "s"], context.language[isOver ? .close : .cancel]) { context.request(.leave) }
    }

    private func offers(_ context: ScreenContext) -> [ScreenAction] {
        let words = context.language
        let add = ScreenAction([], words[isThere ? .replaceIcon : .addToDesktop]) { _ in self.add(context) }
        let browser = ScreenAction("b", words[.inBrowser]) { self.openInBrowser(context) }
        var remove: [ScreenAction] = []
        if let item, access.remove != nil {
            remove = [ScreenAction("x", words[.removeIcon]) { self.remove(item, context) }]
        }
        return switch phase {
        case .offered, .removed: [add, browser]
        case .there: [add, browser] + remove
        case .failed: [add]
        case .added: remove
        case .working, .served: []
        }
    }

    /// The shortcut on the desktop.
    private var item: DesktopShortcuts.Item? {
        switch phase {
        case .there(let item), .added(let item): item
        case .offered, .working, .removed, .served, .failed: nil
        }
    }

    private func add(_ context: ScreenContext) {
        work(context) { access, shortcut, language, post in
            switch await access.add(shortcut, language) {
            case .success(let item): post(.phase(.added(item)))
            case .failure(let error): post(.phase(.failed(error.cause)))
            }
        }
    }

    private func remove(_ item: DesktopShortcuts.Item, _ context: ScreenContext) {
        guard let remove = access.remove else { return }
        phase = .working
        let post = inbox.poster(context)
        Task {
            switch await remove(item) {
            case .success: post(.phase(.removed(title: SafeText(item.title))))
            case .failure(let error): post(.phase(.failed(error.cause)))
            }
        }
    }

    private func openInBrowser(_ context: ScreenContext) {
        if let hosted = facts.description.hostedGuide {
            code = QRCode(of: hosted.text)
            show(.served(address: hosted.text))
            _ = access.open(hosted.text)
        } else {
            work(context) { access, shortcut, language, post in
                post(.served(await access.serve(shortcut, language)))
            }
        }
    }

    /// Draws the icon and does the work off the screen's thread.
    private func work(
        _ context: ScreenContext,
        _ body: @escaping @Sendable (ShortcutAccess, Shortcut, Language, @Sendable (News) -> Void) async -> Void
    ) {
        guard case .working = phase else {
            phase = .working
            let (access, language, post) = (access, context.language, inbox.poster(context))
            let (title, link, scheme, pixels) = (
                facts.description.title.string, route.link, scheme, facts.description.icon
            )
            Task {
                let icon = pixels.flatMap { ShortcutPicture.icon(of: $0) } ?? ShortcutPicture.standard
                guard let icon else { return post(.phase(.failed(.iconNotDrawn))) }
                do throws(ShortcutRefusal) {
                    let shortcut = try Shortcut(title: title, link: link, scheme: scheme, icon: icon)
                    await body(access, shortcut, language, post)
                } catch {
                    post(.phase(.failed(error.cause)))
                }
            }
            return
        }
    }

    // MARK: - In lines

    func spoken(_ context: ScreenContext) -> Spoken? {
        let words = context.language
        var spoken = Spoken(facts.description.title, [words[.guideTitle]] + steps(words))
        let news = news(words).text
        if !news.isEmpty { spoken.text.append(news) }
        if case .served(let address) = phase { spoken.text.append(SafeText(address)) }
        if case .working = phase { spoken.isAsking = false }
        spoken.answers = choices(context).answers
        spoken.usual = 0
        return spoken
    }

    // MARK: - Drawing

    private func buttons(_ context: ScreenContext) -> ButtonRow { ButtonRow(choices(context), focus: focus) }

    private var isOver: Bool {
        switch phase {
        case .added, .removed, .served, .there: true
        case .offered, .working, .failed: false
        }
    }

    private func steps(_ words: Language) -> [SafeText] {
        let after = [words.guideFind(facts.description.title), words[.guideOpen]]
        return isThere ? after : [words[.guideAdd]] + after
    }

    private var isThere: Bool { if case .there = phase { true } else { false } }

    /// What has become of it, or what to know before.
    private func news(_ words: Language) -> (text: SafeText, style: TextStyle) {
        switch phase {
        case .offered: return (access.warning.map { words[$0] } ?? "", .quiet)
        case .there(let item): return (words.guideThere(SafeText(item.title)), .good)
        case .working: return (words[.guideWorking], .quiet)
        case .added(let item): return (words.guideAdded(SafeText(item.title)), .good)
        case .removed(let title): return (words.guideRemoved(title), .good)
        case .served: return (guide == nil ? words.guideHosted : words.guideServed, .text)
        case .failed(let cause): return (words[cause], .bad)
        }
    }

    private enum Part { case icon, title, subtitle, steps, news, address, buttons }

    /// The room of the words; where there is a code beside them, its room and that of the address, which is below both.
    private func layout(_ context: ScreenContext) -> (words: Rect, code: (view: QRView, rect: Rect)?, address: Rect?) {
        let (above, below) = PageLayout.split(context.size).body.splitBottom(addressRows(context.size).count)
        guard let code, QRView.canBeDrawn(in: context.theme), above.rows >= code.size.rows,
            above.columns >= code.size.columns + Self.leastWords
        else { return (PageLayout.room(context.size), nil, nil) }
        let (left, right) = above.splitRight(code.size.columns + PageLayout.margin(columns: above.columns))
        return (left.inset(columns: 1), (QRView(code: code), right), below)
    }

    private func stack(_ context: ScreenContext) -> PageStack<Part> {
        let (size, words, layout) = (context.size, context.language, layout(context))
        let icon = LoadingPage.iconSize(in: size)
        let columns = min(Self.measure, layout.words.columns)
        let news = news(words)
        let newsRows = news.text.isEmpty ? 0 : min(3, Canvas.rows(of: news.text, columns: columns))
        return PageStack([
            .init(.icon, facts.icon(context), rank: 5, rows: icon.rows, columns: icon.columns),
            .init(
                .title, Words(facts.description.title, style: .strong), rank: 1, rows: 1, gap: 1, columns: columns),
            .init(.subtitle, Words(words[.guideTitle], style: .quiet), rank: 4, rows: 1, columns: columns),
            .init(
                .steps, GuideSteps(steps: steps(words)), rank: isOver ? 6 : 3, rows: steps(words).count, gap: 1,
                columns: columns),
            .init(
                .news, Words(news.text, style: news.style, wraps: true), rank: 2, rows: newsRows, gap: 1,
                columns: columns),
            .init(.address, rank: 1, rows: layout.code == nil ? addressRows(size).count : 0, gap: 1),
            .init(.buttons, buttons(context), rank: 0, rows: 1, gap: 2),
        ])
    }

    /// The address in the middle, or, if it is too long for that, over as many whole rows of the screen as it needs: with
    /// nothing beside it, it can be copied in one piece.
    private func addressRows(_ size: CellSize) -> [SafeText] {
        guard case .served(let address) = phase, size.columns > 0 else { return [] }
        let signs = Array(SafeText(address).string)
        return stride(from: 0, to: signs.count, by: size.columns).map {
            SafeText(String(signs[$0..<min($0 + size.columns, signs.count)]))
        }
    }

    private func drawAddress(in canvas: inout Canvas, _ place: Rect) {
        links = []
        guard case .served(let address) = phase, !place.isEmpty else { return }
        for (index, text) in addressRows(canvas.size).enumerated() {
            let row = place.row + index
            let width = Canvas.columns(of: text)
            let column = index == 0 && text.string == address ? (canvas.columns - width) / 2 : 0
            canvas.text(text, column: column, row: row, style: .link)
            links.append(FrameLink(row: row, columns: column..<column + width, address: address))
        }
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let (stack, layout) = (stack(context), layout(context))
        stack.render(into: &canvas, in: layout.words, at: context.now)
        if let code = layout.code { code.view.render(into: &canvas, in: code.rect, at: context.now) }
        drawAddress(in: &canvas, layout.address ?? stack.places(in: layout.words)[.address])
        Footer(actions(context)).render(into: &canvas, in: PageLayout.split(context.size).footer)
    }
}

/// What to do, counted.
private struct GuideSteps: StillWidget {
    let steps: [SafeText]

    func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        let width = min(rect.columns, 3 + (steps.map { Canvas.columns(of: $0) }.max() ?? 0))
        let list = rect.centered(CellSize(columns: width, rows: rect.rows))
        for (index, step) in steps.enumerated() where index < list.rows {
            let line = list.line(index)
            canvas.text(SafeText("\(index + 1)"), in: line, alignment: .leading, style: .accent)
            canvas.text(step, in: line.splitLeft(3).rest, alignment: .leading, style: .text)
        }
    }
}
