import FoyerCore

/// The network of a ``VirtualWorld``: takes the requests of every transport that lives in it, and brings the answers at
/// the world's time. Belongs to the thread that made it.
public final class MemoryNetwork {
    /// One transport, as the transfer thread is to a real one.
    private struct Line {
        let inbox: TransferInbox
        var transfers: [Transfer] = []
    }

    private let world: VirtualWorld
    private let carrier: MemoryCarrier
    private var lines: [Line] = []

    /// Half of the longest wait: retries come at the same instants in each run.
    private static let jitter = 0.5

    /// - Parameter answer: what comes back for a request; called once for each exchange.
    public init(_ world: VirtualWorld, answer: @escaping (HTTPRequest) -> MemoryAnswer) {
        self.world = world
        carrier = MemoryCarrier(world: world, answer: answer)
    }

    /// Whether a request is under way.
    public var isBusy: Bool { lines.contains { !$0.transfers.isEmpty } }

    /// When something comes next by itself.
    public var nextInstant: Instant? {
        let transfers = lines.lazy.flatMap(\.transfers).map(\.nextInstant).min()
        return [transfers, carrier.nextInstant].compactMap { $0 }.min()
    }

    /// Does what is due at the world's time.
    ///
    /// - Returns: whether there was anything.
    public func advance() -> Bool {
        let now = world.now
        var hasWorked = carrier.bring(until: now)
        lines += world.takeInboxes().map { Line(inbox: $0) }
        for index in lines.indices {
            let (orders, isClosed) = lines[index].inbox.drain()
            for order in orders {
                lines[index].transfers.append(Transfer(order, carrier: carrier, jitter: { Self.jitter }))
            }
            for transfer in lines[index].transfers {
                if isClosed { transfer.end(.failure(.closed)) } else { transfer.advance(at: now) }
            }
            let before = lines[index].transfers.count
            lines[index].transfers.removeAll { $0.hasEnded }
            if !orders.isEmpty || lines[index].transfers.count < before { hasWorked = true }
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
