import FoyerCore
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
        #expect(delivery.isDue(at: now))
        _ = delivery.handle(.failed, count: 1, at: now, fraction: 1)
        #expect(!delivery.isDue(at: now + .milliseconds(999)) && delivery.isDue(at: now + .seconds(1)))
        delivery.hurry()
        #expect(delivery.isDue(at: now))
    }

    @Test("The wait is a random part, and never less than the server asks for, within reason")
    func jitter() {
        for (fraction, retryAfter, expected) in [
            (0.0, nil, 0.0), (0.5, nil, 0.5), (7.0, nil, 1.0), (.nan, nil, 1.0), (0.25, 10, 10.25),
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
                #expect(delivery.isDue(at: now))
                limits.append(delivery.batchLimit)
            }
            #expect(limits == [50, 25, 12, 6, 3, 1])
            #expect(!delivery.isDue(at: now))
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
