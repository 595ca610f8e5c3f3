import FoyerCore
import Glibc

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
