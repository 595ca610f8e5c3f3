import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization

/// The only object that callers and the transfer thread share.
package final class TransferInbox: Sendable {
    private enum Phase {
        case idle
        case running(WakePipe)
        /// The receiver drains it when it is ready.
        case handedOver
        case closed
    }

    private struct State {
        var phase = Phase.idle
        var orders: [TransferOrder] = []
        /// The transfer thread, until a caller waits for its end.
        var thread: pthread_t?
    }

    private let configuration: HTTPTransport.Configuration
    private let state = Mutex(State())

    init(_ configuration: HTTPTransport.Configuration) {
        self.configuration = configuration
    }

    deinit {
        // The thread holds this object, so it is ending, or this is that thread.
        if let thread = state.withLock({ $0.thread }) { pthread_detach(thread) }
    }

    /// Queues an order, and starts the thread for the first.
    func submit(_ order: TransferOrder) {
        let refusal = state.withLock { state -> TransferFailure? in
            if case .idle = state.phase, let trouble = begin(&state) { return trouble }
            switch state.phase {
            case .running(let pipe): pipe.wake()
            case .handedOver: break
            case .idle, .closed: return .closed
            }
            state.orders.append(order)
            return nil
        }
        if let refusal { order.complete(.failure(refusal)) }
    }

    /// Finds a carrier for the orders.
    private func begin(_ state: inout State) -> TransferFailure? {
        if case .handedOver(let take) = configuration.surroundings.carriage {
            take(self)
            state.phase = .handedOver
            return nil
        }
        guard let pipe = WakePipe() else {
            return TransferFailure(.unavailable, "no descriptor for transfers: " + SystemError.text(errno))
        }
        var status: Int32 = 0
        state.thread = BlockingThread.startJoinable(&status) { [configuration] in
            TransferLoop(inbox: self, pipe: pipe, configuration: configuration).run()
        }
        guard status == 0 else {
            return TransferFailure(.unavailable, "no thread for transfers: " + SystemError.text(status))
        }
        state.phase = .running(pipe)
        return nil
    }

    func wake() {
        state.withLock { state in
            if case .running(let pipe) = state.phase { pipe.wake() }
        }
    }

    func close() {
        state.withLock { state in
            if case .running(let pipe) = state.phase { pipe.wake() }
            state.phase = .closed
        }
    }

    /// Blocks until the transfer thread has ended; returns at once if none runs or another caller is already waiting.
    func waitForEnd() {
        let thread = state.withLock { state in
            defer { state.thread = nil }
            return state.thread
        }
        if let thread { pthread_join(thread, nil) }
    }

    /// The orders since the last call, and whether the transport is closed.
    func drain() -> (orders: [TransferOrder], isClosed: Bool) {
        state.withLock { state in
            let orders = state.orders
            state.orders = []
            if case .closed = state.phase { return (orders, true) }
            return (orders, false)
        }
    }
}

extension TransferFailure {
    static let closed = TransferFailure(.cancelled, "transfers have been closed")
}
