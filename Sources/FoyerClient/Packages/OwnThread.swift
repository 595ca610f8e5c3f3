import Glibc
import Synchronization

/// Threads for work that blocks: the pool of tasks is as wide as the machine, and must never wait for a disk.
enum OwnThread {
    private final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// How many threads may do something at once.
    static let cores = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// Runs `body` on a thread of its own and waits without blocking the caller's.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            if let thread = start({ continuation.resume(returning: body()) }) { pthread_detach(thread) }
        }
    }

    /// Runs `body` `count` times at once, once of these on the caller's thread, and waits for all.
    static func parallel(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        let threads = (1..<max(1, count)).compactMap { _ in start(body) }
        body()
        for thread in threads { pthread_join(thread, nil) }
    }

    /// `nil` where the system has no thread to give: then `body` has been run here.
    ///
    /// The thread takes no signals: those are for the thread that waits for them.
    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        let context = Unmanaged.passRetained(Start(body))
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        for fault in [SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGTRAP] { sigdelset(&all, fault) }
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        if status == 0 { return thread }
        context.takeRetainedValue().body()
        return nil
    }
}
