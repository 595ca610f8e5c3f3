import Foyer
import FoyerPlatform

/// One answer on its way to the transfer that asked for it.
final class MemoryExchange: Exchange {
    /// The number of body bytes to hand over at once.
    private static let piece = 128 * 1024
    /// The number of pieces a second of a body with a pace.
    private static let beats = 20

    private enum Part { case head, body, ended }

    private let answer: MemoryAnswer
    private let isHeadAlone: Bool
    /// The transfer holds its exchange until it leaves it.
    private unowned let owner: Transfer
    private var part = Part.head
    private var sent = 0
    /// When something arrives; `nil` if nothing more does.
    private(set) var next: Instant?

    init(_ answer: MemoryAnswer, of request: HTTPRequest, owner: Transfer, at now: Instant) {
        self.answer = answer
        self.owner = owner
        isHeadAlone = request.method == .head
        let isSilent = answer.head.isEmpty && answer.ending == .silent
        next = isSilent ? nil : now + answer.delay
    }

    var hasEnded: Bool {
        if case .ended = part { true } else { false }
    }

    func leave() {
        part = .ended
        next = nil
    }

    /// Hands over what has arrived by now.
    func bring(until now: Instant) {
        while let instant = next, instant <= now {
            switch part {
            case .head: bringHead(at: instant)
            case .body: bringBody(at: instant)
            case .ended: next = nil
            }
        }
    }

    private func bringHead(at now: Instant) {
        part = .body
        guard !answer.head.isEmpty else { return end(at: now) }
        for line in answer.head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let goesOn = (Array(line) + [UInt8(ascii: "\n")]).withUnsafeBytes { owner.takeHeaderLine($0) }
            guard goesOn else { return stop(with: nil, at: now) }
        }
        guard owner.hasHead else {
            return stop(with: TransferFailure(.garbage, "\(owner.host): what came is not HTTP"), at: now)
        }
        if isHeadAlone || answer.body.isEmpty { end(at: now) }
    }

    private func bringBody(at now: Instant) {
        let room = answer.bytesPerSecond.map { max(1, $0 / Self.beats) } ?? Self.piece
        let start = answer.isEndless ? sent % answer.body.count : sent
        let end = min(start + room, answer.body.count)
        sent += end - start
        let goesOn = answer.body[start..<end].withUnsafeBytes { owner.takeBody($0) }
        guard goesOn else { return stop(with: nil, at: now) }
        if !answer.isEndless, sent >= answer.body.count { return self.end(at: now) }
        if let pace = answer.bytesPerSecond {
            next = now + .nanoseconds(Int64(end - start) * 1_000_000_000 / Int64(pace))
        }
    }

    private func end(at now: Instant) {
        let host = owner.host
        switch answer.ending {
        case .complete: stop(with: nil, at: now)
        case .silent: next = nil
        case .refused: stop(with: TransferFailure(.refused, "\(host): connection refused"), at: now)
        case .unresolved: stop(with: TransferFailure(.dns, "\(host): the name does not resolve"), at: now)
        case .untrusted: stop(with: TransferFailure(.tls, "\(host): the certificate is not trusted"), at: now)
        case .broken:
            let failure =
                owner.hasHead
                ? TransferFailure(.cut, "\(host): the connection closed with \(sent) bytes received")
                : TransferFailure(.reset, "\(host): the connection was reset")
            stop(with: failure, at: now)
        }
    }

    private func stop(with failure: TransferFailure?, at now: Instant) {
        next = nil
        owner.stopped(with: failure, at: now)
    }
}
