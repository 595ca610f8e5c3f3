import CTerminal
import FoyerCore
import Glibc

/// An open folder; everything in it is reached through its descriptor, and links are never followed.
package final class Folder: Sendable {
    /// The kind of a folder's entry.
    package enum Kind { case file, folder, other }

    package let descriptor: Int32
    /// For messages and for callers who need a path; the folder may have been renamed since.
    package let path: String
    package let disk: Disk

    private init(descriptor: Int32, path: String, disk: Disk) {
        self.descriptor = descriptor
        self.path = path
        self.disk = disk
    }

    deinit { close(descriptor) }

    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

    /// Opens the folder at a path from the user's environment, where links are allowed; creates missing folders if asked
    /// to.
    ///
    /// - Parameter mode: the permissions of folders that are made, before the user's mask.
    package static func open(path: String, makes: Bool, mode: mode_t = 0o700, disk: Disk) throws(DiskError) -> Folder {
        if makes, access(path, F_OK) != 0 {
            for index in path.indices.dropFirst() where path[index] == "/" {
                try make(String(path[..<index]), mode, disk: disk)
            }
            try make(path, mode, disk: disk)
        }
        let descriptor = try disk.look(.open, path) { Int(Glibc.open(path, flags)) }
        return Folder(descriptor: Int32(descriptor), path: path, disk: disk)
    }

    private static func make(_ path: String, _ mode: mode_t, disk: Disk) throws(DiskError) {
        if access(path, F_OK) == 0 { return }
        do { try disk.change(.makeFolder, .create, path) { Int(mkdir(path, mode)) } } catch {
            if error.code != EEXIST { throw error }
        }
    }

    /// A folder in this one.
    package func folder(_ name: String) throws(DiskError) -> Folder {
        let place = "\(path)/\(name)"
        let opened = try disk.look(.open, place) { Int(openat(descriptor, name, Folder.flags | O_NOFOLLOW)) }
        return Folder(descriptor: Int32(opened), path: place, disk: disk)
    }

    /// The folder at a path below this one, or this one for `.`; no component may be a link.
    package func folder(at path: String) throws(DiskError) -> Folder {
        var folder = self
        for component in path.split(separator: "/") where component != "." {
            folder = try folder.folder(String(component))
        }
        return folder
    }

    /// Throws `EEXIST` if something of that name exists.
    ///
    /// - Parameter mode: the folder's permissions, before the user's mask.
    package func makeNewFolder(_ name: String, mode: mode_t = 0o700) throws(DiskError) {
        try disk.change(.makeFolder, .create, "\(path)/\(name)") { Int(mkdirat(descriptor, name, mode)) }
    }

    /// Makes the missing folders on the way to `file`, a path below this folder.
    package func makeParents(of file: String, mode: mode_t = 0o700) throws(DiskError) {
        for (index, byte) in zip(file.utf8.indices, file.utf8) where byte == UInt8(ascii: "/") {
            do { try makeNewFolder(String(file[..<index]), mode: mode) } catch {
                if error.code != EEXIST { throw error }
            }
        }
    }

    /// A new file; `EEXIST` if something of that name exists.
    ///
    /// - Parameter mode: the file's permissions, before the user's mask; for the owner alone unless given.
    package func create(_ name: String, mode: mode_t = 0o600) throws(DiskError) -> OpenFile {
        let place = "\(path)/\(name)"
        let opened = try disk.change(.createFile, .create, place) {
            Int(openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode))
        }
        return OpenFile(descriptor: opened, path: place, disk: disk)
    }

    /// A regular file at a path below this folder; no component may be a link.
    package func file(_ name: String) throws(DiskError) -> OpenFile {
        var folder = self
        var components = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String($0) ?? ""
        }
        let last = components.popLast() ?? ""
        for component in components { folder = try folder.folder(component) }
        let parent = folder
        let place = "\(path)/\(name)"
        let opened = try disk.look(.open, place) { Int(openat(parent.descriptor, last, OpenFile.readFlags)) }
        let file = OpenFile(descriptor: opened, path: place, disk: disk)
        _ = try file.size()
        return file
    }

    package func rename(_ name: String, to folder: Folder, as newName: String) throws(DiskError) {
        try disk.change(.rename, .rename, "\(folder.path)/\(newName)") {
            Int(renameat(descriptor, name, folder.descriptor, newName))
        }
    }

    package func sync() throws(DiskError) {
        try disk.change(.sync, .sync, path) { Int(fsync(descriptor)) }
    }

    /// Puts everything on the disk that the folder's file system has not written yet.
    package func syncFileSystem() throws(DiskError) {
        try disk.change(.sync, .sync, path) { Int(foyer_sync_file_system(descriptor)) }
    }

    /// Writes a small file of ours atomically, for the owner alone. Of several writers at once, the last one wins.
    ///
    /// - Parameters:
    ///   - removesFolder: whether to remove a folder of that name with its contents, in one of Foyer's own trees.
    ///   - isSynced: whether the bytes are to be safe on the disk when this returns.
    package func replace(
        _ name: String, with bytes: [UInt8], removesFolder: Bool = true, isSynced: Bool = true
    ) throws(DiskError) {
        let temporary = Folder.temporaryName(for: name)
        do {
            let file = try create(temporary)
            try file.write(bytes)
            if isSynced { try file.sync() }
            try put(temporary, inPlaceOf: name, removesFolder: removesFolder)
        } catch {
            try? remove(temporary)
            throw error
        }
        if isSynced { try sync() }
    }

    private func put(_ temporary: String, inPlaceOf name: String, removesFolder: Bool) throws(DiskError) {
        do { try rename(temporary, to: self, as: name) } catch {
            guard removesFolder, [EISDIR, ENOTEMPTY, EEXIST].contains(error.code) else { throw error }
            try removeTree(name)
            try rename(temporary, to: self, as: name)
        }
    }

    /// The prefix of files that are not in place yet.
    package static let temporaryPrefix = ".foyer-new-"

    /// A name for a file that is to take another's place, which no other process uses.
    package static func temporaryName(for name: String) -> String {
        temporaryPrefix + name + "." + Hexadecimal.encode((0..<6).map { _ in UInt8.random(in: 0...255) })
    }

    /// Tries to take the folder's lock without waiting. It ends with the last copy of the descriptor, so that no dead
    /// process leaves it behind.
    package func tryLock(exclusive: Bool) throws(DiskError) -> Bool {
        do {
            try disk.look(.lock, path) { Int(flock(descriptor, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB)) }
            return true
        } catch {
            if error.code == EWOULDBLOCK { return false }
            throw error
        }
    }

    /// Removes files that were not put in place within an hour: their writers were killed.
    package func removeAbandoned() throws(DiskError) {
        for entry in try entries() where entry.kind == .file && entry.name.hasPrefix(Folder.temporaryPrefix) {
            guard let status = status(of: entry.raw), time(nil) - status.st_mtim.tv_sec > 3_600 else { continue }
            try remove(entry.raw)
        }
    }

    /// Takes the folder's lock once nobody else has it, which others hold for as long as a few small files take.
    ///
    /// - Throws: `EWOULDBLOCK` if they hold it for longer than `patience`.
    package func lock(patience: Duration = .seconds(5)) throws(DiskError) {
        let end = MonotonicClock.now + patience
        while try !tryLock(exclusive: true) {
            guard MonotonicClock.now < end else { throw DiskError(.lock, path, EWOULDBLOCK) }
            MonotonicClock.sleep(.milliseconds(2))
        }
    }

    /// Releases the folder's lock, also from children that have copies of the descriptor.
    package func unlock() { flock(descriptor, LOCK_UN) }

    /// Whether the path still leads to this folder, and not by a link.
    package var isInPlace: Bool { OpenFile.isSame(descriptor, at: path) }

    /// What the system knows of the folder itself.
    package var status: stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    /// Whether it belongs to this user, and nobody else may enter it.
    package var isPrivate: Bool {
        guard let status else { return false }
        return status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    /// Whether `parent` still has this folder under `name`.
    package func isStill(_ name: String, in parent: Folder) -> Bool {
        guard let mine = status, let theirs = parent.status(of: name) else { return false }
        return mine.st_ino == theirs.st_ino && mine.st_dev == theirs.st_dev
    }
}

extension Folder {
    /// Opens one of Foyer's own folders: the last `depth` components of its path must be folders of this user, not
    /// links, and writable by nobody else. The folders above are up to the user, links included.
    ///
    /// - Throws: `ELOOP`, `EPERM` or `EACCES` with the path of the refused component.
    package static func openOwn(path: String, depth: Int, makes: Bool, disk: Disk) throws(DiskError) -> Folder {
        var components = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        let ours = components.suffix(depth)
        components.removeLast(ours.count)
        let (start, joined) = (path.hasPrefix("/") ? "/" : "", components.joined(separator: "/"))
        let above = start + joined
        var folder = try open(path: above.isEmpty ? "." : above, makes: makes, disk: disk)
        for name in ours {
            folder = try folder.ownFolder(name, makes: makes)
        }
        return folder
    }

    /// One of Foyer's own folders in this one, made if it is missing. Anything else of that name is not removed.
    ///
    /// - Throws: `ELOOP` for a link, `ENOTDIR` for a file, `EPERM` for a folder that is not private to this user.
    package func makeFolder(_ name: String) throws(DiskError) -> Folder { try ownFolder(name, makes: true) }

    private func ownFolder(_ name: String, makes: Bool) throws(DiskError) -> Folder {
        let place = path == "/" ? "/\(name)" : "\(path)/\(name)"
        if let status = status(of: name) {
            if status.st_mode & S_IFMT == S_IFLNK { throw DiskError(.open, place, ELOOP) }
        } else if makes, errno == ENOENT {
            do { try makeNewFolder(name) } catch {
                if error.code != EEXIST { throw error }
            }
        }
        let folder = try folder(name)
        try folder.refuseUnlessOwn()
        return folder
    }

    private func refuseUnlessOwn() throws(DiskError) {
        var status = stat()
        try disk.look(.examine, path) { Int(fstat(descriptor, &status)) }
        if let strangeness = FolderStrangeness(status) { throw DiskError(.open, path, EPERM, strangeness) }
    }
}

/// Why a folder is refused, mostly since it is not private to this user.
package enum FolderStrangeness: Hashable, Sendable {
    case ofAnotherUser
    case writableByOthers
    /// A clause.
    case other(Phrase)

    /// A clause in every language.
    var cause: Phrase {
        switch self {
        case .ofAnotherUser: .ofAnotherUser
        case .writableByOthers: .writableByOthers
        case .other(let cause): cause
        }
    }

    init?(_ status: stat) {
        if status.st_uid != geteuid() {
            self = .ofAnotherUser
        } else if status.st_mode & 0o022 != 0 {
            self = .writableByOthers
        } else {
            return nil
        }
    }
}

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
