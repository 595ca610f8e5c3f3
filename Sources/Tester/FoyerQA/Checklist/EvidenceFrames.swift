import Foyer

/// The frames of an item's evidence. Once they are large, only those are kept that the tester acted on.
struct EvidenceFrames {
    /// The size limit in cells that changed.
    private static let mostCells = 300_000

    private let theme: DisplayTheme
    private let began: Instant
    private var track = ScreenTrack()
    /// The last one, and when it came.
    private var last: (screen: Buffer, surroundings: ScreenTrack.TerminalState, time: Instant)?

    init(theme: DisplayTheme, since began: Instant) {
        (self.theme, self.began) = (theme, began)
    }

    mutating func take(
        _ screen: Buffer, _ surroundings: ScreenTrack.TerminalState = ScreenTrack.TerminalState(), at now: Instant
    ) {
        last = (screen, surroundings, now)
        if track.cells < Self.mostCells { keepLast() }
    }

    /// The tester acts on what stands there.
    mutating func keepLast() {
        if let last { track.take(last.screen, last.surroundings, theme: theme, at: last.time) }
    }

    /// Empty if nothing was seen.
    var packed: String { track.isEmpty ? "" : TraceFrames(track, since: began).packed }
}
