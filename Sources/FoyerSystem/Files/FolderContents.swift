import FoyerCore
import Glibc

extension Folder {
    /// One entry; `raw` is the name in the system's bytes, with its NUL.
    package struct Entry {
        package let raw: [CChar]
        package let kind: Kind
        /// The name with invalid UTF-8 repaired.
        package var name: String { String(decoding: raw.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) }
        /// Whether `name` is the name, not a repaired one, under which there is no such entry.
        package var isUTF8: Bool { name.utf8.elementsEqual(raw.dropLast().lazy.map { UInt8(bitPattern: $0) }) }
    }

    /// The contents of the folder except `.` and `..`; throws `E2BIG` beyond `limit`.
    package func entries(limit: Int = 100_000) throws(DiskError) -> [Entry] {
        let copy = try disk.look(.read, path) { Int(openat(descriptor, ".", Folder.flags)) }
        var entries: [Entry] = []
        let failure = Folder.list(Int32(copy)) { name, type in
            guard entries.count < limit else { return E2BIG }
            let raw = Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
            entries.append(Entry(raw: raw, kind: kind(of: raw, listedAs: type)))
            return 0
        }
        guard failure == 0 else { throw DiskError(.read, path, failure) }
        return entries
    }

    /// The names in the folder at a path except `.` and `..`, as many as can be read.
    package static func names(in path: String) -> [String] {
        var names: [String] = []
        _ = list(Glibc.open(path, flags)) { name, _ in
            names.append(String(cString: name))
            return 0
        }
        return names
    }

    /// Calls `body` with the status of every file below a folder in this one, except hidden names and what they hold.
    /// Neither names nor paths become strings: there may be hundreds of thousands.
    ///
    /// - Parameters:
    ///   - depth: how many levels of folders there may be in that folder; `ENAMETOOLONG` beyond them.
    ///   - key: makes what stands for a path from a name and what stands for the folder that holds it, 0 at the top.
    package func forEachFile(
        below name: UnsafePointer<CChar>, depth: Int, key: (UnsafePointer<CChar>, UInt64) -> UInt64,
        _ body: (stat, UInt64) -> Void
    ) throws(DiskError) {
        let place = "\(path)/\(String(cString: name))"
        let below = try disk.look(.open, place) { Int(openat(descriptor, name, Folder.flags | O_NOFOLLOW)) }
        let failure = Folder.walk(Int32(below), depth, 0, key, body)
        guard failure == 0 else { throw DiskError(.read, place, failure) }
    }

    private static func walk(
        _ descriptor: Int32, _ depth: Int, _ seed: UInt64, _ key: (UnsafePointer<CChar>, UInt64) -> UInt64,
        _ body: (stat, UInt64) -> Void
    ) -> Int32 {
        list(descriptor) { name, type in
            if name.pointee == dot { return 0 }
            let path = key(name, seed)
            if type != DT_DIR {
                var status = stat()
                guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return errno }
                if status.st_mode & S_IFMT != S_IFDIR {
                    body(status, path)
                    return 0
                }
            }
            guard depth > 0 else { return ENAMETOOLONG }
            return walk(openat(descriptor, name, flags | O_NOFOLLOW), depth - 1, path, key, body)
        }
    }

    /// Calls `body` with the name and the listed kind of each entry except `.` and `..`, until it returns an error
    /// number. Closes the descriptor.
    ///
    /// - Returns: the error number; 0 if everything was listed.
    private static func list(_ descriptor: Int32, _ body: (UnsafePointer<CChar>, Int) -> Int32) -> Int32 {
        guard descriptor >= 0, let stream = fdopendir(descriptor) else {
            let failure = errno
            if descriptor >= 0 { close(descriptor) }
            return failure
        }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else { return errno }
            // In its place: the record is shorter than its type, and a copy of that may end beyond the memory there is.
            let failure: Int32 = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    if $0[0] == dot, $0[1] == 0 || ($0[1] == dot && $0[2] == 0) { return 0 }
                    return body($0, Int(entry.pointee.d_type))
                }
            }
            if failure != 0 { return failure }
        }
    }

    private static let dot = CChar(bitPattern: UInt8(ascii: "."))

    /// Most file systems list the kind with the name.
    private func kind(of name: UnsafePointer<CChar>, listedAs type: Int) -> Kind {
        switch type {
        case DT_REG: return .file
        case DT_DIR: return .folder
        case DT_UNKNOWN: break
        default: return .other
        }
        switch status(of: name).map({ $0.st_mode & S_IFMT }) {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// What the system knows of an entry, without following a link; `nil` if there is none.
    package func status(of name: UnsafePointer<CChar>) -> stat? {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// Whether there is a regular file at a path below this folder.
    package func hasFile(_ name: String) -> Bool { modified(name) != nil }

    /// When a regular file in the folder was last written, in seconds since 1970; `nil` if there is none.
    package func modified(_ name: String) -> Int64? {
        guard let status = status(of: name), status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_mtim.tv_sec)
    }

    /// Removes one file, link or fifo; nothing there is fine.
    package func remove(_ name: UnsafePointer<CChar>) throws(DiskError) {
        do {
            try disk.change(.remove, .remove, "\(path)/\(String(cString: name))") { Int(unlinkat(descriptor, name, 0)) }
        } catch {
            if error.code != ENOENT { throw error }
        }
    }

    /// Removes a folder at a path below this one if it is empty, without opening anything.
    package func removeEmptyFolder(_ name: String) { unlinkat(descriptor, name, AT_REMOVEDIR) }

    /// Removes anything of that name, a folder with its contents; never follows a link.
    package func removeTree(_ name: UnsafePointer<CChar>, depth: Int = 0) throws(DiskError) {
        let place = "\(path)/\(String(cString: name))"
        guard let status = status(of: name) else {
            if errno == ENOENT { return }
            throw DiskError(.examine, place)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return try remove(name) }
        guard depth < Folder.deepest else { throw DiskError(.remove, place, ELOOP) }
        if status.st_mode & 0o700 != 0o700 { _ = fchmodat(descriptor, name, 0o700, 0) }
        let folder = try folder(String(cString: name))
        for entry in try folder.entries(limit: .max) { try folder.removeTree(entry.raw, depth: depth + 1) }
        do { try disk.change(.remove, .remove, place) { Int(unlinkat(descriptor, name, AT_REMOVEDIR)) } } catch {
            if error.code != ENOENT { throw error }
        }
    }

    /// Removes anything at an absolute path, as far as permissions allow.
    package static func removeTree(path: String) {
        let parts = PathParts(path)
        try? open(path: parts.folder, makes: false, disk: .real).removeTree(parts.name)
    }

    /// Makes a new folder for the owner alone, and returns its path.
    ///
    /// - Parameter prefix: its path up to the random characters at the end.
    package static func makeTemporary(_ prefix: String) throws(DiskError) -> String {
        var template = Array((prefix + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw DiskError(.create, prefix) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Deeper than anything we make; each level holds a descriptor.
    private static let deepest = 64
}
