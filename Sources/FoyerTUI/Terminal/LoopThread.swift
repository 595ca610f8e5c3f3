import FoyerSystem

/// A thread of its own for the loop, so that the main actor stays free for the host.
package enum LoopThread {
    /// Runs `body` on a new thread and returns its result.
    ///
    /// - Throws: `TerminalError.noThread` if the system cannot create one.
    package static func run<Success: Sendable>(
        _ body: sending @escaping () -> Success
    ) async throws(TerminalError) -> Success {
        do throws(BlockingThread.Failure) {
            return try await BlockingThread.runLoop(body)
        } catch {
            throw .noThread(errno: error.errno)
        }
    }
}
