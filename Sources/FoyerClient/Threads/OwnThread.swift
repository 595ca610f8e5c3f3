import FoyerCore
import Glibc
import Synchronization

/// Threads for what blocks: Swift's pool has as many as the machine has processors, and one that waits for a disk or a
/// socket is missing everywhere else.
///
/// They take no signals, save those that a fault of their own raises: signals are for the thread that waits for them.
enum OwnThread {
    /// How many threads may do something at once.
    static let cores = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// Starts a thread that runs `body` and ends.
    /// - Returns: 0, or the system's error number where no thread could be had: then `body` does not run.
    static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        var thread = pthread_t()
        let status = create(&thread, body)
        if status == 0 { pthread_detach(thread) }
        return status
    }

    /// The same; whoever has the thread joins or detaches it.
    /// - Returns: `nil` with the error number in `status` where no thread could be had.
    static func startJoinable(_ status: inout Int32, _ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        status = create(&thread, body)
        return status == 0 ? thread : nil
    }

    /// Runs `body` on a thread of its own and waits without blocking the caller's; where the system has no thread to
    /// give, on the caller's.
    ///
    /// In a ``VirtualWorld`` there is one thread alone, whose it is.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        if VirtualWorld.current != nil { return body() }
        return await withCheckedContinuation { continuation in
            let work: @Sendable () -> Void = { continuation.resume(returning: body()) }
            if start(work) != 0 { work() }
        }
    }

    /// The same; the flag is raised once the task that waits is cancelled.
    static func run<Value: Sendable>(_ body: @escaping @Sendable (CancellationFlag) -> Value) async -> Value {
        let flag = CancellationFlag()
        return await withTaskCancellationHandler {
            await run { body(flag) }
        } onCancel: {
            flag.raise()
        }
    }

    /// Runs `body` `count` times at once, once of these on the caller's thread, and waits for all. Where the system has
    /// not as many threads to give, they take turns.
    static func parallel(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        if VirtualWorld.current != nil {
            for _ in 0..<max(1, count) { body() }
            return
        }
        var threads: [pthread_t] = []
        for _ in 1..<max(1, count) {
            var thread = pthread_t()
            if create(&thread, body) == 0 { threads.append(thread) } else { body() }
        }
        body()
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Whether so many threads could be had at once: 0, or the system's error number. They end again.
    static func rehearse(_ count: Int) -> Int32 {
        let gate = Gate()
        var threads: [pthread_t] = []
        let status = gate.closed.withLock { _ in
            for _ in 0..<count {
                var thread = pthread_t()
                let status = create(&thread) { gate.closed.withLock { _ in } }
                guard status == 0 else { return status }
                threads.append(thread)
            }
            return 0
        }
        for thread in threads { pthread_join(thread, nil) }
        return status
    }

    private final class Gate: Sendable {
        let closed = Mutex(())
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private static func create(_ thread: inout pthread_t, _ body: @escaping @Sendable () -> Void) -> Int32 {
        let work = Unmanaged.passRetained(Work(body))
        var blocked = sigset_t()
        var before = sigset_t()
        sigfillset(&blocked)
        for fault in [SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGTRAP] { sigdelset(&blocked, fault) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        if status != 0 { work.release() }
        return status
    }
}
