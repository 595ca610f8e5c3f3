import CTerminal
import FoyerCore
import Glibc

/// A thread of its own for the loop, so that the main actor stays free for the host.
public enum LoopThread {
    /// Room for deep views, the same as a main thread has.
    static let stackSize = 8 << 20

    /// Runs `body` on a new thread and answers what it returns.
    ///
    /// - Throws: `TerminalError.noThread` where the system gives none.
    public static func run<Success: Sendable>(
        _ body: sending @escaping () -> Success
    ) async throws(TerminalError) -> Success {
        let work = Work()
        let result: Result<Success, TerminalError> = await withCheckedContinuation { continuation in
            work.perform = { continuation.resume(returning: .success(body())) }
            let failure = start(work)
            if failure != 0 { continuation.resume(returning: .failure(.noThread(errno: failure))) }
        }
        return try result.get()
    }

    /// Runs `body` on a new thread that nobody waits for.
    ///
    /// - Returns: 0, or an errno.
    static func start(_ body: sending @escaping () -> Void) -> Int32 {
        let work = Work()
        work.perform = body
        return start(work)
    }

    /// What a thread is handed: it is the only one to use it.
    private final class Work {
        var perform: () -> Void = {}
    }

    /// 0, or an errno.
    private static func start(_ work: Work) -> Int32 {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let handedOver = Unmanaged.passRetained(work)
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                foyer_signals_use_alternate_stack()
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().perform()
                return nil
            }, handedOver.toOpaque())
        if failure != 0 { handedOver.release() }
        return failure
    }
}
