import CTerminal
import Glibc
import Synchronization

/// Threads for blocking work: Swift's pool has as many as the machine has processors, and one that waits for a disk or
/// a socket is missing everywhere else.
package enum BlockingThread {
    /// The purpose of a thread.
    private enum Purpose {
        /// Ordinary work: it takes no signals except those of its own faults, since another thread waits for them.
        case work
        /// The loop that owns the terminal: it takes signals, and has room for deep views, like a main thread.
        case loop
    }

    /// How many threads to run at once: the processors that this process may use.
    package static let cores = Int(foyer_processors())

    /// Starts a thread that runs `body` and ends.
    /// - Returns: 0, or the system's error number if there is no thread; then `body` does not run.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Int32 { start(.work, body) }

    private static func start(_ purpose: Purpose, _ body: @escaping () -> Void) -> Int32 {
        var thread = pthread_t()
        let status = create(&thread, purpose, body)
        if status == 0 { pthread_detach(thread) }
        return status
    }

    /// The same, but the caller joins or detaches the thread.
    /// - Returns: `nil`, with the error number in `status`, if there is no thread.
    package static func startJoinable(
        _ status: inout Int32, _ body: @escaping @Sendable () -> Void
    ) -> pthread_t? {
        var thread = pthread_t()
        status = create(&thread, .work, body)
        return status == 0 ? thread : nil
    }

    /// Runs a loop that owns the terminal on a thread of its own, and returns its result.
    package static func runLoop<Success: Sendable>(
        _ body: sending @escaping () -> Success
    ) async throws(SystemError) -> Success {
        var status: Int32 = 0
        let result: Success? = await withCheckedContinuation { continuation in
            status = start(.loop) { continuation.resume(returning: body()) }
            if status != 0 { continuation.resume(returning: nil) }
        }
        guard let result else { throw SystemError(status) }
        return result
    }

    /// Runs `body` on a thread of its own and waits without blocking the caller's; on the caller's thread if the system
    /// has no other.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let work: @Sendable () -> Void = { continuation.resume(returning: body()) }
            if start(work) != 0 { work() }
        }
    }

    /// Runs `body` `count` times at once, one of them on the caller's thread, and waits for all. If the system has
    /// fewer threads, they take turns.
    package static func parallel(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        var threads: [pthread_t] = []
        for _ in 1..<max(1, count) {
            var thread = pthread_t()
            if create(&thread, .work, body) == 0 { threads.append(thread) } else { body() }
        }
        body()
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Whether this many threads are available at once: 0, or the system's error number. They end again.
    ///
    /// This is no detour for speed: it costs 0.1 to 0.3 ms for the five of a start, and without it a limit ends in waiting for ever.
    static func rehearse(_ count: Int) -> Int32 {
        let gate = Gate()
        var threads: [pthread_t] = []
        let status = gate.closed.withLock { _ in
            for _ in 0..<count {
                var thread = pthread_t()
                let status = create(&thread, .work) { gate.closed.withLock { _ in } }
                guard status == 0 else { return status }
                threads.append(thread)
            }
            return 0
        }
        // Until they have ended they would count against the limit.
        for thread in threads { pthread_join(thread, nil) }
        return status
    }

    private final class Gate: Sendable {
        let closed = Mutex(())
    }

    /// The data of a thread, which is its only user.
    private final class Work {
        let purpose: Purpose
        let body: () -> Void

        init(_ purpose: Purpose, _ body: @escaping () -> Void) {
            self.purpose = purpose
            self.body = body
        }
    }

    private static func create(
        _ thread: inout pthread_t, _ purpose: Purpose, _ body: @escaping () -> Void
    ) -> Int32 {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        var before = sigset_t()
        switch purpose {
        case .loop: pthread_attr_setstacksize(&attributes, 8 << 20)
        case .work: blockSignals(&before)
        }
        defer { if purpose == .work { pthread_sigmask(SIG_SETMASK, &before, nil) } }
        let work = Unmanaged.passRetained(Work(purpose, body))
        let status = pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
                if work.purpose == .loop {
                    foyer_signals_use_alternate_stack()
                    foyer_terminal_take_jobs()
                }
                work.body()
                return nil
            }, work.toOpaque())
        if status != 0 { work.release() }
        return status
    }

    /// A new thread inherits the blocked signals of its creator.
    private static func blockSignals(_ before: inout sigset_t) {
        var blocked = sigset_t()
        sigfillset(&blocked)
        for fault in [SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGTRAP] { sigdelset(&blocked, fault) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
    }
}
