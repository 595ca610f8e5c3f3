import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@Suite("Events: delivery")
struct EventDeliveryTests {
    private let now = Instant.zero

    private func answer(_ status: Int, after seconds: Int? = nil) -> EventOutcome {
        .answered(status: status, retryAfter: seconds.map { .seconds($0) })
    }

    @Test("A server that is away is asked after a wait that doubles up to five minutes, and a success ends that")
    func backoff() {
        var delivery = EventDelivery()
        var waits: [Double] = []
        for _ in 0..<12 {
            #expect(delivery.handle(.failed, count: 3, at: now, fraction: 1) == .keep)
            waits.append(delivery.notBefore.map { ($0 - now).inSeconds } ?? -1)
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
        #expect(delivery.handle(answer(204), count: 3, at: now, fraction: 1) == .delivered)
        #expect(delivery.notBefore == nil)
        #expect(delivery.add(.click, at: now) == true)
        #expect(delivery.nextInstant == now)
        _ = delivery.handle(.failed, count: 1, at: now, fraction: 1)
        #expect(delivery.nextInstant == now + .seconds(1))
        #expect(delivery.add(.click, at: now) == false)
        #expect(delivery.nextInstant == now + .seconds(1))
        delivery.hurry(at: now)
        #expect(delivery.nextInstant == now)
    }

    @Test("The first event out of patience takes all along: clicks at once, reports soon, impressions in their time")
    func patience() {
        var delivery = EventDelivery()
        #expect(delivery.nextInstant == nil)
        #expect(delivery.add(.impression, at: now) == true)
        #expect(delivery.nextInstant == now + .seconds(30))
        for second in 1...20 { #expect(delivery.add(.impression, at: now + .seconds(second)) == false) }
        #expect(delivery.nextInstant == now + .seconds(30))
        #expect(delivery.add(.error, at: now + .seconds(21)) == true)
        #expect(delivery.nextInstant == now + .seconds(23))
        #expect(delivery.add(.load, at: now + .seconds(22)) == false)
        #expect(delivery.add(.click, at: now + .seconds(22)) == true)
        #expect(delivery.nextInstant == now + .seconds(22))
        delivery.rest(since: delivery.mark)
        #expect(delivery.nextInstant == nil)
        var own = EventPatience()
        own.impression = .zero
        delivery = EventDelivery(patience: own)
        #expect(delivery.add(.impression, at: now) == true)
        #expect(delivery.nextInstant == now)
    }

    @Test("What an earlier run left waits as long as a report, and holds up nothing")
    func start() {
        var delivery = EventDelivery()
        delivery.start(at: now)
        #expect(delivery.nextInstant == now + .seconds(2))
        #expect(delivery.add(.load, at: now + .seconds(1)) == false)
        #expect(delivery.nextInstant == now + .seconds(2))
        delivery.hurry(at: now + .seconds(1))
        #expect(delivery.nextInstant == now + .seconds(1))
        delivery = EventDelivery()
        _ = delivery.add(.click, at: now)
        delivery.start(at: now + .seconds(1))
        #expect(delivery.nextInstant == now)
    }

    @Test("What comes while the last batch is sent is not forgotten")
    func late() {
        var delivery = EventDelivery()
        _ = delivery.add(.click, at: now)
        let mark = delivery.mark
        _ = delivery.add(.impression, at: now)
        delivery.rest(since: mark)
        #expect(delivery.nextInstant == now)
        delivery.rest(since: delivery.mark)
        #expect(delivery.nextInstant == nil)
    }

    @Test("Ten minutes of a carousel are twenty batches, and none is for nothing")
    func minutes() {
        var delivery = EventDelivery()
        var (waiting, batches, wakes): (Int, [Int], Int) = (0, [], 0)
        for tick in 0..<200 {
            let shown = now + .seconds(3) * tick
            while let next = delivery.nextInstant, next < shown {
                #expect(waiting > 0)
                batches.append(waiting)
                waiting = 0
                _ = delivery.handle(answer(204), count: 1, at: next, fraction: 0)
                delivery.rest(since: delivery.mark)
            }
            waiting += 1
            if delivery.add(.impression, at: shown) { wakes += 1 }
        }
        #expect(batches.count <= 20 && wakes == batches.count + 1)
        #expect(batches.reduce(waiting, +) == 200 && batches.allSatisfy { $0 >= 10 })
    }

    @Test("The wait is a random part, and never less than the server asks for, within reason")
    func jitter() {
        for (fraction, retryAfter, expected) in [
            (0.0, nil, 0.0), (0.5, nil, 0.5), (7.0, nil, 1.0), (.nan, nil, 1.0), (0.25, 10, 12.5),
            (0.0, 100_000, 3_600.0),
        ] as [(Double, Int?, Double)] {
            var delivery = EventDelivery()
            _ = delivery.handle(answer(503, after: retryAfter), count: 1, at: now, fraction: fraction)
            #expect(delivery.notBefore == now + .seconds(expected))
        }
    }

    @Test(
        "What blames the place is kept, what blames the events is halved down to the one at fault, and that is dropped")
    func refusals() {
        for status in [100, 301, 304, 401, 403, 404, 405, 408, 410, 429, 500, 503] {
            var delivery = EventDelivery()
            #expect(delivery.handle(answer(status), count: 100, at: now, fraction: 0) == .keep)
            #expect(delivery.batchLimit == EventDelivery.largestBatch)
        }
        for status in [400, 413, 415, 422] {
            var delivery = EventDelivery()
            var limits: [Int] = []
            while delivery.handle(answer(status), count: delivery.batchLimit, at: now, fraction: 1) == .split {
                #expect(delivery.notBefore == nil)
                limits.append(delivery.batchLimit)
            }
            #expect(limits == [50, 25, 12, 6, 3, 1])
            #expect(delivery.notBefore == now + .seconds(1))
            for expected in [2, 4, 8, 16, 32, 64, 100, 100] {
                #expect(delivery.handle(answer(200), count: 1, at: now, fraction: 1) == .delivered)
                #expect(delivery.batchLimit == expected)
            }
        }
    }

    @Test("Whatever a server does, only the events that it refuses for good are lost, and all others arrive")
    func storm() {
        for seed in 0..<40 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let poison = Set((0..<5).map { _ in Int.random(in: 0..<300, using: &generator) })
            var queue = Array(0..<300)
            var (arrived, dropped): (Set<Int>, Set<Int>) = ([], [])
            var delivery = EventDelivery()
            var now = Instant.zero
            var rounds = 0
            while !queue.isEmpty, rounds < 5_000 {
                rounds += 1
                if let later = delivery.notBefore, later > now { now = later }
                let batch = queue.prefix(delivery.batchLimit)
                var outcome = EventOutcome.answered(status: 204, retryAfter: nil)
                if Int.random(in: 0..<5, using: &generator) == 0 {
                    outcome = .failed
                } else if batch.contains(where: poison.contains) {
                    outcome = .answered(status: 400, retryAfter: nil)
                }
                let fraction = Double.random(in: 0...1, using: &generator)
                switch delivery.handle(outcome, count: batch.count, at: now, fraction: fraction) {
                case .delivered:
                    arrived.formUnion(batch)
                    queue.removeFirst(batch.count)
                case .drop:
                    dropped.formUnion(batch)
                    queue.removeFirst(batch.count)
                case .keep, .split: break
                }
                #expect((1...EventDelivery.largestBatch).contains(delivery.batchLimit))
            }
            #expect(queue.isEmpty && dropped == poison && arrived == Set(0..<300).subtracting(poison))
        }
    }
}
