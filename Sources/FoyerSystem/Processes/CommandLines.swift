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

/// Lets bytes of a continuous stream gather before they are read: waking up for every few kilobytes costs more than
/// passing them on. A pipe holds many times what arrives in the meantime.
struct PipeFlow {
    /// Reads closer together than this count as continuous.
    private static let gap = Duration.microseconds(500)
    /// The delay before the next read.
    private static let gatherTime = Duration.microseconds(100)

    /// Whether something has been read from a pipe since the last call of `gather`.
    var hasPassed = false
    private var lastPassed = Instant.zero

    /// Call before each wait.
    mutating func gather() {
        guard hasPassed else { return }
        hasPassed = false
        let now = MonotonicClock.now
        let isFlowing = now - lastPassed < Self.gap
        lastPassed = now
        if isFlowing {
            MonotonicClock.sleep(Self.gatherTime)
            lastPassed = MonotonicClock.now
        }
    }
}
