import FoyerCore
import Glibc

/// A pipe whose one end is polled by a sleeping thread, and whose other end anybody may write to. (A pair of sockets:
/// unlike a pipe's, its descriptors are born closed to children.)
final class WakePipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    private static let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    /// `nil` where no descriptors are left; `errno` says so.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Self.kind, 0, &ends) == 0 else { return nil }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Wakes the reader. A full pipe wakes it just as well.
    func wake() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// Sleeps until somebody wakes it, without a limit.
    func wait() {
        wait(until: nil)
    }

    /// Sleeps until somebody wakes it, or until the instant on `CLOCK_MONOTONIC`.
    func wait(until deadline: Instant?) {
        var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        while true {
            let rest = deadline.map { ($0 - MonotonicClock.now).saturatedNanoseconds }
            let milliseconds = rest.map { Int32(clamping: ($0 + 999_999) / 1_000_000) } ?? -1
            if deadline != nil, milliseconds <= 0 { break }
            if poll(&entry, 1, milliseconds) > 0 { break }
        }
        drain()
    }

    func drain() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(readEnd, &bytes, 16) > 0 {}
    }
}
