import CCurl
import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// The transfer thread: gives curl its transfers, sleeps until one of them, a caller or a deadline needs attention, and
/// does what is due. Created, used and released on that thread.
final class TransferLoop {
    private let inbox: TransferInbox
    private let pipe: WakePipe
    private let configuration: HTTPTransport.Configuration
    private var now: Instant { configuration.surroundings.now }

    init(inbox: TransferInbox, pipe: WakePipe, configuration: HTTPTransport.Configuration) {
        self.inbox = inbox
        self.pipe = pipe
        self.configuration = configuration
    }

    func run() {
        if let trouble = ccurl_load() { return refuseAll(because: String(cString: trouble)) }
        guard let multi = ccurl_multi_init() else { return refuseAll(because: "libcurl has no memory") }
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, TransferQueue.exchanges)
        let carrier = CurlCarrier(multi: multi, setup: EasySetup(configuration))
        var queue = TransferQueue(
            carrier: carrier, jitter: configuration.jitter, clock: configuration.surroundings.system.clock)
        while true {
            if queue.take(from: inbox).isClosed { break }
            step(multi, &queue)
        }
        queue.close()
        ccurl_multi_cleanup(multi)
    }

    private func step(_ multi: UnsafeMutableRawPointer, _ queue: inout TransferQueue) {
        let beginning = now
        queue.advance(at: beginning)
        var running: Int32 = 0
        ccurl_multi_perform(multi, &running)
        var easy: UnsafeMutableRawPointer?
        var result = CURLE_OK
        var hasStopped = false
        while ccurl_multi_next_ended(multi, &easy, &result) != 0 {
            hasStopped = true
            stop(queue.transfers, easy, result)
        }
        // There is room again: start waiting transfers before sleeping.
        if hasStopped { return }
        ccurl_multi_poll(multi, pipe.readEnd, sleep(until: queue.nextInstant(after: beginning)))
        pipe.drain()
    }

    /// curl has finished an exchange.
    private func stop(_ transfers: [Transfer], _ easy: UnsafeMutableRawPointer?, _ result: CURLcode) {
        for transfer in transfers {
            guard let handle = transfer.exchange as? EasyHandle, handle.easy == easy else { continue }
            let failure = handle.failure(of: result, host: transfer.host, hasHead: transfer.hasHead)
            return transfer.stopped(with: failure, at: now)
        }
    }

    /// Milliseconds until then, rounded up so that the thread does not wake too early and spin.
    private func sleep(until next: Instant?) -> Int32 {
        guard let next else { return .max }
        let nanoseconds = max(0, (next - now).saturatedNanoseconds)
        return Int32(clamping: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1))
    }

    /// Without the library, every request fails with the reason until the transport is closed.
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
