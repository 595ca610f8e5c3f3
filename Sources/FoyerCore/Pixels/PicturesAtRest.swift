/// Which pictures of the screen get their pixels: those that have not changed for a while. Until then, and from the frame
/// on in which one moves, fades, scrolls or is covered, there are cells.
package struct PicturesAtRest: Sendable {
    /// How long a picture must not have changed.
    package static let time = Duration.milliseconds(150)

    private enum State: Hashable, Sendable {
        case resting(since: Instant)
        /// Its pixels have been asked for, and may be on their way.
        case due
    }

    private struct Entry: Sendable {
        let picture: ShownPicture
        var state: State
    }

    private var entries: [Entry] = []

    package init() {}

    /// Takes in what a new frame shows.
    ///
    /// - Returns: those whose pixels were due and are so no more: what there is of them goes with this frame.
    package mutating func show(_ pictures: [ShownPicture], at now: Instant) -> [ShownPicture] {
        let former = entries
        entries = pictures.filter { !$0.parts.isEmpty }.map { picture in
            former.first { $0.picture == picture } ?? Entry(picture: picture, state: .resting(since: now))
        }
        return former.filter { old in
            old.state == .due && !entries.contains { $0.picture == old.picture && $0.state == .due }
        }.map(\.picture)
    }

    /// When the next one has rested long enough.
    package var nextDeadline: Instant? {
        entries.compactMap { entry in
            if case .resting(let since) = entry.state { since + Self.time } else { nil }
        }.min()
    }

    /// Those that have rested long enough since it was asked last.
    package mutating func due(at now: Instant) -> [ShownPicture] {
        var due: [ShownPicture] = []
        for index in entries.indices {
            guard case .resting(let since) = entries[index].state, since + Self.time <= now else { continue }
            entries[index].state = .due
            due.append(entries[index].picture)
        }
        return due
    }

    /// Whether a picture's pixels still are to be shown.
    package func isDue(_ picture: ShownPicture) -> Bool {
        entries.contains { $0.picture == picture && $0.state == .due }
    }

    /// Nothing is on the screen any more: all rest anew.
    package mutating func restart(at now: Instant) {
        for index in entries.indices { entries[index].state = .resting(since: now) }
    }
}
