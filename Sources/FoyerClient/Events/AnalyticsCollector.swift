import FoyerCore
import Glibc
import Synchronization

/// Takes what a campaign's owner is to be told.
public protocol EventCollector: Sendable {
    var version: CollectorVersion { get }
    var isStarted: Bool { get }
    /// Keeps an event until it is delivered. May be called on any thread, and does not wait.
    ///
    /// - Parameter index: the item's, from 0; `nil` where the event is about the whole banner.
    func record(_ kind: BannerEvent.Kind, bannerKey: String, index: Int?)
}

/// The collector that comes with Foyer: events are on the disk first, and delivered to `POST {server}/v1/events` in
/// batches, each at least once, until the server has them; what waits when the program ends is sent at the next start.
public final class AnalyticsCollector: EventCollector {
    public struct Configuration: Sendable {
        /// How long an event waits for others to go with it.
        public var linger = Duration.seconds(2)
        /// How long the server may take for a batch.
        public var timeout = Duration.seconds(10)
        public var network = HTTPTransport.Configuration()
        /// Takes a line for the log: what was dropped, and why.
        public var note: @Sendable (String) -> Void = { _ in }

        public init() {}
    }

    public let version: CollectorVersion = .current

    private struct State {
        var work: Task<Void, Never>?
        var delivery = EventDelivery()
        /// When events that came last may go; `nil` where none came.
        var lingersUntil: Instant?
        /// Woken once everything has been tried.
        var flushes: [WakePipe] = []
        var isClosed = false
    }

    private let server: WebAddress
    private let configuration: Configuration
    private let spool: EventSpool
    private let transport: HTTPTransport
    private let pipe = WakePipe()
    private let state = Mutex(State())

    public convenience init(
        server: WebAddress, places: Places, configuration: Configuration = Configuration()
    ) {
        self.init(
            server: server, configuration: configuration,
            spool: EventSpool(path: places.events, note: configuration.note))
    }

    init(server: WebAddress, configuration: Configuration, spool: EventSpool) {
        self.server = server
        self.configuration = configuration
        self.spool = spool
        transport = HTTPTransport(configuration.network)
    }

    public var isStarted: Bool { state.withLock { $0.work != nil } }

    /// Begins to deliver, what an earlier run left first.
    public func start() {
        state.withLock { state in
            guard state.work == nil, !state.isClosed else { return }
            state.work = Task.detached { [self] in await deliverAll() }
        }
    }

    /// May be called before `start`: the event waits on the disk.
    public func record(_ kind: BannerEvent.Kind, bannerKey: String, index: Int?) {
        guard (1...BannerEvent.longestText).contains(bannerKey.utf8.count) else {
            return configuration.note("no event is kept of a banner key of \(bannerKey.utf8.count) bytes")
        }
        var generator = SystemRandomNumberGenerator()
        spool.append(
            BannerEvent(
                id: BannerEvent.makeID(using: &generator), kind: kind, bannerKey: bannerKey, index: index,
                time: LogTime.now))
        state.withLock { state in
            if state.lingersUntil == nil { state.lingersUntil = MonotonicClock.now + configuration.linger }
        }
        pipe?.wake()
    }

    /// Tries once to deliver everything that waits, without lingering, and returns then, or when the time is over.
    public func flush(within time: Duration) async {
        guard let done = WakePipe() else { return }
        let isWorking = state.withLock { state in
            guard state.work != nil, !state.isClosed else { return false }
            state.flushes.append(done)
            state.delivery.hurry()
            return true
        }
        guard isWorking else { return }
        pipe?.wake()
        let deadline = MonotonicClock.now + time
        await OwnThread.run { done.wait(until: deadline) }
    }

    /// Stops delivering; returns when nothing runs any more. What was not delivered waits on the disk.
    public func close() async {
        let work = state.withLock { state in
            state.isClosed = true
            return state.work
        }
        transport.close()
        pipe?.wake()
        await work?.value
        state.withLock { state in
            for flush in state.flushes { flush.wake() }
            state.flushes = []
        }
    }

    // MARK: - Delivering

    private func deliverAll() async {
        guard let pipe else { return configuration.note("events are not delivered: no descriptors are left") }
        while !state.withLock({ $0.isClosed }) {
            let now = MonotonicClock.now
            if let later = nextInstant(at: now) {
                await OwnThread.run { [spool] in
                    spool.sync()
                    pipe.wait(until: later)
                }
                continue
            }
            let (limit, spool) = (state.withLock { $0.delivery.batchLimit }, spool)
            state.withLock { $0.lingersUntil = nil }
            if let batch = await OwnThread.run({ spool.take(limit: limit) }) {
                await deliver(batch)
            } else {
                endFlushes()
                await OwnThread.run { pipe.wait() }
            }
        }
    }

    /// When there is something to be done; `nil` for now.
    private func nextInstant(at now: Instant) -> Instant? {
        state.withLock { state in
            if !state.delivery.isDue(at: now) { return state.delivery.notBefore }
            guard state.flushes.isEmpty, let lingers = state.lingersUntil, lingers > now else { return nil }
            return lingers
        }
    }

    private func deliver(_ batch: EventBatch) async {
        let outcome = await send(batch.events)
        let decision = state.withLock { state in
            state.delivery.handle(
                outcome, count: batch.events.count, at: MonotonicClock.now, fraction: configuration.network.jitter())
        }
        switch decision {
        case .delivered: break
        case .split: return
        case .keep: return endFlushes()
        case .drop:
            for event in batch.events {
                configuration.note("the server refuses the event \(event.id) for good (\(outcome)): it is dropped")
            }
        }
        await OwnThread.run { [spool] in spool.remove(batch) }
    }

    private func send(_ events: [BannerEvent]) async -> EventOutcome {
        guard let address = try? server.appending("v1", "events"),
            let type = HTTPField("Content-Type", "application/json")
        else { return .failed }
        var request = HTTPRequest(
            .post, address, bodyBound: TransferBounds.metadata, deadline: MonotonicClock.now + configuration.timeout)
        request.body = BannerEvent.batch(events)
        request.fields = [type]
        // The delivery has its own patience.
        request.mayRetry = false
        do throws(TransferFailure) {
            let response = try await transport.fetch(request)
            return .answered(status: response.status, retryAfter: response.head.retryAfter)
        } catch {
            return .failed
        }
    }

    private func endFlushes() {
        let flushes = state.withLock { state in
            defer { state.flushes = [] }
            return state.flushes
        }
        for flush in flushes { flush.wake() }
    }
}

extension CollectorVersion {
    /// That of the collector that comes with Foyer.
    public static let current = CollectorVersion(1, 3, 0)
}

extension Places {
    /// Events that wait to be delivered, in files.
    public var events: String { state + "/events" }
}

extension LogTime {
    /// The time of day, as RFC 3339 writes it.
    static var now: String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return text(seconds: Int64(time.tv_sec), milliseconds: Int64(time.tv_nsec) / 1_000_000)
    }
}
