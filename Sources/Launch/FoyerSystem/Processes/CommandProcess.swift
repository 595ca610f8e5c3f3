import CTerminal
import FoyerCore
import Glibc
import Synchronization

/// What to start, and how.
package struct CommandRequest: Sendable {
    package enum Streams: Sendable {
        /// Those of this process: nothing of ours is in between.
        case inherited
        /// A terminal of its own, so that it writes as it would to the user's. With `handsOver`, the terminal is handed over
        /// once the command is ready, so that it may prompt the user.
        case terminal(CellSize, handsOver: Bool = false)
        /// A terminal of its own in place of the user's, with its settings and its size; handed over likewise. What is no
        /// terminal stays what it is. Ctrl-Z and signals that end this process also reach the command's group.
        case usersTerminal(Int32)
        /// Standard output and standard error are pipes to these sinks, one pipe if both are one.
        case pipes(output: CommandSink? = nil, errors: CommandSink? = nil)
    }

    package enum Environment: Sendable {
        /// This process's, as it is now.
        case current
        /// What this process was started with.
        case asStarted
    }

    /// The command and its arguments, as bytes; at least one.
    package var words: [[UInt8]]
    package var environment = Environment.current
    package var ready: ReadyRule
    /// How long a command that has printed something must be silent to count as ready.
    package var quiet: Duration
    /// What becomes of a command that is not ready in time.
    package var patience = Readiness.Patience.endless
    package var streams: Streams
    /// Looks whether the command is ready, where that takes a while; called on a thread of its own, once a second.
    package var probe: (@Sendable () -> Bool)?
    /// Whether to find `leftBehind`, which means looking at every process on the machine.
    package var findsLeftBehind: Bool
    /// The user's terminal, if it uses that itself and is ready once it wants keys or a line from it; else -1.
    package var sharedTerminal: Int32 = -1
    /// Whether it is ready once it wants the terminal, whatever its rule.
    package var givesWayToReads = false
    /// The right to show a splash on the user's terminal; a refusal of another process makes it ready.
    package var claim: TerminalClaim?
    /// The sign by which it was ready the last time, if it is to be waited for.
    package var expected: LearnedSignal?
    /// Receives, on a thread of its own, what shows that it is ready after it has been handed over for its silence.
    package var learnsSign: (@Sendable (LearnedSignal) -> Void)?

    package init(
        words: [[UInt8]], ready: ReadyRule, quiet: Duration = Readiness.quiet, streams: Streams,
        findsLeftBehind: Bool = false
    ) {
        self.findsLeftBehind = findsLeftBehind
        self.words = words
        self.ready = ready
        self.quiet = quiet
        self.streams = streams
    }

    package init(
        arguments: [String], ready: ReadyRule, quiet: Duration = Readiness.quiet, streams: Streams,
        findsLeftBehind: Bool = false
    ) {
        self.init(
            words: arguments.map { Array($0.utf8) }, ready: ready, quiet: quiet, streams: streams,
            findsLeftBehind: findsLeftBehind)
    }

    var handsOver: Bool {
        switch streams {
        case .usersTerminal: true
        case .terminal(_, let handsOver): handsOver
        case .inherited, .pipes: false
        }
    }

    var sharesEnd: Bool { if case .usersTerminal = streams { true } else { false } }

    /// The command's own name, for sentences.
    var name: String { words.first.map { String(decoding: $0, as: UTF8.self) } ?? "" }
}

/// A command's latest output.
package struct CommandOutput: Sendable {
    package let lines: [SafeText]
    /// The unfinished line below them.
    package let unfinished: SafeText

    package init(lines: [SafeText], unfinished: SafeText = "") {
        self.lines = lines
        self.unfinished = unfinished
    }
}

/// A command that runs beside this process: it is watched until it is ready, and can be stopped together with everything it
/// started.
///
/// One thread reads and waits for it. However this process ends, the kernel hangs up a terminal of the command's own.
package final class CommandProcess: Sendable {
    /// How long a command that was asked to stop has before it is killed.
    package static let patience = Duration.seconds(2)
    /// The number of lines kept for later readers.
    static let keptLines = 2000

    package enum Milestone: Equatable, Sendable {
        case ready
        /// It ended before it was ready.
        case ended(CommandEnd)
        /// It was not ready in time.
        case late
        /// The waiting task was cancelled.
        case cancelled
    }

    /// Which sign made it count as ready, and how long after its start.
    package struct Readied: Equatable, Sendable {
        package let sign: ReadinessSignal
        package let after: Duration
    }

    /// The terminal's other end, and everything written to it so far.
    package struct HandOver: Sendable {
        /// The receiver closes it; -1 if the command has ended.
        package let terminal: Int32
        /// Becomes readable when the command has ended. The receiver closes it; -1 if it has ended already.
        package let process: Int32
        /// Readable when there are `CommandGroupNews`. The receiver closes it; -1 if the command has ended.
        package let stops: Int32
        /// The receiver closes it once it has read all that the command wrote: then somebody else reads what is written by
        /// those that it has left behind. -1 if the command has ended.
        package let keeper: Int32
        /// The terminal of a command that has ended, for the settings that it leaves; else -1. The receiver closes it.
        package var settings: Int32
        package var history: [UInt8]
        /// Is told what the command writes from now on, and that something is typed; `nil` if nobody wants to know.
        package var observer: ReadinessObserver?
        /// Whether it wants the terminal, and so is about to write to it.
        package var awaitsOutput = false
        /// The size that the command's terminal had last as the user's has.
        package var size = SharedSize()
        /// Is shared once nothing of ours stands on the user's terminal.
        package var claim: TerminalClaim?

        package func close() {
            for descriptor in [terminal, process, stops, keeper, settings] where descriptor >= 0 {
                Glibc.close(descriptor)
            }
        }
    }

    /// Who receives the command's output.
    enum Consumer: Sendable {
        case lines(@Sendable (CommandOutput) -> Void)
        /// The terminal's other end belongs to somebody else.
        case released
    }

    struct Shared {
        var consumer: Consumer
        var recent: [SafeText] = []
        var history: [UInt8] = []
        /// It has been asked to stop.
        var isStopping = false
        var isReady = false
        var isLate = false
        var readied: Readied?
        /// The error number that the command itself reported.
        var errorNumber: Int32?
        /// What it said of its own failure.
        var error: CommandError?
        var leftBehind: [ProcessEntry] = []
        /// The error number if its output could not be passed on.
        var outputError: Int32?
        var end: CommandEnd?
        var readyWaiter: CheckedContinuation<Milestone, Never>?
        var handOverWaiter: CheckedContinuation<HandOver, Never>?
        /// The same for somebody who says what comes from the terminal, so that its start is still watched.
        var lendWaiter: CheckedContinuation<HandOver, Never>?
        /// What has come from a terminal that is lent.
        var heard: [UInt8] = []
        var hasHeardAll = false
        var endWaiters: [CheckedContinuation<CommandEnd, Never>] = []
        /// The terminal of a command that has ended, and its keeper, which changes the settings once it is closed.
        var settings: Int32 = -1
        var keeper: Int32 = -1
        var size = SharedSize()

        /// What is left of a command that has ended.
        mutating func takeRest() -> HandOver {
            defer { (settings, keeper) = (-1, -1) }
            return HandOver(
                terminal: -1, process: -1, stops: -1, keeper: keeper, settings: settings, history: history, size: size)
        }
    }

    /// Its process number.
    package let identity: pid_t
    /// The process group that it was started in, in a session of its own; 0 for a child in this process's group.
    package let group: pid_t
    let wake: WakePipe
    /// Readable once it is ready or late, or has ended.
    private let settled: WakePipe
    let shared: Mutex<Shared>

    init(_ spawned: CommandSpawn.Spawned, wake: WakePipe, settled: WakePipe, consumer: Consumer) {
        identity = spawned.identity
        group = spawned.command.group
        stopsDescriptor = spawned.hasGroup ? fcntl(spawned.command.stops, F_DUPFD_CLOEXEC, 3) : -1
        self.wake = wake
        self.settled = settled
        shared = Mutex(Shared(consumer: consumer))
    }

    deinit {
        for descriptor in [stopsDescriptor] + shared.withLock({ [$0.settings, $0.keeper] }) where descriptor >= 0 {
            close(descriptor)
        }
    }

    /// Starts a command.
    ///
    /// Waits until it runs, on the caller's thread: 2 to 14 ms behind a splash, in a debug build with both cores busy. Nobody
    /// sees that, since the screen has a thread of its own. On another thread an attempt that follows could come in between,
    /// find no process yet, and start a second one.
    ///
    /// - Parameters:
    ///   - news: receives what it reports about its start until it is ready, at most ten times a second.
    ///   - output: receives its output as lines that are safe to show. Both are called on a thread of its own.
    /// - Throws: `LaunchCode.unknown` with the reason why it cannot be started.
    package static func start(
        _ request: CommandRequest, news: @escaping @Sendable (CommandNews) -> Void = { _ in },
        output: @escaping @Sendable (CommandOutput) -> Void
    ) throws(LaunchFailure) -> CommandProcess {
        if let obstacle = ReadyWatch.obstacle(request.ready) {
            throw LaunchFailure.commandNotStarted(because: obstacle)
        }
        guard let wake = WakePipe(), let settled = WakePipe() else {
            throw CommandSpawn.failure("no descriptors are left", request)
        }
        let before = CommandSigns.Before(request.ready)
        let spawned = try CommandSpawn.spawn(request, socket: before.socket?.path)
        let process = CommandProcess(spawned, wake: wake, settled: settled, consumer: .lines(output))
        Task {
            await BlockingThread.run {
                let signs = CommandSigns(request, spawned, before, at: MonotonicClock.now)
                var loop = CommandLoop(process, spawned, request, signs, news)
                loop.run()
            }
        }
        return process
    }

    // MARK: - Waiting

    /// Returns when it is ready, has ended, or the calling task is cancelled.
    package func waitUntilReady() async -> Milestone {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Milestone? = shared.withLock { shared in
                    if shared.isReady { return .ready }
                    if shared.isLate { return .late }
                    if let end = shared.end { return .ended(end) }
                    if Task.isCancelled { return .cancelled }
                    shared.readyWaiter = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            takeReadyWaiter()?.resume(returning: .cancelled)
        }
    }

    /// Returns when it has ended and its exit status has been collected.
    package func waitForEnd() async -> CommandEnd {
        await withCheckedContinuation { continuation in
            let end: CommandEnd? = shared.withLock { shared in
                if shared.end == nil { shared.endWaiters.append(continuation) }
                return shared.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    /// Which sign made it count as ready; `nil` if it is not ready.
    package var readied: Readied? { shared.withLock { $0.readied } }

    /// The error number that it reported (`ERRNO=`), if any.
    package var errorNumber: Int32? { shared.withLock { $0.errorNumber } }

    /// What it said of its own failure (`X_FOYER_ERROR=`), if anything; known once it has ended.
    package var error: CommandError? { shared.withLock { $0.error } }

    /// Processes that it has left behind; known once it has ended, if the request asks for them.
    package var leftBehind: [ProcessEntry] { shared.withLock { $0.leftBehind } }

    /// How it ended; `nil` while it runs.
    package var end: CommandEnd? { shared.withLock { $0.end } }

    /// What is known of it by now; `nil` while it is neither ready nor late, nor has ended.
    package var milestone: Milestone? {
        shared.withLock { shared in
            shared.isReady ? .ready : shared.isLate ? .late : shared.end.map { .ended($0) }
        }
    }

    /// Readable when there are `CommandGroupNews`; -1 if it has no group of its own.
    package let stopsDescriptor: Int32
    /// Becomes readable with the first milestone.
    package var settledDescriptor: Int32 { settled.readEnd }

    func takeReadyWaiter() -> CheckedContinuation<Milestone, Never>? {
        shared.withLock { shared in
            defer { shared.readyWaiter = nil }
            return shared.readyWaiter
        }
    }

    // MARK: - Asking

    /// Sends SIGTERM to it and to everything that it started, and kills what has not stopped after `patience`. Returns at once.
    package func stop() {
        shared.withLock { $0.isStopping = true }
        wake.wake()
    }

    /// Whether it has been asked to stop.
    package var isStopping: Bool { shared.withLock { $0.isStopping } }

    /// Redirects its output from now on, and returns its latest output.
    package func follow(_ output: @escaping @Sendable (CommandOutput) -> Void) -> [SafeText] {
        shared.withLock { shared in
            if case .lines = shared.consumer { shared.consumer = .lines(output) }
            return shared.recent
        }
    }

    /// The error number if its output could not be passed on, which ended it; else `nil`.
    package var outputError: Int32? { shared.withLock { $0.outputError } }

    /// Once it has ended: those that it has left behind are hung up with this process's group, as if they were in it.
    package func leaveLookout(_ hand: HandOver) {
        if hand.keeper >= 0 { foyer_leave_lookout(group, hand.keeper) }
    }

    /// Once it has ended: the others in this process's group get what was sent to the command's before its end.
    package func sendGroupRest(_ hand: HandOver) {
        for key in CommandGroupNews(hand.stops).keys { foyer_signals_send_group(key) }
    }

    /// Gives away its terminal's other end; from then on this process only waits for it to end.
    package func handOver() async -> HandOver { await give(\.handOverWaiter) }

    /// The same, but whether it is ready is still to be known: whoever has the terminal says by ``hear(_:)`` what it writes.
    package func lend() async -> HandOver { await give(\.lendWaiter) }

    private func give(_ waiter: WritableKeyPath<Shared, CheckedContinuation<HandOver, Never>?> & Sendable) async
        -> HandOver
    {
        await withCheckedContinuation { continuation in
            let known: HandOver? = shared.withLock { shared in
                if shared.end != nil { return shared.takeRest() }
                shared[keyPath: waiter] = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) } else { wake.wake() }
        }
    }

    /// What it has written to a terminal that is lent; `nil` once that is all.
    package func hear(_ bytes: [UInt8]?) {
        shared.withLock { shared in
            shared.heard += bytes ?? []
            shared.hasHeardAll = bytes == nil
        }
        wake.wake()
    }
}

// Called by its loop.
extension CommandProcess {
    func recordReady(by sign: ReadinessSignal, after time: Duration) {
        shared.withLock { shared in
            shared.isReady = true
            shared.readied = Readied(sign: sign, after: time)
        }
        settled.wake()
    }

    func recordLate() {
        shared.withLock { $0.isLate = true }
        settled.wake()
    }

    /// - Parameter settings: its terminal, for the settings that it leaves; -1 if nobody takes it over.
    func tell(_ end: CommandEnd, wasReady: Bool, history: [UInt8], settings: Int32, keeper: Int32, size: SharedSize) {
        let (ready, hand, waiters) = shared.withLock { shared in
            shared.end = end
            shared.history = history
            (shared.settings, shared.keeper, shared.size) = (settings, keeper, size)
            defer {
                shared.readyWaiter = nil
                (shared.handOverWaiter, shared.lendWaiter) = (nil, nil)
                shared.endWaiters = []
            }
            return (shared.readyWaiter, shared.handOverWaiter ?? shared.lendWaiter, shared.endWaiters)
        }
        ready?.resume(returning: wasReady ? .ready : .ended(end))
        hand?.resume(returning: shared.withLock { $0.takeRest() })
        for waiter in waiters { waiter.resume(returning: end) }
        settled.wake()
    }
}
