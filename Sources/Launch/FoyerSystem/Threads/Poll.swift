import CTerminal
import FoyerCore
import Glibc

/// Waiting for descriptors.
package enum Poll {
    /// Waits until one of the descriptors can be read or has ended, a signal comes, or the time is over; without one, for
    /// ever. Returns whether one can be read or has ended.
    @discardableResult
    package static func wait(toRead descriptors: [Int32], for time: Duration?) -> Bool {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        return foyer_poll(&entries, entries.count, time.map { max(0, $0.saturatedNanoseconds) } ?? -1) > 0
    }

    /// Whether it can be read, or has ended.
    package static func canRead(_ descriptor: Int32) -> Bool { wait(toRead: [descriptor], for: .zero) }

    /// Whether nobody is left who could read what is written to it.
    package static func isBroken(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return foyer_poll(&entry, 1, 0) > 0 && Int32(entry.revents) & (POLLERR | POLLHUP | POLLNVAL) != 0
    }

    /// Whether it takes bytes within the time; also true if a write would report an error.
    package static func canWrite(_ descriptor: Int32, within time: Duration = .zero) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return foyer_poll(&entry, 1, time.saturatedNanoseconds) > 0
    }
}
