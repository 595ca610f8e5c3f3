import FoyerCore
import FoyerSystem
import Glibc
import Synchronization

/// Where other threads leave events for the loop: the only object that they share with it.
package final class Mailbox<Event: Sendable>: Sendable {
    private struct State {
        var events: [Event] = []
        /// Whether there is something in the pipe.
        var isRung = false
        /// Whether the loop will soon drain by itself.
        var isExpected = false
    }

    private let state = Mutex(State())
    /// Whether an event only moves something that moves in small steps, such as a bar: it can wait for the next frame,
    /// since more frames would not be visible.
    let isGradual: @Sendable (Event) -> Bool
    /// Becomes readable when there is something to drain; the loop waits on it.
    package var descriptor: Int32 { pipe.readEnd }
    private let pipe: WakePipe

    /// - Parameter isGradual: whether an event may be shown a thirtieth of a second later; by default none may.
    /// - Throws: `TerminalError.unusable` if the process has no descriptors left.
    package init(isGradual: @escaping @Sendable (Event) -> Bool = { _ in false }) throws(TerminalError) {
        self.isGradual = isGradual
        guard let pipe = WakePipe() else { throw .unusable(doing: "opening a pipe", errno: errno) }
        self.pipe = pipe
    }

    /// Adds an event and wakes the loop, unless it is a gradual one that the loop will find soon anyway; from any
    /// thread, never blocks.
    package func post(_ event: Event) {
        let canWait = isGradual(event)
        ring { state in
            state.events.append(event)
            return !(canWait && state.isExpected)
        }
    }

    /// Says whether the loop will drain soon by itself.
    package func expect(_ isExpected: Bool) {
        ring { state in
            state.isExpected = isExpected
            return !isExpected && !state.events.isEmpty
        }
    }

    /// Wakes the loop if `change` asks for it and it has not been woken yet.
    private func ring(after change: (inout sending State) -> Bool) {
        let rings = state.withLock { state in
            guard change(&state), !state.isRung else { return false }
            state.isRung = true
            return true
        }
        if rings { pipe.wake() }
    }

    /// Waits until there is something to drain or the deadline has come; for loops without a terminal.
    package func wait(until deadline: Instant?) {
        pipe.sleep(until: deadline)
    }

    /// All events so far, in order.
    package func drain() -> [Event] {
        // The pipe first: an event in between then wakes the loop once too often, never too seldom.
        pipe.drain()
        return state.withLock { state in
            defer { (state.events, state.isRung) = ([], false) }
            return state.events
        }
    }
}
