import Glibc

/// An open regular file; closed with the last reference.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    package let path: String
    private let disk: Disk

    init(descriptor: Int, path: String, disk: Disk) {
        self.descriptor = Int32(descriptor)
        self.path = path
        self.disk = disk
    }

    /// Opens a file anywhere; never waits for a pipe, and refuses anything but a regular file.
    package static func reading(_ path: String, disk: Disk = .real) throws(DiskError) -> OpenFile {
        let file = OpenFile(
            descriptor: try disk.look(.open, path) { Int(open(path, readFlags)) }, path: path, disk: disk)
        _ = try file.size()
        return file
    }

    /// Opens a file of the user's own for reading and writing, or creates it, private to the user: a download, a log, a
    /// journal. Never follows links or waits for pipes.
    ///
    /// - Throws: `EEXIST` if it is anything but a regular file of this user with a single name.
    package static func own(_ path: String, appends: Bool = false, disk: Disk = .real) throws(DiskError) -> OpenFile {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (appends ? O_APPEND : 0)
        let file = OpenFile(
            descriptor: try disk.change(.createFile, .open, path) { Int(open(path, flags, 0o600)) }, path: path,
            disk: disk)
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1, status.st_uid == geteuid() else {
            throw DiskError(.open, path, EEXIST)
        }
        if status.st_mode & 0o077 != 0 { fchmod(file.descriptor, 0o600) }
        return file
    }

    /// The same, but anything else in its place (a link, a fifo) is removed, never written through.
    package static func replacing(_ path: String, disk: Disk = .real) throws(DiskError) -> OpenFile {
        do { return try own(path, disk: disk) } catch {
            guard [EEXIST, ELOOP, ENXIO].contains(error.code) else { throw error }
            try remove(path, disk: disk)
            return try own(path, disk: disk)
        }
    }

    /// Removes a file if it exists.
    package static func remove(_ path: String, disk: Disk = .real) throws(DiskError) {
        do { try disk.change(.remove, .remove, path) { Int(unlink(path)) } } catch {
            if error.code != ENOENT { throw error }
        }
    }

    deinit { close(descriptor) }

    /// Opening does not wait for a fifo or follow a link, and children do not inherit the descriptor.
    static let readFlags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC

    private func status() throws(DiskError) -> stat {
        var status = stat()
        try disk.look(.examine, path) { Int(fstat(descriptor, &status)) }
        return status
    }

    /// The size in bytes; throws `EISDIR` or `EINVAL` if it is not a regular file.
    package func size() throws(DiskError) -> Int {
        let status = try status()
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else { throw DiskError(.open, path, kind == S_IFDIR ? EISDIR : EINVAL) }
        return Int(status.st_size)
    }

    /// Who may read and change it: the permission bits.
    package func mode() throws(DiskError) -> UInt32 { try status().st_mode & 0o777 }

    /// Fills the buffer from `offset`, with less only at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(DiskError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try disk.look(.read, path) {
                pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// The whole file; throws `EFBIG` beyond `limit` bytes.
    package func readAll(limit: Int) throws(DiskError) -> [UInt8] {
        let size = try size()
        guard size <= limit else { throw DiskError(.read, path, EFBIG) }
        return try readBytes(at: 0, count: size)
    }

    /// `count` bytes from `offset`, less only at the end of the file.
    package func readBytes(at offset: Int, count: Int) throws(DiskError) -> [UInt8] {
        var failure: DiskError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(DiskError) { filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset) } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Calls `body` with the pieces of the file in order.
    package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws(DiskError) -> Void) throws(DiskError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: OpenFile.pieceSize, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = try read(into: buffer, at: offset)
            if count > 0 { try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            if count < buffer.count { return }
            offset += count
        }
    }

    /// Writes all of the bytes.
    ///
    /// - Parameter offset: `nil` for where the last write ended, or for the end of a file that was opened for appending:
    ///   what several processes append does not mix, since a single call writes it.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64? = nil) throws(DiskError) {
        func put(_ bytes: UnsafeRawBufferPointer, _ count: Int, _ done: Int) -> Int {
            guard let offset else { return Glibc.write(descriptor, bytes.baseAddress, count) }
            return pwrite(descriptor, bytes.baseAddress, count, off_t(offset) + off_t(done))
        }
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = try disk.change(
                .write, .write, path, torn: { _ = put(rest, rest.count / 2, done) }, { put(rest, rest.count, done) })
            guard count > 0 else { throw DiskError(.write, path, EIO) }
            done += count
        }
    }

    package func write(_ bytes: [UInt8], at offset: Int64? = nil) throws(DiskError) {
        let written = bytes.withUnsafeBytes { bytes in
            Result { () throws(DiskError) in try write(bytes, at: offset) }
        }
        try written.get()
    }

    package func truncate(to size: Int64 = 0) throws(DiskError) {
        try disk.change(.write, .write, path) { Int(ftruncate(descriptor, off_t(size))) }
    }

    /// Renames the file, replacing any file of that name.
    package func rename(to name: String) throws(DiskError) {
        try disk.change(.rename, .rename, path) { Int(Glibc.rename(path, name)) }
    }

    package func sync() throws(DiskError) {
        try disk.change(.sync, .sync, path) { Int(fsync(descriptor)) }
    }

    /// Gives the file the mode and the owner of the one whose place it takes; `false` if the system refuses that.
    package func take(_ old: stat) -> Bool {
        var mine = stat()
        guard fstat(descriptor, &mine) == 0 else { return false }
        if mine.st_uid != old.st_uid || mine.st_gid != old.st_gid {
            guard fchown(descriptor, old.st_uid, old.st_gid) == 0 else { return false }
        }
        // After the owner: a change of owner takes bits away.
        return fchmod(descriptor, old.st_mode & 0o7777) == 0
    }

    /// Makes now the time at which the file was last read and written.
    package func touch() { futimens(descriptor, nil) }

    /// Tries to lock the file without waiting, until `unlock` or until the file is closed.
    package func tryLock() throws(DiskError) -> Bool {
        do {
            try disk.look(.lock, path) { Int(flock(descriptor, LOCK_EX | LOCK_NB)) }
            return true
        } catch {
            if error.code == EWOULDBLOCK { return false }
            throw error
        }
    }

    /// Releases the lock at once: the last reference may go away later, on another thread.
    package func unlock() { flock(descriptor, LOCK_UN) }

    /// Whether the file still has a name.
    package var isLinked: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// The path still leads to this file.
    package var isInPlace: Bool { Self.isSame(descriptor, at: path) }

    /// Whether a path leads to the open file, and not by a link.
    static func isSame(_ descriptor: Int32, at path: String) -> Bool {
        var (ours, theirs) = (stat(), stat())
        return fstat(descriptor, &ours) == 0 && lstat(path, &theirs) == 0 && ours.st_ino == theirs.st_ino
            && ours.st_dev == theirs.st_dev
    }

    /// Large enough that the number of calls does not matter, small enough for many threads.
    private static let pieceSize = 256 << 10
}
