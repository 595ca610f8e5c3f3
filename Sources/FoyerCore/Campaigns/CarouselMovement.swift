/// Whether a carousel moves by itself, for its sign.
package enum CarouselMovement: String, CaseIterable, Sendable {
    /// `CarouselCommand.togglePause` stops it.
    case moving
    /// `CarouselCommand.togglePause` starts it.
    case stopped
}

extension Carousel {
    /// The state for `CarouselCommand.togglePause`; `nil` if nothing would move by itself even without a pause reason,
    /// so that there is nothing to stop or start.
    package var movement: CarouselMovement? {
        guard movesUnlessPaused else { return nil }
        return pauseReasons.isDisjoint(with: Self.clearedByPlay) ? .moving : .stopped
    }
}
