import FoyerCore

/// A command's lines that have not been delivered yet.
struct CommandLines {
    /// How often lines from a terminal are delivered.
    static let flushInterval = Duration.milliseconds(100)
    /// The maximum of lines delivered at once.
    static let longestFlush = 1000

    private var pending: [SafeText] = []
    /// The unfinished line.
    private(set) var unfinished: SafeText = ""
    private var toldUnfinished: SafeText = ""
    /// When to deliver the waiting lines.
    var nextFlush = Instant.zero

    var hasNews: Bool { !pending.isEmpty || unfinished != toldUnfinished }

    /// - Parameter dropsOldest: whether to drop the oldest lines if there are more than are delivered at once.
    mutating func add(_ lines: [SafeText], unfinished: SafeText, dropsOldest: Bool) {
        pending += lines
        if dropsOldest, pending.count > Self.longestFlush { pending.removeFirst(pending.count - Self.longestFlush) }
        self.unfinished = unfinished
    }

    mutating func take() -> CommandOutput {
        defer { (pending, toldUnfinished) = ([], unfinished) }
        return CommandOutput(lines: pending, unfinished: unfinished)
    }

    mutating func discard() { (pending, unfinished) = ([], toldUnfinished) }
}
