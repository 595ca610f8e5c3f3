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
        var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, -1)
        drain()
    }

    func drain() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(readEnd, &bytes, 16) > 0 {}
    }
}
