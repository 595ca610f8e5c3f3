import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// A mini program's own screen: pages to read and scroll, with links to follow.
final class MiniProgramScreen: LaunchedRoot {
    private let program: ReadyProgram
    private let requested: PagePath?
    private let surroundings: PlatformSurroundings
    private let launched: () -> Void
    private enum News: Sendable {
        case page(PageLoaded)
        case picture(PictureDrawn)
    }

    private let inbox = Inbox<News>()
    private var browser: MiniProgramBrowser?
    private var content: PageContent?
    private var page: MarkdownPage?
    private let keySheet = KeySheet()
    var elements: [any ScreenElement] { [keySheet] }
    private var openFailed: SafeText?
    /// The look that the page was laid out for.
    private var theme: DisplayTheme?
    /// The pictures that are being mapped for the present size.
    private var drawings: [Task<Void, Never>] = []
    /// How often they were asked for.
    private var round = 0

    /// The page on screen; the start page before there is any.
    var shownPage: PagePath { browser?.path ?? program.manifest.startPage }
    var startPage: PagePath { program.manifest.startPage }
    /// Whether the next key only closes the list of keys.
    var usesLetters: Bool { keySheet.isOpen }
    var leavesDetailsKey: Bool { !usesLetters }

    /// Whether a link to that page, or to none, leads to what is on screen.
    func shows(_ page: PagePath?) -> Bool {
        let wanted = page.flatMap { program.manifest.pages.contains($0) ? $0 : nil } ?? startPage
        return wanted == shownPage
    }

    /// - Parameter launched: called once, when the first page is on the screen.
    init(
        program: ReadyProgram, requested: PagePath?, surroundings: PlatformSurroundings = .live,
        launched: @escaping () -> Void
    ) {
        self.surroundings = surroundings
        self.program = program
        self.requested = requested
        self.launched = launched
        content = program.firstPage
    }

    func appear(_ context: ScreenContext) {
        let rows = MarkdownPage.textRect(in: context.size).rows
        var browser = MiniProgramBrowser(manifest: program.manifest, requested: requested, rows: rows)
        let effects = browser.begin()
        self.browser = browser
        _ = perform(effects, context)
    }

    // MARK: - Events

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .presented: launched()
        case .input(.resized): follow(context)
        case .input(let input): return handle(input, context)
        case .woken: return take(inbox.drain(), context)
        case .chosen(let link): return send(.linkClicked(link), context)
        case .deadline, .covered, .uncovered: break
        }
        return .stay
    }

    private func take(_ news: [News], _ context: ScreenContext) -> ScreenCommand {
        var command = ScreenCommand.stay
        for case .page(let loaded) in news { command = show(loaded, context) }
        for case .picture(let drawn) in news { show(drawn) }
        return command
    }

    private func handle(_ input: InputEvent, _ context: ScreenContext) -> ScreenCommand {
        if input.isKeyOrClick { openFailed = nil }
        switch input {
        case .key(.character("?")): keySheet.open()
        case .key(let key):
            if let command = Self.command(for: key) { return send(.command(command), context) }
        case .mouse(let mouse): return handle(mouse, context)
        default: break
        }
        return .stay
    }

    private static func command(for key: KeyEvent) -> MiniProgramBrowser.Command? {
        switch key {
        case .up: .scrollUp
        case .down: .scrollDown
        case .pageUp: .pageUp
        case .pageDown, .character(" "): .pageDown
        case .home: .home
        case .end: .end
        case .tab, .right: .nextLink
        case .backTab, .left: .previousLink
        case .enter: .activate
        case .character("q"), .escape, .backspace: .back
        default: nil
        }
    }

    private func handle(_ mouse: MouseEvent, _ context: ScreenContext) -> ScreenCommand {
        switch mouse.kind {
        case .wheelUp: return send(.wheeled(lines: -3), context)
        case .wheelDown: return send(.wheeled(lines: 3), context)
        case .click:
            guard let browser, var page else { return .stay }
            page.scroll(to: browser.offset)
            guard let link = page.hitTest(at: mouse.position, in: Rect(context.size)) else { return .stay }
            return send(.linkClicked(link), context)
        default: return .stay
        }
    }

    private func send(_ event: MiniProgramBrowser.Event, _ context: ScreenContext) -> ScreenCommand {
        let effects = browser?.handle(event) ?? []
        return perform(effects, context)
    }

    private func perform(_ effects: [MiniProgramBrowser.Effect], _ context: ScreenContext) -> ScreenCommand {
        var command = ScreenCommand.stay
        for effect in effects {
            switch effect {
            case .load(let path, let id): command = load(path, id: id, context)
            case .openExternal(let address):
                if !DesktopOpener.open(address) { openFailed = context.language.cannotOpen(SafeText(address)) }
            case .leave: return .leave
            }
        }
        return command
    }

    // MARK: - Pages

    /// Reads the page on a thread of its own, unless the launch has read it already.
    private func load(_ path: PagePath, id: Int, _ context: ScreenContext) -> ScreenCommand {
        if let content, content.path == path, page == nil {
            return show(PageLoaded(id: id, content: content), context)
        }
        let (lease, surroundings, post) = (program.lease, surroundings, inbox.poster(context))
        Task {
            post(.page(PageLoaded(id: id, content: try? await PageReader.read(path, from: lease, in: surroundings))))
        }
        return .stay
    }

    private func show(_ loaded: PageLoaded, _ context: ScreenContext) -> ScreenCommand {
        guard let content = loaded.content else { return send(.pageFailed(id: loaded.id), context) }
        guard browser?.path == content.path else { return .stay }
        self.content = content
        let page = layOut(content, context)
        return send(.pageLoaded(id: loaded.id, lineCount: page.layout.lineCount, links: Self.links(page)), context)
    }

    private func layOut(_ content: PageContent, _ context: ScreenContext) -> MarkdownPage {
        let name = SafeText(program.manifest.name)
        let page = MarkdownPage(
            title: content.document.title.map { SafeText($0) } ?? name, program: name, document: content.document,
            pictures: reservedPictures(content, context), size: context.size, theme: context.theme)
        (self.page, theme) = (page, context.theme)
        drawPictures(context)
        return page
    }

    /// Lays the page out anew for another size or look.
    private func follow(_ context: ScreenContext) {
        guard let content, page != nil else { return }
        let page = layOut(content, context)
        _ = send(
            .resized(rows: page.visibleRows, lineCount: page.layout.lineCount, links: Self.links(page)), context)
    }

    private static func links(_ page: MarkdownPage) -> [MiniProgramBrowser.Link] {
        page.layout.links.map { MiniProgramBrowser.Link($0.destination, lines: $0.lines) }
    }

    // MARK: - Pictures

    /// Reserves room for each picture, so that the text does not move when it arrives.
    private func reservedPictures(_ content: PageContent, _ context: ScreenContext) -> [String: MarkdownPicture] {
        content.pictures.mapValues { pixels in .reserved(Self.size(of: pixels, context)) }
    }

    private static func size(of pixels: Pixels, _ context: ScreenContext) -> CellSize {
        MarkdownLayout.pictureSize(
            pixelWidth: pixels.width, pixelHeight: pixels.height,
            width: MarkdownPage.pictureColumns(in: context.size), rows: MarkdownPage.pictureRows(in: context.size))
    }

    private func drawPictures(_ context: ScreenContext) {
        guard let content else { return }
        // After a burst of resizes, only the pictures for the last size are wanted.
        for drawing in drawings { drawing.cancel() }
        round += 1
        drawings = content.pictures.map { source, pixels in
            let style = context.theme.pictureStyle(Self.size(of: pixels, context), .aspectFit)
            let (post, round, surroundings) = (inbox.poster(context), round, surroundings)
            return Task {
                if Task.isCancelled { return }
                let picture = surroundings.cells(for: pixels, style: style)
                post(.picture(PictureDrawn(round: round, source: source, picture: picture)))
            }
        }
    }

    private func show(_ drawn: PictureDrawn) {
        // One that was under way when the page, its size or its look changed comes too late.
        guard drawn.round == round, case .reserved(drawn.picture.size)? = page?.pictures[drawn.source] else { return }
        page?.pictures[drawn.source] = .ready(drawn.picture)
    }

    // MARK: - In lines

    func spoken(_ context: ScreenContext) -> Spoken? {
        guard let browser else { return Spoken() }
        let language = context.language
        var spoken = Spoken()
        spoken.isAsking = !browser.isLoading
        guard spoken.isAsking else { return spoken }
        spoken.title = SafeText(program.manifest.name)
        if let content, content.path == browser.path {
            let document = SpokenDocument(content.document, language)
            spoken.text = document.text
            if case .heading? = content.document.blocks.first { spoken.title = spoken.text.removeFirst() }
            spoken.answers = document.links.enumerated().map { SpokenAnswer($0.element, choose: $0.offset) }
        }
        if let notice = notice(browser, context) { spoken.news = [notice] }
        // The address has been said; it is opened once somebody agrees.
        if case .external = browser.notice {
            spoken.usual = spoken.answers.count
            spoken.answers.append(SpokenAnswer(language[.open], press: .enter).unnumbered)
        }
        spoken.answers.append(
            SpokenAnswer(language[browser.canGoBack ? .back : .close], press: .character("q")))
        return spoken
    }

    // MARK: - Drawing

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        // A terminal's font may be another one, and its cells of another shape.
        if let theme, theme != context.theme { follow(context) }
        guard let browser else { return canvas.fill(.ground) }
        var page = page ?? emptyPage(context)
        page.focus(browser.focusedLink)
        page.scroll(to: browser.offset)
        page.footer = footer(browser, context)
        page.render(into: &canvas)
        if let notice = notice(browser, context) { PageNotice(notice).render(into: &canvas) }
        keySheet.draw(in: &canvas, language: context.language)
    }

    /// Shown until the first page is read, or if it cannot be read.
    private func emptyPage(_ context: ScreenContext) -> MarkdownPage {
        let name = SafeText(program.manifest.name)
        return MarkdownPage(
            title: name, program: name, document: MarkdownDocument(blocks: []), size: context.size,
            theme: context.theme)
    }

    private func footer(_ browser: MiniProgramBrowser, _ context: ScreenContext) -> Footer {
        let language = context.language
        var keys = [KeyHint("q", language[browser.canGoBack ? .back : .close])]
        if page?.layout.links.isEmpty == false {
            keys.append(KeyHint(.tab, language[.next]))
            if browser.focusedLink != nil { keys.append(KeyHint(.enter, language[.open])) }
        }
        if browser.maxOffset > 0 { keys.append(KeyHint([.up, .down], language[.scroll])) }
        keys.append(KeyHint("?", language[.keys]))
        return Footer(keys: keys, note: browser.maxOffset > 0 ? language.position(percent: browser.percent) : "")
    }

    private func notice(_ browser: MiniProgramBrowser, _ context: ScreenContext) -> SafeText? {
        if let openFailed { return openFailed }
        let language = context.language
        switch browser.notice {
        case nil: return nil
        case .pageMissing(let page): return language.pageMissing(SafeText(page.text))
        case .unreadable: return language[.pageUnreadable]
        case .external(let address): return language.openExternal(SafeText(address))
        case .linkRefused(let refusal): return language[.linkRefused(refusal)]
        }
    }
}

/// A page has been read.
private struct PageLoaded: Sendable {
    let id: Int
    /// `nil` if it could not be.
    let content: PageContent?
}

/// A picture has been mapped to cells.
private struct PictureDrawn: Sendable {
    /// Which time the pictures were asked for.
    let round: Int
    let source: String
    let picture: CellPicture
}
