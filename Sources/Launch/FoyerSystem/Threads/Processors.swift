import FoyerCore
import Glibc

/// What the processors do for this process.
package enum Processors {
    /// Whether this process and all that it has started leave one free. What other programs compute does not count: they
    /// share the processors with whatever begins.
    package static var areFree: Bool { running(of: getpid()) <= BlockingThread.cores }

    /// How many threads of a process and its descendants run, or could run, the one that asks among them.
    static func running(of process: Int32) -> Int {
        ForegroundState.tree(process).reduce(0) { count, entry in
            count
                + ForegroundState.threads(of: entry.identity).count { thread in
                    let line = OwnProcesses.read("/proc/\(entry.identity)/task/\(thread)/stat", limit: 4096)
                    return ProcessEntry(stat: String(decoding: line, as: UTF8.self))?.isRunning ?? false
                }
        }
    }
}
