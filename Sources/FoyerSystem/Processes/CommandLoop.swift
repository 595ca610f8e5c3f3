import CTerminal
import FoyerCore
import Glibc

/// A command's own thread: reads its output, watches for readiness, stops it and collects its exit status.
struct CommandLoop {
    /// How long to go on reading the terminal after the command has died, if processes it left behind keep writing.
    static let drainTime = Duration.milliseconds(300)
    /// A deadline missed by more than this means that the process was stopped or the machine slept.
    static let longestOversleep = Duration.milliseconds(250)

    private let process: CommandProcess
    private let spawned: CommandSpawn.Spawned
    private var sources: [CommandSource]
    private var signs: CommandSigns
    private let tellNews: @Sendable (CommandNews) -> Void
    private let isTerminal: Bool
    private let handsOver: Bool
    private var history = TerminalHistory()
    private var lines = CommandLines()
    private var flow = PipeFlow()
    private var stopping: (since: Instant, killed: Bool)?
    private var diedAt: Instant?
    private var isReady = false
    private var isReleased = false
    private var isPassing = false

    init(
        _ process: CommandProcess, _ spawned: CommandSpawn.Spawned, _ request: CommandRequest,
        _ signs: CommandSigns, _ tellNews: @escaping @Sendable (CommandNews) -> Void
    ) {
        self.process = process
        self.spawned = spawned
        self.signs = signs
        self.tellNews = tellNews
        isTerminal = spawned.pipes.isEmpty
        handsOver = isTerminal && request.handsOver
        guard case .pipes(let output, let errors) = request.streams else {
            sources = [CommandSource(descriptor: spawned.terminal, sink: nil, countsForEnd: true, isTerminal: true)]
            return
        }
        sources = [
            CommandSource(descriptor: spawned.terminal, sink: errors, countsForEnd: false, isTerminal: true)
        ]
        for (pipe, sink) in zip(spawned.pipes, [output, errors]) {
            sources.append(CommandSource(descriptor: pipe, sink: sink, countsForEnd: true, isTerminal: false))
        }
    }

    mutating func run() {
        while true {
            let now = MonotonicClock.now
            takeRequests(at: now)
            killIfDue(at: now)
            followStart(at: now)
            flushIfDue(at: now)
            if isFinished(at: now) { break }
            wait(until: nextDeadline(after: now))
        }
        finish()
    }

    // MARK: - Waiting and reading

    private func nextDeadline(after now: Instant) -> Instant? {
        var instants: [Instant] = []
        if !isReady, stopping == nil, let look = signs.nextDeadline { instants.append(look) }
        // A prompt may appear before the command turns off echo.
        if !isReady, stopping == nil, mayAsk { instants.append(now + CommandSigns.listenInterval) }
        if let stopping, !stopping.killed { instants.append(stopping.since + CommandProcess.patience) }
        if let diedAt, now < diedAt + Self.drainTime {
            instants.append(sources.contains { !$0.isDrained && !$0.isFull } ? now : diedAt + Self.drainTime)
        }
        if hasNews { instants.append(lines.nextFlush) }
        return instants.min()
    }

    private mutating func wait(until deadline: Instant?) {
        var descriptors = [
            pollfd(fd: process.wake.readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: diedAt == nil ? spawned.process : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signs.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        descriptors += sources.map(\.awaited)
        let rest = deadline.map { max(0, ($0 - MonotonicClock.now).saturatedNanoseconds) } ?? -1
        let count = foyer_poll(&descriptors, descriptors.count, rest)
        if let deadline {
            let late = MonotonicClock.now - deadline
            if late > Self.longestOversleep { signs.overslept(late, at: deadline + late) }
        }
        guard count > 0 || diedAt != nil else { return }
        if descriptors[0].revents != 0 { process.wake.drain() }
        if descriptors[1].revents != 0 { recordDeath(at: MonotonicClock.now) }
        if descriptors[2].revents != 0 { signs.receive(at: MonotonicClock.now) }
        for index in sources.indices where descriptors[index + 3].revents != 0 || diedAt != nil { serve(index) }
        if diedAt == nil { flow.gather() }
    }

    private mutating func recordDeath(at now: Instant) {
        diedAt = now
        signs.lookOnce(at: now)
        for index in sources.indices { sources[index].recordDeath() }
    }

    /// Read only one piece, so that the other sources get their turn.
    private mutating func serve(_ index: Int) {
        switch sources[index].serve(moving: isPassing) {
        case .nothing: break
        case .bytes(let bytes): take(bytes, from: index)
        case .end: takeEnd(of: index)
        case .failed(let number): stopUnread(index, number)
        }
    }

    private mutating func take(_ bytes: [UInt8], from index: Int) {
        flow.hasPassed = !isTerminal
        if isTerminal || !isReady { follow(bytes, from: index) }
        // Output that is passed on unchanged is needed as lines only until the command is ready.
        if case .bytes = sources[index].sink, isReady {
            offer(bytes, to: index)
            return
        }
        if case .bytes = sources[index].sink, !signs.areLines {
            sources[index].keep(bytes)
            offer(bytes, to: index)
            return
        }
        let lines = sources[index].lines.take(bytes)
        keep(lines, unfinished: sources[index].lines.unfinished)
        offer(bytes, lines, to: index)
    }

    /// Progress reports go to our bar, so they are kept from the terminal while we own it.
    private mutating func follow(_ bytes: [UInt8], from index: Int) {
        let (rest, reports) = sources[index].takeBars(bytes)
        if isTerminal { history.append(rest) }
        if !isReady { signs.wrote(rest, reports, at: MonotonicClock.now) }
    }

    private mutating func takeEnd(of index: Int) {
        keepTail(of: index)
        let lines = sources[index].lines.finish()
        keep(lines, unfinished: "")
        offer([], lines, to: index)
    }

    private mutating func keepTail(of index: Int) {
        guard sources[index].hasTail else { return }
        let lines = sources[index].takeTail()
        keep(lines, unfinished: sources[index].lines.unfinished)
    }

    private mutating func offer(_ bytes: [UInt8], _ lines: [SafeText] = [], to index: Int) {
        if let number = sources[index].offer(bytes, lines) { stopUnread(index, number) }
    }

    /// Nobody reads its output any more: the command learns of it as usual, by SIGPIPE or by a failed write.
    private mutating func stopUnread(_ index: Int, _ number: Int32) {
        sources[index].close()
        process.shared.withLock { $0.outputError = $0.outputError ?? number }
        stop(by: SIGPIPE, at: MonotonicClock.now)
    }

    private mutating func keep(_ lines: [SafeText], unfinished: SafeText) {
        if !isReady { signs.printed(lines, unfinished: unfinished, at: MonotonicClock.now) }
        self.lines.add(lines, unfinished: unfinished, dropsOldest: isTerminal)
    }

    // MARK: - Passing on

    private var hasTail: Bool { sources.contains { $0.hasTail } }
    private var hasNews: Bool { lines.hasNews || hasTail }

    private mutating func flushIfDue(at now: Instant) {
        let mayWait = diedAt == nil && (isTerminal || hasTail)
        guard hasNews, !mayWait || now >= lines.nextFlush else { return }
        lines.nextFlush = now + CommandLines.flushInterval
        flush()
    }

    private mutating func flush() {
        for index in sources.indices { keepTail(of: index) }
        let output = lines.take()
        let consumer = process.shared.withLock { shared in
            shared.recent += output.lines
            let surplus = shared.recent.count - CommandProcess.keptLines
            if surplus > 0 { shared.recent.removeFirst(surplus) }
            return shared.consumer
        }
        if case .lines(let pass) = consumer { pass(output) }
    }

    // MARK: - Requests

    private mutating func takeRequests(at now: Instant) {
        let (signal, isPassing, waiter) = process.shared.withLock { shared in
            defer { shared.handOverWaiter = nil }
            return (shared.stopSignal, shared.isPassing, shared.handOverWaiter)
        }
        self.isPassing = isPassing
        if let signal { stop(by: signal, at: now) }
        if let waiter { release(to: waiter) }
    }

    private mutating func stop(by signal: Int32, at now: Instant) {
        guard stopping == nil else { return }
        stopping = (now, false)
        kill(-process.identity, signal)
        kill(-process.identity, SIGCONT)
    }

    private mutating func release(to waiter: CheckedContinuation<CommandProcess.HandOver, Never>) {
        isReleased = true
        if let source = sources.first { history.append(source.bars.held) }
        process.shared.withLock { $0.consumer = .released }
        let terminal = sources.isEmpty ? -1 : sources[0].descriptor
        sources = []
        lines.discard()
        let ended = fcntl(spawned.process, F_DUPFD_CLOEXEC, 3)
        if !signs.isStopped { forgetStops() }
        let stops = fcntl(spawned.command.stops, F_DUPFD_CLOEXEC, 3)
        waiter.resume(returning: .init(terminal: terminal, process: ended, stops: stops, history: history.bytes))
        history = TerminalHistory()
    }

    /// Discards stops that are over, as after Ctrl-Z on the splash: the terminal's new owner would stop for them again.
    private func forgetStops() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(spawned.command.stops, &bytes, bytes.count) > 0 {}
    }

    // MARK: - Its start

    private mutating func followStart(at now: Instant) {
        guard !isReady, stopping == nil else { return }
        let sign = signs.look(at: now, asks: asksUnseen)
        if let news = signs.takeNews(at: now) { tellNews(news) }
        if let sign { becomeReady(by: sign, at: now) }
    }

    /// Whether it waits for a password: echo is off, after a prompt without a line end.
    private var asksUnseen: Bool { mayAsk && foyer_terminal_hides_input(sources[0].descriptor) }
    private var mayAsk: Bool { handsOver && !sources.isEmpty && !lines.unfinished.isEmpty }

    private mutating func becomeReady(by sign: ReadySign, at now: Instant) {
        isReady = true
        if hasNews { flush() }
        process.recordReady(by: sign, after: now - signs.began)
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
        if stopping?.killed == true { return true }
        let isAtEnd = sources.allSatisfy { !$0.countsForEnd || $0.descriptor < 0 }
        let isWritten = !sources.contains { $0.isFull }
        if isAtEnd, isWritten { return true }
        let isTimeUp = now >= diedAt + Self.drainTime
        // Others of its group may still be ending and get as long as it had. Do not wait for a sink that takes nothing.
        if stopping != nil { return isTimeUp && isAtEnd }
        // Wait for everything the command itself wrote, however slow the reader, but not for processes left behind.
        return isWritten && sources.allSatisfy { $0.isDrained || (isTimeUp && $0.isTerminal) }
    }

    private mutating func finish() {
        if !isReleased { for index in sources.indices { takeEnd(of: index) } }
        if hasNews { flush() }
        if isTerminal, !isReleased, let source = sources.first { history.append(source.bars.held) }
        let left = signs.leftBehind(stopping: stopping != nil)
        // Do this before collecting its exit status: until then no other process can have its number.
        if stopping != nil { kill(-process.identity, SIGKILL) }
        var command = spawned.command
        let status = foyer_command_end(&command)
        for index in sources.indices {
            sources[index].close()
            sources[index].sink?.outlet.finish()
        }
        close(command.stops)
        if let held = spawned.held { close(held) }
        if spawned.process >= 0 { close(spawned.process) }
        process.shared.withLock { shared in
            shared.leftBehind = left
            shared.errorNumber = signs.errorNumber
        }
        signs.end()
        let end = CommandEnd(waitStatus: status)
        let now = MonotonicClock.now
        if !isReady, stopping == nil, let sign = signs.ended(end, at: now) {
            isReady = true
            process.recordReady(by: sign, after: now - signs.began)
        }
        process.tell(end, wasReady: isReady, history: history.bytes)
    }
}
