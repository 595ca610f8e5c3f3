import CTerminal
import FoyerCore
import Glibc
import Synchronization

/// Where other threads leave events for the loop: the only object that they share with it.
public final class Mailbox<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    /// Becomes readable when there is something to drain; what the loop waits on.
    public let descriptor: Int32
    private let wakeUp: Int32

    /// - Throws: `TerminalError.unusable` where the process has no descriptors left.
    public init() throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard foyer_pipe(&ends) == 0 else { throw .unusable(doing: "opening a pipe", errno: errno) }
        descriptor = ends[0]
        wakeUp = ends[1]
    }

    deinit {
        close(descriptor)
        close(wakeUp)
    }

    /// Adds an event and wakes the loop; from any thread, never blocks.
    public func post(_ event: Event) {
        let wasEmpty = events.withLock { events in
            events.append(event)
            return events.count == 1
        }
        guard wasEmpty else { return }
        var byte: UInt8 = 0
        _ = write(wakeUp, &byte, 1)
    }

    /// Waits until there is something to drain or the deadline has come; for loops that have no terminal.
    public func wait(until deadline: Instant?) {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard let deadline else {
            poll(&waiting, 1, -1)
            return
        }
        let rest = max(0, (deadline - MonotonicClock.now).saturatedNanoseconds)
        // Rounded up: waking too early would only mean waiting again.
        poll(&waiting, 1, Int32(clamping: (rest + 999_999) / 1_000_000))
    }

    /// All events so far, in the order in which they came.
    public func drain() -> [Event] {
        // The pipe first: an event that comes in between then wakes the loop once too often, never too seldom.
        var bytes: [UInt8] = Array(repeating: 0, count: 16)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
        return events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
