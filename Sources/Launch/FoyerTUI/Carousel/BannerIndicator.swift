import FoyerCore

/// Draws the page indicator: the current page and the number of pages, in a given number of columns.
struct BannerIndicator: StillWidget, Equatable {
    let style: IndicatorStyle
    let count: Int
    let page: Int
    /// Whether it lies over a picture.
    var isInside = false
    /// Whether the current mark shows that the banner has the focus.
    var hasFocus = false

    /// The marks of dots and bars.
    func marks(room: Int) -> PageIndicator {
        func metrics(spacing: Int) -> PageIndicator.Metrics {
            PageIndicator.Metrics(
                currentWidth: style.size(isCurrent: true).columns, otherWidth: style.size(isCurrent: false).columns,
                spacing: spacing)
        }
        func indicator(_ metrics: PageIndicator.Metrics) -> PageIndicator {
            PageIndicator(count: count, current: page, room: room, metrics: metrics, alignment: style.alignment.rule)
        }
        if let spacing = style.spacing { return indicator(metrics(spacing: spacing)) }
        let airy = indicator(metrics(spacing: style.kind == .bar ? 1 : 2))
        return airy.dots.count == count ? airy : indicator(metrics(spacing: 1))
    }

    /// Whether there is anything to see or click.
    var isShown: Bool { count > 1 && style.kind != .none }

    /// The meaning of a click on a column of its row, counted from the left edge of its room; columns beside the room
    /// count as beside the marks.
    func target(atColumn column: Int, room: Int) -> PageIndicator.Target? {
        switch style.kind {
        case .none: return nil
        case .dots, .bar:
            let marks = marks(room: room)
            guard !marks.dots.isEmpty else { return nil }
            return column < 0 ? .back : column >= room ? .forward : marks.target(atColumn: column)
        case .fraction:
            guard let place = fraction(room: room) else { return nil }
            return column * 2 < place.column * 2 + place.columns ? .back : .forward
        }
    }

    func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        canvas.within(rect) { part in
            switch style.kind {
            case .none: break
            case .fraction: renderFraction(into: &part)
            case .dots, .bar:
                for dot in marks(room: part.columns).dots { render(dot, into: &part) }
            }
            if hasFocus, let place = current(room: part.columns) {
                part.restyle(place) { $0.attributes.insert(.reverse) }
            }
        }
    }

    /// The sign for the current page.
    private func current(room: Int) -> Rect? {
        if style.kind == .fraction { return fraction(room: room) }
        let dot = marks(room: room).dots.first { $0.size == .current }
        return dot.map { Rect(column: $0.column, row: 0, columns: $0.width, rows: IndicatorStyle.maxRows) }
    }

    // MARK: Fraction

    /// The place of `2/5`; its width depends only on the number of pages.
    private func fraction(room: Int) -> Rect? {
        guard count > 1 else { return nil }
        let digits = "\(count)".utf8.count
        let columns = 2 * digits + 1
        guard columns <= room else { return nil }
        let column =
            switch style.alignment {
            case .left: 0
            case .centre: (room - columns) / 2
            case .right: room - columns
            }
        return Rect(column: column, row: 0, columns: columns, rows: 1)
    }

    private func renderFraction(into canvas: inout Canvas) {
        guard let place = fraction(room: canvas.columns) else { return }
        let (number, rest) = (SafeText("\(page + 1)"), SafeText("/\(count)"))
        let start = place.columns - rest.columns - number.columns
        let strong = TextStyle(style.currentTint ?? .accent, attributes: .bold)
        canvas.text(number, column: place.column + start, row: 0, style: strong)
        canvas.text(
            rest, column: place.endColumn - rest.columns, row: 0, style: TextStyle(style.otherTint ?? .quiet))
    }

    // MARK: Marks

    private func render(_ dot: PageIndicator.Dot, into canvas: inout Canvas) {
        let isCurrent = dot.size == .current
        let rows = min(style.size(isCurrent: isCurrent).rows, canvas.rows)
        let place = Rect(column: dot.column, row: (canvas.rows - rows) / 2, columns: dot.width, rows: max(1, rows))
        // With sixteen colours, the faint one is invisible on some terminals.
        let faint: CellColor = isInside || !canvas.theme.canBlend ? .quiet : .faint
        let own = isCurrent ? CellColor.accent : faint
        let tint =
            (isCurrent ? style.currentTint : style.otherTint)
            ?? (isInside ? canvas.theme.overPicture(own) : own)
        let mark = isCurrent ? style.currentMark : style.otherMark
        canvas.within(place) { part in
            switch mark {
            // Without colours, such small pictures all look alike.
            case .picture(let picture) where dot.size != .small && part.theme.depth != .mono:
                part.picture(picture, in: part.bounds)
            case .glyph(let text) where dot.size != .small && (1...part.columns).contains(text.columns):
                part.text(text, in: part.bounds.line((part.rows - 1) / 2), alignment: .center, style: TextStyle(tint))
            default: renderOwn(dot.size, into: &part, tint: tint)
            }
        }
    }

    /// The kind's own sign: a dot in the middle of its place, or a bar's part across all of it.
    private func renderOwn(_ size: PageIndicator.Size, into canvas: inout Canvas, tint: CellColor) {
        let glyphs = canvas.glyphs
        // The upper of two rows, if lower marks are there as well.
        let row = (canvas.rows - 1) / 2
        let hasMark = style.currentMark != nil || style.otherMark != nil
        guard style.kind == .bar, !hasMark else {
            let dot =
                switch size {
                case .current: glyphs.dot
                case .regular: glyphs.emptyDot
                case .small: glyphs.smallDot
                }
            canvas.put(dot, column: (canvas.columns - 1) / 2, row: row, style: TextStyle(tint))
            return
        }
        let segment =
            switch size {
            case .current: glyphs.segments.current
            case .regular: glyphs.segments.other
            case .small: glyphs.segments.small
            }
        for column in 0..<canvas.columns { canvas.put(segment, column: column, row: row, style: TextStyle(tint)) }
    }
}
