import CTerminal
import FoyerCore
import Glibc
import Synchronization

/// What is to be started, and how.
package struct CommandRequest: Sendable {
    package enum Streams: Sendable {
        /// A terminal of its own, so that it writes as it would to the user's.
        case terminal(CellSize)
        /// Pipes; input is this process's, unless that is a terminal. What is written goes to the sinks in its order.
        case pipes(output: CommandSink? = nil, errors: CommandSink? = nil)
    }

    /// The command and its words; at least one.
    package var arguments: [String]
    package var ready: ReadyRule
    /// How long one that has printed something is silent once it is ready.
    package var quiet: Duration
    package var streams: Streams
    /// Whether `leftBehind` is to be known: that takes a look at every process of the machine.
    package var findsLeftBehind: Bool
    /// Whether its terminal is handed over once it is ready, so that it may ask its user.
    package var handsOver: Bool
    /// Whether Ctrl-Z and a signal that ends this process reach its group too: for one command at a time.
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

/// What a command wrote lately.
package struct CommandOutput: Sendable {
    package let lines: [SafeText]
    /// What it has begun to write on the line below them.
    package let unfinished: SafeText
}

/// A command that runs beside this process, in a session of its own: its output is read, the sign of its being ready
/// is watched for, and it can be stopped with all that it started.
///
/// One thread reads and waits for it. Whatever ends this process, the kernel hangs up on the command's terminal.
package final class CommandProcess: Sendable {
    /// How long one that was asked to stop has before it is killed.
    package static let patience = Duration.seconds(2)
    /// Lines that are kept for who comes later.
    static let keptLines = 2000

    package enum Milestone: Equatable, Sendable {
        case ready
        /// It ended before it was ready.
        case ended(CommandEnd)
        /// Nobody waits any more.
        case cancelled
    }

    /// By what it was ready, and how long after its start.
    package struct Readied: Equatable, Sendable {
        package let sign: ReadySign
        package let after: Duration
    }

    /// The terminal's other end, and all that was written to it until then.
    package struct HandOver: Sendable {
        /// The receiver closes it; -1 where the command has ended.
        package let terminal: Int32
        /// Becomes readable when the command has ended. The receiver closes it; -1 where it has ended already.
        package let process: Int32
        /// Gets a byte each time the command is stopped. The receiver closes it; -1 likewise.
        package let stops: Int32
        package let history: [UInt8]
    }

    /// Who gets what the command writes.
    enum Consumer: Sendable {
        case lines(@Sendable (CommandOutput) -> Void)
        /// The terminal's other end is somebody else's.
        case released
    }

    struct Shared {
        var consumer: Consumer
        var recent: [SafeText] = []
        var history: [UInt8] = []
        /// What it is first asked to stop with.
        var stopSignal: Int32?
        var isReady = false
        var readied: Readied?
        /// The system's number that it said itself.
        var errorNumber: Int32?
        var leftBehind: [ProcessEntry] = []
        /// Nobody wants lines any more.
        var isPassing = false
        /// The system's number of why its output could not be passed on.
        var outputError: Int32?
        var end: CommandEnd?
        var readyWaiter: CheckedContinuation<Milestone, Never>?
        var handOverWaiter: CheckedContinuation<HandOver, Never>?
        var endWaiters: [CheckedContinuation<CommandEnd, Never>] = []
    }

    /// Its number, which is also its process group's.
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
    ///   - news: gets what it says about its start until it is ready, at most ten times a second.
    ///   - output: gets what it writes as lines that are safe to show. Both on a thread of the process's own.
    /// - Throws: `LaunchCode.unknown` with a sentence about why it cannot be started.
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

    /// Returns when it is ready, has ended, or the task that asks is cancelled.
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

    /// Returns when it has ended and been cleared away.
    package func waitForEnd() async -> CommandEnd {
        await withCheckedContinuation { continuation in
            let end: CommandEnd? = shared.withLock { shared in
                if shared.end == nil { shared.endWaiters.append(continuation) }
                return shared.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    /// By what it was ready; `nil` where it is not.
    package var readied: Readied? { shared.withLock { $0.readied } }

    /// The system's number of what went wrong, where it has said one (`ERRNO=`).
    package var errorNumber: Int32? { shared.withLock { $0.errorNumber } }

    /// Processes that it has left behind; known once it has ended, where the request wants them.
    package var leftBehind: [ProcessEntry] { shared.withLock { $0.leftBehind } }

    /// How it ended; `nil` while it runs.
    package var end: CommandEnd? { shared.withLock { $0.end } }

    /// Becomes readable when it has ended; the caller closes it. `nil` where it has ended already.
    package func endDescriptor() -> Int32? {
        // Taken under the lock: once the end is known the number may be another's.
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

    /// Asks it and all that it started to stop; kills them where they have not after `patience`. Returns at once.
    package func stop(with signal: Int32 = SIGTERM) {
        shared.withLock { $0.stopSignal = $0.stopSignal ?? signal }
        wake.wake()
    }

    /// Whether it has been asked to stop.
    package var isStopping: Bool { shared.withLock { $0.stopSignal != nil } }

    /// Sends what it writes from now on elsewhere, and answers what it wrote lately.
    package func follow(_ output: @escaping @Sendable (CommandOutput) -> Void) -> [SafeText] {
        shared.withLock { shared in
            if case .lines = shared.consumer { shared.consumer = .lines(output) }
            return shared.recent
        }
    }

    /// Nobody reads lines any more: bytes go to their sink on the shortest way from now on.
    package func passThrough() {
        shared.withLock { $0.isPassing = true }
        wake.wake()
    }

    /// The system's number of why its output could not be passed on, which ended it; `nil` where it could.
    package var outputError: Int32? { shared.withLock { $0.outputError } }

    /// Gives its terminal's other end away; this process goes on waiting for its end alone.
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

// What its loop tells.
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
