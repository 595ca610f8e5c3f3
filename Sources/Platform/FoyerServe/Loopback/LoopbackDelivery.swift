import FoyerPlatform
import Glibc
import NIOCore

/// Sends one answer on a channel's event loop: delay, pace, framing, ending.
final class LoopbackDelivery {
    /// The number of body bytes in one write.
    private static let piece = 64 * 1_024
    /// The number of writes in one turn of the loop, so that a fast peer does not starve the others.
    private static let piecesPerTurn = 16
    /// How long written bytes have to reach the peer before a reset discards the rest.
    private static let graceBeforeReset = TimeAmount.milliseconds(30)

    private var answer: LoopbackAnswer
    private let request: LoopbackRequest?
    private let keepsAlive: Bool
    private let service: any LoopbackService
    private let channel: any Channel
    private let loop: NIOIsolatedEventLoop
    private var sent = 0
    private var hasSentHead = false
    /// Whether the head said that the connection ends with this answer.
    private var saidClose = false
    private var isPumping = false
    private var isEnded = false
    private var timer: Scheduled<Void>?
    private var whenDone: (() -> Void)?

    /// - Parameters:
    ///   - request: the request, for an answer that can be replanned.
    ///   - keepsAlive: whether the peer may send another request after this one.
    init(
        _ answer: LoopbackAnswer, of request: LoopbackRequest?, keepsAlive: Bool, service: any LoopbackService,
        channel: any Channel
    ) {
        self.answer = answer
        self.request = request
        self.keepsAlive = keepsAlive
        self.service = service
        self.channel = channel
        loop = channel.eventLoop.assumeIsolated()
    }

    /// Calls `whenDone` when the connection is free for the next request; never if the answer ends it.
    func start(whenDone: @escaping () -> Void) {
        self.whenDone = whenDone
        start()
    }

    private func start() {
        guard answer.delay > .zero else { return begin() }
        timer = loop.scheduleTask(in: TimeAmount(answer.delay)) { self.begin() }
    }

    /// Continues as the service now plans it, unless the head already sent forbids that.
    func lookAgain() {
        guard !isEnded, let request, let new = service.replan(answer, of: request),
            !hasSentHead || new.hasHead(of: answer)
        else { return }
        answer = new
        timer?.cancel()
        timer = nil
        hasSentHead ? send() : start()
    }

    private var closes: Bool { !keepsAlive || answer.ending != .complete || saidClose }

    /// The connection is gone.
    func stop() {
        isEnded = true
        timer?.cancel()
        whenDone = nil
    }

    /// The channel accepts bytes again.
    func resume() {
        if isPumping, timer == nil { pump() }
    }

    private func begin() {
        timer = nil
        guard !isEnded else { return }
        saidClose = closes && answer.ending != .stall
        let head = answer.head(closes: saidClose)
        hasSentHead = !head.isEmpty
        if hasSentHead { channel.write(ByteBuffer(bytes: head), promise: nil) }
        send()
    }

    private func send() {
        isPumping = true
        answer.bytesPerSecond == nil ? pump() : beat()
    }

    private var isAllSent: Bool {
        if answer.isEndless, answer.sendsBody, answer.isAnswered, answer.raw == nil { return answer.body.isEmpty }
        return sent >= answer.sentLength
    }

    private func pump() {
        guard !isEnded else { return }
        var pieces = 0
        while !isAllSent, channel.isWritable, pieces < Self.piecesPerTurn {
            write(upTo: Self.piece)
            pieces += 1
        }
        if isAllSent { return finish() }
        service.record(sent: sent, isDone: false, of: answer)
        channel.flush()
        if channel.isWritable { wait(.zero) { self.pump() } }
    }

    /// One write of a body with a pace; skipped if the peer does not read.
    private func beat() {
        guard !isEnded else { return }
        guard !isAllSent, let write = answer.pacedWrite(after: sent) else { return finish() }
        channel.flush()
        wait(TimeAmount(write.time)) {
            if self.channel.isWritable {
                self.write(upTo: write.bytes)
                self.service.record(sent: self.sent, isDone: false, of: self.answer)
            }
            self.beat()
        }
    }

    private func wait(_ time: TimeAmount, _ next: @escaping () -> Void) {
        timer = loop.scheduleTask(in: time) {
            self.timer = nil
            next()
        }
    }

    private func write(upTo limit: Int) {
        // An endless body starts over at its end.
        let start = answer.isEndless ? sent % answer.body.count : sent
        let end = min(start + limit, answer.isEndless ? answer.body.count : answer.sentLength)
        let bytes = answer.body[start..<end]
        sent += bytes.count
        guard answer.framing == .chunked else { return channel.write(ByteBuffer(bytes: bytes), promise: nil) }
        var chunk = ByteBuffer(string: String(bytes.count, radix: 16) + "\r\n")
        chunk.writeBytes(bytes)
        chunk.writeString("\r\n")
        channel.write(chunk, promise: nil)
    }

    private func finish() {
        isPumping = false
        // Before the last byte leaves, so that whoever has the whole answer finds it in the log.
        service.record(sent: sent, isDone: true, of: answer)
        let flushed = channel.eventLoop.makePromise(of: Void.self)
        channel.writeAndFlush(ByteBuffer(), promise: flushed)
        flushed.futureResult.assumeIsolated().whenSuccess { self.end() }
    }

    private func end() {
        guard !isEnded else { return }
        switch answer.ending {
        case .complete where !closes:
            let done = whenDone
            stop()
            done?()
        case .complete, .close:
            isEnded = true
            channel.close(promise: nil)
        case .reset:
            wait(sent == 0 ? .zero : Self.graceBeforeReset) { self.reset() }
        case .stall:
            break
        }
    }

    private func reset() {
        guard !isEnded else { return }
        isEnded = true
        guard let socket = channel as? any SocketOptionProvider else { return channel.close(promise: nil) }
        socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in
            self.channel.close(promise: nil)
        }
    }
}
