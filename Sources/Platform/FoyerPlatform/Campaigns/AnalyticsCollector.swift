import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization

/// Receives events for the owner of a campaign.
public protocol EventCollector: Sendable {
    /// The version of this interface that the collector follows, not the host's own: 1.2.3 at least, or the touch service
    /// does not start.
    var version: CollectorVersion { get }
    /// Whether it takes events now. The touch service looks at it when it starts, and does not start without.
    var isStarted: Bool { get }
    /// Keeps an event until it is delivered. May be called on any thread, mostly the one that owns the terminal: it should
    /// return in far less than a frame, and wait for no network. Foyer's own writes to a file there, in some 15 µs.
    ///
    /// - Parameter index: the item's index, from 0; `nil` if the event concerns the whole banner.
    func record(_ kind: CampaignEvent.Kind, key: String, index: Int?)
}

/// Foyer's own collector: writes events to the disk first, then delivers them to `POST {server}/v1/events` in batches,
/// each at least once. Events still waiting when the program ends are sent two seconds after the next start, or when that
/// run closes.
///
/// One thread sends the events, and sleeps until something is due. Recording an event costs a single write on the caller's
/// thread (the first, and each hundredth, makes a file as well), which survives this process however it ends. The thread that
/// sends waits for the disk itself, and only if events are to stay there (the server is away, or the collector closes), so a
/// loss of power may cost the events of about the last half minute.
public final class AnalyticsCollector: EventCollector {
    /// How events are delivered.
    public struct Configuration: Sendable {
        /// How long events wait for others to share their batch.
        public var patience = EventPatience()
        /// How long the server may take for a batch.
        public var timeout = Duration.seconds(10)
        /// How the server is reached.
        public var network = HTTPTransport.Configuration()
        /// How events are written.
        public var format = EventFormat.foyer
        /// Where to send events; `POST {server}/v1/events` if `nil`.
        public var address: WebAddress?
        /// What becomes of events before they may be told.
        package var gate = EventGate.open
        /// Called before the first event is kept.
        package var whenKept: @Sendable () -> Void = {}
        /// Called once with the user's answer to the notice.
        package var whenAnswered: @Sendable (Bool) -> Void = { _ in }
        /// Receives a line for the log when events are dropped, with the reason.
        public var log: @Sendable (String) -> Void = { _ in }

        /// The standard configuration.
        public init() {}
    }

    /// This version of Foyer's collector.
    public let version: CollectorVersion = .current

    private struct State {
        /// The sending thread, until a caller waits for its end.
        var thread: pthread_t?
        var isStarted = false
        var delivery: EventDelivery
        var gate: EventGate
        var hasKept = false
        /// How the batch under way has ended; `nil` until then, and while there is none.
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

    /// - Parameter server: the platform's base address.
    public convenience init(
        server: WebAddress, places: Places, configuration: Configuration = Configuration()
    ) {
        self.init(
            server: server, configuration: configuration,
            spool: EventSpool(
                path: places.events + "/" + ConsentStore.name(of: server), depth: 3, log: configuration.log))
    }

    init(server: WebAddress, configuration: Configuration, spool: EventSpool) {
        self.server = server
        self.configuration = configuration
        self.spool = spool
        state = Mutex(
            State(delivery: EventDelivery(patience: configuration.patience), gate: configuration.gate))
        transport = HTTPTransport(configuration.network)
    }

    private var surroundings: PlatformSurroundings { configuration.network.surroundings }
    private var now: Instant { surroundings.now }
    /// Whether it delivers.
    public var isStarted: Bool { state.withLock { $0.isStarted } }

    /// Starts to deliver; the first batches hold what an earlier run left.
    public func start() {
        let trouble = state.withLock { state -> String? in
            guard !state.isStarted, !state.isClosed else { return nil }
            // Events are kept even if they cannot be sent.
            state.isStarted = true
            return state.gate.isOpen ? deliver(&state) : nil
        }
        tell(trouble)
    }

    /// - Returns: why that cannot be done; `nil` if it can.
    private func deliver(_ state: inout State) -> String? {
        guard let pipe else { return "no descriptors are left" }
        state.delivery.start(at: now)
        var status: Int32 = 0
        state.thread = BlockingThread.startJoinable(&status) { [self] in deliverAll(pipe) }
        return status == 0 ? nil : SystemError.text(status)
    }

    private func tell(_ trouble: String?) {
        if let trouble { configuration.log("events are not delivered: \(trouble)") }
    }

    /// Whether a notice has to ask before the first event is told.
    package var needsNotice: Bool { state.withLock { $0.gate.needsNotice } }

    /// An event of a card waits for the notice's answer.
    package var hasWaitingEvents: Bool { state.withLock { $0.gate.hasWaiting } }

    /// The user has answered the notice: what has waited for that is kept and told, or forgotten.
    package func answer(_ isAllowed: Bool) {
        guard let events = state.withLock({ $0.gate.answer(isAllowed) }) else { return }
        configuration.whenAnswered(isAllowed)
        guard isAllowed else { return }
        for event in events { keep(event) }
        tell(
            state.withLock { state in
                state.isStarted && !state.isClosed && state.thread == nil ? deliver(&state) : nil
            })
    }

    /// May be called before `start`: the event waits on the disk.
    public func record(_ kind: CampaignEvent.Kind, key: String, index: Int?) {
        guard (1...CampaignEvent.longestText).contains(key.utf8.count) else {
            return configuration.log("no event is kept of a campaign's key of \(key.utf8.count) bytes")
        }
        var generator = SystemRandomNumberGenerator()
        let event = CampaignEvent(
            id: CampaignEvent.makeID(using: &generator), kind: kind, key: key, index: index,
            time: surroundings.system.wallClock().rfc3339)
        if let event = state.withLock({ $0.gate.admit(event) }) { keep(event) }
    }

    private func keep(_ event: CampaignEvent) {
        let isFirst = state.withLock { state in
            defer { state.hasKept = true }
            return !state.hasKept
        }
        if isFirst { configuration.whenKept() }
        spool.append(event)
        if state.withLock({ $0.delivery.add(event.kind, at: now) }) { pipe?.wake() }
    }

    /// Tries once, right away, to deliver everything that waits; returns when that is done or the time is over.
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

    /// Stops delivering, and returns when nothing runs any more. Undelivered events stay on the disk.
    public func close() async {
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

    /// Sends batch after batch until none waits or the server refuses one.
    private func sendAll(_ pipe: WakePipe) {
        while true {
            let (mark, limit, flushes) = state.withLock { state in
                (state.delivery.mark, state.delivery.batchLimit, state.flushes)
            }
            let taken: EventBatch?
            do { taken = try spool.take(limit: limit) } catch {
                // Retried as if the server were away; otherwise these events would wait for the next event or the next
                // start.
                _ = decide(.failed, count: 0)
                return endFlushes(state.withLock(\.flushes))
            }
            guard let batch = taken else {
                state.withLock { $0.delivery.rest(since: mark) }
                return endFlushes(flushes)
            }
            var outcome = send(batch.events, pipe)
            // Otherwise what stays on the disk would be sent again at once, over and over.
            if outcome.isDelivered, !spool.remove(batch) { outcome = .failed }
            switch decide(outcome, count: batch.events.count) {
            case .delivered, .split: continue
            case .drop: drop(batch, outcome)
            case .keep: spool.sync()
            }
            // Includes events that arrived in the meantime, since nothing else will be tried now.
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
            configuration.log("the server refuses the event \(event.id) for good (\(outcome)): it is dropped")
        }
        spool.remove(batch)
    }

    /// Waits for the outcome.
    private func send(_ events: [CampaignEvent], _ pipe: WakePipe) -> EventOutcome {
        guard let address = configuration.address ?? (try? server.appending("v1", "events")),
            let type = HTTPField("Content-Type", configuration.format.contentType)
        else { return .failed }
        var request = HTTPRequest(
            .post, address, bodyBound: TransferBounds.metadata, deadline: now + configuration.timeout)
        request.body = configuration.format.body(events, source: server.text)
        request.fields = [type]
        // The delivery has a timeout of its own.
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
    /// The transport of Foyer's own collector.
    public static let current = CollectorVersion(1, 3, 0)
}

extension Places {
    /// Undelivered events, in files.
    public var events: String { state + "/events" }
}
