import CTerminal
import FoyerCore
import Glibc
import Synchronization

/// What to start, and how.
package struct CommandRequest: Sendable {
    package enum Streams: Sendable {
        /// A terminal of its own, so that it writes as it would to the user's.
        case terminal(CellSize)
        /// Pipes; it shares this process's input unless that is a terminal. Output goes to the sinks in order.
        case pipes(output: CommandSink? = nil, errors: CommandSink? = nil)
    }

    /// The command and its words; at least one.
    package var arguments: [String]
    package var ready: ReadyRule
    /// How long a command that has printed something must be silent to count as ready.
    package var quiet: Duration
    package var streams: Streams
    /// Whether to find `leftBehind`, which means looking at every process on the machine.
    package var findsLeftBehind: Bool
    /// Whether its terminal is handed over once it is ready, so that it may prompt the user.
    package var handsOver: Bool
    /// Whether Ctrl-Z and signals that end this process also reach its group; for one command at a time.
    package var sharesEnd: Bool

    package init(
        arguments: [String], ready: ReadyRule, quiet: Duration = Readiness.quiet, streams: Streams,
        findsLeftBehind: Bool = false, handsOver: Bool = false, sharesEnd: Bool = false
    ) {
        self.findsLeftBehind = findsLeftBehind
        self.handsOver = handsOver
        self.sharesEnd = sharesEnd
        self.arguments = arguments
        self.ready = ready
        self.quiet = quiet
        self.streams = streams
    }
}

/// A command's latest output.
package struct CommandOutput: Sendable {
    package let lines: [SafeText]
    /// The unfinished line below them.
    package let unfinished: SafeText
}

/// A command that runs beside this process, in a session of its own: it is read, watched until it is ready, and can be
/// stopped together with everything it started.
///
/// One thread reads and waits for it. However this process ends, the kernel hangs up the command's terminal.
package final class CommandProcess: Sendable {
    /// How long a command that was asked to stop has before it is killed.
    package static let patience = Duration.seconds(2)
    /// The number of lines kept for later readers.
    static let keptLines = 2000

    package enum Milestone: Equatable, Sendable {
        case ready
        /// It ended before it was ready.
        case ended(CommandEnd)
        /// The waiting task was cancelled.
        case cancelled
    }

    /// Which sign made it count as ready, and how long after its start.
    package struct Readied: Equatable, Sendable {
        package let sign: ReadySign
        package let after: Duration
    }

    /// The terminal's other end, and everything written to it so far.
    package struct HandOver: Sendable {
        /// The receiver closes it; -1 if the command has ended.
        package let terminal: Int32
        /// Becomes readable when the command has ended. The receiver closes it; -1 if it has ended already.
        package let process: Int32
        /// Receives a byte each time the command is stopped. The receiver closes it; -1 if the command has ended.
        package let stops: Int32
        package let history: [UInt8]
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
        /// The first signal that asks it to stop.
        var stopSignal: Int32?
        var isReady = false
        var readied: Readied?
        /// The error number that the command itself reported.
        var errorNumber: Int32?
        var leftBehind: [ProcessEntry] = []
        /// Lines are no longer needed.
        var isPassing = false
        /// The error number if its output could not be passed on.
        var outputError: Int32?
        var end: CommandEnd?
        var readyWaiter: CheckedContinuation<Milestone, Never>?
        var handOverWaiter: CheckedContinuation<HandOver, Never>?
        var endWaiters: [CheckedContinuation<CommandEnd, Never>] = []
    }

    /// Its process number, which is also its process group's.
    package let identity: pid_t
    let wake: WakePipe
    let shared: Mutex<Shared>

    init(identity: pid_t, wake: WakePipe, consumer: Consumer) {
        self.identity = identity
        self.wake = wake
        shared = Mutex(Shared(consumer: consumer))
    }

    /// Starts a command.
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
        guard let wake = WakePipe() else { throw CommandSpawn.failure("no descriptors are left", request) }
        let before = CommandSigns.Before(request.ready)
        let spawned = try CommandSpawn.spawn(request, environment: before.socket?.environment)
        let process = CommandProcess(identity: spawned.identity, wake: wake, consumer: .lines(output))
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

    /// Processes that it has left behind; known once it has ended, if the request asks for them.
    package var leftBehind: [ProcessEntry] { shared.withLock { $0.leftBehind } }

    /// How it ended; `nil` while it runs.
    package var end: CommandEnd? { shared.withLock { $0.end } }

    /// Becomes readable when it has ended; the caller closes it. `nil` if it has ended already.
    package func endDescriptor() -> Int32? {
        // Open it under the lock: once the end is known, the number may belong to another process.
        shared.withLock { shared in
            guard shared.end == nil else { return nil }
            let descriptor = foyer_process_descriptor(identity)
            return descriptor >= 0 ? descriptor : nil
        }
    }

    func takeReadyWaiter() -> CheckedContinuation<Milestone, Never>? {
        shared.withLock { shared in
            defer { shared.readyWaiter = nil }
            return shared.readyWaiter
        }
    }

    // MARK: - Asking

    /// Asks it and everything it started to stop, and kills what has not stopped after `patience`. Returns at once.
    package func stop(with signal: Int32 = SIGTERM) {
        shared.withLock { $0.stopSignal = $0.stopSignal ?? signal }
        wake.wake()
    }

    /// Whether it has been asked to stop.
    package var isStopping: Bool { shared.withLock { $0.stopSignal != nil } }

    /// Redirects its output from now on, and returns its latest output.
    package func follow(_ output: @escaping @Sendable (CommandOutput) -> Void) -> [SafeText] {
        shared.withLock { shared in
            if case .lines = shared.consumer { shared.consumer = .lines(output) }
            return shared.recent
        }
    }

    /// Lines are no longer needed: from now on bytes go straight to their sink.
    package func passThrough() {
        shared.withLock { $0.isPassing = true }
        wake.wake()
    }

    /// The error number if its output could not be passed on, which ended it; else `nil`.
    package var outputError: Int32? { shared.withLock { $0.outputError } }

    /// Gives away its terminal's other end; from then on this process only waits for it to end.
    package func handOver() async -> HandOver {
        await withCheckedContinuation { continuation in
            let known: HandOver? = shared.withLock { shared in
                if shared.end != nil { return HandOver(terminal: -1, process: -1, stops: -1, history: shared.history) }
                shared.handOverWaiter = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) } else { wake.wake() }
        }
    }
}

// Called by its loop.
extension CommandProcess {
    func recordReady(by sign: ReadySign, after time: Duration) {
        shared.withLock { shared in
            shared.isReady = true
            shared.readied = Readied(sign: sign, after: time)
        }
    }

    func tell(_ end: CommandEnd, wasReady: Bool, history: [UInt8]) {
        let (ready, hand, waiters) = shared.withLock { shared in
            shared.end = end
            shared.history = history
            defer {
                shared.readyWaiter = nil
                shared.handOverWaiter = nil
                shared.endWaiters = []
            }
            return (shared.readyWaiter, shared.handOverWaiter, shared.endWaiters)
        }
        ready?.resume(returning: wasReady ? .ready : .ended(end))
        hand?.resume(returning: .init(terminal: -1, process: -1, stops: -1, history: history))
        for waiter in waiters { waiter.resume(returning: end) }
    }
}
