import FoyerSystem
import Synchronization

/// The tasks of one session. Nothing starts after `close`, and writes to the disk keep their order.
final class SessionTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastTask = 0
        var diskWork: Task<Void, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let work: BlockingWork

    init(_ work: BlockingWork) {
        self.work = work
    }

    var isOpen: Bool { state.withLock { !$0.isClosed } }

    func run(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.lastTask += 1
            let number = state.lastTask
            state.tasks[number] = Task { [self] in
                await body()
                self.state.withLock { $0.tasks[number] = nil }
            }
        }
    }

    func onDisk(_ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            let before = state.diskWork
            state.diskWork = Task { [work] in
                await before?.value
                await work.run(body)
            }
        }
    }

    /// Cancels running tasks; writes to the disk continue.
    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }

    /// Returns once all tasks have ended.
    func finish() async {
        while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
    }

    /// Returns once all requested writes are on the disk.
    func finishDiskWork() async {
        await state.withLock { $0.diskWork }?.value
    }
}
