import CCurl
import FoyerCore

/// The transfer thread: hands curl its transfers, sleeps until one of them, a caller or a deadline has something, and
/// does what is due. Made, used and dropped on that thread.
final class TransferLoop {
    /// Connections to one host at a time, as browsers have them.
    private static let connectionsPerHost = 6
    private static let connections = 16

    private let inbox: TransferInbox
    private let pipe: WakePipe
    private let configuration: HTTPTransport.Configuration
    private var transfers: [Transfer] = []

    init(inbox: TransferInbox, pipe: WakePipe, configuration: HTTPTransport.Configuration) {
        self.inbox = inbox
        self.pipe = pipe
        self.configuration = configuration
    }

    func run() {
        if let trouble = ccurl_load() { return refuseAll(because: String(cString: trouble)) }
        guard let multi = ccurl_multi_init() else { return refuseAll(because: "libcurl has no memory") }
        ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, Self.connectionsPerHost)
        ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, Self.connections)
        let carrier = CurlCarrier(multi: multi, setup: EasySetup(configuration))
        while true {
            let (orders, isClosed) = inbox.drain()
            if isClosed {
                for order in orders { order.complete(.failure(.closed)) }
                break
            }
            for order in orders {
                transfers.append(Transfer(order, carrier: carrier, jitter: configuration.jitter))
            }
            step(multi)
        }
        for transfer in transfers { transfer.end(.failure(.closed)) }
        transfers = []
        ccurl_multi_cleanup(multi)
    }

    private func step(_ multi: UnsafeMutableRawPointer) {
        let beginning = MonotonicClock.now
        for transfer in transfers { transfer.advance(at: beginning) }
        var running: Int32 = 0
        ccurl_multi_perform(multi, &running)
        var easy: UnsafeMutableRawPointer?
        var result = CURLE_OK
        while ccurl_multi_next_ended(multi, &easy, &result) != 0 {
            stop(easy, result)
        }
        transfers.removeAll { $0.hasEnded }
        ccurl_multi_poll(multi, pipe.readEnd, sleep(from: MonotonicClock.now))
        pipe.drain()
    }

    /// curl is done with an exchange.
    private func stop(_ easy: UnsafeMutableRawPointer?, _ result: CURLcode) {
        for transfer in transfers {
            guard let handle = transfer.exchange as? EasyHandle, handle.easy == easy else { continue }
            let failure = handle.failure(of: result, host: transfer.host, hasHead: transfer.hasHead)
            return transfer.stopped(with: failure, at: MonotonicClock.now)
        }
    }

    /// Milliseconds until the next thing is due, rounded up so that nobody wakes too early and spins.
    private func sleep(from now: Instant) -> Int32 {
        guard let next = transfers.map(\.nextInstant).min() else { return .max }
        let nanoseconds = max(0, (next - now).saturatedNanoseconds)
        return Int32(clamping: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1))
    }

    /// Without the library every request is refused, with the reason, until the transport is closed.
    private func refuseAll(because reason: String) {
        let failure = TransferFailure(.unavailable, reason)
        while true {
            let (orders, isClosed) = inbox.drain()
            for order in orders { order.complete(.failure(isClosed ? .closed : failure)) }
            if isClosed { return }
            pipe.wait()
        }
    }
}
