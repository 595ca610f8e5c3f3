import FoyerCore

/// Events that are being sent, and the file they come from. Releasing the batch releases them to others.
struct EventBatch: Sendable {
    struct Part: Sendable {
        let segment: EventSegment
        /// Events of the file that are not in the batch.
        let rest: [BannerEvent]
    }

    private(set) var events: [BannerEvent] = []
    private(set) var parts: [Part] = []
    /// The number of events that are in memory only.
    private(set) var memory = 0

    mutating func add(_ segment: EventSegment, _ found: [BannerEvent], limit: Int) {
        let room = max(0, limit - events.count)
        events += found.prefix(room)
        parts.append(Part(segment: segment, rest: Array(found.dropFirst(room))))
    }

    mutating func add(memory found: [BannerEvent]) {
        events += found
        memory = found.count
    }
}
