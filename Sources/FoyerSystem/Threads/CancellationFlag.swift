import Synchronization

/// Raised by whoever cancels, seen by a thread that is no task's, where `Task.isCancelled` would always be false: no
/// order of events can lose it.
package final class CancellationFlag: Sendable {
    private let raised = Atomic(false)

    package init() {}

    package var isRaised: Bool { raised.load(ordering: .acquiring) }

    package func raise() { raised.store(true, ordering: .releasing) }
}
