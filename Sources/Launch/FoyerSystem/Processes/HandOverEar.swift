import FoyerCore
import Synchronization

/// Hears what a command that has been handed over writes, and that something is typed to it, without touching either.
///
/// Whoever relays its terminal tells the ear; the command's own thread listens. A terminal may be lent before the command is
/// ready: until then the ear hears only whether something is typed.
package final class HandOverEar: Sendable {
    /// More is not looked at: a command that writes so much is no longer starting.
    private static let most = 256 << 10

    private struct State {
        var lines = OutputLines()
        var bars = ProgressSequences()
        var count = 0
        var heard: [SignWatch.Event] = []
        var isListening = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wake: WakePipe

    init(wake: WakePipe) { self.wake = wake }

    /// From now on the command is handed over.
    ///
    /// - Returns: whether there is anything to hear; not if something has been typed.
    func listen() -> Bool {
        state.withLock { state in
            state.isListening = true
            return !state.isClosed
        }
    }

    /// The command has written this.
    package func wrote(_ bytes: [UInt8]) {
        let isNews = state.withLock { state in
            guard state.isListening, !state.isClosed, state.count < Self.most else { return false }
            state.count += bytes.count
            let (rest, reports) = state.bars.take(bytes)
            state.heard += reports.map { .barMoved($0) }
            let lines = state.lines.take(rest) + [state.lines.unfinished]
            if lines.contains(where: { LocalAddress.isIn($0) }) { state.heard.append(.wroteAddress) }
            return !state.heard.isEmpty
        }
        if isNews { wake.wake() }
    }

    /// Something was typed to it.
    package func typed() {
        let isNews = state.withLock { state in
            guard !state.isClosed else { return false }
            state.isClosed = true
            state.heard.append(.typed)
            return true
        }
        if isNews { wake.wake() }
    }

    func take() -> [SignWatch.Event] {
        state.withLock { state in
            defer { state.heard = [] }
            return state.heard
        }
    }

    /// Nobody listens any more.
    func close() { state.withLock { $0.isClosed = true } }
}
