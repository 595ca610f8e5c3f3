import CTerminal
import FoyerCore
import Glibc
import Synchronization

/// The process's terminal with a screen of ours still on it, for whoever shows the program behind that screen: what leaves the
/// screen and what the program wrote go out in one write. Until then, the terminal is put back however the process ends.
package struct HandedTerminal: Sendable {
    private static let state = Mutex<HandedTerminal?>(nil)

    let descriptor: Int32
    /// What undoes the screen's modes.
    let leaving: [UInt8]
    /// The bytes in the terminal's queue that it has shown.
    let shownCount: Int

    /// - Parameter descriptor: of the terminal that is to be put back; it is closed by whoever takes it.
    static func set(_ descriptor: Int32, shownCount: Int) {
        let leaving = unsafe [UInt8](unsafeUninitializedCapacity: Int(FOYER_MODE_COUNT.rawValue) * 96) {
            buffer, count in
            count = unsafe foyer_terminal_undo(buffer.baseAddress, buffer.count)
        }
        state.withLock { $0 = HandedTerminal(descriptor: descriptor, leaving: leaving, shownCount: shownCount) }
    }

    static func take() -> HandedTerminal? {
        state.withLock { handed in
            defer { handed = nil }
            return handed
        }
    }

    /// No program follows after all: the terminal is put back.
    package static func putBack() {
        guard let handed = take() else { return }
        foyer_terminal_restore()
        foyer_signals_remove()
        close(handed.descriptor)
    }

    /// The modes have been left: nothing is to be undone any more but the screen, if it is still there.
    static func markLeft(butScreen: Bool) {
        for mode in 0..<FOYER_MODE_COUNT.rawValue where !(butScreen && mode == FOYER_MODE_SCREEN.rawValue) {
            foyer_terminal_mark(FoyerMode(rawValue: mode), false)
        }
    }
}
