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

    static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

    /// Opens the folder at a path from the user's environment, where links are allowed; creates missing folders if asked
    /// to.
    package static func open(path: String, makes: Bool, disk: Disk) throws(DiskError) -> Folder {
        if makes, access(path, F_OK) != 0 {
            for index in path.indices.dropFirst() where path[index] == "/" {
                try make(String(path[..<index]), disk: disk)
            }
            try make(path, disk: disk)
        }
        let descriptor = try disk.look(.open, path) { Int(Glibc.open(path, flags)) }
        return Folder(descriptor: Int32(descriptor), path: path, disk: disk)
    }

    private static func make(_ path: String, disk: Disk) throws(DiskError) {
        if access(path, F_OK) == 0 { return }
        do { try disk.change(.makeFolder, .create, path) { Int(mkdir(path, 0o700)) } } catch {
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
    package func makeNewFolder(_ name: String) throws(DiskError) {
        try disk.change(.makeFolder, .create, "\(path)/\(name)") { Int(mkdirat(descriptor, name, 0o700)) }
    }

    /// Makes the missing folders on the way to `file`, a path below this folder.
    package func makeParents(of file: String) throws(DiskError) {
        for (index, byte) in zip(file.utf8.indices, file.utf8) where byte == UInt8(ascii: "/") {
            do { try makeNewFolder(String(file[..<index])) } catch {
                if error.code != EEXIST { throw error }
            }
        }
    }

    /// A new file, for the owner alone; `EEXIST` if something of that name exists.
    package func create(_ name: String) throws(DiskError) -> OpenFile {
        let place = "\(path)/\(name)"
        let opened = try disk.change(.createFile, .create, place) {
            Int(openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600))
        }
        return OpenFile(descriptor: Int32(opened), path: place, disk: disk)
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
        let file = OpenFile(descriptor: Int32(opened), path: place, disk: disk)
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

    /// Writes a small file atomically. The caller holds a lock that keeps others from doing the same.
    /// - Parameter removesFolder: whether to remove a folder of that name with its contents, in one of Foyer's own
    ///   trees.
    package func replace(_ name: String, with bytes: [UInt8], removesFolder: Bool = true) throws(DiskError) {
        let temporary = "\(Folder.temporaryPrefix)\(name)"
        try removeTree(temporary)
        do throws(DiskError) {
            let file = try create(temporary)
            try file.write(bytes)
            try file.sync()
            try put(temporary, inPlaceOf: name, removesFolder: removesFolder)
        } catch {
            try? remove(temporary)
            throw error
        }
        try sync()
    }

    private func put(_ temporary: String, inPlaceOf name: String, removesFolder: Bool) throws(DiskError) {
        do { try rename(temporary, to: self, as: name) } catch {
            guard removesFolder, [EISDIR, ENOTEMPTY, EEXIST].contains(error.code) else { throw error }
            try removeTree(name)
            try rename(temporary, to: self, as: name)
        }
    }

    /// The prefix of files that are not in place yet.
    package static let temporaryPrefix = "\(PackageLimits.reservedPrefix)-new-"

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

    /// Releases the folder's lock.
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

    /// Gives the folder permissions of its own, whatever the user's mask.
    package func setMode(_ mode: mode_t) { fchmod(descriptor, mode) }
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
        let above = components.reduce("") { $0 + "/" + $1 }
        var folder = try open(path: above.isEmpty ? "/" : above, makes: makes, disk: disk)
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

/// Why a folder is not private to this user.
package enum FolderStrangeness: Equatable, Sendable {
    case ofAnotherUser
    case writableByOthers

    /// A clause in every language.
    var cause: Cause {
        switch self {
        case .ofAnotherUser: .ofAnotherUser
        case .writableByOthers: .writableByOthers
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
