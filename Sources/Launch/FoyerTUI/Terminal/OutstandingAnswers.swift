import FoyerCore
import Synchronization

/// The answers that the process's terminal still owes after a screen has been closed.
package enum OutstandingAnswers {
    private static let state = Mutex<LateAnswers?>(nil)

    /// Whether the terminal was asked and has said nothing until whoever read it last gave it back.
    package static var wereMissing: Bool { missing.withLock { $0 } }

    private static let missing = Mutex(false)

    static func noteMissing() { missing.withLock { $0 = true } }

    static func set(_ late: LateAnswers?) {
        state.withLock { $0 = late }
    }

    /// Takes them out of what the terminal sends: for whoever passes its input on next, once.
    package static func take() -> LateAnswers? {
        state.withLock { late in
            defer { late = nil }
            return late
        }
    }
}
