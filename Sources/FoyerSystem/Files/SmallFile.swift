import Glibc

/// Reads files that fit in memory: only regular files, and never waits for a fifo.
package enum SmallFile {
    private static let bound = 4 * 1024 * 1024

    /// The bytes of a regular file of at most `bound`, or `nil`.
    package static func read(_ path: String, bound: Int = bound) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let size = regularSize(descriptor), size <= bound else { return nil }
        var bytes: [UInt8] = []
        let isRead = forEachPiece(of: descriptor, size: size) { bytes.append(contentsOf: $0) }
        return isRead ? bytes : nil
    }

    /// The size of the regular file behind a descriptor; `nil` if it is anything else.
    package static func regularSize(_ descriptor: Int32) -> Int64? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// Calls `body` with the first `size` bytes, piece by piece. `false` if they cannot all be read.
    package static func forEachPiece(of descriptor: Int32, size: Int64, _ body: (UnsafeRawBufferPointer) -> Void)
        -> Bool
    {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while offset < size {
            let wanted = Int(min(Int64(buffer.count), size - offset))
            let count = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
        }
        return true
    }
}
