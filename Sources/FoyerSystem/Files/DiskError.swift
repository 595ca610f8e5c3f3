import FoyerCore
import Glibc

/// A failure of the disk: what was tried, where, and why.
public struct DiskError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was tried.
    package enum Operation: String, Sendable {
        case open, create, read, write, sync, rename, remove, lock, examine
    }

    /// What was attempted.
    package let operation: Operation
    /// The path of the file or folder.
    package let path: String
    /// The system's `errno`.
    package let code: Int32
    /// Set if the refusal came from us rather than the system: the folder is not private to this user.
    package let strangeness: FolderStrangeness?

    package init(
        _ operation: Operation, _ path: String, _ code: Int32 = errno, _ strangeness: FolderStrangeness? = nil
    ) {
        self.operation = operation
        self.path = path
        self.code = code
        self.strangeness = strangeness
    }

    /// One sentence that names the cause and the place.
    public var description: String { "\(trouble) (could not \(operation.rawValue) \(path))." }

    /// The same in every language; operation and path stay as they are.
    package var cause: Cause {
        .disk(description, kind, detail: "\(operation.rawValue) \(path)")
    }

    private var kind: Cause.DiskTrouble? {
        switch strangeness {
        case .ofAnotherUser: return .anotherUsers
        case .writableByOthers: return .writableByOthers
        case nil: break
        }
        return SystemError.kind(code)
    }

    private var trouble: String {
        switch strangeness {
        case .ofAnotherUser: return "The folder belongs to another user"
        case .writableByOthers: return "The folder can be written by others than its owner; chmod go-w mends that"
        case nil: break
        }
        return switch code {
        case ENOSPC: "The disk is full"
        case EDQUOT: "The disk quota is used up"
        case EIO: "The disk reports an input/output error"
        case EACCES, EPERM: "Permission is denied"
        case EROFS: "The file system is read-only"
        case EMFILE, ENFILE: "Too many files are open"
        case EINVAL: "This is not a regular file"
        case ELOOP: "A symbolic link lies where a file or folder should be"
        case ENAMETOOLONG: "A name is too long, or folders are nested too deep"
        case ENOTDIR: "A file lies where a folder should be"
        case EISDIR: "A folder lies where a file should be"
        case ENOENT: "It does not exist"
        default: SystemError.text(code)
        }
    }
}
