import Glibc
import Synchronization

/// Threads that work a list off, each taking the next: what waits for programs would block tests that run at once.
final class Crew<Result: Sendable>: Sendable {
    private struct State {
        var next = 0
        var results: [Int: Result] = [:]
    }
    private let state = Mutex(State())
    private let count: Int
    private let work: @Sendable (Int) -> Result

    private init(count: Int, work: @escaping @Sendable (Int) -> Result) {
        self.count = count
        self.work = work
    }

    /// The results in their order.
    static func run(_ count: Int, width: Int, work: @escaping @Sendable (Int) -> Result) -> [Result] {
        let crew = Crew(count: count, work: work)
        let threads = (0..<min(width, count)).compactMap { _ in crew.startThread() }
        for thread in threads { pthread_join(thread, nil) }
        return crew.state.withLock { state in (0..<count).compactMap { state.results[$0] } }
    }

    private func startThread() -> pthread_t? {
        let task = CrewTask { self.workOff() }
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<CrewTask>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(task).toOpaque())
        return failure == 0 ? thread : nil
    }

    private func workOff() {
        while true {
            let index = state.withLock { state in
                defer { state.next += 1 }
                return state.next
            }
            guard index < count else { return }
            let result = work(index)
            state.withLock { $0.results[index] = result }
        }
    }
}

private final class CrewTask: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
