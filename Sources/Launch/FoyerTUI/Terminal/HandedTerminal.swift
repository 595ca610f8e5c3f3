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

/// The terminal's second screen, left on for what draws next in this process.
package enum HandedOverScreen {
    /// The bytes that leave it; empty if it is not left on.
    private static let leaving = Mutex<[UInt8]>([])

    static func keep(leaving bytes: [UInt8]) { leaving.withLock { $0 = bytes } }

    /// Leaves it, if it was left on and this has not been called yet.
    package static func leave() {
        var bytes = leaving.withLock { bytes in
            defer { bytes = [] }
            return bytes[...]
        }
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return }
            bytes = bytes.dropFirst(max(0, count))
        }
    }
}
