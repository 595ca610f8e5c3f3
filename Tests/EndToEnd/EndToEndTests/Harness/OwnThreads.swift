import Foundation
import Testing

/// Runs tests on threads of their own.
///
/// A test of a whole program blocks its thread while it waits. Swift's pool has only as many threads as the machine has
/// processors, so that two such tests would hold up all others of a machine with two, most of the time for nothing.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadExecutor.shared, operation: function)
    }
}

extension Trait where Self == OwnThreads {
    /// For tests that block while they wait for a program.
    static var ownThreads: Self { OwnThreads() }
}

/// Gives each job a thread of its own, for as long as the job runs: not one that blocks signals, as Foyer's own do, since the
/// programs that a test starts would inherit that.
private final class ThreadExecutor: TaskExecutor {
    static let shared = ThreadExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
