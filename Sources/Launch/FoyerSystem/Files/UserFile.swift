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
        return OpenFile(descriptor: descriptor, path: path, disk: .real)
    }

    /// Opens a file for writing, and empties it.
    ///
    /// - Parameter mode: the permissions of a new file, before the user's mask.
    package static func create(
        _ path: String, mode: mode_t = 0o666, disk: Disk = .real
    ) throws(DiskError) -> OpenFile {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let descriptor = try disk.change(.createFile, .open, path) { Int(open(path, flags, mode)) }
        return OpenFile(descriptor: descriptor, path: path, disk: disk)
    }

    /// Writes a file, in place of what it held.
    package static func write(_ bytes: [UInt8], to path: String, disk: Disk = .real) throws(DiskError) {
        try create(path, disk: disk).write(bytes)
    }

    /// Puts a whole file in place at once: readers see what was there before, or all of the new one.
    ///
    /// A file that exists keeps its mode and its owner, and a link goes on leading to it; a new one gets what the user's
    /// mask leaves. If the owner cannot be kept, the file is written where it is.
    ///
    /// - Throws: `EISDIR` or `EINVAL` if something is there that is no regular file.
    package static func replace(_ path: String, with bytes: [UInt8], disk: Disk = .real) throws(DiskError) {
        let path = target(of: path)
        let old = status(path)
        if let kind = old.map({ $0.st_mode & S_IFMT }), kind != S_IFREG {
            throw DiskError(.write, path, kind == S_IFDIR ? EISDIR : EINVAL)
        }
        if link(at: path) != nil { throw DiskError(.write, path, ELOOP) }
        let folder = try Folder.open(path: PathParts(path).folder, makes: false, disk: disk)
        let draft = Folder.temporaryName(for: "")
        do {
            let file = try folder.create(draft, mode: 0o666)
            if let old, !file.take(old) {
                try folder.remove(draft)
                return try write(bytes, to: path, disk: disk)
            }
            try file.write(bytes)
            try file.sync()
            try folder.rename(draft, to: folder, as: PathParts(path).name)
        } catch {
            // The disk has failed already, and this failure is the one to report.
            try? folder.remove(draft)
            throw error
        }
        try folder.sync()
        // What a killed process left is in nobody's way.
        try? folder.removeAbandoned()
    }

    /// Where links lead, also those that lead to nothing yet; a link if they lead to each other.
    package static func target(of path: String) -> String {
        var path = path
        for _ in 0..<40 {
            guard let link = link(at: path) else { return path }
            path = link.hasPrefix("/") ? link : PathParts(path).folder + "/" + link
        }
        return path
    }

    package static func isLink(_ path: String) -> Bool { link(at: path) != nil }

    /// The target of a symbolic link; `nil` if it is no link, or its text is not UTF-8.
    package static func link(at path: String) -> String? {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            let length = buffer.withMemoryRebound(to: CChar.self) {
                $0.baseAddress.map { readlink(path, $0, Int(PATH_MAX)) }
            }
            count = max(0, length ?? 0)
        }
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
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
