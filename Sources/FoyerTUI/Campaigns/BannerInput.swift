import FoyerCore

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
    /// Arrows and Enter count only with the focus, the other keys everywhere. A press and a release within one cell are
    /// a click on the page; the carousel recognises that, so presses, drags and releases are passed on as they come.
    ///
    /// - Parameter rect: the banner's rectangle on the screen, in the mouse's coordinates.
    package func actions(for input: InputEvent, in rect: Rect, carousel: Carousel) -> [BannerAction]? {
        guard !isHidden else { return nil }
        return switch input {
        case .key(let key): actions(for: key, carousel: carousel)
        case .mouse(let mouse): actions(for: mouse, in: rect, carousel: carousel)
        case .paste, .resized, .resumed, .endOfInput: nil
        }
    }

    // MARK: Keys

    private func actions(for key: KeyEvent, carousel: Carousel) -> [BannerAction]? {
        if content == .errorImage { return isFocused && key == .enter ? [.errorImageChosen] : nil }
        guard carousel.page != nil, let command = command(for: key, carousel: carousel) else { return nil }
        return [.carousel(.command(command))]
    }

    private func command(for key: KeyEvent, carousel: Carousel) -> CarouselCommand? {
        switch key {
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

    private func actions(for mouse: MouseEvent, in rect: Rect, carousel: Carousel) -> [BannerAction]? {
        let (column, row) = (mouse.column - rect.column, mouse.row - rect.row)
        let isInside = rect.contains(column: mouse.column, row: mouse.row)
        if content == .errorImage { return isInside && mouse.kind == .click ? [.errorImageChosen] : nil }
        guard carousel.page != nil else { return nil }
        let layout = layout(in: rect.size)
        let isOnPicture = isInside && isOnPage(column: column, row: row, layout: layout, carousel: carousel)
        let (x, y) = (column - layout.picture.column, row - layout.picture.row)
        let isHeld = carousel.pauseReasons.contains(.drag)
        switch mouse.kind {
        case .press: return isOnPicture ? [.carousel(.pressed(column: x, row: y))] : isInside ? [] : nil
        case .drag: return isHeld ? [.carousel(.dragged(column: x, row: y))] : nil
        case .release: return isHeld ? [.carousel(.released(column: x, row: y))] : isInside ? [] : nil
        case .click:
            guard isInside else { return nil }
            return controls(atColumn: column, row: row, layout: layout, carousel: carousel)
        case .wheelUp: return isInside ? [.carousel(.command(.previous))] : nil
        case .wheelDown: return isInside ? [.carousel(.command(.next))] : nil
        case .move: return hover(isInside, carousel: carousel)
        }
    }

    private func controls(
        atColumn column: Int, row: Int, layout: BannerLayout, carousel: Carousel
    ) -> [BannerAction] {
        if carousel.movement != nil, layout.sign.contains(column: column, row: row) {
            return [.carousel(.command(.togglePause))]
        }
        guard layout.controls.contains(column: column, row: row) else { return [] }
        let room = layout.indicator
        let target = indicator(carousel).target(atColumn: column - room.column, room: room.columns)
        return target.map { [.carousel(.command($0.command))] } ?? []
    }

    /// Whether a place belongs to the pages rather than to what is drawn over or below them.
    private func isOnPage(column: Int, row: Int, layout: BannerLayout, carousel: Carousel) -> Bool {
        guard layout.picture.contains(column: column, row: row) else { return false }
        if carousel.movement != nil, layout.sign.contains(column: column, row: row) { return false }
        return !indicator(carousel).isShown || !layout.controls.contains(column: column, row: row)
    }

    private func indicator(_ carousel: Carousel) -> BannerIndicator {
        BannerIndicator(style: style.indicator, count: carousel.items.count, page: carousel.page ?? 0)
    }

    private func hover(_ isInside: Bool, carousel: Carousel) -> [BannerAction]? {
        let isHovering = carousel.pauseReasons.contains(.hover)
        if isInside == isHovering { return isInside ? [] : nil }
        return [.carousel(isInside ? .pauseBegan(.hover) : .pauseEnded(.hover))]
    }
}
