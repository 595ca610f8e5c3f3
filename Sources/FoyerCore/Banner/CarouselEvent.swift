/// What happened to a carousel.
package enum CarouselEvent: Equatable, Sendable {
    /// `nextDeadline` has come. Harmless at any other time, and implied by every other event.
    case deadlineReached
    /// Data has arrived; also the first time, and when there is none any more.
    case itemsChanged([CarouselItem])
    case command(CarouselCommand)
    /// `drag` is ignored here: the mouse says that itself. `reducedMotion` also says how pages change from now on.
    case pauseBegan(PauseReason)
    case pauseEnded(PauseReason)
    /// Seconds; anything that is not finite and > 0 stops the ticks.
    case intervalChanged(Double)
    case autoScrollChanged(Bool)
    case loopChanged(Bool)
    /// Cells, from 0; a negative width counts as 0.
    case resized(width: Int)
    /// The mouse, in cells from the picture's top left corner. Clicks on the indicator are commands instead
    /// (`PageIndicator.target(atColumn:)`).
    case pressed(column: Int, row: Int)
    case dragged(column: Int, row: Int)
    case released(column: Int, row: Int)
    /// The page's picture is on screen (not the placeholder, not the error image). Only `viewable` asks for it.
    case pictureDrawn(page: Int)
    /// How much of the banner is on screen, 0…1. Only `viewable` asks for it.
    case visibleShareChanged(Double)
}

/// What the user wants of a carousel.
package enum CarouselCommand: Equatable, Sendable {
    case next, previous
    /// Out of range, wraps where the carousel loops, else goes to the nearest end.
    case goTo(Int)
    /// Enter: chooses the current page.
    case choose
    case pause
    /// Clears the reasons user, hover, focus and reduced motion.
    case play
    /// `play` where one of those reasons holds, else `pause`: the one key of WCAG 2.2.2.
    case togglePause
}

/// What holds the ticks back. Any number may hold at once.
package enum PauseReason: String, CaseIterable, Sendable {
    case hover, focus, drag, hidden, user, reducedMotion
}

/// The callbacks to make.
package enum CarouselEffect: Equatable, Sendable {
    /// A page has come to rest on screen.
    case reportShown(page: Int)
    /// A page was chosen by key or click. The delegate is asked first, `LinkDecision` decides after it.
    case reportSelected(page: Int, openURL: String)
}

/// A page in sight.
package struct VisiblePage: Hashable, Sendable {
    package let page: Int
    /// Cells from the view's left edge to the page's, -width…width; at either end it is just out of sight.
    package let offset: Int

    package init(page: Int, offset: Int) {
        self.page = page
        self.offset = offset
    }
}
