import FoyerCore

@testable import FoyerTUI

/// A banner and its carousel on virtual time, as a host has them.
struct BannerStage {
    var view: BannerView
    var carousel: Carousel {
        get { view.carousel }
        set { view.carousel = newValue }
    }
    var now = Instant.zero
    let theme: DisplayTheme
    private(set) var rect: Rect

    /// Pages that can be told apart: the first is filled with `A`, the second with `B`, …
    init(
        _ count: Int = 5, style: BannerStyle = BannerStyle(), columns: Int = 40, rows: Int = 9,
        theme: DisplayTheme = DisplayTheme(),
        titles: [SafeText] = ["Autumn at the Tea House", "夜市 Night Market", "Keeper for a night", "", "Clouds"]
    ) {
        view = BannerView(style: style)
        view.takesKeysUnfocused = true
        self.theme = theme
        rect = Rect(column: 0, row: 0, columns: columns, rows: rows)
        let size = view.layout(in: rect.size).pictureSize
        view.content = .pages(
            (0..<count).map { page in
                BannerPage(
                    title: titles.isEmpty ? "" : titles[page % titles.count], picture: .ready,
                    cells: Self.picture(page, size: size))
            })
        send(.itemsChanged((0..<count).map { CarouselItem(key: "\($0)", openURL: "foyer://a/\($0)") }))
        resize(columns: columns, rows: rows)
    }

    static func picture(_ page: Int, size: CellSize) -> CellPicture {
        picture(
            ScreenCell(Glyph(letter(page)), foreground: .rgb(200, 180, 160), background: .rgb(60, 70, 80)), size: size)
    }

    static func picture(_ cell: ScreenCell, size: CellSize) -> CellPicture {
        let cells = Array(repeating: cell, count: size.columns * size.rows)
        return CellPicture(size: size, cells: cells) ?? CellPicture(size: .init(columns: 0, rows: 0), cells: [])!
    }

    static func letter(_ page: Int) -> Unicode.Scalar { Unicode.Scalar(UInt8(0x41 + page % 26)) }

    @discardableResult
    mutating func send(_ event: CarouselEvent, after pause: Duration = .zero) -> [CarouselEffect] {
        now += pause
        return carousel.handle(event, at: now)
    }

    mutating func rest() { send(.deadlineReached, after: .milliseconds(500)) }

    mutating func resize(columns: Int, rows: Int) {
        rect.size = CellSize(columns: columns, rows: rows)
        for event in view.carouselEvents(in: rect.size) { send(event) }
    }

    mutating func focus(_ isFocused: Bool = true) {
        for event in view.setFocus(isFocused) { send(event) }
    }

    /// Does what an input means; `nil` where it is nothing of the banner's.
    @discardableResult
    mutating func input(_ input: InputEvent, after pause: Duration = .zero) -> [CarouselEffect]? {
        now += pause
        guard let actions = view.actions(for: input, in: rect) else { return nil }
        return actions.flatMap { action -> [CarouselEffect] in
            if case .carousel(let event) = action { return carousel.handle(event, at: now) }
            return []
        }
    }

    @discardableResult
    mutating func key(_ key: KeyEvent) -> [CarouselEffect]? { input(.key(key)) }

    @discardableResult
    mutating func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int) -> [CarouselEffect]? {
        input(.mouse(MouseEvent(kind, column: column, row: row)))
    }

    /// As the terminal tells of it: a press, a release, a click.
    @discardableResult
    mutating func click(_ column: Int, _ row: Int) -> [CarouselEffect] {
        [MouseEvent.Kind.press, .release, .click].flatMap { mouse($0, column, row) ?? [] }
    }

    var buffer: Buffer {
        var canvas = Canvas(size: rect.size, theme: theme)
        view.render(into: &canvas, in: rect, at: now)
        return canvas.buffer
    }

    var layout: BannerLayout { view.layout(in: rect.size) }

    /// A row of the picture as text, away from title and frame.
    func pictureRow(_ row: Int = 1) -> String {
        String(String.UnicodeScalarView(buffer.row(row).flatMap(\.glyph.scalars)))
    }
}

extension BannerContent {
    /// Pages as they are, each with an address of its own.
    static func pages(_ pages: [BannerPage]) -> BannerContent {
        let known = pages.enumerated().map { CarouselPage(title: "\($1.title)", picture: "\($0)") }
        let keyed = zip(known.map(\.picture), pages)
        return .pages(
            BannerPages(
                known, pictures: Dictionary(uniqueKeysWithValues: keyed.map { ($0, $1.picture) }),
                cells: Dictionary(uniqueKeysWithValues: keyed.compactMap { key, page in page.cells.map { (key, $0) } }))
        )
    }
}
