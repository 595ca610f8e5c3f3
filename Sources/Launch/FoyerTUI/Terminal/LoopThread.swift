import FoyerSystem

/// A thread of its own for the loop, so that the main actor stays free for the host.
package enum LoopThread {
    /// For a `Result`, Swift 6.2 looks up what its error conforms to: a twentieth of a start.
    private enum End<Success: Sendable>: Sendable {
        case returned(Success)
        case threw(TerminalError)
    }

    /// Runs `body` on a new thread, and returns or throws what it does.
    ///
    /// - Throws: `TerminalError.noThread` if the system cannot create one.
    package static func run<Success: Sendable>(
        _ body: sending @escaping () throws(TerminalError) -> Success
    ) async throws(TerminalError) -> Success {
        let end: End<Success>
        do {
            end = try await BlockingThread.runLoop {
                do throws(TerminalError) { return .returned(try body()) } catch { return .threw(error) }
            }
        } catch {
            throw .noThread(errno: error.code)
        }
        switch end {
        case .returned(let success): return success
        case .threw(let error): throw error
        }
    }
}
