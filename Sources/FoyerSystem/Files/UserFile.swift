import Glibc

/// A file that the user named: it may be a link, and anything may be behind it.
package enum UserFile {
    /// The bytes of a regular file; never waits for a pipe.
    ///
    /// - Throws: `EFBIG` if it has more than `limit` bytes, `EISDIR` or `EINVAL` if it is no regular file.
    package static func read(_ path: String, limit: Int) throws(DiskError) -> [UInt8] {
        try opened(path).readAll(limit: limit)
    }

    /// Throws what `read` would, without reading.
    package static func check(_ path: String, limit: Int = .max) throws(DiskError) {
        guard try opened(path).size() <= limit else { throw DiskError(.read, path, EFBIG) }
    }

    private static func opened(_ path: String) throws(DiskError) -> OpenFile {
        let descriptor = try Disk.real.look(.open, path) { Int(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) }
        return OpenFile(descriptor: Int32(descriptor), path: path, disk: .real)
    }

    /// Opens a file for writing, and empties it.
    ///
    /// - Parameter mode: the permissions of a new file, before the user's mask.
    package static func create(
        _ path: String, mode: mode_t = 0o666, disk: Disk = .real
    ) throws(DiskError) -> OpenFile {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let descriptor = try disk.change(.createFile, .open, path) { Int(open(path, flags, mode)) }
        return OpenFile(descriptor: Int32(descriptor), path: path, disk: disk)
    }

    /// Writes a file, in place of what it held.
    package static func write(_ bytes: [UInt8], to path: String, disk: Disk = .real) throws(DiskError) {
        try create(path, disk: disk).write(bytes)
    }

    /// Puts a whole file in place at once: readers see what was there before, or all of the new one.
    package static func replace(_ path: String, with bytes: [UInt8], disk: Disk = .real) throws(DiskError) {
        let draft = path + ".new"
        do throws(DiskError) {
            try write(bytes, to: draft, disk: disk)
            try disk.change(.rename, .rename, path) { Int(rename(draft, path)) }
        } catch {
            // The disk has failed already, and this failure is the one to report.
            try? OwnFile.remove(draft, disk: disk)
            throw error
        }
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// What the system knows of a file or of what a link leads to; `nil`, with the reason in `errno`, if it cannot say.
    package static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// The absolute path with all links followed; `nil` if nothing is there or a name is not UTF-8.
    package static func realPath(_ path: String) -> String? {
        realBytes(path).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Whether a path leads to a folder or into it, with all links followed. Compares bytes: a name need not be UTF-8.
    package static func isWithin(_ folder: String, _ path: String) -> Bool {
        guard let folder = realBytes(folder), let path = realBytes(path) else { return false }
        let slash = UInt8(ascii: "/")
        return path == folder || path.starts(with: folder == [slash] ? folder : folder + [slash])
    }

    private static func realBytes(_ path: String) -> [UInt8]? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
}
