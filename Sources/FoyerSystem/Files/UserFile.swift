import Glibc

/// A file that the user named: it may be a link, and anything may be behind it.
package enum UserFile {
    /// The bytes of a regular file; never waits for a pipe.
    ///
    /// - Throws: `EFBIG` where it has more than `limit` bytes, `EISDIR` or `EINVAL` where it is no regular file.
    package static func read(_ path: String, limit: Int) throws(DiskError) -> [UInt8] {
        let descriptor = try Disk.real.look(.open, path) { Int(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) }
        let file = OpenFile(descriptor: Int32(descriptor), path: path, disk: .real)
        return try file.readAll(limit: limit)
    }
}
