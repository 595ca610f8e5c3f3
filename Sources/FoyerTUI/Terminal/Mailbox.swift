import FoyerCore
import FoyerSystem
import Glibc
import Synchronization

/// Where other threads leave events for the loop: the only object that they share with it.
public final class Mailbox<Event: Sendable>: Sendable {
    private struct State {
        var events: [Event] = []
        /// There is something in the pipe.
        var isRung = false
        /// The loop will drain soon by itself.
        var isExpected = false
    }

    private let state = Mutex(State())
    /// Whether an event only moves what moves in small steps anyway, such as a bar: it can wait for the next frame of a
    /// film, since more frames would show nothing.
    let isGradual: @Sendable (Event) -> Bool
    /// Becomes readable when there is something to drain; what the loop waits on.
    public var descriptor: Int32 { pipe.readEnd }
    private let pipe: WakePipe

    /// - Parameter isGradual: whether an event may be shown a thirtieth of a second later; unless set, none may.
    /// - Throws: `TerminalError.unusable` where the process has no descriptors left.
    public init(isGradual: @escaping @Sendable (Event) -> Bool = { _ in false }) throws(TerminalError) {
        self.isGradual = isGradual
        guard let pipe = WakePipe() else { throw .unusable(doing: "opening a pipe", errno: errno) }
        self.pipe = pipe
    }

    /// Adds an event and wakes the loop, but for a gradual one that it will find soon anyway; from any thread, never
    /// blocks.
    public func post(_ event: Event) {
        let canWait = isGradual(event)
        ring { state in
            state.events.append(event)
            return !(canWait && state.isExpected)
        }
    }

    /// Tells whether the loop will drain soon, whoever posts what.
    func expect(_ isExpected: Bool) {
        ring { state in
            state.isExpected = isExpected
            return !isExpected && !state.events.isEmpty
        }
    }

    /// Wakes the loop where `change` asks for it and it has not been done yet.
    private func ring(after change: (inout sending State) -> Bool) {
        let rings = state.withLock { state in
            guard change(&state), !state.isRung else { return false }
            state.isRung = true
            return true
        }
        if rings { pipe.wake() }
    }

    /// Waits until there is something to drain or the deadline has come; for loops that have no terminal.
    public func wait(until deadline: Instant?) {
        pipe.sleep(until: deadline)
    }

    /// All events so far, in the order in which they came.
    public func drain() -> [Event] {
        // The pipe first: an event that comes in between then wakes the loop once too often, never too seldom.
        pipe.drain()
        return state.withLock { state in
            defer { (state.events, state.isRung) = ([], false) }
            return state.events
        }
    }
}
