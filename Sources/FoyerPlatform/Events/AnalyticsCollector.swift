import FoyerCore
import FoyerSystem
import Glibc
import Synchronization

/// Takes what a campaign's owner is to be told.
package protocol EventCollector: Sendable {
    var version: CollectorVersion { get }
    var isStarted: Bool { get }
    /// Keeps an event until it is delivered. May be called on any thread, and does not wait.
    ///
    /// - Parameter index: the item's, from 0; `nil` where the event is about the whole banner.
    func record(_ kind: BannerEvent.Kind, bannerKey: String, index: Int?)
}

/// The collector that comes with Foyer: events are on the disk first, and delivered to `POST {server}/v1/events` in
/// batches, each at least once, until the server has them; what waits when the program ends is sent at the next start.
///
/// One thread of its own sends them, and sleeps until something is due: what a page's impression costs is a write, which
/// survives this process, however it ends. The disk itself is waited for only where events are to stay (the server is
/// away, the collector closes): a machine that loses its power may lose those of about the last half minute.
package final class AnalyticsCollector: EventCollector {
    package struct Configuration: Sendable {
        /// How long events wait for others to go with them.
        package var patience = EventPatience()
        /// How long the server may take for a batch.
        package var timeout = Duration.seconds(10)
        package var network = HTTPTransport.Configuration()
        /// How events are written.
        package var format = EventFormat.foyer
        /// Where they are sent; `POST {server}/v1/events` where it is `nil`.
        package var address: WebAddress?
        /// Takes a line for the log: what was dropped, and why.
        package var note: @Sendable (String) -> Void = { _ in }

        package init() {}
    }

    package let version: CollectorVersion = .current

    private struct State {
        /// The one that sends, until somebody waits for its end.
        var thread: pthread_t?
        var isStarted = false
        var delivery: EventDelivery
        /// Of the batch that is under way, once there is one.
        var outcome: EventOutcome?
        /// Woken once everything has been tried.
        var flushes: [WakePipe] = []
        var isClosed = false
    }

    private let server: WebAddress
    private let configuration: Configuration
    private let spool: EventSpool
    private let transport: HTTPTransport
    private let pipe = WakePipe()
    private let state: Mutex<State>

    package convenience init(
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
        state = Mutex(State(delivery: EventDelivery(patience: configuration.patience)))
        transport = HTTPTransport(configuration.network)
    }

    private var surroundings: PlatformSurroundings { configuration.network.surroundings }
    private var now: Instant { surroundings.now }
    package var isStarted: Bool { state.withLock { $0.isStarted } }

    /// Begins to deliver, what an earlier run left first.
    package func start() {
        let trouble = state.withLock { state -> String? in
            guard !state.isStarted, !state.isClosed else { return nil }
            // What cannot send keeps events all the same.
            state.isStarted = true
            guard let pipe else { return "no descriptors are left" }
            state.delivery.hurry(at: now)
            var status: Int32 = 0
            state.thread = BlockingThread.startJoinable(&status) { [self] in deliverAll(pipe) }
            return status == 0 ? nil : SystemError.text(status)
        }
        if let trouble { configuration.note("events are not delivered: \(trouble)") }
    }

    /// May be called before `start`: the event waits on the disk.
    package func record(_ kind: BannerEvent.Kind, bannerKey: String, index: Int?) {
        guard (1...BannerEvent.longestText).contains(bannerKey.utf8.count) else {
            return configuration.note("no event is kept of a banner key of \(bannerKey.utf8.count) bytes")
        }
        var generator = SystemRandomNumberGenerator()
        spool.append(
            BannerEvent(
                id: BannerEvent.makeID(using: &generator), kind: kind, bannerKey: bannerKey, index: index,
                time: LogTime.now))
        if state.withLock({ $0.delivery.add(kind, at: now) }) { pipe?.wake() }
    }

    /// Tries once to deliver everything that waits, at once, and returns then, or when the time is over.
    package func flush(within time: Duration) async {
        guard let done = WakePipe() else { return }
        let isWorking = state.withLock { state in
            guard state.thread != nil, !state.isClosed else { return false }
            state.flushes.append(done)
            state.delivery.hurry(at: now)
            return true
        }
        guard isWorking else { return }
        pipe?.wake()
        let deadline = now + time
        await surroundings.work.run { done.wait(until: deadline) }
    }

    /// Stops delivering; returns when nothing runs any more. What was not delivered waits on the disk.
    package func close() async {
        let thread = state.withLock { state in
            state.isClosed = true
            defer { state.thread = nil }
            return state.thread
        }
        transport.close()
        pipe?.wake()
        guard let thread else { return }
        await surroundings.work.run { _ = pthread_join(thread, nil) }
    }

    // MARK: - Delivering

    private func deliverAll(_ pipe: WakePipe) {
        while true {
            let (isClosed, next) = state.withLock { ($0.isClosed, $0.delivery.nextInstant) }
            if isClosed { break }
            if let next, next <= now { sendAll(pipe) } else { pipe.wait(until: next) }
        }
        spool.sync()
        endFlushes(state.withLock(\.flushes))
    }

    /// Sends batch after batch until none waits, or the server does not take one.
    private func sendAll(_ pipe: WakePipe) {
        while true {
            let (mark, limit, flushes) = state.withLock { state in
                (state.delivery.mark, state.delivery.batchLimit, state.flushes)
            }
            let taken: EventBatch?
            do throws(DiskError) { taken = try spool.take(limit: limit) } catch {
                // Asked again as a server that is away is: else they would wait for the next event, or the next start.
                _ = decide(.failed, count: 0)
                return endFlushes(state.withLock(\.flushes))
            }
            guard let batch = taken else {
                state.withLock { $0.delivery.rest(since: mark) }
                return endFlushes(flushes)
            }
            var outcome = send(batch.events, pipe)
            // What stays on the disk would else be sent again at once, and again.
            if outcome.isDelivered, !spool.remove(batch) { outcome = .failed }
            switch decide(outcome, count: batch.events.count) {
            case .delivered, .split: continue
            case .drop: drop(batch, outcome)
            case .keep: spool.sync()
            }
            // Those too that came while it was under way: nothing will be tried now.
            return endFlushes(state.withLock(\.flushes))
        }
    }

    private func decide(_ outcome: EventOutcome, count: Int) -> EventDelivery.Decision {
        state.withLock { state in
            state.delivery.handle(
                outcome, count: count, at: now, fraction: configuration.network.jitter())
        }
    }

    private func drop(_ batch: EventBatch, _ outcome: EventOutcome) {
        for event in batch.events {
            configuration.note("the server refuses the event \(event.id) for good (\(outcome)): it is dropped")
        }
        spool.remove(batch)
    }

    /// Waits for what becomes of them.
    private func send(_ events: [BannerEvent], _ pipe: WakePipe) -> EventOutcome {
        guard let address = configuration.address ?? (try? server.appending("v1", "events")),
            let type = HTTPField("Content-Type", configuration.format.contentType)
        else { return .failed }
        var request = HTTPRequest(
            .post, address, bodyBound: TransferBounds.metadata, deadline: now + configuration.timeout)
        request.body = configuration.format.body(events, source: server.text)
        request.fields = [type]
        // The delivery has its own patience.
        request.mayRetry = false
        transport.submit(request) { [self] result in
            state.withLock { $0.outcome = EventOutcome(result) }
            pipe.wake()
        }
        while true {
            if let outcome = state.withLock({ $0.outcome.take() }) { return outcome }
            pipe.wait()
        }
    }

    private func endFlushes(_ flushes: [WakePipe]) {
        state.withLock { state in
            state.flushes.removeAll { flush in flushes.contains { $0 === flush } }
        }
        for flush in flushes { flush.wake() }
    }
}

extension EventOutcome {
    fileprivate init(_ result: Result<HTTPResponse, TransferFailure>) {
        switch result {
        case .success(let response): self = .answered(status: response.status, retryAfter: response.head.retryAfter)
        case .failure: self = .failed
        }
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
        let milliseconds = WallClock.nanoseconds / 1_000_000
        return text(seconds: milliseconds / 1000, milliseconds: milliseconds % 1000)
    }
}
