import FoyerCore
import FoyerSystem
import Synchronization

/// A clock that moves only when it is told, and with it everything that would ask the time, the network or another
/// thread: what scenarios without a terminal run in.
///
/// Bind it with ``inhabit(_:)`` around everything that runs in it; tasks inherit it. The client's code is the same in
/// it as outside, down to the single exchange, which a ``MemoryNetwork`` carries. What would block on a thread of its
/// own runs where it is asked for.
public final class VirtualWorld: Sendable {
    @TaskLocal static var current: VirtualWorld?

    private struct State {
        var now: Instant
        /// Those whose orders nobody takes yet.
        var inboxes: [TransferInbox] = []
    }

    private let state: Mutex<State>
    let pictures: DecodedPictures

    /// - Parameter pictures: may be shared with other worlds.
    public init(startingAt now: Instant = .zero, pictures: DecodedPictures = DecodedPictures()) {
        self.pictures = pictures
        state = Mutex(State(now: now))
    }

    public var now: Instant { state.withLock { $0.now } }

    /// Moves the clock; never back.
    public func move(to instant: Instant) {
        state.withLock { $0.now = max($0.now, instant) }
    }

    /// Runs `body` and every task that it starts in this world.
    public func inhabit<Value>(_ body: () throws -> Value) rethrows -> Value {
        try BlockingThread.$runsInPlace.withValue(true) {
            try VirtualWorld.$current.withValue(self, operation: body)
        }
    }

    func adopt(_ inbox: TransferInbox) {
        state.withLock { $0.inboxes.append(inbox) }
    }

    func takeInboxes() -> [TransferInbox] {
        state.withLock { state in
            defer { state.inboxes = [] }
            return state.inboxes
        }
    }
}
