import FoyerCore
import FoyerPlatformCore

/// The requests of one transport, in the order in which they came.
///
/// Runs as many exchanges at once as browsers do, and queues the others. libcurl could queue them too, but now and then
/// it does not wake one when a connection becomes free (seen with 7.88, in one of 350 bursts of 60 requests on a busy
/// machine; `CURLMOPT_MAX_HOST_CONNECTIONS` has more such reports), and that one sleeps until its deadline.
package struct TransferQueue {
    static let exchangesPerHost = 6
    static let exchanges = 16

    private let carrier: any ExchangeCarrier
    private let jitter: () -> Double
    private let clock: () -> Instant
    package private(set) var transfers: [Transfer] = []

    package init(carrier: any ExchangeCarrier, jitter: @escaping () -> Double, clock: @escaping () -> Instant) {
        self.carrier = carrier
        self.jitter = jitter
        self.clock = clock
    }

    /// Takes in the orders since the last call.
    ///
    /// - Returns: their number, and whether the transport is closed.
    package mutating func take(from inbox: TransferInbox) -> (count: Int, isClosed: Bool) {
        let (orders, isClosed) = inbox.drain()
        add(orders)
        return (orders.count, isClosed)
    }

    mutating func add(_ orders: [TransferOrder]) {
        for order in orders { transfers.append(Transfer(order, carrier: carrier, jitter: jitter, clock: clock)) }
    }

    /// Ends what is cancelled or out of time, and starts what is due and has room.
    package mutating func advance(at now: Instant) {
        for transfer in transfers { transfer.expire(at: now) }
        var running: [String: Int] = [:]
        var count = 0
        for transfer in transfers where transfer.exchange != nil {
            running[transfer.authority, default: 0] += 1
            count += 1
        }
        for transfer in transfers where transfer.isDue(at: now) {
            guard count < Self.exchanges else { break }
            guard running[transfer.authority, default: 0] < Self.exchangesPerHost else { continue }
            transfer.start(at: now)
            guard transfer.exchange != nil else { continue }
            running[transfer.authority, default: 0] += 1
            count += 1
        }
        transfers.removeAll { $0.hasEnded }
    }

    /// When time alone brings something next, for a queue that was advanced at `now`.
    package func nextInstant(after now: Instant) -> Instant? {
        transfers.lazy.map { $0.nextInstant(after: now) }.min()
    }

    package mutating func close() {
        for transfer in transfers { transfer.end(.failure(.closed)) }
        transfers = []
    }
}
