import FoyerCore

// What is drawn over and below the pictures: scrim, title, frame, indicator and sign.
extension BannerView {
    func renderOver(into canvas: inout Canvas, layout: BannerLayout, carousel: Carousel) {
        let pages = content.pages
        guard let page = carousel.page, pages.indices.contains(page) else {
            return renderOverNoPage(into: &canvas, layout: layout)
        }
        let indicator = BannerIndicator(style: style.indicator, count: pages.count, page: page)
        let rows = layout.scrimRows(
            // If one page has a title, all are darkened, so that nothing flickers while they pass.
            hasTitle: pages.haveTitle,
            hasControls: indicator.isShown || carousel.movement != nil)
        renderScrim(into: &canvas, in: layout.picture.splitBottom(rows).bottom, over: layout.picture)
        renderFrame(into: &canvas, layout)
        renderTitle(pages[page].title, into: &canvas, in: layout.title)
        if layout.isInside, indicator.isShown { clearGround(into: &canvas, in: layout.indicator) }
        indicator.render(
            into: &canvas, in: layout.indicator, isInside: layout.isInside,
            hasFocus: isFocused && !Self.hasFrame(layout.picture))
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
        let columns = min(title.columns, rect.columns)
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
    static func hasFrame(_ picture: Rect) -> Bool { picture.columns >= 3 && picture.rows >= BannerLayout.framedRows }

    /// The frame of the style, which also shows the focus.
    func renderOuterFrame(into canvas: inout Canvas, layout: BannerLayout) {
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
    private static func mean(_ cell: Cell, _ theme: Theme) -> Color {
        cell.glyph == .space ? cell.background : theme.blend(cell.background, cell.foreground, 0.5)
    }

    // MARK: Sign

    /// `❚❚ space` while it moves, `▶  space` while it is paused.
    private func renderSign(_ movement: CarouselMovement?, into canvas: inout Canvas, layout: BannerLayout) {
        guard let movement, !layout.sign.isEmpty else { return }
        if layout.isInside { clearGround(into: &canvas, in: layout.sign) }
        let glyphs = movement == .moving ? canvas.glyphs.pause : canvas.glyphs.play
        func tint(_ color: Color) -> Color { layout.isInside ? canvas.theme.overPicture(color) : color }
        let color = tint(movement == .moving ? .quiet : .accent)
        for (index, glyph) in glyphs.enumerated() {
            canvas.put(glyph, column: layout.sign.column + index, row: layout.sign.row, style: TextStyle(color))
        }
        let key = layout.sign.splitLeft(BannerLayout.shortSign + 1).rest
        canvas.text(stopKey, in: key, alignment: .leading, style: TextStyle(layout.isInside ? tint(.text) : .quiet))
    }
}
