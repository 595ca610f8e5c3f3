import Synchronization

/// Raised by whoever cancels, seen by a thread that is no task's, where `Task.isCancelled` would always be false: no
/// order of events can lose it.
final class CancellationFlag: Sendable {
    private let raised = Atomic(false)

    var isRaised: Bool { raised.load(ordering: .acquiring) }

    func raise() { raised.store(true, ordering: .releasing) }
}
