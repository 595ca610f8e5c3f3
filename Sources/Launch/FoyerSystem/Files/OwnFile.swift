import Glibc

/// A regular file of the user's own that stays open for writing, private to the user: a download, a log, a journal.
/// Never follows links or waits for pipes.
package final class OwnFile: Sendable {
    private let file: OpenFile
    package var path: String { file.path }
    private var descriptor: Int32 { file.descriptor }
    private var disk: Disk { file.disk }

    private init(_ file: consuming OpenFile) { self.file = file }

    /// Opens the file, or creates it.
    ///
    /// - Throws: `EEXIST` if it is anything but a regular file of this user with a single name.
    package static func open(
        _ path: String, appends: Bool = false, disk: Disk = .real
    ) throws(DiskError) -> OwnFile {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (appends ? O_APPEND : 0)
        let descriptor = try disk.change(.createFile, .open, path) { Int(Glibc.open(path, flags, 0o600)) }
        let file = OwnFile(OpenFile(descriptor: Int32(descriptor), path: path, disk: disk))
        var status = stat()
        try disk.look(.examine, path) { Int(fstat(file.descriptor, &status)) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1, status.st_uid == geteuid() else {
            throw DiskError(.open, path, EEXIST)
        }
        if status.st_mode & 0o077 != 0 { fchmod(file.descriptor, 0o600) }
        return file
    }

    /// The same, but anything else in its place (a link, a fifo) is removed, never written through.
    package static func replacing(_ path: String, disk: Disk = .real) throws(DiskError) -> OwnFile {
        do { return try open(path, disk: disk) } catch {
            guard [EEXIST, ELOOP, ENXIO].contains(error.code) else { throw error }
            try remove(path, disk: disk)
            return try open(path, disk: disk)
        }
    }

    /// Removes a file if it exists.
    package static func remove(_ path: String, disk: Disk = .real) throws(DiskError) {
        do { try disk.change(.remove, .remove, path) { Int(unlink(path)) } } catch {
            if error.code != ENOENT { throw error }
        }
    }

    package var size: Int64 { (try? file.size()).map { Int64($0) } ?? 0 }

    /// Tries to lock the file for this process, until `unlock` or until the file is closed.
    package func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Releases the lock at once: the last reference may go away later, on another thread.
    package func unlock() { flock(descriptor, LOCK_UN) }

    /// Whether the path still leads to this file.
    package var isInPlace: Bool { OpenFile.isSame(descriptor, at: path) }

    /// Renames the file, replacing any file of that name.
    package func rename(to name: String) throws(DiskError) {
        try disk.change(.rename, .rename, path) { Int(Glibc.rename(path, name)) }
    }

    package func truncate(to size: Int64 = 0) throws(DiskError) {
        try disk.change(.write, .write, path) { Int(ftruncate(descriptor, off_t(size))) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(DiskError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let place = off_t(offset) + off_t(done)
            let count = try disk.change(
                .write, .write, path, torn: { _ = pwrite(descriptor, rest.baseAddress, rest.count / 2, place) },
                { pwrite(descriptor, rest.baseAddress, rest.count, place) })
            guard count > 0 else { throw DiskError(.write, path, EIO) }
            done += count
        }
    }

    /// Appends with a single call, to a file opened for that: lines of several processes do not mix.
    package func append(_ bytes: [UInt8]) throws(DiskError) {
        try disk.change(.write, .write, path) {
            bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        }
    }

    /// Appends at `offset`, the end of the file; when this returns, the bytes are safe on the disk.
    package func append(_ bytes: [UInt8], at offset: Int64) throws(DiskError) {
        let written = bytes.withUnsafeBytes { bytes in
            Result { () throws(DiskError) in try write(bytes, at: offset) }
        }
        try written.get()
        try disk.change(.sync, .sync, path) { Int(fdatasync(descriptor)) }
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
}
