import FoyerCore

/// What code needs from outside: the time, threads for blocking work, and the disk.
///
/// Passed in at construction, ``live`` by default, so that the same code runs with another clock.
package struct SystemServices: Sendable {
    /// Reads the monotonic clock that deadlines are measured on.
    package var clock: @Sendable () -> Instant
    /// Reads the time of day.
    package var wallClock: @Sendable () -> WallTime
    package var work: BlockingWork
    package var disk: Disk

    package init(
        clock: @escaping @Sendable () -> Instant, wallClock: @escaping @Sendable () -> WallTime, work: BlockingWork,
        disk: Disk = .real
    ) {
        self.clock = clock
        self.wallClock = wallClock
        self.work = work
        self.disk = disk
    }

    /// The system's clocks, and a thread for each piece of blocking work.
    package static let live = SystemServices(
        clock: { MonotonicClock.now }, wallClock: { WallClock.now }, work: .threads)

    package var now: Instant { clock() }
}

/// How blocking work is run.
package enum BlockingWork: Sendable {
    /// On threads of its own.
    case threads
    /// On the caller's thread, in the order of the calls.
    case inPlace

    /// Runs `body` without waiting for it; on the caller's thread if the system has no other.
    package func start(_ body: @escaping @Sendable () -> Void) {
        switch self {
        case .threads: if BlockingThread.start(body) != 0 { body() }
        case .inPlace: body()
        }
    }

    /// Runs `body` and waits without blocking the caller's thread.
    package func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        switch self {
        case .threads: try await BlockingThread.run { Result(catching: body) }.get()
        case .inPlace: try body()
        }
    }

    /// The same; the flag is raised when the waiting task is cancelled, since a thread cannot ask the task.
    package func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable (CancellationFlag) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let flag = CancellationFlag()
        let result = await withTaskCancellationHandler {
            await run { Result { () throws(Failure) in try body(flag) } }
        } onCancel: {
            flag.raise()
        }
        return try result.get()
    }

    /// Runs `body` `count` times, in parallel if there are threads, and waits for all.
    package func parallel(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        switch self {
        case .threads: BlockingThread.parallel(count, body)
        case .inPlace: for _ in 0..<max(1, count) { body() }
        }
    }
}
