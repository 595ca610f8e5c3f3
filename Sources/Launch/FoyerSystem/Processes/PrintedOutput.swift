import CTerminal
import Synchronization

/// Keeps track of standard output, printed through the C library or past it.
package enum PrintedOutput {
    private static let lost = Mutex<Int32?>(nil)

    /// Remembers that something could not be written to standard output; the first reason counts.
    ///
    /// - Parameter number: The system's error number.
    package static func recordLoss(_ number: Int32) {
        lost.withLock { $0 = $0 ?? number }
    }

    /// Flushes the rest of the output.
    ///
    /// - Returns: The system's error number if anything could not be written, else `nil`.
    package static func finish() -> Int32? {
        let number = foyer_finish_output()
        return lost.withLock { $0 } ?? (number == 0 ? nil : number)
    }
}
