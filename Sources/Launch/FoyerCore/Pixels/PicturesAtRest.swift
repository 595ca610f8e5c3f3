/// Decides which pictures on the screen are shown in pixels: those that have not changed for a while. A picture that
/// moves, fades, scrolls or is covered is shown in cells.
package struct PicturesAtRest: Sendable {
    /// How long a picture must stay unchanged.
    package static let time = Duration.milliseconds(150)

    private enum State: Hashable, Sendable {
        case resting(since: Instant)
        /// Its pixels have been requested.
        case due
    }

    private struct Entry: Sendable {
        let picture: ShownPicture
        var state: State
    }

    private var entries: [Entry] = []

    package init() {}

    /// Handles the pictures of a new frame.
    ///
    /// - Parameter ready: those whose pixels are due at once.
    /// - Returns: the pictures whose pixels are no longer due, to be removed with this frame.
    package mutating func show(
        _ pictures: [ShownPicture], at now: Instant, ready: [ShownPicture] = []
    ) -> [ShownPicture] {
        let former = entries
        entries = pictures.filter { !$0.parts.isEmpty }.map { picture in
            if ready.contains(picture) { return Entry(picture: picture, state: .due) }
            return former.first { $0.picture == picture } ?? Entry(picture: picture, state: .resting(since: now))
        }
        return former.filter { old in
            old.state == .due && !entries.contains { $0.picture == old.picture && $0.state == .due }
        }.map(\.picture)
    }

    /// When the next picture will have rested long enough.
    package var nextDeadline: Instant? {
        entries.compactMap { entry in
            if case .resting(let since) = entry.state { since + Self.time } else { nil }
        }.min()
    }

    /// The pictures that have rested long enough since the last call.
    package mutating func due(at now: Instant) -> [ShownPicture] {
        var due: [ShownPicture] = []
        for index in entries.indices {
            guard case .resting(let since) = entries[index].state, since + Self.time <= now else { continue }
            entries[index].state = .due
            due.append(entries[index].picture)
        }
        return due
    }

    /// The pictures whose pixels are to be shown.
    package var duePictures: [ShownPicture] { entries.filter { $0.state == .due }.map(\.picture) }

    /// Whether a picture's pixels are still to be shown.
    package func isDue(_ picture: ShownPicture) -> Bool {
        entries.contains { $0.picture == picture && $0.state == .due }
    }

    /// The screen has lost its pixels: every picture begins to rest again.
    package mutating func restart(at now: Instant) {
        for index in entries.indices { entries[index].state = .resting(since: now) }
    }
}
