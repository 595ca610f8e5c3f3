import CTerminal
import Glibc

/// A file in memory, without a name: it goes with the last process that has it open.
package final class MemoryFile: Sendable {
    package let descriptor: Int32

    /// - Parameter name: for those who look into `/proc`.
    package init?(_ name: String) {
        descriptor = foyer_memory_file(name)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Writes the whole content. Whoever reads the descriptor next begins with its first byte.
    ///
    /// - Returns: whether there was room.
    package func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, sent)
            }
            guard count > 0 || errno == EINTR else { return false }
            sent += max(0, count)
        }
        return true
    }

    /// The whole content; `nil` if there is more than the limit.
    package func read(limit: Int) -> [UInt8]? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size <= limit else { return nil }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let more = pread(descriptor, buffer.baseAddress.map { $0 + count }, size - count, count)
                guard more > 0 || (more < 0 && errno == EINTR) else { break }
                count += max(0, more)
            }
        }
        return bytes.count == size ? bytes : nil
    }
}
