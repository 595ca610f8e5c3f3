import NIOCore
import Synchronization

/// Shared by all connections of a stage: the responder, and the listener that faults may close and reopen.
final class StageService: Sendable {
    private let responder: Mutex<StageResponder>
    private let connections = Mutex<ConnectionList>(ConnectionList())
    /// Opens or closes the platform's listener to match the present faults; on the single event loop.
    private let listening: Mutex<(@Sendable (_ open: Bool) -> EventLoopFuture<Void>)?> = Mutex(nil)

    /// Listeners for every request.
    private let watchers = Mutex<[AsyncStream<RequestRecord>.Continuation]>([])

    init(responder: StageResponder) {
        self.responder = Mutex(responder)
    }

    func requests() -> AsyncStream<RequestRecord> {
        let (stream, continuation) = AsyncStream<RequestRecord>.makeStream()
        watchers.withLock { $0.append(continuation) }
        return stream
    }

    func onListening(_ change: @escaping @Sendable (_ open: Bool) -> EventLoopFuture<Void>) {
        listening.withLock { $0 = change }
    }

    func withResponder<Result: Sendable>(_ body: (inout sending StageResponder) -> sending Result) -> Result {
        responder.withLock(body)
    }

    func respond(to request: StageRequest) -> StagePlan {
        var request = request
        request.arrived = Int64(NIODeadline.now().uptimeNanoseconds)
        let (plan, record) = responder.withLock { [request] responder in
            let plan = responder.respond(to: request)
            return (plan, responder.requests.last { $0.number == plan.number })
        }
        if let record { for watcher in watchers.withLock({ $0 }) { watcher.yield(record) } }
        return plan
    }

    func replan(_ plan: StagePlan, of request: StageRequest) -> StagePlan? {
        responder.withLock { $0.replan(plan, of: request) }
    }

    func record(sent: Int, isDone: Bool, of plan: StagePlan) {
        responder.withLock { $0.record(sent: sent, isDone: isDone, of: plan) }
    }

    /// Brings the listener into the state that the faults require. `asking` may still get its answer.
    func settle(asking: any Channel) -> EventLoopFuture<Void> {
        let refuses = responder.withLock { $0.faults.refusesConnections }
        if refuses {
            for channel in connections.withLock({ $0.platform }) where channel !== asking {
                channel.close(promise: nil)
            }
        }
        tellDeliveries()
        guard let change = listening.withLock({ $0 }) else { return asking.eventLoop.makeSucceededVoidFuture() }
        return change(!refuses)
    }

    /// The same after the faults were changed in this process; returns at once.
    func settle() {
        let refuses = responder.withLock { $0.faults.refusesConnections }
        if refuses {
            for channel in connections.withLock({ $0.platform }) { channel.close(promise: nil) }
        }
        tellDeliveries()
        _ = listening.withLock({ $0 })?(!refuses)
    }

    /// Answers under way continue by the present rules once others were withdrawn.
    private func tellDeliveries() {
        for channel in connections.withLock({ $0.platform }) {
            channel.pipeline.fireUserInboundEventTriggered(FaultsChanged())
        }
    }

    /// Counts a new connection; returns one that has to make room for it.
    func add(_ channel: any Channel, isControl: Bool) -> (any Channel)? {
        connections.withLock { $0.add(channel, isControl: isControl) }
    }

    func remove(_ channel: any Channel) {
        connections.withLock { $0.remove(channel) }
    }

    /// For good: also releases the listener that holds its port.
    func closeConnections() {
        listening.withLock { $0 = nil }
        for watcher in watchers.withLock({ $0 }) { watcher.finish() }
        for channel in connections.withLock({ $0.all }) { channel.close(promise: nil) }
    }
}

/// Visits the pipeline of every connection.
struct FaultsChanged: Sendable {}

/// The open connections, oldest first.
private struct ConnectionList {
    private var entries: [(channel: any Channel, isControl: Bool)] = []

    var all: [any Channel] { entries.map(\.channel) }
    var platform: [any Channel] { entries.filter { !$0.isControl }.map(\.channel) }

    mutating func add(_ channel: any Channel, isControl: Bool) -> (any Channel)? {
        entries.append((channel, isControl))
        return entries.count > StageLimits.connections ? entries.removeFirst().channel : nil
    }

    mutating func remove(_ channel: any Channel) {
        entries.removeAll { $0.channel === channel }
    }
}
