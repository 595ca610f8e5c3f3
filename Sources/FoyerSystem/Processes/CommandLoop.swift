import CTerminal
import FoyerCore
import Glibc

/// The thread that belongs to a command: reads what it writes, looks whether it is ready, stops it, and takes its end.
struct CommandLoop {
    /// Bytes of the terminal's history; of more, the oldest go.
    static let longestHistory = 1 << 20
    /// How often lines are passed on from a terminal, and how many at once; of more, the oldest go.
    static let flushInterval = Duration.milliseconds(100)
    static let longestFlush = 1000
    /// How long what a command wrote last is waited for: a terminal passes it on a little later than a pipe.
    static let drainTime = Duration.milliseconds(300)

    /// Something that the command writes to.
    private struct Source {
        var descriptor: Int32
        let isError: Bool
        /// Whether its end means that nobody is left who could write.
        let countsForEnd: Bool
        var lines = OutputLines()
    }

    private let process: CommandProcess
    private let spawned: CommandSpawn.Spawned
    private var sources: [Source]
    private var watch: ReadyWatch
    private let isTerminal: Bool
    private var history: [UInt8] = []
    private var pending: [SafeText] = []
    private var lastUnfinished: SafeText = ""
    private var toldUnfinished: SafeText = ""
    private var nextFlush = Instant.zero
    private var stopping: (since: Instant, killed: Bool)?
    private var diedAt: Instant?
    private var isReady = false
    private var isReleased = false

    init(_ process: CommandProcess, _ spawned: CommandSpawn.Spawned, _ watch: ReadyWatch) {
        self.process = process
        self.spawned = spawned
        self.watch = watch
        isTerminal = spawned.pipes.isEmpty
        sources = [Source(descriptor: spawned.terminal, isError: true, countsForEnd: isTerminal)]
        for (index, pipe) in spawned.pipes.enumerated() {
            sources.append(Source(descriptor: pipe, isError: index > 0, countsForEnd: true))
        }
    }

    mutating func run() {
        while true {
            let now = MonotonicClock.now
            takeRequests(at: now)
            killIfDue(at: now)
            if !isReady, stopping == nil, watch.isReady(at: now) { becomeReady() }
            flushIfDue(at: now)
            if isFinished(at: now) { break }
            wait(until: nextDeadline)
        }
        finish()
    }

    // MARK: - Waiting and reading

    private var nextDeadline: Instant? {
        var instants: [Instant] = []
        if !isReady, stopping == nil, let look = watch.looksAgain { instants.append(look) }
        if let stopping, !stopping.killed { instants.append(stopping.since + CommandProcess.patience) }
        if let diedAt { instants.append(diedAt + Self.drainTime) }
        if hasNews { instants.append(nextFlush) }
        return instants.min()
    }

    private mutating func wait(until deadline: Instant?) {
        var descriptors = [
            pollfd(fd: process.wake.readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: diedAt == nil ? spawned.process : -1, events: Int16(POLLIN), revents: 0),
        ]
        for source in sources { descriptors.append(pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)) }
        let rest = deadline.map { max(0, ($0 - MonotonicClock.now).saturatedNanoseconds) } ?? -1
        guard foyer_poll(&descriptors, descriptors.count, rest) > 0 else { return }
        if descriptors[0].revents != 0 { process.wake.drain() }
        if descriptors[1].revents != 0 { diedAt = MonotonicClock.now }
        for index in sources.indices where descriptors[index + 2].revents != 0 || diedAt != nil { read(index) }
    }

    /// One piece: others are to have their turn.
    private mutating func read(_ index: Int) {
        let descriptor = sources[index].descriptor
        guard descriptor >= 0 else { return }
        var isAtEnd = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            count = max(0, result)
            isAtEnd = result == 0 || (result < 0 && errno != EAGAIN && errno != EINTR)
        }
        if !bytes.isEmpty { take(bytes, from: index) }
        if isAtEnd {
            close(descriptor)
            sources[index].descriptor = -1
            note(sources[index].lines.finish(), unfinished: "")
        }
    }

    private mutating func take(_ bytes: [UInt8], from index: Int) {
        if case .bytes(let pass) = process.shared.withLock({ $0.consumer }) {
            return pass(bytes, sources[index].isError)
        }
        if isTerminal { keep(bytes) }
        let lines = sources[index].lines.take(bytes)
        note(lines, unfinished: sources[index].lines.unfinished)
    }

    private mutating func note(_ lines: [SafeText], unfinished: SafeText) {
        if !isReady { watch.took(lines, unfinished: unfinished) }
        pending += lines
        if isTerminal, pending.count > Self.longestFlush { pending.removeFirst(pending.count - Self.longestFlush) }
        lastUnfinished = unfinished
    }

    private mutating func keep(_ bytes: [UInt8]) {
        history += bytes
        guard history.count > Self.longestHistory else { return }
        // At the beginning of a line: half a sequence is no good beginning.
        let cut = history.count - Self.longestHistory / 2
        let begin = history[cut...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? cut
        history.removeFirst(begin)
    }

    // MARK: - Passing on

    private var hasNews: Bool { !pending.isEmpty || lastUnfinished != toldUnfinished }

    private mutating func flushIfDue(at now: Instant) {
        guard hasNews, !isTerminal || now >= nextFlush || diedAt != nil else { return }
        nextFlush = now + Self.flushInterval
        flush()
    }

    private mutating func flush() {
        let output = CommandOutput(lines: pending, unfinished: lastUnfinished)
        pending = []
        toldUnfinished = lastUnfinished
        let consumer = process.shared.withLock { shared in
            shared.recent += output.lines
            let surplus = shared.recent.count - CommandProcess.keptLines
            if surplus > 0 { shared.recent.removeFirst(surplus) }
            return shared.consumer
        }
        if case .lines(let pass) = consumer { pass(output) }
    }

    /// What had been begun when bytes were asked for in place of lines.
    private mutating func passUnfinished(_ pass: (_ bytes: [UInt8], _ isError: Bool) -> Void) {
        for index in sources.indices {
            let text = sources[index].lines.unfinished
            if !text.isEmpty { pass(Array(text.string.utf8), sources[index].isError) }
            sources[index].lines = OutputLines()
        }
    }

    // MARK: - Requests

    private mutating func takeRequests(at now: Instant) {
        let (signal, consumer, waiter) = process.shared.withLock { shared in
            defer { shared.handOverWaiter = nil }
            return (shared.stopSignal, shared.consumer, shared.handOverWaiter)
        }
        if let signal, stopping == nil {
            stopping = (now, false)
            kill(-process.identity, signal)
            kill(-process.identity, SIGCONT)
        }
        if case .bytes(let pass) = consumer { passUnfinished(pass) }
        if let waiter { release(to: waiter) }
    }

    private mutating func release(to waiter: CheckedContinuation<CommandProcess.HandOver, Never>) {
        isReleased = true
        process.shared.withLock { $0.consumer = .released }
        let terminal = sources.isEmpty ? -1 : sources[0].descriptor
        sources = []
        pending = []
        lastUnfinished = toldUnfinished
        let ended = fcntl(spawned.process, F_DUPFD_CLOEXEC, 3)
        waiter.resume(returning: .init(terminal: terminal, process: ended, history: history))
        history = []
    }

    private mutating func becomeReady() {
        isReady = true
        if hasNews { flush() }
        process.shared.withLock { $0.isReady = true }
        process.takeReadyWaiter()?.resume(returning: .ready)
    }

    // MARK: - The end

    private mutating func killIfDue(at now: Instant) {
        guard let stopping, !stopping.killed, now >= stopping.since + CommandProcess.patience else { return }
        self.stopping?.killed = true
        kill(-process.identity, SIGKILL)
    }

    private func isFinished(at now: Instant) -> Bool {
        guard let diedAt else { return false }
        let isQuiet = sources.allSatisfy { !$0.countsForEnd || $0.descriptor < 0 }
        if isQuiet { return true }
        // Others of its group may be on their way out; they have as long as it had.
        if let stopping { return stopping.killed }
        return now >= diedAt + Self.drainTime
    }

    private mutating func finish() {
        if !isReleased { for index in sources.indices { note(sources[index].lines.finish(), unfinished: "") } }
        if hasNews { flush() }
        // Before its end is taken: until then nobody else can have its number.
        if stopping != nil { kill(-process.identity, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process.identity, &status, 0) < 0, errno == EINTR {}
        for source in sources where source.descriptor >= 0 { close(source.descriptor) }
        if let held = spawned.held { close(held) }
        if spawned.process >= 0 { close(spawned.process) }
        tell(CommandEnd(waitStatus: status))
    }

    private func tell(_ end: CommandEnd) {
        let history = history
        let isReady = isReady || (watch.endIsReady && end == .status(0) && stopping == nil)
        let (ready, hand, waiters) = process.shared.withLock { shared in
            shared.end = end
            shared.isReady = isReady
            shared.history = history
            defer {
                shared.readyWaiter = nil
                shared.handOverWaiter = nil
                shared.endWaiters = []
            }
            return (shared.readyWaiter, shared.handOverWaiter, shared.endWaiters)
        }
        ready?.resume(returning: isReady ? .ready : .ended(end))
        hand?.resume(returning: .init(terminal: -1, process: -1, history: history))
        for waiter in waiters { waiter.resume(returning: end) }
    }
}
