import CTerminal
import FoyerCore
import Glibc

/// A command's own thread: reads its output, watches for readiness, stops it and collects its exit status.
struct CommandLoop {
    /// How long to go on reading the terminal after the command has died, if processes it left behind keep writing.
    static let drainTime = Duration.milliseconds(300)
    /// What is kept of one that is being stopped, or whose terminal nobody is to take over: it may write without end.
    private static let mostKept = 8 << 20
    /// A deadline missed by more than this means that the process was stopped or the machine slept.
    static let longestOversleep = Duration.milliseconds(250)

    private let process: CommandProcess
    private let spawned: CommandSpawn.Spawned
    private var sources: [CommandSource]
    private var signs: CommandSigns
    private let tellNews: @Sendable (CommandNews) -> Void
    private let learnsSign: (@Sendable (LearnedSignal) -> Void)?
    private let isTerminal: Bool
    private let handsOver: Bool
    /// The terminal whose settings tell whether the command wants keys; -1 for none.
    private let watched: Int32
    /// What a command wrote to its terminal, for whoever takes the terminal over.
    private var history: [UInt8] = []
    private var demands = TerminalDemands()
    private var lines = CommandLines()
    private var start = Start.awaited
    private var stopping: Stop?
    private var diedAt: Instant?
    private let claim: TerminalClaim?
    private var isShared = false
    /// Of whoever has its terminal before it is ready.
    private var lentObserver: ReadinessObserver?
    private var size: SharedSize

    private enum Start {
        case awaited
        /// It is ready, or nobody waits for that any longer.
        case settled
        /// Somebody else has its terminal.
        case released
    }

    private enum Stop {
        case asked(since: Instant)
        case killed
    }

    init(
        _ process: CommandProcess, _ spawned: CommandSpawn.Spawned, _ request: CommandRequest,
        _ signs: CommandSigns, _ tellNews: @escaping @Sendable (CommandNews) -> Void
    ) {
        self.process = process
        self.spawned = spawned
        self.signs = signs
        self.tellNews = tellNews
        learnsSign = request.learnsSign
        claim = request.claim
        isTerminal = spawned.terminal >= 0
        size = spawned.size
        handsOver = isTerminal && request.handsOver
        watched = handsOver ? spawned.terminal : request.sharedTerminal
        if isTerminal {
            sources = [CommandSource(descriptor: spawned.terminal, sink: nil, isTerminal: true)]
        } else {
            sources = spawned.pipes.map { CommandSource(descriptor: $0.descriptor, sink: $0.sink, isTerminal: false) }
        }
    }

    mutating func run() {
        while true {
            let now = MonotonicClock.now
            takeRequests(at: now)
            takeSize()
            killIfDue(at: now)
            followStart(at: now)
            if let sign = signs.lookLater(at: now) { learnsSign?(sign) }
            flushIfDue(at: now)
            if isFinished(at: now) { break }
            wait(until: nextDeadline(after: now))
        }
        finish()
    }

    // MARK: - Waiting and reading

    private func nextDeadline(after now: Instant) -> Instant? {
        var instants: [Instant] = []
        if start == .awaited, stopping == nil {
            if let look = signs.nextDeadline { instants.append(look) }
            // The terminal's settings change without a word.
            if watched >= 0 { instants.append(now + CommandSigns.listenInterval) }
        }
        if let look = signs.laterDeadline { instants.append(look) }
        if case .asked(let since) = stopping { instants.append(since + CommandProcess.patience) }
        if let diedAt, now < diedAt + Self.drainTime {
            instants.append(
                sources.contains { !$0.isDrained && !$0.isFull && !$0.isLent } ? now : diedAt + Self.drainTime)
        }
        if lines.hasNews { instants.append(lines.nextFlush) }
        return instants.min()
    }

    /// What is kept for the hand-over has a limit; but all of it is kept.
    private var isFull: Bool {
        handsOver && history.count >= Readiness.mostWritten && stopping == nil && start != .awaited
    }

    private mutating func wait(until deadline: Instant?) {
        var descriptors = [
            pollfd(fd: process.wake.readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: diedAt == nil ? spawned.process : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signs.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isShared ? -1 : claim?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        descriptors += sources.map { isFull ? pollfd(fd: -1, events: 0, revents: 0) : $0.awaited }
        let rest = deadline.map { max(0, ($0 - MonotonicClock.now).saturatedNanoseconds) } ?? -1
        let count = foyer_poll(&descriptors, descriptors.count, rest)
        if let deadline {
            let late = MonotonicClock.now - deadline
            if late > Self.longestOversleep { signs.overslept(late, at: deadline + late) }
        }
        guard count > 0 || diedAt != nil else { return }
        if descriptors[0].revents != 0 {
            process.wake.drain()
            // It stands before what the command says to it.
            showKey()
        }
        if descriptors[1].revents != 0 { recordDeath(at: MonotonicClock.now) }
        if descriptors[2].revents != 0 { signs.receive(at: MonotonicClock.now) }
        if descriptors[3].revents != 0 { isShared = true }
        for index in sources.indices where descriptors[index + 4].revents != 0 || (diedAt != nil && !isFull) {
            serve(index)
        }
    }

    private mutating func recordDeath(at now: Instant) {
        diedAt = now
        signs.lookOnce(at: now)
        for index in sources.indices { sources[index].recordDeath() }
    }

    /// Read only one piece, so that the other sources get their turn.
    private mutating func serve(_ index: Int) {
        switch sources[index].serve() {
        case .nothing: break
        case .bytes(let bytes): take(bytes, from: index)
        case .end: takeEnd(of: index)
        case .failed(let number): stopUnread(index, number)
        }
    }

    private mutating func take(_ bytes: [UInt8], from index: Int) {
        let rest = follow(bytes, from: index)
        // Output that is passed on unchanged is needed as lines only while one of them may be the sign.
        if case .bytes = sources[index].sink, start != .awaited || !signs.areLines { return offer(bytes, to: index) }
        let lines = sources[index].lines.take(rest)
        keep(lines, unfinished: sources[index].lines.unfinished)
        if start == .awaited, !rest.isEmpty {
            // What a carriage return ends is a bar.
            let isQuestion = isTerminal && !sources[index].lines.unfinished.isEmpty && rest.last != 0x0D
            signs.printed(rest.count, isQuestion: isQuestion, at: MonotonicClock.now)
        }
        offer(bytes, lines, to: index)
    }

    /// Progress reports go to our bar, so they are kept from the terminal while we own it.
    private mutating func follow(_ bytes: [UInt8], from index: Int) -> [UInt8] {
        if start != .awaited, !isTerminal { return bytes }
        let (rest, reports) = sources[index].bars.take(bytes)
        let isKept = (handsOver && stopping == nil) || history.count < Self.mostKept
        if isTerminal, !isLent, isKept { history += rest }
        if handsOver, start == .awaited, demands.take(rest) { signs.wantsTerminal(at: MonotonicClock.now) }
        if start == .awaited { signs.reported(reports, at: MonotonicClock.now) }
        return rest
    }

    private mutating func takeEnd(of index: Int) {
        let lines = sources[index].lines.finish()
        keep(lines, unfinished: "")
        offer([], lines, to: index)
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
        if start == .awaited { signs.search(lines, unfinished: unfinished, at: MonotonicClock.now) }
        self.lines.add(lines, unfinished: unfinished, dropsOldest: isTerminal)
    }

    // MARK: - Passing on

    private mutating func flushIfDue(at now: Instant) {
        let mayWait = diedAt == nil && isTerminal
        guard lines.hasNews, !mayWait || now >= lines.nextFlush else { return }
        lines.nextFlush = now + CommandLines.flushInterval
        flush()
    }

    private mutating func flush() {
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
        let (isStopping, waiter, lender, heard, hasHeardAll) = process.shared.withLock { shared in
            defer { (shared.handOverWaiter, shared.lendWaiter, shared.heard) = (nil, nil, []) }
            return (shared.isStopping, shared.handOverWaiter, shared.lendWaiter, shared.heard, shared.hasHeardAll)
        }
        if isStopping { stop(by: SIGTERM, at: now) }
        if let waiter { release(to: waiter) }
        if let lender { lend(to: lender) }
        guard isLent else { return }
        if !heard.isEmpty, start == .awaited { take(heard, from: 0) }
        // Nobody says so of a command that is ready.
        sources[0].hasHeardAll = hasHeardAll || start != .awaited
    }

    private mutating func stop(by signal: Int32, at now: Instant) {
        guard stopping == nil else { return }
        stopping = .asked(since: now)
        signs.endProbe()
        send(signal)
        send(SIGCONT)
    }

    /// To all that is the command's: its group, or a child with its descendants.
    private func send(_ signal: Int32) {
        if process.group > 0 {
            foyer_signals_send_to(process.identity, process.group, signal)
        } else {
            for entry in signs.ownProcesses { kill(entry.identity, signal) }
        }
    }

    /// Its terminal is as large as the user's; a change wakes us, and nothing happens without one. A size that the command
    /// has set is the user's once a splash is out of the way.
    private mutating func takeSize() {
        guard handsOver, start != .released, !isLent else { return }
        TerminalSize.share(&size, users: STDOUT_FILENO, command: spawned.terminal, isUsersFixed: true)
    }

    private mutating func release(to waiter: CheckedContinuation<CommandProcess.HandOver, Never>) {
        start = .released
        signs.endProbe()
        let observer = makeObserver().flatMap { signs.listenOn($0, at: MonotonicClock.now) ? $0 : nil }
        if let source = sources.first { history += source.bars.held }
        process.shared.withLock { $0.consumer = .released }
        let terminal = sources.isEmpty ? -1 : sources[0].descriptor
        sources = []
        lines.discard()
        waiter.resume(returning: hand(over: terminal, observer))
    }

    private mutating func lend(to waiter: CheckedContinuation<CommandProcess.HandOver, Never>) {
        for index in sources.indices { sources[index].isLent = true }
        lentObserver = makeObserver()
        // The beginning of a sequence, the rest of which whoever has the terminal shows.
        if let source = sources.first { history += source.bars.held }
        waiter.resume(returning: hand(over: sources.first.map { Self.copy($0.descriptor) } ?? -1, lentObserver))
    }

    private func makeObserver() -> ReadinessObserver? {
        learnsSign == nil ? nil : ReadinessObserver(wake: process.wake)
    }

    private static func copy(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }

    private mutating func hand(over terminal: Int32, _ observer: ReadinessObserver? = nil) -> CommandProcess.HandOver {
        defer { history = [] }
        return CommandProcess.HandOver(
            terminal: terminal, process: Self.copy(spawned.process), stops: Self.copy(spawned.command.stops),
            keeper: Self.copy(spawned.command.control), settings: -1, history: history, observer: observer,
            awaitsOutput: process.readied?.sign == .terminal, size: size, claim: claim)
    }

    private var isLent: Bool { sources.first?.isLent == true }

    // MARK: - Its start

    private mutating func followStart(at now: Instant) {
        guard start == .awaited, stopping == nil else { return }
        if isInterrupted { signs.interrupted(at: now) }
        if isShared { signs.sharesTerminal(at: now) }
        // Whoever has its terminal hears of it from the keeper.
        if handsOver, !isLent { signs.lookForStop(at: now) }
        let wish = watched >= 0 ? Int(foyer_terminal_wish(watched)) : FOYER_WISH_NONE
        // After `bg` nobody looks at a splash.
        if handsOver, UsersTerminal.inForeground == nil { signs.lostForeground(at: now) }
        let verdict = signs.look(at: now, wish: wish)
        if let news = signs.takeNews(at: now) { tellNews(news) }
        switch verdict {
        case .ready(let sign): becomeReady(by: sign, at: now)
        case .late: becomeLate(at: now)
        case .ended, nil: break
        }
    }

    /// Somebody wants to leave, and to see what it says to that.
    private var isInterrupted: Bool {
        isTerminal && !isLent && stopping == nil && ProcessSignals.hasPassedEnd
    }

    /// Our splash has not shown the key, which the command's terminal would have.
    private mutating func showKey() {
        guard handsOver, isInterrupted, let number = ProcessSignals.takePassedKey() else { return }
        history += [UInt8](unsafeUninitializedCapacity: 2) {
            $1 = foyer_terminal_unseen_key(STDOUT_FILENO, spawned.terminal, number, $0.baseAddress)
        }
    }

    private mutating func becomeReady(by sign: ReadinessSignal, at now: Instant) {
        settle(at: now)
        process.recordReady(by: sign, after: now - signs.began)
        process.takeReadyWaiter()?.resume(returning: .ready)
    }

    private mutating func settle(at now: Instant) {
        start = .settled
        signs.endProbe()
        if lines.hasNews { flush() }
        if let lentObserver, !signs.listenOn(lentObserver, at: now) { lentObserver.close() }
    }

    private mutating func becomeLate(at now: Instant) {
        settle(at: now)
        process.recordLate()
        process.takeReadyWaiter()?.resume(returning: .late)
    }

    // MARK: - The end

    private mutating func killIfDue(at now: Instant) {
        guard case .asked(let since) = stopping, now >= since + CommandProcess.patience else { return }
        stopping = .killed
        send(SIGKILL)
    }

    private func isFinished(at now: Instant) -> Bool {
        guard let diedAt else { return false }
        if case .killed = stopping { return true }
        let isWritten = !sources.contains { $0.isFull }
        let isTimeUp = now >= diedAt + Self.drainTime
        // Others of its group may still be ending and get as long as it had. Do not wait for a sink that takes nothing.
        if stopping != nil { return isTimeUp && sources.allSatisfy { $0.descriptor < 0 || $0.isDrained } }
        // A request to end does not wait for a slow reader.
        if isTimeUp, ProcessSignals.hasPassedEnd { return true }
        // Somebody is about to take over the rest.
        if isFull, start != .released { return false }
        // Wait for everything the command itself wrote, however slow the reader, but not for processes left behind.
        return isWritten && sources.allSatisfy { $0.isDrained || (isTimeUp && $0.isTerminal) }
    }

    private mutating func finish() {
        for index in sources.indices { takeEnd(of: index) }
        if lines.hasNews { flush() }
        if isTerminal, !isLent, let source = sources.first { history += source.bars.held }
        let left = signs.leftBehind(stopping: stopping != nil)
        // Do this before collecting its exit status: until then no other process can have its number.
        if stopping != nil { send(SIGKILL) }
        var command = spawned.command
        let status = foyer_command_end(&command)
        let isKept = handsOver && start != .released && !isLent
        let settings = isKept ? fcntl(spawned.terminal, F_DUPFD_CLOEXEC, 3) : -1
        let keeper = isKept ? fcntl(command.control, F_DUPFD_CLOEXEC, 3) : -1
        for index in sources.indices {
            if stopping == nil { sources[index].leave() } else { sources[index].close() }
            sources[index].sink?.outlet.finish()
        }
        let own = [command.control, command.stops, spawned.process, spawned.held]
        for descriptor in own where descriptor >= 0 { close(descriptor) }
        process.shared.withLock { shared in
            shared.leftBehind = left
            (shared.errorNumber, shared.error) = (signs.errorNumber, signs.error)
        }
        signs.end()
        let end = CommandEnd(waitStatus: status)
        let now = MonotonicClock.now
        if start == .awaited, isInterrupted { signs.interrupted(at: now) }
        if start == .awaited, stopping == nil, let sign = signs.ended(end, at: now) {
            start = .settled
            process.recordReady(by: sign, after: now - signs.began)
        }
        process.tell(
            end, wasReady: process.readied != nil, history: history, settings: settings, keeper: keeper, size: size)
    }
}

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
