import FoyerCore

/// The progress on the taskbar's button (OSC 9;4).
struct TaskbarSign {
    /// Terminals drop progress that is not renewed within about 15 s.
    static let renewal = Duration.seconds(5)

    private var shown = TaskbarProgress.none
    private var sent = Instant.zero

    /// Sends the next progress in any case.
    mutating func invalidate() {
        sent = .zero
    }

    /// The bytes that make the button show a progress; nil if it shows that already.
    mutating func bytes(for progress: TaskbarProgress, at now: Instant) -> [UInt8]? {
        let isDue = progress != .none && now - sent >= Self.renewal
        guard progress != shown || isDue else { return nil }
        shown = progress
        sent = now
        let state =
            switch progress {
            case .none: "0"
            case .percent(let value): "1;\(min(max(value, 0), 100))"
            case .failed: "2;100"
            case .busy: "3"
            }
        return Array("\u{1B}]9;4;\(state)\u{1B}\\".utf8)
    }
}
