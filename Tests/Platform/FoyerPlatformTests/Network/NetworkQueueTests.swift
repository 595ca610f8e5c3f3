import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Synchronization
import TestSupport
import Testing

@testable import FoyerPlatform

/// When each transfer may start: the transfer engine without a network.
@Suite struct NetworkQueueTests {
    private let carrier = RecordingCarrier()
    private let outcomes = Outcomes()

    private func queue() -> TransferQueue {
        TransferQueue(carrier: carrier, jitter: { 0 }, clock: { Instant(nanoseconds: 0) })
    }

    private func order(
        _ name: String, host: String = "one.example", deadline: Instant = Instant(nanoseconds: .max),
        flag: CancellationFlag = CancellationFlag()
    ) throws -> TransferOrder {
        let address = try WebAddress("http://\(host)/\(name)")
        let outcomes = outcomes
        return TransferOrder(
            request: HTTPRequest(.get, address, bodyBound: 10, deadline: deadline), sink: SinkSlot(MemorySink()),
            progress: nil, flag: flag
        ) { outcomes.append(name, $0) }
    }

    private let start = Instant(nanoseconds: 0)

    @Test func sixWithOneHostAtATimeInTheirOrder() throws {
        var queue = queue()
        queue.add(try (0..<9).map { try order("\($0)") })
        queue.advance(at: start)
        #expect(carrier.running == ["/0", "/1", "/2", "/3", "/4", "/5"])
        carrier.answer("/3")
        carrier.answer("/1")
        queue.advance(at: start)
        #expect(carrier.running == ["/0", "/2", "/4", "/5", "/6", "/7"])
        #expect(outcomes.names == ["3", "1"])
    }

    @Test func sixteenInAllAndAFullHostHoldsNobodyElseBack() throws {
        var queue = queue()
        for host in ["one", "two", "three"] {
            queue.add(try (0..<7).map { try order("\(host)\($0)", host: "\(host).example") })
        }
        queue.advance(at: start)
        let expected = [("one", 6), ("two", 6), ("three", 4)].flatMap { host, count in
            (0..<count).map { "/\(host)\($0)" }
        }
        #expect(carrier.running == expected)
    }

    @Test func oneThatIsCancelledMakesRoomAtOnce() throws {
        let flag = CancellationFlag()
        var queue = queue()
        queue.add([try order("0", flag: flag)] + (try (1..<7).map { try order("\($0)") }))
        queue.advance(at: start)
        flag.raise()
        queue.advance(at: start)
        #expect(carrier.running == (1..<7).map { "/\($0)" })
        #expect(outcomes.names == ["0"])
    }

    @Test func whoWaitsForRoomSleepsUntilTheDeadlineOnly() throws {
        let deadline = start + .seconds(30)
        var queue = queue()
        queue.add(try (0..<7).map { try order("\($0)", deadline: deadline) })
        queue.advance(at: start)
        #expect(queue.nextInstant(after: start) == deadline)
        queue.advance(at: deadline)
        #expect(queue.transfers.isEmpty && carrier.running.isEmpty)
        #expect(outcomes.names.count == 7)
    }

    @Test(arguments: 0..<200) func aStormEndsEachOnceAndNobodyWaitsBesideRoom(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var queue = queue()
        var flags: [CancellationFlag] = []
        let hosts = ["one.example", "two.example", "three.example", "four.example"]
        for number in 0..<120 {
            if number < 60 {
                flags.append(CancellationFlag())
                let host = hosts[Int.random(in: 0..<hosts.count, using: &random)]
                queue.add([try order("\(number)", host: host, flag: flags[number])])
            }
            if Int.random(in: 0..<8, using: &random) == 0 { flags.randomElement(using: &random)?.raise() }
            if Bool.random(using: &random), let name = carrier.running.randomElement(using: &random) {
                carrier.answer(name)
            }
            queue.advance(at: start)
            expectLimits(of: queue)
        }
        while let name = carrier.running.randomElement(using: &random) {
            carrier.answer(name)
            queue.advance(at: start)
            expectLimits(of: queue)
        }
        #expect(queue.transfers.isEmpty)
        let all = (0..<60).map { "\($0)" }
        #expect(outcomes.names.sorted() == all.sorted())
    }

    private func expectLimits(of queue: TransferQueue) {
        let running = queue.transfers.filter { $0.exchange != nil }
        let byHost = Dictionary(grouping: running, by: \.authority).mapValues(\.count)
        #expect(running.count <= TransferQueue.exchanges)
        #expect(byHost.values.allSatisfy { $0 <= TransferQueue.exchangesPerHost })
        guard running.count < TransferQueue.exchanges else { return }
        for waiting in queue.transfers where waiting.exchange == nil {
            #expect(byHost[waiting.authority] == TransferQueue.exchangesPerHost)
        }
    }
}

private final class Outcomes: Sendable {
    private let list = Mutex<[String]>([])

    var names: [String] { list.withLock { $0 } }

    func append(_ name: String, _ result: Result<HTTPResponse, TransferFailure>) { list.withLock { $0.append(name) } }
}

/// Exchanges that end when a test says so.
private final class RecordingCarrier: ExchangeCarrier {
    private final class Recorded: Exchange {
        let path: String
        let owner: Transfer
        var isRunning = true

        init(path: String, owner: Transfer) {
            self.path = path
            self.owner = owner
        }

        func leave() { isRunning = false }
    }

    private var exchanges: [Recorded] = []

    /// The paths of what is under way, in the order in which it began.
    var running: [String] { exchanges.filter(\.isRunning).map(\.path) }

    func begin(_ request: HTTPRequest, remaining: Duration, owner: Transfer) -> (any Exchange)? {
        let exchange = Recorded(path: request.address.path, owner: owner)
        exchanges.append(exchange)
        return exchange
    }

    func answer(_ path: String) {
        guard let exchange = exchanges.first(where: { $0.isRunning && $0.path == path }) else { return }
        for line in ["HTTP/1.1 200 OK\r\n", "Content-Length: 0\r\n", "\r\n"] {
            Array(line.utf8).withUnsafeBytes { _ = exchange.owner.takeHeaderLine($0) }
        }
        exchange.owner.stopped(with: nil, at: Instant(nanoseconds: 0))
    }
}
