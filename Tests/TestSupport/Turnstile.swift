import Synchronization

/// Lets a few tests in at a time: all of them run at once, each holds a platform's dozens of sockets, and an ordinary
/// user's process has 1,024 descriptors.
public final class Turnstile: Sendable {
    /// For tests that have a platform of their own.
    public static let platforms = Turnstile(places: 12)
    @TaskLocal private static var isInside = false

    private struct State {
        var places: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    private init(places: Int) {
        state = Mutex(State(places: places))
    }

    /// Runs `body` once there is a place. Whoever is inside already needs no second one.
    public func pass<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async throws -> Value {
        if Self.isInside { return try await body() }
        await enter()
        defer { leave() }
        return try await Self.$isInside.withValue(true, operation: body)
    }

    private func enter(isolation: isolated (any Actor)? = #isolation) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.places == 0 else {
                    state.places -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty { state.places += 1 }
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.resume()
    }
}
