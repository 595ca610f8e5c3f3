import Glibc

/// A regular file of the user's own that stays open for writing, private to the user: a download, a log, a journal.
/// Never follows links or waits for pipes.
package final class OwnFile: Sendable {
    private let file: OpenFile
    package var path: String { file.path }
    private var descriptor: Int32 { file.descriptor }

    private init(_ file: consuming OpenFile) { self.file = file }

    /// Opens the file, or creates it.
    ///
    /// - Throws: `EEXIST` if it is anything but a regular file of this user with a single name.
    package static func open(_ path: String, appends: Bool = false) throws(DiskError) -> OwnFile {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (appends ? O_APPEND : 0)
        let descriptor = try Disk.real.look(.open, path) { Int(Glibc.open(path, flags, 0o600)) }
        let file = OwnFile(OpenFile(descriptor: Int32(descriptor), path: path, disk: .real))
        var status = stat()
        try Disk.real.look(.examine, path) { Int(fstat(file.descriptor, &status)) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1, status.st_uid == geteuid() else {
            throw DiskError(.open, path, EEXIST)
        }
        if status.st_mode & 0o077 != 0 { fchmod(file.descriptor, 0o600) }
        return file
    }

    /// The same, but anything else in its place (a link, a fifo) is removed, never written through.
    package static func replacing(_ path: String) throws(DiskError) -> OwnFile {
        do throws(DiskError) { return try open(path) } catch {
            guard [EEXIST, ELOOP, ENXIO].contains(error.code), unlink(path) == 0 else { throw error }
            return try open(path)
        }
    }

    /// Removes a file if it exists.
    package static func remove(_ path: String) { unlink(path) }

    package var size: Int64 { (try? file.size()).map { Int64($0) } ?? 0 }

    /// Tries to lock the file for this process, until `unlock` or until the file is closed.
    package func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Releases the lock at once: the last reference may go away later, on another thread.
    package func unlock() { flock(descriptor, LOCK_UN) }

    /// Whether the path still leads to this file.
    package var isInPlace: Bool { OpenFile.isSame(descriptor, at: path) }

    /// Renames the file, replacing any file of that name.
    package func rename(to name: String) { Glibc.rename(path, name) }

    package func truncate(to size: Int64 = 0) throws(DiskError) {
        try Disk.real.look(.write, path) { Int(ftruncate(descriptor, off_t(size))) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(DiskError) {
        let number = Self.write(bytes, to: descriptor, at: offset)
        guard number == 0 else { throw DiskError(.write, path, number) }
    }

    /// Appends with a single call, to a file opened for that: lines of several processes do not mix.
    package func append(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Appends at `offset`, the end of the file; when this returns, the bytes are safe on the disk.
    package func append(_ bytes: [UInt8], at offset: Int64) throws(DiskError) {
        let number = bytes.withUnsafeBytes { Self.write($0, to: descriptor, at: offset) }
        guard number == 0 else { throw DiskError(.write, path, number) }
        try Disk.real.look(.sync, path) { Int(fdatasync(descriptor)) }
    }

    /// Calls `body` with all bytes, piece by piece. `false` if they cannot all be read.
    package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        var rest = size
        let isRead: Void? = try? file.forEachPiece {
            rest -= Int64($0.count)
            body($0)
        }
        return isRead != nil && rest == 0
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
