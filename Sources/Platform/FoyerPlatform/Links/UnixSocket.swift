import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Glibc

/// The calls for Unix-domain sockets, with the types that Swift needs.
enum UnixSocket {
    /// A non-blocking socket that children do not inherit.
    ///
    /// - Returns: below 0 with `errno` if there is none.
    static func make() -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return socket(AF_UNIX, kind, 0)
    }

    /// Calls `body` with the address of a path; -1 and `ENAMETOOLONG` if it does not fit.
    static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return -1
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Whether the process at the other end belongs to this user, according to the kernel.
    static func isOfThisUser(_ descriptor: Int32) -> Bool {
        // `struct ucred`: process, user, group.
        var credentials: (UInt32, uid_t, gid_t) = (0, .max, .max)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return false }
        return credentials.1 == geteuid()
    }

    /// Waits until one of `events` occurs; `false` once the deadline has passed.
    static func wait(_ descriptor: Int32, _ events: Int32, until deadline: Instant) -> Bool {
        while true {
            let rest = (deadline - MonotonicClock.now).saturatedNanoseconds
            if rest <= 0 { return false }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            // Rounded up, so that it does not wake too early and spin.
            let count = poll(&entry, 1, Int32(clamping: rest / 1_000_000 + 1))
            if count > 0 { return true }
            if count < 0, errno != EINTR { return false }
        }
    }
}
