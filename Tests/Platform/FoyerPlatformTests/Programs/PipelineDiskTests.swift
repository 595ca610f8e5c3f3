import FoyerSystem
import Synchronization
import Testing

@testable import FoyerPlatform

/// Swift's pool has a thread for each processor: one that waits for a disk stops everything else.
@Suite struct PipelineDiskTests {
    @Test func noTaskWaitsForTheDisk() async throws {
        let changes = Mutex(0)
        let inTasks = Mutex<[String]>([])
        let disk = Disk { change in
            changes.withLock { $0 += 1 }
            // A thread of its own runs no task.
            if withUnsafeCurrentTask(body: { $0 != nil }) {
                inTasks.withLock { $0.append("\(change.kind) \(change.path)") }
            }
            return .none
        }
        try await PipelineRig.run { rig in
            for app in ["com.example.tea", "com.example.bikes"] {
                let pipeline = try rig.pipeline(app, disk: disk)
                try await pipeline.makeSteps().runAll()
                await pipeline.close()
            }
        }
        #expect(changes.withLock { $0 } > 20)
        #expect(inTasks.withLock { $0 } == [])
    }
}
