import CTerminal
import FoyerCore
import FoyerSystem
import Synchronization

/// Pictures in pixels on a terminal that can show them: the layer that decides what to send, and the thread that
/// encodes it.
struct TerminalPixels {
    private let compress: PixelCompressor?
    private let isRecorded: Bool
    private var layer: PixelLayer?
    private var worker: PixelWorker?
    /// Goes out with the next frame, because pictures are now shown differently.
    private var owed: [UInt8] = []

    init(compress: PixelCompressor?, isRecorded: Bool) {
        (self.compress, self.isRecorded) = (compress, isRecorded)
    }

    /// Starts or stops showing pictures in pixels. Without a pipe they stay cells.
    mutating func start(_ output: PixelOutput?) {
        owed += layer?.leave() ?? []
        (layer, worker) = (nil, nil)
        guard let output else { return }
        ModeSwitch.setUndo(FOYER_MODE_PIXELS, output.undo)
        worker = try? PixelWorker(output: output, compress: compress ?? { _ in nil })
        if worker != nil { layer = PixelLayer(output: output, isRecorded: isRecorded) }
    }

    /// Readable when something has been encoded; negative without a worker.
    var descriptor: Int32 { worker?.results.descriptor ?? -1 }
    var hasPieces: Bool { layer?.hasPieces == true }
    /// Whether a picture has been sent in part.
    var isSending: Bool { layer?.isSending == true }
    var nextDeadline: Instant? { layer?.nextDeadline }

    /// Requests what has rested long enough, and takes what has been encoded.
    mutating func advance(at now: Instant) {
        guard let worker, layer != nil else { return }
        for result in worker.results.drain() { layer?.take(result.encoded, of: result.picture, image: result.image) }
        for job in layer?.due(at: now) ?? [] { worker.encode(job.picture, image: job.image) }
    }

    /// The consequences of a frame that is about to be drawn.
    ///
    /// - Parameter settle: moves the cursor to a known place; returns the bytes for that, and the place.
    mutating func show(
        _ frame: Frame, size: CellSize, at now: Instant, settle: () -> (bytes: [UInt8], cursor: CellPosition)
    ) -> PixelLayer.Change {
        var change = layer?.show(frame, size: size, at: now, settle: settle) ?? PixelLayer.Change()
        change.bytes = owed + change.bytes
        owed = []
        return change
    }

    /// The next bytes to send while nothing else is waiting.
    mutating func nextPiece(settle: () -> (bytes: [UInt8], cursor: CellPosition)) -> [UInt8] {
        guard let bytes = layer?.nextPiece(settle: settle), !bytes.isEmpty else { return [] }
        foyer_terminal_mark(FOYER_MODE_PIXELS, true)
        return bytes
    }

    /// The screen will be redrawn completely.
    mutating func invalidate(at now: Instant) { layer?.invalidate(at: now) }

    /// The terminal has been restored in between.
    mutating func forget(at now: Instant) { layer?.forget(at: now) }
}

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
