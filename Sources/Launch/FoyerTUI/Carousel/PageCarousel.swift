import FoyerCore
import Synchronization

/// A carousel of a host's own pages on any of its screens: it turns by itself, and by keys, wheel, drag and dots.
///
/// ```swift
/// final class Welcome: Screen {
///     private let tips = PageCarousel([
///         .init("Harbour", picture: harbour),
///         .init("Press ? for the keys") { canvas in
///             canvas.text("?", in: canvas.bounds.line(canvas.rows / 2), alignment: .center, style: .accent)
///         },
///     ])
///     var elements: [any ScreenElement] { [tips] }
///
///     func draw(in canvas: inout Canvas, context: ScreenContext) {
///         canvas.fill(.ground)
///         let rows = tips.rows(columns: canvas.columns, atMost: 9)
///         tips.draw(in: &canvas, rect: canvas.bounds.splitTop(rows).top, context: context)
///     }
///     func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
///         event.key == .character("q") ? .leave : .stay
///     }
/// }
/// ```
/// Draw it in every frame; draw into an empty rectangle if there is no room, so that it knows it is not visible. Use it
/// only on the thread that owns the terminal.
public final class PageCarousel: ScreenElement {
    /// A page: a picture, or whatever the host draws.
    public struct Page {
        fileprivate enum Content {
            case picture(Pixels)
            case drawn((inout Canvas) -> Void)
        }

        fileprivate let title: SafeText
        fileprivate let content: Content

        /// A picture, with a title over it.
        public init(_ title: SafeText = "", picture: Pixels) {
            (self.title, content) = (title, .picture(picture))
        }

        /// A page that the host draws, over the whole of the canvas.
        ///
        /// - Parameters:
        ///   - title: stands over the page's last row, and is what it says in lines; empty for none.
        ///   - draw: draws it; called once for each size and theme, since a page that slides is not drawn again.
        public init(_ title: SafeText = "", draw: @escaping (inout Canvas) -> Void) {
            (self.title, content) = (title, .drawn(draw))
        }
    }

    /// A picture that has been drawn in a task.
    private struct Drawn: Sendable {
        let index: Int
        let edition: Int
        let style: CellPicture.Style
        let picture: CellPicture
    }

    private var control: CarouselControl
    private let inbox = Inbox<Drawn>()
    /// The pages as they look at `style`, by index.
    private var cells: [String: CellPicture] = [:]
    private var style: CellPicture.Style?
    private var theme: DisplayTheme?
    /// Counts the lists of pages: a picture drawn for a former one is dropped.
    private var edition = 0
    /// Whether it has been on a screen.
    private var hasBegun = false
    /// The first number of its answers in lines; a screen, a banner and every other carousel have others.
    private let firstAnswer: Int

    private static let made = Atomic(0)
    private static let answersEach = 10_000

    /// The pages, in order; new ones appear with the next frame.
    public var pages: [Page] { didSet { if hasBegun { renew() } } }
    /// Called when a page has come to rest on the screen, with its index.
    public var whenShown: ((Int) -> Void)?
    /// Called when the user chooses a page, by Enter or a click, with its index: `context.request(.push(screen))` opens
    /// one.
    public var whenChosen: ((Int, ScreenContext) -> Void)?

    /// A carousel; it moves once it is drawn.
    ///
    /// - Parameter impressionPolicy: when a page counts as shown.
    public init(
        _ pages: [Page], look: BannerStyle = BannerStyle(), impressionPolicy: ImpressionPolicy = .atRest
    ) {
        self.pages = pages
        firstAnswer = 2_000_000 + Self.answersEach * Self.made.add(1, ordering: .relaxed).oldValue
        control = CarouselControl(
            BannerView(
                style: look,
                carousel: Carousel(
                    interval: look.scrollInterval, isAutoScrolling: look.isAutoScrolling, loops: look.loops,
                    impressionPolicy: impressionPolicy)))
    }

    /// How it looks and moves; a change appears with the next frame.
    public var look: BannerStyle {
        get { control.view.style }
        set { control.view.style = newValue }
    }

    /// The page on display or being slid to, from 0; `nil` without pages.
    public var page: Int? { control.view.carousel.page }
    /// Whether it has the focus, which pauses it and gives it its keys: Enter, the arrows, the digits, Space, Home, End,
    /// `h` and `l`.
    public var isFocused: Bool { control.view.isFocused }
    /// Whether the digits, Space, Home, End, `h` and `l` are its own without the focus, too: for a screen that needs none
    /// of them itself.
    public var takesKeysUnfocused: Bool {
        get { control.view.takesKeysUnfocused }
        set { control.view.takesKeysUnfocused = newValue }
    }

    /// The rows that it wants at a width in columns, at most `limit`.
    public func rows(columns: Int, atMost limit: Int) -> Int { control.view.rows(columns: columns, atMost: limit) }

    /// Gives it the focus, or takes it away.
    public func setFocus(_ isFocused: Bool, _ context: ScreenContext) {
        begin(context)
        tell(control.setFocus(isFocused))
    }

    /// Goes to a page.
    public func show(_ page: Int, _ context: ScreenContext) {
        begin(context)
        tell(control.send(.command(.goTo(page))))
    }

    /// Learns the screen's language and motion, and its own pages.
    public func appear(on screen: any Screen, context: ScreenContext) { begin(context) }

    // MARK: - Frames

    /// Draws within a rectangle; pass an empty one if there is no room.
    public func draw(in canvas: inout Canvas, rect: Rect, context: ScreenContext) {
        begin(context)
        control.place(in: rect, onScreen: canvas.size)
        keepCells(context)
        control.draw(in: &canvas, at: context.now, spoken: pages.isEmpty ? nil : spoken(context.language))
    }

    /// When it next changes by itself or has something to report; `nil` if only an event can change it.
    public func nextFrame(after now: Instant) -> Instant? { control.nextFrame(after: now) }

    /// Handles an event of the screen.
    ///
    /// - Returns: whether it has used the event, so that the screen can ignore it.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        begin(context)
        tell(control.settleAccounts())
        switch event {
        case .woken: for drawn in inbox.drain() { take(drawn) }
        case .chosen(let number): return answer(number)
        case .input, .deadline, .covered, .uncovered, .presented:
            let (isUsed, reports) = control.handle(event)
            tell(reports)
            return isUsed
        }
        return false
    }

    private func begin(_ context: ScreenContext) {
        tell(control.follow(context))
        guard !hasBegun else { return }
        hasBegun = true
        renew()
    }

    private func tell(_ reports: [CarouselControl.Report]) {
        for report in reports {
            switch report {
            case .shown(let page): whenShown?(page)
            case .selected(let page, _):
                if let context = control.context { whenChosen?(page, context) }
            // A host's own pages cannot fail to load.
            case .errorImageChosen: assertionFailure("an error image without a load")
            }
        }
    }

    // MARK: - Pages

    private func renew() {
        edition += 1
        (cells, style) = ([:], nil)
        control.forgetDrawn()
        tell(control.send(.itemsChanged(pages.indices.map { CarouselItem(key: "\(edition).\($0)") })))
        showCells()
    }

    private func showCells() {
        let shown = pages.enumerated().map { CarouselPage(title: $0.element.title.string, picture: "\($0.offset)") }
        let pictures = Dictionary(uniqueKeysWithValues: pages.indices.map { ("\($0)", PagePicture.ready) })
        control.view.content = .pages(BannerPages(shown, pictures: pictures, cells: cells))
    }

    /// Draws every page once for each size and theme: the host's drawings at once, pictures in tasks.
    private func keepCells(_ context: ScreenContext) {
        let size = control.view.layout(in: control.rect.size).pictureSize
        guard size.columns > 0, size.rows > 0 else { return }
        let look = control.view.style
        let wanted = context.theme.pictureStyle(size, look.contentMode, on: look.background)
        guard wanted != style || context.theme != theme else { return }
        (style, theme) = (wanted, context.theme)
        let (post, edition) = (inbox.poster(context), edition)
        for (index, page) in pages.enumerated() {
            switch page.content {
            case .drawn(let draw):
                var canvas = Canvas(size: size, theme: context.theme)
                draw(&canvas)
                cells["\(index)"] = CellPicture(size: size, cells: canvas.buffer.cells)
            case .picture(let pixels):
                Task {
                    let picture = CellPicture(pixels, style: wanted)
                    post(Drawn(index: index, edition: edition, style: wanted, picture: picture))
                }
            }
        }
        showCells()
    }

    private func take(_ drawn: Drawn) {
        guard drawn.edition == edition, drawn.style == style else { return }
        cells["\(drawn.index)"] = drawn.picture
        showCells()
    }

    // MARK: - In lines

    private var openAnswer: Int { firstAnswer - 1 }

    /// What it says in lines: how many pages it has, and which is current. It does not turn by itself there. Its answers
    /// are a page's number, and open where pages can be chosen.
    public func spoken(_ language: Language) -> Spoken {
        let titles = pages.enumerated().map { $1.title.isEmpty ? language.page($0 + 1) : $1.title }
        let current = page.map { pages[$0].title.isEmpty ? titles[$0] : "\($0 + 1): \(titles[$0])" }
        var spoken = Spoken(language.pages(pages.count), current.map { [$0] } ?? [])
        spoken.readsAnswers = false
        if pages.count > 1 {
            spoken.answers = titles.enumerated().map { SpokenAnswer($1, choose: firstAnswer + $0) }
        }
        if whenChosen != nil, !pages.isEmpty {
            spoken.usual = spoken.answers.count
            spoken.answers.append(SpokenAnswer(language[.open], choose: openAnswer).unnumbered)
        }
        return spoken
    }

    /// Returns whether the answer is one of its own.
    private func answer(_ number: Int) -> Bool {
        let index = number - firstAnswer
        guard number == openAnswer || pages.indices.contains(index) else { return false }
        tell(control.send(.command(number == openAnswer ? .choose : .goTo(index))))
        return true
    }
}

extension Language {
    fileprivate func page(_ number: Int) -> SafeText {
        self[Phrase("Page \(number)")]
    }

    /// "5 pages."
    fileprivate func pages(_ count: Int) -> SafeText {
        count == 1
            ? self[Phrase("1 page")] : self[Phrase("\(count) pages")]
    }
}
