import FoyerCore
import Synchronization

/// What one step of an attempt hands to those that come after it: set once it has it, read by them.
final class StepResult<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func set(_ value: Value) {
        self.value.withLock { $0 = value }
    }

    /// For a step whose `after` leads back to the one that sets it; else the list of steps has a mistake.
    func get() throws(LaunchFailure) -> Value {
        guard let value = value.withLock({ $0 }) else {
            throw LaunchFailure(.unknown, cause: "A step ran before what it needs was there.")
        }
        return value
    }

    /// The same for the last that needs it: nobody holds it any longer than that.
    func take() throws(LaunchFailure) -> Value {
        defer { value.withLock { $0 = nil } }
        return try get()
    }

    /// What a step has brought by now that nobody waits for.
    var ifThere: Value? { value.withLock { $0 } }
}
