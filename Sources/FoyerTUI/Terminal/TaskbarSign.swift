import FoyerCore

/// What the terminal has been told to show on its taskbar's button (OSC 9;4).
struct TaskbarSign {
    /// Terminals drop a progress that has not been renewed for 15 s or so.
    static let renewal = Duration.seconds(5)

    private var shown = TaskbarProgress.none
    private var sent = Instant.zero

    /// Has the next progress sent, whatever is shown.
    mutating func invalidate() {
        sent = .zero
    }

    /// What to send so that the button shows a progress; nil where it does.
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
