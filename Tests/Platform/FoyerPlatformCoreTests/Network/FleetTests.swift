import FoyerCore
import Glibc
import TestSupport
import Testing

@testable import FoyerPlatformCore

/// Many hosts and one server on a virtual clock, with the rules that hosts have: how many requests there are at once, and how
/// long it takes until all is quiet again. *At scale* has the numbers for a million hosts, which `FOYER_FLEET=1000000` prints.
struct Fleet {
    var hosts = 20_000
    /// The hosts start, evenly, within this time.
    var arrival = Duration.seconds(60)
    /// The server fails from the beginning until then.
    var outage = Duration.zero
    /// Requests a second that the server answers; to all others it says 503.
    var capacity = Int.max
    /// What a 503 asks for.
    var retryAfter: Duration?
    /// Whether waits have a random part.
    var hasJitter = true

    struct Result: CustomStringConvertible {
        var requests = 0
        /// The most requests within a second.
        var peak = 0
        /// The most that the hosts would have made within a second without a failure.
        var calm = 0
        var served = 0
        /// Those that gave up, and show what they have kept.
        var gaveUp = 0
        /// The last request, counted from the beginning.
        var end = Duration.zero

        var description: String {
            "\(requests) requests, at most \(peak) a second (calm \(calm)), \(served) served, \(gaveUp) gave up, "
                + "last after \(end)"
        }
    }

    /// The simulation's step.
    private static let tick = Duration.milliseconds(10)
    private static let ticksPerSecond = 100

    private struct Request {
        var attempt: Int
        var deadline: Instant
    }

    /// Documents: each host asks once, and again as `RetryRule` says, within a banner's ten seconds.
    func askForDocuments(seed: UInt64 = 43) -> Result {
        var random = SplitMix64(seed: seed)
        var due: [[Request]] = []
        func add(_ request: Request, at instant: Instant) {
            let index = Self.index(instant)
            while due.count <= index { due.append([]) }
            due[index].append(request)
        }
        for host in 0..<hosts {
            let start = Instant.zero + arrival * (Double(host) / Double(hosts))
            add(Request(attempt: 1, deadline: start + .seconds(10)), at: start)
        }
        var counter = Counter(calm: Self.calm(hosts, arrival))
        var index = 0
        while index < due.count {
            let now = Instant.zero + Self.tick * index
            var room = now < .zero + outage ? 0 : capacity == .max ? .max : capacity / Self.ticksPerSecond
            for request in due[index] {
                counter.count(at: index)
                if room > 0 {
                    room -= 1
                    counter.result.served += 1
                    continue
                }
                let fraction = hasJitter ? Double.random(in: 0...1, using: &random) : 1
                let decision = RetryRule.decide(
                    after: .status(503), attempt: request.attempt, retryAfter: retryAfter,
                    remaining: request.deadline - now, fraction: fraction)
                switch decision {
                case .giveUp: counter.result.gaveUp += 1
                case .retry(let wait):
                    add(
                        Request(attempt: request.attempt + 1, deadline: request.deadline),
                        at: max(now + wait, now + Self.tick))
                }
            }
            due[index] = []
            index += 1
        }
        return counter.result
    }

    /// Events: each host has a batch that waits, and asks until the collector has it, as `EventDelivery` says.
    func sendEvents(seed: UInt64 = 43) -> Result {
        var random = SplitMix64(seed: seed)
        var deliveries: [EventDelivery] = []
        var due: [[Int]] = []
        func add(_ host: Int, at instant: Instant) {
            let index = Self.index(instant)
            while due.count <= index { due.append([]) }
            due[index].append(host)
        }
        for host in 0..<hosts {
            let start = Instant.zero + arrival * (Double(host) / Double(hosts))
            var delivery = EventDelivery()
            _ = delivery.add(.click, at: start)
            deliveries.append(delivery)
            add(host, at: start)
        }
        var counter = Counter(calm: Self.calm(hosts, arrival))
        var index = 0
        while index < due.count {
            let now = Instant.zero + Self.tick * index
            var room = now < .zero + outage ? 0 : capacity == .max ? .max : capacity / Self.ticksPerSecond
            for host in due[index] {
                counter.count(at: index)
                room -= 1
                let outcome: EventOutcome =
                    room >= 0 ? .answered(status: 204, retryAfter: nil) : .answered(status: 503, retryAfter: retryAfter)
                let fraction = hasJitter ? Double.random(in: 0...1, using: &random) : 1
                if deliveries[host].handle(outcome, count: 1, at: now, fraction: fraction) == .delivered {
                    counter.result.served += 1
                } else if let next = deliveries[host].notBefore {
                    add(host, at: max(next, now + Self.tick))
                }
            }
            due[index] = []
            index += 1
        }
        return counter.result
    }

    /// The first step at which an instant has come.
    private static func index(_ instant: Instant) -> Int { Int(((instant - .zero) / tick - 0.001).rounded(.up)) }

    private static func calm(_ hosts: Int, _ arrival: Duration) -> Int {
        Int((Double(hosts) / max(1, arrival / .seconds(1))).rounded(.up))
    }

    /// Counts the requests of the last second.
    private struct Counter {
        var result = Result()
        private var ticks: [Int] = []
        private var lastSecond = 0

        init(calm: Int) { result.calm = calm }

        mutating func count(at index: Int) {
            while ticks.count <= index {
                ticks.append(0)
                if ticks.count > Fleet.ticksPerSecond { lastSecond -= ticks[ticks.count - 1 - Fleet.ticksPerSecond] }
            }
            ticks[index] += 1
            lastSecond += 1
            result.requests += 1
            result.peak = max(result.peak, lastSecond)
            result.end = Fleet.tick * index
        }
    }
}

@Suite struct FleetTests {
    @Test func whileNothingFailsEachHostAsksOnce() {
        let result = Fleet().askForDocuments()
        #expect(result.requests == 20_000 && result.served == 20_000)
        #expect(result.peak <= result.calm + result.calm / 50, "\(result)")
    }

    /// Four requests a host at most, and quiet two seconds after the last start: what has failed shows what it has kept.
    @Test func aServerThatFailsGetsFourRequestsAHostAtMost() {
        let result = Fleet(outage: .seconds(600)).askForDocuments()
        #expect(result.requests == 80_000 && result.gaveUp == 20_000)
        #expect(result.peak <= result.calm * 4 + result.calm / 4, "\(result)")
        #expect(result.end <= .seconds(62))
    }

    /// All at the same second, as a timer would have it: the waits spread what comes back.
    @Test func waitsAreSpreadOut() {
        var fleet = Fleet(arrival: .milliseconds(100), capacity: 8_000)
        let calmer = fleet.askForDocuments()
        fleet.hasJitter = false
        let worse = fleet.askForDocuments()
        #expect(calmer.served > worse.served, "\(calmer)\n\(worse)")
    }

    /// What was refused in one moment does not come back in one.
    @Test func whatAShortRetryAfterPutsOffIsSpreadOut() {
        var fleet = Fleet(arrival: .milliseconds(100), capacity: 5_000, retryAfter: .seconds(3))
        let spread = fleet.askForDocuments()
        fleet.hasJitter = false
        let together = fleet.askForDocuments()
        #expect(spread.served > 2 * together.served, "\(spread)\n\(together)")
    }

    /// A longer wait than the user would have is no wait: the host shows what it has kept, and the server is left alone.
    @Test func aServerThatAsksForAMinuteIsLeftAlone() {
        let result = Fleet(outage: .seconds(600), retryAfter: .seconds(60)).askForDocuments()
        #expect(result.requests == 20_000 && result.gaveUp == 20_000)
    }

    /// A collector that was away for ten minutes gets everything, and never more at once than in calm.
    @Test func eventsDrainAfterAnOutage() {
        let result = Fleet(outage: .seconds(600)).sendEvents()
        #expect(result.served == 20_000 && result.end <= .seconds(1_200), "\(result)")
        let patient = Fleet(outage: .seconds(600), retryAfter: .seconds(120)).sendEvents()
        #expect(patient.served == 20_000 && patient.requests < result.requests, "\(patient)\n\(result)")
    }

    /// The numbers of the article.
    @Test(.enabled(if: getenv("FOYER_FLEET") != nil)) func theArticlesNumbers() throws {
        let hosts = getenv("FOYER_FLEET").flatMap { Int(String(cString: $0)) } ?? 1_000_000
        func say(
            _ what: String, arrival: Duration = .seconds(60), outage: Int = 0, capacity: Int = .max,
            retryAfter: Int? = nil, jitter: Bool = true, _ run: (Fleet) -> Fleet.Result
        ) {
            let fleet = Fleet(
                hosts: hosts, arrival: arrival, outage: .seconds(outage), capacity: capacity,
                retryAfter: retryAfter.map { .seconds($0) }, hasJitter: jitter)
            print("\(what), jitter \(jitter): \(run(fleet))")
        }
        let (ask, send) = ({ (fleet: Fleet) in fleet.askForDocuments() }, { (fleet: Fleet) in fleet.sendEvents() })
        say("calm", ask)
        say("down 30 s", outage: 30, ask)
        say("down 30 s, Retry-After 5", outage: 30, retryAfter: 5, ask)
        say("down 30 s, Retry-After 60", outage: 30, retryAfter: 60, ask)
        for jitter in [true, false] {
            let once = Duration.milliseconds(100)
            say("at once, a quarter a second", arrival: once, capacity: hosts / 4, jitter: jitter, ask)
            say("the same, Retry-After 3", arrival: once, capacity: hosts / 4, retryAfter: 3, jitter: jitter, ask)
            say("events, down 600 s", outage: 600, jitter: jitter, send)
        }
        say("events, down 600 s, Retry-After 120", outage: 600, retryAfter: 120, send)
        say("events, down 600 s, then a thousandth a second", outage: 600, capacity: hosts / 1_000, send)
    }
}
