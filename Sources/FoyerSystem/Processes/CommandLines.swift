import FoyerCore

/// Lines of a command that its reader has not been given yet.
struct CommandLines {
    /// How often lines are passed on from a terminal.
    static let flushInterval = Duration.milliseconds(100)
    /// How many at once.
    static let longestFlush = 1000

    private var pending: [SafeText] = []
    /// The line that has been begun.
    private(set) var unfinished: SafeText = ""
    private var toldUnfinished: SafeText = ""
    /// When to pass on what waits.
    var nextFlush = Instant.zero

    var hasNews: Bool { !pending.isEmpty || unfinished != toldUnfinished }

    /// - Parameter dropsOldest: whether the oldest go where there are more than are passed on at once.
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

/// Of a stream that comes without a pause, lets more come together before it is read: waking up for each few kilobytes
/// costs more than passing them on. A pipe holds many times what comes in the meantime.
struct PipeFlow {
    /// What comes more often than this comes without a pause.
    private static let gap = Duration.microseconds(500)
    /// How much later it is then read.
    private static let gatherTime = Duration.microseconds(100)

    /// Whether something has been read from a pipe since the last call of `gather`.
    var hasPassed = false
    private var lastPassed = Instant.zero

    /// Called before each wait.
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
