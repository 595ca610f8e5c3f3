import Glibc
import Synchronization

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
