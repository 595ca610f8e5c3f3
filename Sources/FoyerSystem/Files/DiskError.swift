import FoyerCore
import Glibc

/// The disk refused something: what was tried, where, and why.
public struct DiskError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was tried.
    public enum Operation: String, Sendable {
        case open, create, read, write, sync, rename, remove, lock, examine
    }

    public let operation: Operation
    public let path: String
    /// The system's `errno`.
    public let code: Int32

    public init(_ operation: Operation, _ path: String, _ code: Int32 = errno) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// One sentence that names the cause and the place.
    public var description: String { "\(trouble) (could not \(operation.rawValue) \(path))." }

    /// The same in every language; operation and path stay as they are.
    public var cause: Cause {
        .disk(description, kind, detail: "\(operation.rawValue) \(path)")
    }

    private var kind: Cause.DiskTrouble? {
        switch code {
        case ENOSPC: .full
        case EDQUOT: .quota
        case EIO: .damaged
        case EACCES, EPERM: .forbidden
        case EROFS: .readOnly
        case EMFILE, ENFILE: .tooManyFiles
        case ELOOP: .link
        case ENOTDIR: .fileForFolder
        case EISDIR: .folderForFile
        case ENOENT: .missing
        default: nil
        }
    }

    private var trouble: String {
        switch code {
        case ENOSPC: "The disk is full"
        case EDQUOT: "The disk quota is used up"
        case EIO: "The disk reports an input/output error"
        case EACCES, EPERM: "Permission is denied"
        case EROFS: "The file system is read-only"
        case EMFILE, ENFILE: "Too many files are open"
        case ELOOP: "A symbolic link lies where a file or folder should be"
        case ENOTDIR: "A file lies where a folder should be"
        case EISDIR: "A folder lies where a file should be"
        case ENOENT: "It does not exist"
        default: SystemError.text(code)
        }
    }
}
