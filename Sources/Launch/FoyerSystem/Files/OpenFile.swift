import Glibc

/// An open regular file; closed when the value goes away.
package struct OpenFile: ~Copyable {
    package let descriptor: Int32
    package let path: String
    package let disk: Disk

    /// Opens a file anywhere; never waits for a pipe, and refuses anything but a regular file.
    package static func reading(_ path: String, disk: Disk = .real) throws(DiskError) -> OpenFile {
        let descriptor = try disk.look(.open, path) { Int(open(path, readFlags)) }
        let file = OpenFile(descriptor: Int32(descriptor), path: path, disk: disk)
        _ = try file.size()
        return file
    }

    deinit { close(descriptor) }

    /// Opening does not wait for a fifo or follow a link, and children do not inherit the descriptor.
    static let readFlags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC

    /// The size in bytes; throws `EISDIR` or `EINVAL` if it is not a regular file.
    package func size() throws(DiskError) -> Int {
        var status = stat()
        try disk.look(.examine, path) { Int(fstat(descriptor, &status)) }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else { throw DiskError(.open, path, kind == S_IFDIR ? EISDIR : EINVAL) }
        return Int(status.st_size)
    }

    /// Who may read and change it: the permission bits.
    package func mode() throws(DiskError) -> UInt32 {
        var status = stat()
        try disk.look(.examine, path) { Int(fstat(descriptor, &status)) }
        return status.st_mode & 0o777
    }

    /// Fills the buffer from `offset`, with less only at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(DiskError) -> Int {
        try OpenFile.read(descriptor, path: path, into: buffer, at: offset)
    }

    /// The same for threads that share a descriptor, and so cannot own the file.
    package static func read(
        _ descriptor: Int32, path: String, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(DiskError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try Disk.real.look(.read, path) {
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

    /// Appends all of the bytes.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(DiskError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            done += try disk.change(
                .write, .write, path, torn: { _ = Glibc.write(descriptor, rest.baseAddress, rest.count / 2) },
                { Glibc.write(descriptor, rest.baseAddress, rest.count) })
        }
    }

    package func write(_ bytes: [UInt8]) throws(DiskError) {
        var failure: DiskError?
        bytes.withUnsafeBytes { buffer in
            do throws(DiskError) { try write(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
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

    /// Tries to take the file's lock without waiting. It ends with the value.
    package func tryLock() throws(DiskError) -> Bool {
        let descriptor = descriptor
        do {
            try disk.look(.lock, path) { Int(flock(descriptor, LOCK_EX | LOCK_NB)) }
            return true
        } catch {
            if error.code == EWOULDBLOCK { return false }
            throw error
        }
    }

    /// Whether the file still has a name.
    package var isLinked: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Whether a path leads to the open file, and not by a link.
    static func isSame(_ descriptor: Int32, at path: String) -> Bool {
        var (ours, theirs) = (stat(), stat())
        return fstat(descriptor, &ours) == 0 && lstat(path, &theirs) == 0 && ours.st_ino == theirs.st_ino
            && ours.st_dev == theirs.st_dev
    }

    /// Large enough that the number of calls does not matter, small enough for many threads.
    private static let pieceSize = 256 << 10
}
