import CTerminal
import FoyerCore
import Glibc
import Synchronization

/// What is to be started, and how.
public struct CommandRequest: Sendable {
    public enum Streams: Sendable {
        /// A terminal of its own, so that it writes as it would to the user's.
        case terminal(CellSize)
        /// Pipes; input is this process's, unless that is a terminal. What is written goes to the sinks in its order.
        case pipes(output: CommandSink? = nil, errors: CommandSink? = nil)
    }

    /// The command and its words; at least one.
    public var arguments: [String]
    public var ready: ReadyRule
    /// How long one that has printed something is silent once it is ready.
    public var quiet: Duration
    public var streams: Streams

    public init(
        arguments: [String], ready: ReadyRule, quiet: Duration = Readiness.quiet, streams: Streams
    ) {
        self.arguments = arguments
        self.ready = ready
        self.quiet = quiet
        self.streams = streams
    }
}

/// What a command wrote lately.
public struct CommandOutput: Sendable {
    public let lines: [SafeText]
    /// What it has begun to write on the line below them.
    public let unfinished: SafeText
}

/// A command that runs beside this process, in a session of its own: its output is read, the sign of its being ready
/// is watched for, and it can be stopped with all that it started.
///
/// One thread reads and waits for it. Whatever ends this process, the kernel hangs up on the command's terminal.
public final class CommandProcess: Sendable {
    /// How long one that was asked to stop has before it is killed.
    public static let patience = Duration.seconds(2)
    /// Lines that are kept for who comes later.
    static let keptLines = 2000

    public enum Milestone: Equatable, Sendable {
        case ready
        /// It ended before it was ready.
        case ended(CommandEnd)
        /// Nobody waits any more.
        case cancelled
    }

    /// By what it was ready, and how long after its start.
    public struct Readied: Equatable, Sendable {
        public let sign: ReadySign
        public let after: Duration
    }

    /// The terminal's other end, and all that was written to it until then.
    public struct HandOver: Sendable {
        /// The receiver closes it; -1 where the command has ended.
        public let terminal: Int32
        /// Becomes readable when the command has ended. The receiver closes it; -1 where it has ended already.
        public let process: Int32
        /// Gets a byte each time the command is stopped. The receiver closes it; -1 likewise.
        public let stops: Int32
        public let history: [UInt8]
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
    public let identity: pid_t
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
    public static func start(
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
                var loop = CommandLoop(process, spawned, request.streams, signs, news)
                loop.run()
            }
        }
        return process
    }

    // MARK: - Waiting

    /// Returns when it is ready, has ended, or the task that asks is cancelled.
    public func waitUntilReady() async -> Milestone {
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
    public func waitForEnd() async -> CommandEnd {
        await withCheckedContinuation { continuation in
            let end: CommandEnd? = shared.withLock { shared in
                if shared.end == nil { shared.endWaiters.append(continuation) }
                return shared.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    /// By what it was ready; `nil` where it is not.
    public var readied: Readied? { shared.withLock { $0.readied } }

    /// The system's number of what went wrong, where it has said one (`ERRNO=`).
    public var errorNumber: Int32? { shared.withLock { $0.errorNumber } }

    /// Processes that it has left behind; known once it has ended.
    public var leftBehind: [ProcessEntry] { shared.withLock { $0.leftBehind } }

    /// How it ended; `nil` while it runs.
    public var end: CommandEnd? { shared.withLock { $0.end } }

    /// Becomes readable when it has ended; the caller closes it. `nil` where it has ended already.
    public func endDescriptor() -> Int32? {
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
    public func stop(with signal: Int32 = SIGTERM) {
        shared.withLock { $0.stopSignal = $0.stopSignal ?? signal }
        wake.wake()
    }

    /// Whether it has been asked to stop.
    public var isStopping: Bool { shared.withLock { $0.stopSignal != nil } }

    /// Sends what it writes from now on elsewhere, and answers what it wrote lately.
    public func follow(_ output: @escaping @Sendable (CommandOutput) -> Void) -> [SafeText] {
        shared.withLock { shared in
            if case .lines = shared.consumer { shared.consumer = .lines(output) }
            return shared.recent
        }
    }

    /// Nobody reads lines any more: bytes go to their sink on the shortest way from now on.
    public func passThrough() {
        shared.withLock { $0.isPassing = true }
        wake.wake()
    }

    /// The system's number of why its output could not be passed on, which ended it; `nil` where it could.
    public var outputError: Int32? { shared.withLock { $0.outputError } }

    /// Gives its terminal's other end away; this process goes on waiting for its end alone.
    public func handOver() async -> HandOver {
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
