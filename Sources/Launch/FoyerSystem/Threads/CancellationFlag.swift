import Synchronization

/// Raised to cancel work on a thread without a task, where `Task.isCancelled` would always be false. No order of events
/// can lose it.
package final class CancellationFlag: Sendable {
    private let raised = Atomic(false)

    package init() {}

    package var isRaised: Bool { raised.load(ordering: .acquiring) }

    package func raise() { raised.store(true, ordering: .releasing) }
}
