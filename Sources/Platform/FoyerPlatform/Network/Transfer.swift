import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// What the transfer thread needs to know of one request.
struct TransferOrder: Sendable {
    let request: HTTPRequest
    let sink: any TransferSink
    let progress: (@Sendable (TransferProgress) -> Void)?
    let flag: CancellationFlag
    /// Called exactly once.
    let complete: @Sendable (Result<HTTPResponse, TransferFailure>) -> Void
}

/// One order on its way through attempts and redirects. Lives on the transfer thread.
package final class Transfer {
    private enum Phase {
        /// The next exchange starts at this instant.
        case waiting(Instant)
        case exchanging(any Exchange)
        case ended
    }

    /// Why we stopped an exchange ourselves, and what comes next.
    private enum Verdict {
        case fail(TransferFailure)
        case follow(WebAddress, keepsMethod: Bool)
        case retry(after: Duration)
        case askAgain
    }

    private let order: TransferOrder
    private let carrier: any ExchangeCarrier
    private let jitter: () -> Double
    private let clock: () -> Instant
    private var phase = Phase.waiting(Instant(nanoseconds: .min))

    private var address: WebAddress
    private var method: HTTPRequest.Method
    private var attempt = 1
    private var redirects = 0

    // Of the present exchange.
    private var hasSent = false
    private var heads = HeadReader()
    private var head: ResponseHead?
    private var received: Int64 = 0
    private var verdict: Verdict?

    init(
        _ order: TransferOrder, carrier: any ExchangeCarrier, jitter: @escaping () -> Double,
        clock: @escaping () -> Instant
    ) {
        self.order = order
        self.carrier = carrier
        self.jitter = jitter
        self.clock = clock
        address = order.request.address
        method = order.request.method
    }

    var hasEnded: Bool {
        if case .ended = phase { return true }
        return false
    }

    /// When time alone changes something for this transfer. What is due at `now` but has not started waits for others.
    func nextInstant(after now: Instant) -> Instant {
        if case .waiting(let instant) = phase, instant > now { return min(instant, order.request.deadline) }
        return order.request.deadline
    }

    /// What is under way now.
    var exchange: (any Exchange)? {
        if case .exchanging(let exchange) = phase { exchange } else { nil }
    }

    package var host: String { address.host }
    /// The host of the present or next exchange.
    var authority: String { "\(address.host):\(address.port)" }
    /// Whether the final head is complete, so that a break now concerns the body.
    package var hasHead: Bool { head != nil }

    /// Ends the transfer if it is cancelled or out of time.
    func expire(at now: Instant) {
        if order.flag.isRaised {
            end(.failure(TransferFailure(.cancelled, "the request to \(address.host) was cancelled")))
        } else if now >= order.request.deadline {
            end(.failure(TransferFailure(.timedOut, "\(address.host) did not finish its answer in time")))
        }
    }

    /// Whether the next exchange may start.
    func isDue(at now: Instant) -> Bool {
        if case .waiting(let instant) = phase { return now >= instant }
        return false
    }

    /// Closes what is open, then informs the caller, so that nothing runs on afterwards.
    func end(_ result: Result<HTTPResponse, TransferFailure>) {
        guard !hasEnded else { return }
        leaveExchange()
        phase = .ended
        order.complete(result)
    }

    func start(at now: Instant) {
        hasSent = false
        heads = HeadReader()
        head = nil
        received = 0
        verdict = nil
        var request = order.request
        request.address = address
        request.method = method
        request.fields += order.sink.prepare()
        guard let exchange = carrier.begin(request, remaining: request.deadline - now, owner: self) else {
            return end(.failure(TransferFailure(.unavailable, "libcurl does not take the request")))
        }
        phase = .exchanging(exchange)
    }

    private func leaveExchange() {
        exchange?.leave()
    }

    // MARK: What the exchange brings

    /// Whether an earlier attempt has failed.
    var isRetrying: Bool { attempt > 1 }

    /// The request is about to be sent; `false` stops the exchange.
    ///
    /// libcurl retries by itself if a kept connection breaks before it brings an answer. That counts as an attempt like
    /// any other, but without a wait.
    func maySend() -> Bool {
        guard hasSent else {
            hasSent = true
            return true
        }
        guard case .retry = retry(after: .failure(.reset)) else {
            verdict = .fail(TransferFailure(.reset, "\(address.host) closed the connection without an answer"))
            return false
        }
        attempt += 1
        return true
    }

    /// One line of a head, or of trailers. `false` stops the exchange.
    package func takeHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        switch heads.take(line) {
        case .incomplete: return true
        case .tooLong:
            verdict = .fail(.headsTooLarge(address.host))
            return false
        case .malformed(let malformation):
            verdict = .fail(TransferFailure(.garbage, "\(address.host): \(malformation)"))
            return false
        case .complete(let head):
            self.head = head
            verdict = validate(head)
            // Without a body, curl ends by itself, and the connection remains usable for the next request.
            return verdict == nil || head.contentLength == 0
        }
    }

    package func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard verdict == nil else { return false }
        received += Int64(bytes.count)
        guard received <= order.request.bodyBound else {
            verdict = .fail(tooLarge)
            return false
        }
        do {
            try order.sink.receive(bytes)
        } catch {
            verdict = .fail(error)
            return false
        }
        report(isEnd: false)
        return true
    }

    private var tooLarge: TransferFailure {
        TransferFailure(
            .tooLarge, "\(address.host) sent more than \(order.request.bodyBound) bytes for \(address.path)")
    }

    private func validate(_ head: ResponseHead) -> Verdict? {
        let locations = head.values("Location")
        if RedirectRule.isRedirect(head.status), !locations.isEmpty {
            return redirect(locations, keepsMethod: head.status != 303)
        }
        if case .retry(let wait) = retry(after: .status(head.status), retryAfter: head.retryAfter) {
            return .retry(after: wait)
        }
        if let length = head.contentLength, length > order.request.bodyBound, method != .head { return .fail(tooLarge) }
        do {
            switch try order.sink.begin(head, from: address) {
            case .take: return nil
            case .askAgain: return .askAgain
            }
        } catch {
            return .fail(error)
        }
    }

    private func redirect(_ locations: [String], keepsMethod: Bool) -> Verdict {
        do {
            let next = try RedirectRule.next(from: address, locations: locations, followed: redirects)
            return .follow(next, keepsMethod: keepsMethod)
        } catch {
            return .fail(TransferFailure(.badRedirect, "\(address.host) cannot be followed: \(error)"))
        }
    }

    private func retry(after cause: RetryRule.Cause, retryAfter: Duration? = nil) -> RetryRule.Decision {
        guard order.request.mayRetry else { return .giveUp }
        return RetryRule.decide(
            after: cause, attempt: attempt, retryAfter: retryAfter,
            remaining: order.request.deadline - clock(), fraction: jitter())
    }

    // MARK: What comes next

    /// The exchange is over, by itself or because we stopped it; `failure` is `nil` if it succeeded.
    package func stopped(with failure: TransferFailure?, at now: Instant) {
        guard exchange != nil else { return }
        leaveExchange()
        phase = .waiting(now)
        switch verdict {
        case .fail(let failure): end(.failure(failure))
        case .follow(let next, let keepsMethod):
            redirects += 1
            address = next
            if !keepsMethod, method == .post { method = .get }
        case .retry(let duration): wait(for: duration, from: now)
        case .askAgain: break
        case nil:
            if let failure { fail(failure, at: now) } else { succeed(at: now) }
        }
    }

    private func succeed(at now: Instant) {
        guard let head else {
            return end(.failure(TransferFailure(.garbage, "\(address.host) ended its answer without a status")))
        }
        do {
            try order.sink.finish(from: address)
        } catch {
            return fail(error, at: now)
        }
        report(isEnd: true)
        end(.success(HTTPResponse(head: head, address: address, attempts: attempt)))
    }

    private func fail(_ failure: TransferFailure, at now: Instant) {
        switch retry(after: .failure(failure.kind)) {
        case .retry(let duration): wait(for: duration, from: now)
        case .giveUp: end(.failure(failure))
        }
    }

    /// The next attempt starts over: a redirect may lead elsewhere by then.
    private func wait(for duration: Duration, from now: Instant) {
        attempt += 1
        redirects = 0
        address = order.request.address
        method = order.request.method
        phase = .waiting(now + duration)
    }

    private func report(isEnd: Bool) {
        guard let progress = order.progress else { return }
        let offset = order.sink.offset
        let expected = order.sink.expected ?? head?.contentLength.map { $0 == .max ? $0 : $0 + offset }
        progress(TransferProgress(received: offset + received, expected: isEnd ? offset + received : expected))
    }
}

extension TransferFailure {
    static func headsTooLarge(_ host: String) -> TransferFailure {
        TransferFailure(
            .headerTooLarge,
            "\(host) sent heads over \(TransferBounds.headers) bytes or \(TransferBounds.headerLines) lines")
    }

    static func trailerTooLong(_ host: String) -> TransferFailure {
        TransferFailure(.headerTooLarge, "\(host) sent a trailer without an end")
    }
}

/// Collects the lines of an exchange's heads. Skips interim answers, ignores trailers, and counts the lines and bytes of all.
struct HeadReader {
    enum Step {
        case incomplete
        case complete(ResponseHead)
        case malformed(ResponseHead.Malformation)
        case tooLong
    }

    private var lines: [String] = []
    private var lineCount = 0
    private var count = 0
    private var isDone = false

    mutating func take(_ line: UnsafeRawBufferPointer) -> Step {
        lineCount += 1
        count += line.count
        guard count <= TransferBounds.headers, lineCount <= TransferBounds.headerLines else { return .tooLong }
        guard !isDone else { return .incomplete }
        let text = String(decoding: line.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
        guard text.isEmpty else {
            lines.append(text)
            return .incomplete
        }
        defer { lines = [] }
        do {
            let head = try ResponseHead(lines: lines)
            // 101 would switch to a protocol that nobody asked for; it counts as an answer.
            if (100...199).contains(head.status), head.status != 101 { return .incomplete }
            isDone = true
            return .complete(head)
        } catch {
            return .malformed(error)
        }
    }
}
