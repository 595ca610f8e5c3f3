import FoyerCore
import Glibc

/// A failure of the disk: what was tried, where, and why.
public struct DiskError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried.
    package enum Operation: String, Sendable {
        case open, create, read, write, sync, rename, remove, lock, examine
        /// A folder cannot be used.
        case use
    }

    /// What was attempted.
    package let operation: Operation
    /// The path of the file or folder.
    public let path: String
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
    public var description: String { cause.english }

    /// The same in every language; operation and path stay as they are.
    public var cause: Phrase {
        if operation == .use { return .folderUnusable(path, strangeness?.cause ?? SystemError.cause(code)) }
        return .disk(
            "Could not \(operation.rawValue) \(path): \(trouble).", kind, detail: "\(operation.rawValue) \(path)")
    }

    private var kind: Phrase.DiskTrouble? {
        switch strangeness {
        case .ofAnotherUser: return .anotherUsers
        case .writableByOthers: return .writableByOthers
        case .other, nil: break
        }
        return SystemError.kind(code)
    }

    private var trouble: String {
        switch strangeness {
        case .ofAnotherUser: return "the folder belongs to another user"
        case .writableByOthers: return "others than its owner may write to the folder; run chmod go-w on it"
        case .other, nil: break
        }
        return switch code {
        case ENOSPC: "the disk is full"
        case EDQUOT: "the disk quota is used up"
        case EIO: "the disk reports an input/output error"
        case EACCES, EPERM: "permission is denied"
        case EROFS: "the file system is read-only"
        case EMFILE, ENFILE: "too many files are open"
        case EINVAL: "it is not a regular file"
        case ELOOP: "a symbolic link lies where a file or folder should be"
        case ENAMETOOLONG: "a name is too long, or folders are nested too deep"
        case ENOTDIR: "a file lies where a folder should be"
        case EISDIR: "a folder lies where a file should be"
        case ENOENT: "it does not exist"
        default: SystemError.innerText(code)
        }
    }
}

@available(*, deprecated, renamed: "DiskError")
public typealias PlaceFailure = DiskError
