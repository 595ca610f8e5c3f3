import FoyerCore
import FoyerSystem
import Synchronization

/// Encodes pictures on a thread of its own, one after the other.
final class PixelWorker: Sendable {
    struct Result: Sendable {
        let picture: ShownPicture
        let image: UInt32
        /// Nil if it could not be encoded.
        let encoded: EncodedPicture?
    }

    private struct State {
        var jobs: [(picture: ShownPicture, image: UInt32)] = []
        var isRunning = false
    }

    private let state = Mutex(State())
    private let output: PixelOutput
    private let compress: PixelCompressor
    /// Receives the results.
    let results: Mailbox<Result>

    init(output: PixelOutput, compress: @escaping PixelCompressor) throws(TerminalError) {
        (self.output, self.compress) = (output, compress)
        results = try Mailbox()
    }

    /// Requests a picture. If the system cannot create a thread, it stays in cells.
    func encode(_ picture: ShownPicture, image: UInt32) {
        let begins = state.withLock { state in
            state.jobs.append((picture, image))
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard begins, BlockingThread.start({ [self] in work() }) != 0 else { return }
        state.withLock { $0 = State() }
    }

    private func work() {
        while let job = next() {
            let encoded = EncodedPicture(job.picture, output: output, image: job.image, compress: compress)
            results.post(Result(picture: job.picture, image: job.image, encoded: encoded))
        }
    }

    private func next() -> (picture: ShownPicture, image: UInt32)? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}
