import Glibc

/// A regular file of the user's own that stays open to be written, private to the user: a download, a log, a journal.
/// Links are not followed, pipes not waited for.
package final class OwnFile: Sendable {
    package let path: String
    private let descriptor: Int32

    private init(_ path: String, descriptor: Int32) {
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit { close(descriptor) }

    /// Opens the file, or makes it.
    ///
    /// - Throws: `EEXIST` where something else lies there, or a file that has other names or another owner.
    package static func open(_ path: String, appends: Bool = false) throws(DiskError) -> OwnFile {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (appends ? O_APPEND : 0)
        let file = OwnFile(
            path, descriptor: Int32(try Disk.real.look(.open, path) { Int(Glibc.open(path, flags, 0o600)) }))
        var status = stat()
        try Disk.real.look(.examine, path) { Int(fstat(file.descriptor, &status)) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1, status.st_uid == geteuid() else {
            throw DiskError(.open, path, EEXIST)
        }
        if status.st_mode & 0o077 != 0 { fchmod(file.descriptor, 0o600) }
        return file
    }

    /// The same; whatever else has taken its place (a link, a fifo) is removed, never written through.
    package static func replacing(_ path: String) throws(DiskError) -> OwnFile {
        do throws(DiskError) { return try open(path) } catch {
            guard [EEXIST, ELOOP, ENXIO].contains(error.code), unlink(path) == 0 else { throw error }
            return try open(path)
        }
    }

    /// Removes a file that nobody misses where it is not.
    package static func remove(_ path: String) { unlink(path) }

    package var size: Int64 { SmallFile.regularSize(descriptor) ?? 0 }

    /// Whether this process has the file for itself now; it keeps it until `unlock`, or until the file goes.
    package func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Lets others have the file, at once: the last reference may go later, on another thread.
    package func unlock() { flock(descriptor, LOCK_UN) }

    /// Whether the file is still the one at its path.
    package var isInPlace: Bool { OpenFile.isSame(descriptor, at: path) }

    /// Gives the file another name; whatever has that goes.
    package func rename(to name: String) { Glibc.rename(path, name) }

    package func truncate(to size: Int64 = 0) throws(DiskError) {
        try Disk.real.look(.write, path) { Int(ftruncate(descriptor, off_t(size))) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(DiskError) {
        let number = Self.write(bytes, to: descriptor, at: offset)
        guard number == 0 else { throw DiskError(.write, path, number) }
    }

    /// Adds to the end of a file that was opened for that, with one call: lines of several processes do not mix.
    package func append(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Adds to the end, which is at `offset`; when this returns, nothing can lose it.
    package func append(_ bytes: [UInt8], at offset: Int64) throws(DiskError) {
        let number = bytes.withUnsafeBytes { Self.write($0, to: descriptor, at: offset) }
        guard number == 0 else { throw DiskError(.write, path, number) }
        try Disk.real.look(.sync, path) { Int(fdatasync(descriptor)) }
    }

    /// Calls `body` with all bytes, piece by piece. `false` where they cannot be read.
    package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        SmallFile.forEachPiece(of: descriptor, size: size, body)
    }

    /// Writes all bytes; returns 0 or the system's error number.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int64) -> Int32 {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            done += count
        }
        return 0
    }
}
