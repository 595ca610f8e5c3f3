import Synchronization

/// What is typed at a screen for the program that comes after it: all but the keys that the screen has used.
///
///     typed.offer(bytes)     // the screen may use them…
///     typed.take()           // …and has
package final class TypedForProgram: Sendable {
    private struct State {
        var ahead = TypedAhead()
        var isAwaited = true
        var isNext = false
        /// The key that the screen is looking at.
        var offered: [UInt8] = []

        /// The key was not the screen's.
        mutating func settle() {
            let room = TypedForProgram.most - ahead.keys.count
            ahead.keys += offered.prefix(max(0, room))
            offered = []
        }
    }

    /// Nobody types more while a screen is shown; what is pasted beyond it is dropped.
    private static let most = 1 << 20

    private let state = Mutex(State())

    package init() {}

    /// All of it so far.
    package var bytes: TypedAhead {
        state.withLock { state in
            state.settle()
            return state.ahead
        }
    }

    /// Whether a program is to follow. On an error page none is: what is typed there is the page's alone.
    package var isAwaited: Bool {
        get { state.withLock { $0.isAwaited } }
        set { state.withLock { $0.isAwaited = newValue } }
    }

    /// Whether the program is what comes next: the screens have done their work.
    package var isNext: Bool {
        get { state.withLock { $0.isNext } }
        set { state.withLock { $0.isNext = newValue } }
    }

    /// What the terminal has shown already.
    func add(seen bytes: [UInt8]) { state.withLock { $0.ahead.seen += bytes } }

    /// What can be no key of the screen.
    func add(_ bytes: [UInt8]) {
        offer(bytes)
        state.withLock { $0.settle() }
    }

    /// A key that the screen gets next.
    func offer(_ bytes: [UInt8]) {
        state.withLock { state in
            state.settle()
            state.offered = bytes
        }
    }

    /// The screen has used the key that came last.
    package func take() { state.withLock { $0.offered = [] } }
}
