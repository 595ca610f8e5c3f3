import FoyerCore
import Glibc

extension Folder {
    /// One entry; `raw` is the name in the system's bytes, with its NUL.
    package struct Entry {
        package let raw: [CChar]
        package let kind: Kind
        /// The name with invalid UTF-8 repaired.
        package var name: String { String(decoding: raw.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) }
    }

    /// The contents of the folder except `.` and `..`; throws `E2BIG` beyond `limit`.
    package func entries(limit: Int = 100_000) throws(DiskError) -> [Entry] {
        let copy = try disk.look(.read, path) { Int(openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) }
        guard let stream = fdopendir(Int32(copy)) else {
            let failure = DiskError(.read, path)
            close(Int32(copy))
            throw failure
        }
        defer { closedir(stream) }
        var entries: [Entry] = []
        errno = 0
        while let found = readdir(stream) {
            let raw = withUnsafePointer(to: &found.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) { start in
                    Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
                }
            }
            let dot = CChar(bitPattern: UInt8(ascii: "."))
            if raw == [dot, 0] || raw == [dot, dot, 0] { continue }
            guard entries.count < limit else { throw DiskError(.read, path, E2BIG) }
            entries.append(Entry(raw: raw, kind: kind(of: raw, listedAs: Int(found.pointee.d_type))))
            errno = 0
        }
        if errno != 0 { throw DiskError(.read, path) }
        return entries
    }

    /// Most file systems list the kind with the name.
    private func kind(of name: UnsafePointer<CChar>, listedAs type: Int) -> Kind {
        switch type {
        case DT_REG: return .file
        case DT_DIR: return .folder
        case DT_UNKNOWN: break
        default: return .other
        }
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// When a regular file in the folder was last written, in seconds since 1970; `nil` where there is none.
    package func modified(_ name: String) -> Int64? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
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

    /// Removes anything of that name, a folder with its contents; never follows a link.
    package func removeTree(_ name: UnsafePointer<CChar>, depth: Int = 0) throws(DiskError) {
        let place = "\(path)/\(String(cString: name))"
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
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
        guard let slash = path.lastIndex(of: "/") else { return }
        let parent = slash == path.startIndex ? "/" : String(path[..<slash])
        try? open(path: parent, makes: false, disk: .real).removeTree(String(path[path.index(after: slash)...]))
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

    /// The paths of all files below, except our own records at the top; `nil` if there is anything but files and
    /// folders, or too much of it.
    package func filePaths(limit: Int, depth: Int, isTop: Bool = true) throws(DiskError) -> [String]? {
        var paths: [String] = []
        for entry in try entries() where !isTop || !entry.name.utf8.starts(with: PackageLimits.reservedPrefix.utf8) {
            switch entry.kind {
            case .other: return nil
            case .file: paths.append(entry.name)
            case .folder:
                guard depth > 1,
                    let below = try folder(entry.name).filePaths(limit: limit, depth: depth - 1, isTop: false)
                else { return nil }
                paths += below.map { "\(entry.name)/\($0)" }
            }
            guard paths.count <= limit else { return nil }
        }
        return paths
    }
}
