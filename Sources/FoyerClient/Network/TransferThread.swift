import Glibc

/// Threads for what blocks: Swift's pool has as many as the machine has processors, and one that waits for a disk or a
/// socket is missing everywhere else.
enum TransferThread {
    /// Starts a detached thread that runs `body` and ends.
    ///
    /// Signals are left to the other threads, save those that a fault in `body` itself raises.
    /// - Returns: 0, or the system's error number where no thread could be had.
    static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        let work = Unmanaged.passRetained(Work(body))
        var blocked = sigset_t()
        var before = sigset_t()
        sigfillset(&blocked)
        for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP] { sigdelset(&blocked, fault) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            work.release()
            return status
        }
        pthread_detach(thread)
        return 0
    }

    /// Runs `body` on a thread of its own and waits for it without blocking the caller's.
    /// - Returns: what `body` returned, or `nil` where no thread could be had.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            if start({ continuation.resume(returning: body()) }) != 0 { continuation.resume(returning: nil) }
        }
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
