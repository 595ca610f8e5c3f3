import FoyerCore
import Synchronization

/// Hears what a command that has been handed over writes, and that something is typed to it, without touching either.
///
/// Whoever relays its terminal tells the observer; the command's own thread listens. A terminal may be lent before the command is
/// ready: until then the observer hears only whether something is typed.
package final class ReadinessObserver: Sendable {
    /// More is not looked at: a command that writes so much is no longer starting.
    private static let most = 256 << 10

    private struct State {
        var lines = OutputLines()
        var bars = ProgressSequences()
        var count = 0
        var heard: [LateSignalWatch.Event] = []
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

    func take() -> [LateSignalWatch.Event] {
        state.withLock { state in
            defer { state.heard = [] }
            return state.heard
        }
    }

    /// Nobody listens any more.
    func close() { state.withLock { $0.isClosed = true } }
}

/// Goes on listening to a command that was handed over for its silence. Belongs to the command's own thread.
struct LateSignals {
    private var watch: LateSignalWatch
    let observer: ReadinessObserver
    private let processes: OwnProcesses
    /// The sockets that were listening before the command started.
    private let former: [ListeningSocket]
    /// The path of its terminal.
    private let terminal: String?
    private var nextLook: Instant
    private let stopped = ProcessSignals.stoppedTime

    init(
        _ processes: OwnProcesses, former: [ListeningSocket], terminal: String?, began: Instant,
        observer: ReadinessObserver,
        at now: Instant
    ) {
        watch = LateSignalWatch(began: began, at: now)
        self.observer = observer
        self.processes = processes
        self.former = former
        self.terminal = terminal
        nextLook = now + CommandSigns.listenInterval
    }

    /// When to look again; `nil` once all is known.
    var nextDeadline: Instant? { watch.nextDeadline.map { min($0, nextLook) } }

    mutating func hear(_ message: NotifyMessage, at now: Instant) { watch.handle(.notified(message), at: now) }

    mutating func lose(at now: Instant) {
        watch.handle(.lost, at: now)
        observer.close()
    }

    /// - Returns: what has been found, once.
    mutating func look(at now: Instant) -> LearnedSignal? {
        guard !watch.isOver else { return nil }
        if ProcessSignals.stoppedTime > stopped { watch.handle(.lost, at: now) }
        for event in observer.take() { watch.handle(event, at: now) }
        if !watch.isOver, now >= nextLook {
            nextLook = now + CommandSigns.listenInterval
            let new = Set(OwnProcesses.listening()).subtracting(former)
            if !new.isEmpty, let socket = processes.holder(of: new) { watch.handle(.listens(socket.port), at: now) }
        }
        watch.handle(.timePassed, at: now)
        guard watch.isOver else { return nil }
        observer.close()
        // A command that asks for a line may print the signal as part of its question.
        if let terminal, watch.found != nil, processes.readsTerminal(terminal) { return nil }
        return watch.found
    }
}
