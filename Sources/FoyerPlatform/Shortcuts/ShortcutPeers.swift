import FoyerCore
import NIOCore
import NIOPosix
import Synchronization

/// What the connections of a shortcut's server share: the page, the peers, and the end.
final class ShortcutPeers: Sendable {
    private struct State {
        var service: ShortcutService?
        var listener: (any Channel)?
        /// In the order of arrival.
        var channels: [any Channel] = []
        var afterFetch: Scheduled<Void>?
        var ending: ShortcutServer.Ending?
        var isGone = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let group: MultiThreadedEventLoopGroup
    private let limits: ShortcutServer.Limits
    private let state = Mutex(State())

    init(group: MultiThreadedEventLoopGroup, limits: ShortcutServer.Limits) {
        self.group = group
        self.limits = limits
    }

    func begin(_ service: ShortcutService, _ listener: any Channel) {
        state.withLock { state in
            state.service = service
            state.listener = listener
        }
        group.next().scheduleTask(in: .nanoseconds(limits.time.saturatedNanoseconds)) { self.end(.timeLimit) }
    }

    /// The page; `nil` before it is served.
    var service: ShortcutService? { state.withLock { $0.service } }

    func add(_ channel: any Channel) {
        let tooMany = state.withLock { state -> (any Channel)? in
            if state.ending != nil { return channel }
            state.channels.append(channel)
            return state.channels.count > ShortcutServer.maxPeers ? state.channels.removeFirst() : nil
        }
        tooMany?.close(promise: nil)
    }

    func remove(_ channel: any Channel) {
        state.withLock { $0.channels.removeAll { $0 === channel } }
    }

    /// The whole page was sent: schedules the end.
    func scheduleEnd() {
        guard let time = limits.afterFetch else { return }
        state.withLock { state in
            guard state.ending == nil else { return }
            state.afterFetch?.cancel()
            state.afterFetch = group.next().scheduleTask(in: .nanoseconds(time.saturatedNanoseconds)) {
                self.end(.fetched)
            }
        }
    }

    /// Closes everything. The first ending counts.
    func end(_ ending: ShortcutServer.Ending) {
        let channels = state.withLock { state -> [any Channel]? in
            guard state.ending == nil else { return nil }
            state.ending = ending
            state.afterFetch?.cancel()
            defer { state.channels = [] }
            return state.channels + [state.listener].compactMap { $0 }
        }
        guard let channels else { return }
        for channel in channels { channel.close(promise: nil) }
        group.shutdownGracefully { _ in
            let waiters = self.state.withLock { state in
                state.isGone = true
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
    }

    func waitUntilEnded() async -> ShortcutServer.Ending {
        await withCheckedContinuation { continuation in
            let isGone = state.withLock { state in
                if !state.isGone { state.waiters.append(continuation) }
                return state.isGone
            }
            if isGone { continuation.resume() }
        }
        return state.withLock { $0.ending } ?? .stopped
    }
}
