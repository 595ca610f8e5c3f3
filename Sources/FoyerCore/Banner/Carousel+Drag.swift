// The mouse: a click, a drag that pages, or one that snaps back.
extension Carousel {
    /// Forgets the button, and with it the reason that it is.
    mutating func forgetPress() {
        press = nil
        pauseReasons.remove(.drag)
    }

    mutating func beginPress(column: Int, row: Int, at now: Instant) {
        forgetPress()
        guard let page, isVisible, width > 0 else { return }
        let strip = strip(at: now)
        let pointed = strip.map { column < width - $0.position ? $0.left : $0.right } ?? page
        press = CarouselPress(column: column, row: row, start: now, page: pointed)
        pauseReasons.insert(.drag)
    }

    /// The pages follow the pointer, as far as there is one beside.
    mutating func continuePress(column: Int, row: Int) {
        guard var press, !press.isVoid else { return }
        if !press.isDrag, press.isNear(column: column, row: row) { return }
        press.isDrag = true
        // Grabbed in the middle of a slide, the page has not come to rest: it is reported when it does.
        if slide != nil { settle() }
        let (distance, overflow) = column.subtractingReportingOverflow(press.column)
        press.offset = overflow ? (column < 0 ? -width : width) : min(max(-width, distance), width)
        self.press = press
        keepDragInBounds()
    }

    /// There is nothing to drag to beyond an edge.
    mutating func keepDragInBounds() {
        guard let page, let press, neighbour(of: page, isForward: press.offset < 0) == nil else { return }
        self.press?.offset = 0
    }

    mutating func endPress(column: Int, row: Int, at now: Instant) -> [CarouselEffect] {
        continuePress(column: column, row: row)
        guard let page, let press else { return [] }
        let strip = strip(at: now)
        let moves = press.movesPage(width: width, at: now)
        if !press.isVoid, press.isDrag, moves {
            step(isForward: press.offset < 0, at: now)
        } else if !press.isVoid, press.isDrag, let strip, !reducesMotion {
            // Snap back: the same page, from where it was let go.
            slide = CarouselSlide(
                from: page, on: strip, to: page, isForward: strip.right == page, width: width, start: now)
        }
        forgetPress()
        guard !press.isVoid, !press.isDrag else { return [] }
        return [.reportSelected(page: press.page, openURL: items[press.page].openURL)]
    }
}
