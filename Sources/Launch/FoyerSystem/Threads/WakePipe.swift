import CTerminal
import FoyerCore
import Glibc

/// A pipe with one end for a sleeping thread to poll, and the other for anybody to write to.
package final class WakePipe: Sendable {
    package let readEnd: Int32
    /// For a signal handler; anybody else calls ``wake()``.
    let writeEnd: Int32

    /// `nil` if no descriptors are left; `errno` says so.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard foyer_pipe(&ends) == 0 else { return nil }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Wakes the reader. A full pipe does so just as well.
    package func wake() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// Sleeps until it is woken, without a limit.
    package func wait() {
        wait(until: nil)
    }

    /// Sleeps until it is woken, or until the instant on `CLOCK_MONOTONIC`.
    package func wait(until deadline: Instant?) {
        sleep(until: deadline)
        drain()
    }

    /// The same; later sleeps return at once until it is drained.
    package func sleep(until deadline: Instant?) {
        while !Poll.wait(toRead: [readEnd], for: deadline.map { $0 - MonotonicClock.now }) {
            if let deadline, deadline <= MonotonicClock.now { return }
        }
    }

    package func drain() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(readEnd, &bytes, 16) == 16 {}
    }
}
