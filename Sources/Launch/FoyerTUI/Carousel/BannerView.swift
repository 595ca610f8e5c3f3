import FoyerCore

/// Draws a carousel of pictures, as a function of its state, the carousel's, the instant and the room.
///
/// The carousel knows which pages are visible and where; this view knows what each looks like. A frame of a slide maps
/// no picture again: it copies rows of cells.
package struct BannerView: Widget, Equatable, Sendable {
    package var style: BannerStyle
    package var content: BannerContent
    package var carousel: Carousel
    /// Stands in for pictures that have not arrived, mapped at `BannerLayout.pictureSize`; `nil` for a plain ground.
    package var placeholder: CellPicture?
    /// Stands in for pictures that cannot be loaded, and for the whole banner; mapped like the pages. If it is `nil`, a
    /// broken page has a plain ground and a cross.
    package var errorImage: CellPicture?
    /// The text over the error image that replaces the whole banner.
    package var errorText: SafeText
    /// Whether keys go to the banner (`setFocus`).
    package private(set) var isFocused = false
    /// Whether the keys that are not arrows or Enter are the banner's without the focus, too.
    package var takesKeysUnfocused = false
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
        style: BannerStyle = BannerStyle(), carousel: Carousel = Carousel(), content: BannerContent = .waiting,
        placeholder: CellPicture? = nil, errorImage: CellPicture? = nil, errorText: SafeText = "",
        stopKey: SafeText = "space", startedAt: Instant = .zero
    ) {
        self.style = style
        self.carousel = carousel
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
    package func nextChange(after now: Instant, theme: DisplayTheme) -> Instant? {
        guard !isHidden, carousel.isVisible else { return nil }
        let wait = isWaiting(at: now) ? dots.nextChange(after: now, theme: theme) : nil
        return [carousel.nextFrame(after: now, every: Self.frame), wait].compactMap { $0 }.min()
    }

    /// The page at rest whose own picture a frame drawn now shows; report it with `CarouselEvent.pictureDrawn` once the
    /// frame is on screen.
    package func drawnPage() -> Int? {
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
    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        guard !rect.isEmpty, !isHidden, content != .blank else { return }
        let layout = layout(in: rect.size)
        canvas.within(rect) { canvas in
            canvas.within(layout.picture) { picture in
                renderPictures(into: &picture, at: now)
            }
            renderOuterFrame(into: &canvas, layout: layout)
            renderOver(into: &canvas, layout: layout)
            let named = layout.title.isEmpty ? layout.picture : layout.title
            if isFocused { canvas.markFocus(column: named.column, row: named.row) }
        }
    }

    private func renderPictures(into canvas: inout Canvas, at now: Instant) {
        switch content {
        case .hidden, .blank: break
        case .waiting: renderPlaceholder(into: &canvas, at: now)
        case .errorImage:
            if let errorImage { render(errorImage, into: &canvas) } else { renderPlaceholder(into: &canvas, at: now) }
        case .pages(let pages):
            let inSight = pagesInSight(columns: canvas.columns, at: now)
            for place in inSight where pages.indices.contains(place.page) {
                canvas.within(canvas.bounds.moved(columns: place.offset)) { part in
                    render(pages[place.page], into: &part, at: now)
                }
            }
            for page in carousel.pagesBeside where pages.indices.contains(page) {
                guard !inSight.contains(where: { $0.page == page && abs($0.offset) < canvas.columns }),
                    let cells = pages[page].cells, cells.size == canvas.size
                else { continue }
                canvas.expect(cells, column: 0, row: 0)
            }
        }
    }

    /// The carousel's pages; until it knows the width, the current one alone.
    private func pagesInSight(columns: Int, at now: Instant) -> [VisiblePage] {
        if carousel.width == columns { return carousel.visiblePages(at: now) }
        return carousel.page.map { [VisiblePage(page: $0, offset: 0)] } ?? []
    }

    private func render(_ page: BannerPage, into canvas: inout Canvas, at now: Instant) {
        switch (page.picture, page.cells) {
        case (.ready, let cells?) where cells.size == canvas.size:
            canvas.picture(cells, column: 0, row: 0, isFollowed: true)
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

    private func isWaiting(at now: Instant) -> Bool {
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
    package var picture: PagePicture
    /// The picture, mapped at `BannerLayout.pictureSize`. A picture of another size (after a resize) shows its middle;
    /// without one, the placeholder is shown.
    package var cells: CellPicture?

    package init(title: SafeText = "", picture: PagePicture = .placeholder, cells: CellPicture? = nil) {
        self.title = title
        self.picture = picture
        self.cells = cells
    }
}

extension BannerContent {
    /// The pages; none in any other state.
    package var pages: BannerPages {
        if case .pages(let pages) = self { pages } else { BannerPages([], pictures: [:], cells: [:]) }
    }
}

/// The pages of a carousel, each built on demand: there may be thousands, and a frame shows two.
package struct BannerPages: Equatable, Sendable, RandomAccessCollection {
    private let pages: [CarouselPage]
    private let pictures: [String: PagePicture]
    private let cells: [String: CellPicture]

    /// - Parameters:
    ///   - pictures: their states by ``CarouselPage/picture``; a missing one shows its placeholder.
    ///   - cells: mapped pictures by the same key.
    package init(_ pages: [CarouselPage], pictures: [String: PagePicture], cells: [String: CellPicture]) {
        self.pages = pages
        self.pictures = pictures
        self.cells = cells
    }

    /// Whether any page has a title.
    package var haveTitle: Bool { pages.contains { !$0.title.isEmpty } }

    package var startIndex: Int { 0 }
    package var endIndex: Int { pages.count }

    package subscript(index: Int) -> BannerPage {
        let page = pages[index]
        return BannerPage(
            title: SafeText(page.title), picture: pictures[page.picture] ?? .placeholder, cells: cells[page.picture])
    }
}

// MARK: Over and below the pictures: scrim, title, frame, indicator and sign
extension BannerView {
    private func renderOver(into canvas: inout Canvas, layout: BannerLayout) {
        let pages = content.pages
        guard let page = carousel.page, pages.indices.contains(page) else {
            return renderOverNoPage(into: &canvas, layout: layout)
        }
        var indicator = BannerIndicator(style: style.indicator, count: pages.count, page: page)
        let rows = layout.scrimRows(
            // If one page has a title, all are darkened, so that nothing flickers while they pass.
            hasTitle: pages.haveTitle,
            hasControls: indicator.isShown || carousel.movement != nil)
        renderScrim(into: &canvas, in: layout.picture.splitBottom(rows).bottom, over: layout.picture)
        renderFrame(into: &canvas, layout)
        renderTitle(pages[page].title, into: &canvas, in: layout.title)
        if layout.isInside, indicator.isShown { clearGround(into: &canvas, in: layout.indicator) }
        indicator.isInside = layout.isInside
        indicator.hasFocus = isFocused && !Self.hasFrame(layout.picture)
        indicator.render(into: &canvas, in: layout.indicator)
        renderSign(carousel.movement, into: &canvas, layout: layout)
    }

    /// The text of an error image that replaces the whole banner.
    private func renderOverNoPage(into canvas: inout Canvas, layout: BannerLayout) {
        let text = content == .errorImage ? errorText : ""
        let rows = layout.scrimRows(hasTitle: !text.isEmpty, hasControls: false)
        renderScrim(into: &canvas, in: layout.picture.splitBottom(rows).bottom, over: layout.picture)
        renderFrame(into: &canvas, layout)
        renderTitle(text, into: &canvas, in: layout.title)
    }

    // MARK: Scrim and title

    /// Darkens the rows under text enough to be readable over any picture, and fades out above them.
    private func renderScrim(into canvas: inout Canvas, in rect: Rect, over picture: Rect) {
        guard canvas.theme.canBlend, !rect.isEmpty else { return }
        canvas.scrim(Self.darkness, towards: canvas.theme.overPicture(.ground), in: rect)
        // Of 256 colours, the nearest to a darker one often has another hue.
        guard canvas.theme.depth == .direct else { return }
        for (step, strength) in Self.fadeOut.enumerated() {
            let row = rect.row - 1 - step
            guard row * 2 >= picture.row * 2 + picture.rows else { return }
            let line = Rect(column: rect.column, row: row, columns: rect.columns, rows: 1)
            canvas.scrim(strength, towards: canvas.theme.overPicture(.ground), in: line)
        }
    }

    /// White under it leaves the title a contrast above 4.5 to 1.
    private static let darkness = 0.74
    private static let fadeOut = [0.52, 0.3, 0.12]

    private func renderTitle(_ title: SafeText, into canvas: inout Canvas, in rect: Rect) {
        guard !title.isEmpty, !rect.isEmpty else { return }
        let columns = title.columns(atMost: rect.columns)
        clearGround(into: &canvas, in: rect.splitLeft(columns).left)
        canvas.text(
            title, in: rect, alignment: .leading,
            style: TextStyle(canvas.theme.overPicture(.text), attributes: .bold))
    }

    /// One colour a cell under text; if colours cannot be mixed, the ground with a blank cell on either side.
    private func clearGround(into canvas: inout Canvas, in rect: Rect) {
        let theme = canvas.theme
        guard !theme.canBlend else {
            return canvas.restyle(rect) { cell in
                cell.background = Self.mean(cell, theme)
            }
        }
        canvas.fill(.ground, in: rect.inset(columns: -1))
    }

    // MARK: Frame

    /// Smaller pictures show the focus on the current mark.
    private static func hasFrame(_ picture: Rect) -> Bool {
        picture.columns >= 3 && picture.rows >= BannerLayout.framedRows
    }

    /// The frame of the style, which also shows the focus.
    private func renderOuterFrame(into canvas: inout Canvas, layout: BannerLayout) {
        guard !layout.frame.isEmpty else { return }
        let isHeavy = isFocused && (canvas.theme.depth == .mono || canvas.theme.glyphs.isASCII)
        canvas.frame(
            layout.frame, signs: isHeavy ? canvas.glyphs.heavyFrame : canvas.glyphs.frame,
            style: TextStyle(isHeavy ? .text : isFocused ? .accent : .faint))
    }

    /// The focus is a ring on the picture's own edge, so that nothing moves. If the picture has no colours, a thin
    /// frame surrounds it, and a heavy one shows the focus.
    private func renderFrame(into canvas: inout Canvas, _ layout: BannerLayout) {
        let rect = layout.picture
        guard layout.frame.isEmpty, Self.hasFrame(rect) else { return }
        let theme = canvas.theme
        if theme.depth == .mono || theme.glyphs.isASCII {
            canvas.within(rect) { part in
                let style = TextStyle(isFocused ? .text : .faint, on: .ground, attributes: isFocused ? .bold : [])
                part.frame(part.bounds, signs: isFocused ? part.glyphs.heavyFrame : part.glyphs.frame, style: style)
            }
        } else if isFocused {
            renderRing(into: &canvas, in: rect)
        }
    }

    /// As thin as possible and equal on all four sides: a quarter of a row, half a column.
    private func renderRing(into canvas: inout Canvas, in rect: Rect) {
        let (right, bottom) = (rect.endColumn - 1, rect.endRow - 1)
        for column in rect.column + 1..<right {
            let under = Self.mean(canvas[column, rect.row], canvas.theme)
            canvas.put("▆", column: column, row: rect.row, style: TextStyle(under, on: .accent))
            ring("▂", into: &canvas, column: column, row: bottom)
        }
        for row in rect.row + 1..<bottom {
            ring("▌", into: &canvas, column: rect.column, row: row)
            ring("▐", into: &canvas, column: right, row: row)
        }
        ring("▛", into: &canvas, column: rect.column, row: rect.row)
        ring("▜", into: &canvas, column: right, row: rect.row)
        ring("▙", into: &canvas, column: rect.column, row: bottom)
        ring("▟", into: &canvas, column: right, row: bottom)
    }

    /// The accent in a part of a cell; the rest keeps the picture's colour.
    private func ring(_ sign: Unicode.Scalar, into canvas: inout Canvas, column: Int, row: Int) {
        let under = Self.mean(canvas[column, row], canvas.theme)
        canvas.put(sign, column: column, row: row, style: TextStyle(.accent, on: under))
    }

    /// The colour of a cell as seen from afar.
    private static func mean(_ cell: ScreenCell, _ theme: DisplayTheme) -> CellColor {
        cell.glyph == .space ? cell.background : theme.blend(cell.background, cell.foreground, 0.5)
    }

    // MARK: Sign

    /// `❚❚ space` while it moves, `▶  space` while it is paused.
    private func renderSign(_ movement: CarouselMovement?, into canvas: inout Canvas, layout: BannerLayout) {
        guard let movement, !layout.sign.isEmpty else { return }
        if layout.isInside { clearGround(into: &canvas, in: layout.sign) }
        let glyphs = movement == .moving ? canvas.glyphs.pause : canvas.glyphs.play
        func tint(_ color: CellColor) -> CellColor { layout.isInside ? canvas.theme.overPicture(color) : color }
        let color = tint(movement == .moving ? .quiet : .accent)
        for (index, glyph) in glyphs.enumerated() {
            canvas.put(glyph, column: layout.sign.column + index, row: layout.sign.row, style: TextStyle(color))
        }
        guard takesKeys else { return }
        let key = layout.sign.splitLeft(BannerLayout.shortSign + 1).rest
        canvas.text(stopKey, in: key, alignment: .leading, style: TextStyle(layout.isInside ? tint(.text) : .quiet))
    }
}

/// What an input means to a banner.
package enum BannerAction: Equatable, Sendable {
    /// For `Carousel.handle`.
    case carousel(CarouselEvent)
    /// Enter or a click while the error image replaces the whole banner: `BannerLoadEvent.chosen`.
    case errorImageChosen
}

extension BannerView {
    /// The actions of a key or the mouse, in order; `nil` if the banner does not use the input.
    ///
    /// Keys count only with the focus; `takesKeysUnfocused` makes an exception of all but arrows and Enter. A press and a release within one cell are
    /// a click on the page; the carousel recognises that, so presses, drags and releases are passed on as they come.
    ///
    /// - Parameter rect: the banner's rectangle on the screen, in the mouse's coordinates.
    package func actions(for input: InputEvent, in rect: Rect) -> [BannerAction]? {
        guard !isHidden else { return nil }
        return switch input {
        case .key(let key): actions(for: key)
        case .mouse(let mouse): actions(for: mouse, in: rect)
        case .paste, .resized, .resumed, .endOfInput: nil
        }
    }

    // MARK: Keys

    private func actions(for key: KeyEvent) -> [BannerAction]? {
        if content == .errorImage { return isFocused && key == .enter ? [.errorImageChosen] : nil }
        guard carousel.page != nil, let command = command(for: key) else { return nil }
        return [.carousel(.command(command))]
    }

    private var takesKeys: Bool { isFocused || takesKeysUnfocused }

    private func command(for key: KeyEvent) -> CarouselCommand? {
        guard takesKeys else { return nil }
        return switch key {
        case .left where isFocused, .character("h"): .previous
        case .right where isFocused, .character("l"): .next
        case .enter where isFocused: .choose
        case .home: .goTo(0)
        case .end: .goTo(carousel.items.count - 1)
        case .character(" "): carousel.movement == nil ? nil : .togglePause
        case .character(let scalar) where ("1"..."9").contains(scalar):
            page(forDigit: scalar, count: carousel.items.count).map { .goTo($0) }
        default: nil
        }
    }

    /// Digits beyond the last page are ignored.
    private func page(forDigit digit: Unicode.Scalar, count: Int) -> Int? {
        let page = Int(digit.value) - 0x31
        return page < count ? page : nil
    }

    // MARK: Mouse

    private func actions(for mouse: MouseEvent, in rect: Rect) -> [BannerAction]? {
        let (column, row) = (mouse.column - rect.column, mouse.row - rect.row)
        let isInside = rect.contains(column: mouse.column, row: mouse.row)
        if content == .errorImage { return isInside && mouse.kind == .click ? [.errorImageChosen] : nil }
        guard carousel.page != nil else { return nil }
        let layout = layout(in: rect.size)
        let isOnPicture = isInside && isOnPage(column: column, row: row, layout: layout)
        let (x, y) = (column - layout.picture.column, row - layout.picture.row)
        let isHeld = carousel.pauseReasons.contains(.drag)
        switch mouse.kind {
        case .press: return isOnPicture ? [.carousel(.pressed(column: x, row: y))] : isInside ? [] : nil
        case .drag: return isHeld ? [.carousel(.dragged(column: x, row: y))] : nil
        case .release: return isHeld ? [.carousel(.released(column: x, row: y))] : isInside ? [] : nil
        case .click:
            guard isInside else { return nil }
            return controls(atColumn: column, row: row, layout: layout)
        case .wheelUp: return isInside ? [.carousel(.command(.previous))] : nil
        case .wheelDown: return isInside ? [.carousel(.command(.next))] : nil
        case .move: return hover(isInside)
        }
    }

    private func controls(
        atColumn column: Int, row: Int, layout: BannerLayout
    ) -> [BannerAction] {
        if carousel.movement != nil, layout.sign.contains(column: column, row: row) {
            return [.carousel(.command(.togglePause))]
        }
        guard layout.controls.contains(column: column, row: row) else { return [] }
        let room = layout.indicator
        let target = indicator().target(atColumn: column - room.column, room: room.columns)
        return target.map { [.carousel(.command($0.command))] } ?? []
    }

    /// Whether a place belongs to the pages rather than to what is drawn over or below them.
    private func isOnPage(column: Int, row: Int, layout: BannerLayout) -> Bool {
        guard layout.picture.contains(column: column, row: row) else { return false }
        if carousel.movement != nil, layout.sign.contains(column: column, row: row) { return false }
        return !indicator().isShown || !layout.controls.contains(column: column, row: row)
    }

    private func indicator() -> BannerIndicator {
        BannerIndicator(style: style.indicator, count: carousel.items.count, page: carousel.page ?? 0)
    }

    private func hover(_ isInside: Bool) -> [BannerAction]? {
        let isHovering = carousel.pauseReasons.contains(.hover)
        if isInside == isHovering { return isInside ? [] : nil }
        return [.carousel(isInside ? .pauseBegan(.hover) : .pauseEnded(.hover))]
    }
}

/// Hands tremble: a release at most one cell beside the press is a click as well, where the button went down.
///
/// The terminal reports a click only if both are in the same cell.
package struct ClickSlip: Equatable, Sendable {
    private var pressed: CellPosition?

    package init() {}

    /// The click that follows from a release; `nil` for all other actions.
    package mutating func click(after mouse: MouseEvent) -> MouseEvent? {
        let place = CellPosition(column: mouse.column, row: mouse.row)
        switch mouse.kind {
        case .press: pressed = place
        case .drag: if let start = pressed, !Self.isNear(start, place) { pressed = nil }
        case .release:
            defer { pressed = nil }
            guard let start = pressed, start != place, Self.isNear(start, place) else { return nil }
            return MouseEvent(.click, column: start.column, row: start.row)
        case .click, .move, .wheelUp, .wheelDown: break
        }
        return nil
    }

    private static func isNear(_ one: CellPosition, _ other: CellPosition) -> Bool {
        abs(one.column - other.column) <= 1 && abs(one.row - other.row) <= 1
    }
}
