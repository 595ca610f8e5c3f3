import FoyerCore

/// Draws a carousel of pictures, as a function of its state, the carousel's, the instant and the room.
///
/// The carousel knows which pages are visible and where; this view knows what each looks like. A frame of a slide maps
/// no picture again: it copies rows of cells.
package struct BannerView: Equatable, Sendable {
    package var style: BannerStyle
    package var content: BannerContent
    /// Stands in for pictures that have not arrived, mapped at `BannerLayout.pictureSize`; `nil` for a plain ground.
    package var placeholder: CellPicture?
    /// Stands in for pictures that cannot be loaded, and for the whole banner; mapped like the pages. If it is `nil`, a
    /// broken page has a plain ground and a cross.
    package var errorImage: CellPicture?
    /// The text over the error image that replaces the whole banner.
    package var errorText: SafeText
    /// Whether keys go to the banner (`setFocus`).
    package internal(set) var isFocused = false
    /// The name of the key that stops and resumes the movement, for the sign.
    package var stopKey: SafeText
    /// The start of the animation while pictures are awaited.
    package var startedAt: Instant

    /// The most frequent redraw of a slide.
    package static let framesPerSecond = 60
    package static let frame = Duration.nanoseconds(1_000_000_000 / Int64(framesPerSecond))
    /// Width by height of the pictures in most campaigns.
    package static let usualPictureAspect = 3.0

    package init(
        style: BannerStyle = BannerStyle(), content: BannerContent = .waiting, placeholder: CellPicture? = nil,
        errorImage: CellPicture? = nil, errorText: SafeText = "", stopKey: SafeText = "space",
        startedAt: Instant = .zero
    ) {
        self.style = style
        self.content = content
        self.placeholder = placeholder
        self.errorImage = errorImage
        self.errorText = errorText
        self.stopKey = stopKey
        self.startedAt = startedAt
    }

    /// Whether the banner takes no room, so that its host lays out without it.
    package var isHidden: Bool { content == .hidden }

    /// The rows that the banner wants at that width, at most `limit`; 0 while it is hidden.
    ///
    /// - Parameters:
    ///   - pictureAspect: width by height of its pictures.
    ///   - cellAspect: a cell's height by its width.
    package func rows(
        columns: Int, atMost limit: Int, pictureAspect: Double = usualPictureAspect,
        cellAspect: Double = PictureMapping.usualCellAspect
    ) -> Int {
        guard !isHidden, columns > 0 else { return 0 }
        let room = CellSize(columns: columns, rows: BannerLayout.leastRows * (IndicatorStyle.maxRows + 1))
        let inner = layout(in: room).picture
        let picture = Double(inner.columns) / max(0.01, pictureAspect * cellAspect)
        let own = style.indicator.place == .below ? room.rows - inner.rows : 0
        return max(0, min(limit, max(1, Int(min(picture, 1e6).rounded())) + own))
    }

    package func layout(in size: CellSize) -> BannerLayout {
        BannerLayout(size: size, style: style, signColumns: BannerLayout.shortSign + 1 + stopKey.columns)
    }

    /// The events for the carousel when the banner gets a room, another room or another style.
    package func carouselEvents(in size: CellSize) -> [CarouselEvent] {
        [
            .resized(width: layout(in: size).picture.columns), .intervalChanged(style.scrollInterval),
            .autoScrollChanged(style.isAutoScrolling), .loopChanged(style.loops),
        ]
    }

    /// Gives the banner the focus or takes it away; returns the events for the carousel.
    package mutating func setFocus(_ isFocused: Bool) -> [CarouselEvent] {
        guard isFocused != self.isFocused else { return [] }
        self.isFocused = isFocused
        return [isFocused ? .pauseBegan(.focus) : .pauseEnded(.focus)]
    }

    /// The next instant at which the banner looks different without an event of its carousel: the next frame of a
    /// slide, or of the animation while a picture is awaited. `nil` if nothing moves.
    package func nextChange(after now: Instant, carousel: Carousel, theme: Theme) -> Instant? {
        guard !isHidden, carousel.isVisible else { return nil }
        let wait = isWaiting(carousel, at: now) ? dots.nextChange(after: now, theme: theme) : nil
        return [carousel.nextFrame(after: now, every: Self.frame), wait].compactMap { $0 }.min()
    }

    /// The page at rest whose own picture a frame drawn now shows; report it with `CarouselEvent.pictureDrawn` once the
    /// frame is on screen.
    package func drawnPage(_ carousel: Carousel) -> Int? {
        guard carousel.isAtRest, let page = carousel.page, content.pages.indices.contains(page) else { return nil }
        let shown = content.pages[page]
        return shown.picture == .ready && shown.cells != nil ? page : nil
    }

    /// The visible share of the banner, 0…1, for `CarouselEvent.visibleShareChanged`.
    package static func visibleShare(of rect: Rect, onScreen screen: CellSize) -> Double {
        guard !rect.isEmpty else { return 0 }
        let seen = rect.intersection(Rect(screen))
        return Double(seen.columns * seen.rows) / Double(rect.columns * rect.rows)
    }

    // MARK: Drawing

    /// Draws into a rectangle and nowhere else.
    package func render(into canvas: inout Canvas, in rect: Rect, carousel: Carousel, at now: Instant) {
        guard !rect.isEmpty, !isHidden, content != .blank else { return }
        let layout = layout(in: rect.size)
        canvas.within(rect) { canvas in
            canvas.within(layout.picture) { picture in
                renderPictures(into: &picture, carousel: carousel, at: now)
            }
            renderOuterFrame(into: &canvas, layout: layout)
            renderOver(into: &canvas, layout: layout, carousel: carousel)
            let named = layout.title.isEmpty ? layout.picture : layout.title
            if isFocused { canvas.markFocus(column: named.column, row: named.row) }
        }
    }

    private func renderPictures(into canvas: inout Canvas, carousel: Carousel, at now: Instant) {
        switch content {
        case .hidden, .blank: break
        case .waiting: renderPlaceholder(into: &canvas, at: now)
        case .errorImage:
            if let errorImage { render(errorImage, into: &canvas) } else { renderPlaceholder(into: &canvas, at: now) }
        case .pages(let pages):
            for place in pagesInSight(carousel, columns: canvas.columns, at: now)
            where pages.indices.contains(place.page) {
                canvas.within(canvas.bounds.moved(columns: place.offset)) { part in
                    render(pages[place.page], into: &part, at: now)
                }
            }
        }
    }

    /// The carousel's pages; until it knows the width, the current one alone.
    private func pagesInSight(_ carousel: Carousel, columns: Int, at now: Instant) -> [VisiblePage] {
        if carousel.width == columns { return carousel.visiblePages(at: now) }
        return carousel.page.map { [VisiblePage(page: $0, offset: 0)] } ?? []
    }

    private func render(_ page: BannerPage, into canvas: inout Canvas, at now: Instant) {
        switch (page.picture, page.cells) {
        case (.ready, let cells?): render(cells, into: &canvas)
        case (.ready, nil), (.placeholder, _): renderPlaceholder(into: &canvas, at: now)
        case (.failed, _):
            if let errorImage { return render(errorImage, into: &canvas) }
            renderGround(into: &canvas)
            let middle = canvas.bounds.centered(CellSize(columns: 1, rows: 1))
            canvas.put(canvas.glyphs.cross, column: middle.column, row: middle.row, style: .quiet)
        }
    }

    private func render(_ picture: CellPicture, into canvas: inout Canvas) {
        if picture.size != canvas.size { canvas.fill(style.background) }
        canvas.picture(picture, in: canvas.bounds)
    }

    private func renderPlaceholder(into canvas: inout Canvas, at now: Instant) {
        if let placeholder { return render(placeholder, into: &canvas) }
        renderGround(into: &canvas)
        dots.renderDots(into: &canvas, in: canvas.bounds, at: now)
    }

    /// A soft plate, a little lighter at the bottom if there are enough shades; otherwise a box.
    private func renderGround(into canvas: inout Canvas) {
        let theme = canvas.theme
        for row in 0..<canvas.rows {
            let light = theme.depth == .direct ? 0.1 + 0.2 * Double(row + 1) / Double(canvas.rows) : 0.2
            canvas.fill(theme.canBlend ? theme.blend(.raised, .faint, light) : .raised, in: canvas.bounds.line(row))
        }
        if !theme.canBlend || theme.glyphs.isASCII { canvas.frame(canvas.bounds) }
    }

    private var dots: IconPlaceholder { IconPlaceholder(startedAt: startedAt) }

    private func isWaiting(_ carousel: Carousel, at now: Instant) -> Bool {
        guard placeholder == nil else { return false }
        switch content {
        case .waiting: return true
        case .errorImage: return errorImage == nil
        case .blank, .hidden: return false
        case .pages(let pages):
            return carousel.visiblePages(at: now).contains { place in
                guard pages.indices.contains(place.page) else { return false }
                let page = pages[place.page]
                return page.picture == .placeholder || page.picture == .ready && page.cells == nil
            }
        }
    }
}

/// What a banner shows at a moment.
package enum BannerContent: Equatable, Sendable {
    /// Nothing has arrived yet: the placeholder.
    case waiting
    case pages(BannerPages)
    /// The banner could not be loaded.
    case errorImage
    /// The banner could not be loaded, and there is no error image: the room stays, empty.
    case blank
    /// There is no campaign: the banner takes no room.
    case hidden
}

/// One page: its text, and its picture if it has arrived.
package struct BannerPage: Equatable, Sendable {
    package var title: SafeText
    package var picture: BannerPicture
    /// The picture, mapped at `BannerLayout.pictureSize`. A picture of another size (after a resize) shows its middle;
    /// without one, the placeholder is shown.
    package var cells: CellPicture?

    package init(title: SafeText = "", picture: BannerPicture = .placeholder, cells: CellPicture? = nil) {
        self.title = title
        self.picture = picture
        self.cells = cells
    }
}

extension BannerContent {
    /// What a load has brought so far. While a failed load is retried, the banner waits as it did at first.
    ///
    /// - Parameters:
    ///   - cells: mapped pictures by `BannerItem.imageURL`.
    ///   - keepsWaiting: whether to keep waiting although the answer is there.
    package init(_ load: BannerLoad, cells: [String: CellPicture], keepsWaiting: Bool = false) {
        switch load.phase {
        case .waiting: self = .waiting
        case .errorImage where load.isLoading || keepsWaiting, .blank where load.isLoading || keepsWaiting:
            self = .waiting
        case .errorImage: self = .errorImage
        case .blank: self = .blank
        case .hidden: self = .hidden
        case .showing(let data):
            self = .pages(BannerPages(items: data.items, pictures: load.pictures, cells: cells))
        }
    }

    /// The pages; none in any other state.
    package var pages: BannerPages {
        if case .pages(let pages) = self { pages } else { BannerPages(items: [], pictures: [:], cells: [:]) }
    }
}

/// The pages of a campaign, each built on demand: a campaign may have thousands, and a frame shows two.
package struct BannerPages: Equatable, Sendable, RandomAccessCollection {
    private let items: [BannerItem]
    private let pictures: [String: BannerPicture]
    private let cells: [String: CellPicture]

    /// - Parameters:
    ///   - pictures: their states by `BannerItem.imageURL`; a missing one shows its placeholder.
    ///   - cells: mapped pictures by `BannerItem.imageURL`.
    package init(items: [BannerItem], pictures: [String: BannerPicture], cells: [String: CellPicture]) {
        self.items = items
        self.pictures = pictures
        self.cells = cells
    }

    /// Whether any page has a title.
    package var haveTitle: Bool { items.contains { !$0.title.isEmpty } }

    package var startIndex: Int { 0 }
    package var endIndex: Int { items.count }

    package subscript(index: Int) -> BannerPage {
        let item = items[index]
        return BannerPage(
            title: SafeText(item.title), picture: pictures[item.imageURL] ?? .placeholder, cells: cells[item.imageURL])
    }
}
