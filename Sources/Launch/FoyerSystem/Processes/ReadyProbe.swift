import Synchronization

/// Asks again and again, on a thread of its own: what is asked may take its time.
final class ReadyProbe: Sendable {
    private struct State {
        var isRunning = false
        var hasMatched = false
        var isOver = false
    }

    private let ask: @Sendable () -> Bool
    private let line: ReadyLine?
    private let state = Mutex(State())

    init(_ ask: @escaping @Sendable () -> Bool) { (self.ask, line) = (ask, nil) }

    /// Asks a line for a shell.
    init(_ line: ReadyLine) { (ask, self.line) = ({ line.isReady() }, line) }

    var hasMatched: Bool { state.withLock { $0.hasMatched } }

    func begin() {
        let isFree = state.withLock { state in
            defer { state.isRunning = !state.isOver }
            return !state.isRunning && !state.isOver
        }
        guard isFree else { return }
        let problem = BlockingThread.start { [self] in
            let answer = ask()
            state.withLock { ($0.isRunning, $0.hasMatched) = (false, answer || $0.hasMatched) }
        }
        if problem != 0 { state.withLock { $0.isRunning = false } }
    }

    /// From now on nothing is asked, and what is being asked is ended.
    func end() {
        state.withLock { $0.isOver = true }
        line?.end()
    }
}
