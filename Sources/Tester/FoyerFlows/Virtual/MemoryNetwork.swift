import Foyer
import FoyerPlatform

/// The network of a ``VirtualWorld``: takes the requests of every transport in it, and delivers the answers at the
/// world's time. Belongs to the thread that made it.
final class MemoryNetwork {
    /// One transport's counterpart of the transfer thread.
    private struct Line {
        let inbox: TransferInbox
        var queue: TransferQueue
    }

    private let world: VirtualWorld
    private let carrier: MemoryCarrier
    private var lines: [Line] = []
    private var isClosed = false

    /// Half of the longest wait, so that retries come at the same instants in each run.
    private static let jitter = 0.5

    /// - Parameter answer: the answer to a request; called once for each exchange.
    init(_ world: VirtualWorld, answer: @escaping (HTTPRequest) -> MemoryAnswer) {
        self.world = world
        carrier = MemoryCarrier(world: world, answer: answer)
    }

    /// When something happens next by itself.
    var nextInstant: Instant? {
        let transfers = lines.compactMap { $0.queue.nextInstant(after: world.now) }.min()
        return [transfers, carrier.nextInstant].compactMap { $0 }.min()
    }

    /// Ends every request at the next ``advance()``, and all later ones: nobody is left waiting when a world ends.
    func close() {
        isClosed = true
    }

    /// Does what is due at the world's time.
    ///
    /// - Returns: whether there was anything to do.
    func advance() -> Bool {
        let now = world.now
        var hasWorked = carrier.bring(until: now)
        lines += world.takeInboxes().map { [world] inbox in
            Line(
                inbox: inbox,
                queue: TransferQueue(carrier: carrier, jitter: { Self.jitter }, clock: { world.now }))
        }
        for index in lines.indices {
            let (orders, isClosed) = lines[index].queue.take(from: lines[index].inbox)
            let before = lines[index].queue.transfers.count
            if isClosed || self.isClosed {
                lines[index].queue.close()
            } else {
                lines[index].queue.advance(at: now)
            }
            if orders > 0 || lines[index].queue.transfers.count < before { hasWorked = true }
        }
        return carrier.bring(until: now) || hasWorked
    }
}

/// Exchanges in memory, in the order in which they began.
private final class MemoryCarrier: ExchangeCarrier {
    private let world: VirtualWorld
    private let answer: (HTTPRequest) -> MemoryAnswer
    private var exchanges: [MemoryExchange] = []

    init(world: VirtualWorld, answer: @escaping (HTTPRequest) -> MemoryAnswer) {
        self.world = world
        self.answer = answer
    }

    var nextInstant: Instant? { exchanges.compactMap(\.next).min() }

    func begin(_ request: HTTPRequest, remaining: Duration, owner: Transfer) -> (any Exchange)? {
        let exchange = MemoryExchange(answer(request), of: request, owner: owner, at: world.now)
        exchanges.append(exchange)
        return exchange
    }

    func bring(until now: Instant) -> Bool {
        exchanges.removeAll { $0.hasEnded }
        let due = exchanges.filter { exchange in exchange.next.map { $0 <= now } ?? false }
        for exchange in due { exchange.bring(until: now) }
        return !due.isEmpty
    }
}
