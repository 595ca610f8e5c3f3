import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Synchronization

/// Compares the contents of a version's folder with its record, on all cores.
struct ContentCheck: Sendable {
    let record: InstallRecord
    let work: BlockingWork
    let isCancelled: @Sendable () -> Bool

    private struct State {
        var queue: [InstallRecord.File]
        var isWhole = true
    }

    /// Whether each recorded file is intact, and nothing else is there but Foyer's own records.
    ///
    /// An unreadable file counts as damaged: the launch may fetch it again, and then reports what the disk says.
    func isWhole(_ folder: Folder) throws(PackageError) -> Bool {
        let files = record.allFiles
        let found = try? folder.filePaths(limit: PackageLimits.entryCount * 2, depth: PackageLimits.depth)
        guard let found, Set(found) == Set(files.map(\.path)) else {
            return false
        }
        let state = Shared(State(queue: files.sorted { $0.size < $1.size }))
        work.parallel(min(BlockingThread.cores, max(1, files.count))) {
            while let file = state.value.withLock({ $0.isWhole ? $0.queue.popLast() : nil }), !isCancelled() {
                if !ContentCheck.matches(file, in: folder) { state.value.withLock { $0.isWhole = false } }
            }
        }
        if isCancelled() { throw .cancelled }
        return state.value.withLock { $0.isWhole }
    }

    static func matches(_ expected: InstallRecord.File, in folder: Folder) -> Bool {
        guard let file = try? folder.file(expected.path), (try? file.size()) == expected.size else { return false }
        return (try? expected.checksum.matches(file)) == true
    }

    private final class Shared: Sendable {
        let value: Mutex<State>
        init(_ state: State) { value = Mutex(state) }
    }
}
