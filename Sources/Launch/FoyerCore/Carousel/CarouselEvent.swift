package enum CarouselEvent: Equatable, Sendable {
    /// `nextDeadline` has come. Harmless at any other time, and implied by every other event.
    case deadlineReached
    /// Data has arrived, for the first time or again, or there is none any more.
    case itemsChanged([CarouselItem])
    case command(CarouselCommand)
    /// `drag` is ignored here, because the mouse reports it. `reducedMotion` also changes how pages change from now on.
    case pauseBegan(PauseReason)
    case pauseEnded(PauseReason)
    /// Seconds; zero, negative and non-finite values stop the ticks.
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
    /// The page's picture is on screen (not the placeholder or the error image). Only `viewable` needs it.
    case pictureDrawn(page: Int)
    /// The visible share of the banner, 0…1. Only `viewable` needs it.
    case visibleShareChanged(Double)
}

/// The user's commands.
package enum CarouselCommand: Equatable, Sendable {
    case next, previous
    /// Out of range, it wraps if the carousel loops, otherwise it goes to the nearest end.
    case goTo(Int)
    /// Enter: chooses the current page.
    case choose
    case pause
    /// Clears the reasons user, hover, focus and reduced motion.
    case play
    /// `play` if there is one of those reasons, otherwise `pause`: the single key of WCAG 2.2.2.
    case togglePause
}

/// A reason that stops the ticks. There may be several at once.
package enum PauseReason: String, CaseIterable, Sendable {
    case hover, focus, drag, hidden, user, reducedMotion
}

/// The callbacks to make.
package enum CarouselEffect: Equatable, Sendable {
    /// A page has come to rest on screen.
    case reportShown(page: Int)
    /// A page was chosen by key or click. The delegate is asked before anything is opened.
    case reportSelected(page: Int, openURL: String)
}

package struct VisiblePage: Hashable, Sendable {
    package let page: Int
    /// Cells from the view's left edge to the page's, -width…width; at either end it is just out of view.
    package let offset: Int

    package init(page: Int, offset: Int) {
        self.page = page
        self.offset = offset
    }
}

/// A page as the carousel knows it: by identity, not by index.
package struct CarouselItem: Hashable, Sendable {
    /// Two items with the same identity are the same item, before and after a reload.
    package enum Identity: Hashable, Sendable {
        case content(openURL: String, imageURL: String, title: String)
        /// The caller's own key.
        case key(String)
    }

    package let identity: Identity
    /// Handed back when the page is chosen.
    package let openURL: String

    package init(title: String, imageURL: String, openURL: String) {
        identity = .content(openURL: openURL, imageURL: imageURL, title: title)
        self.openURL = openURL
    }

    package init(key: String, openURL: String = "") {
        identity = .key(key)
        self.openURL = openURL
    }
}

/// Whether a carousel moves by itself, for its sign.
package enum CarouselMovement: String, CaseIterable, Sendable {
    /// `CarouselCommand.togglePause` stops it.
    case moving
    /// `CarouselCommand.togglePause` starts it.
    case stopped
}

/// When a page counts as shown.
public enum ImpressionPolicy: String, CaseIterable, Sendable {
    /// As soon as it is at rest and visible.
    case atRest
    /// At rest and at least half visible for one continuous second after its picture was drawn: the rule of the Media
    /// Rating Council (MRC) for display advertising, for billed campaigns. An error image does not count.
    case viewable

    /// The share of the banner's cells that must be visible.
    package static let viewableShare = 0.5
    /// The uninterrupted duration.
    package static let viewableTime = Duration.seconds(1)
}
