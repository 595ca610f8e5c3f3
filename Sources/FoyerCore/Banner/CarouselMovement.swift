/// Whether a carousel moves by itself, for the sign that says so.
package enum CarouselMovement: String, CaseIterable, Sendable {
    /// `CarouselCommand.togglePause` stops it.
    case moving
    /// `CarouselCommand.togglePause` starts it.
    case stopped
}

extension Carousel {
    /// What `CarouselCommand.togglePause` finds; `nil` where nothing would move by itself even if no reason held it
    /// back: there is nothing to stop or to start then.
    package var movement: CarouselMovement? {
        guard let page, isAutoScrolling, items.count > 1, interval.isFinite, interval > 0,
            loops || page < items.count - 1
        else { return nil }
        return pauseReasons.isDisjoint(with: Self.clearedByPlay) ? .moving : .stopped
    }
}
