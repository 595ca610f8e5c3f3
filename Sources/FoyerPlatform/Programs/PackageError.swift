import FoyerCore
import FoyerSystem

/// Why a package is not on this machine.
public enum PackageError: Error, Equatable, Sendable {
    /// Not of the size that the metadata names.
    case wrongSize(expected: Int, found: Int)
    /// Not the bytes that the metadata names.
    case wrongDigest(expected: String, found: String)
    /// A key is pinned, and the package has no signature by it.
    case wrongSignature(String)
    /// The archive was judged, and is no package.
    case refused(ZipRefusal)
    /// The content of an entry is not what the archive says of it.
    case damaged(entry: String, String)
    /// A resource cannot have the place it wants, or is not the bytes that the metadata names.
    case resource(path: String, String)
    /// The platform offers an older version than was installed before.
    case rollback(offered: Int, highest: Int)
    /// Another process kept the program locked until the time was over.
    case locked(appID: String)
    /// A program that runs right now cannot be changed.
    case inUse(appID: String)
    case invalidAppID
    case cancelled
    case disk(DiskError)

    /// The code that the launch ends in, and the cause for the details page. May hold text from outside.
    ///
    /// `nil` for a cancelled one: that is an end, not a failure.
    public var failure: LaunchFailure? {
        guard let code else { return nil }
        return LaunchFailure(code, cause)
    }

    private var code: LaunchCode? {
        switch self {
        case .wrongSize: .downloadFailed
        case .wrongDigest, .wrongSignature, .refused, .damaged: .unzipFailed
        case .resource: .resourcesFailed
        case .rollback: .fetchFailed
        case .locked: .timedOut
        case .inUse, .disk: .unknown
        case .invalidAppID: .notFound
        case .cancelled: nil
        }
    }

    /// What happened, in every language.
    public var cause: Cause {
        switch self {
        case .wrongSize(let expected, let found): .wrongSize(expected: expected, found: found)
        case .wrongDigest(let expected, let found): .wrongDigest(expected: expected, found: found)
        case .wrongSignature(let why): .wrongSignature(why)
        case .refused(let refusal): .refused(refusal)
        case .damaged(let entry, let why): .damaged(entry: entry, why)
        case .resource(let path, let why): .resource(path, why)
        case .rollback(let offered, let highest): .olderVersion(offered: offered, highest: highest)
        case .locked(let appID): .locked(appID)
        case .inUse(let appID): .inUse(appID)
        case .invalidAppID: .invalidAppID
        case .cancelled: .cancelled
        case .disk(let error): error.cause
        }
    }
}

/// Runs `body` and says its disk errors as package errors.
func onDisk<Result: ~Copyable>(_ body: () throws(DiskError) -> Result) throws(PackageError) -> Result {
    do { return try body() } catch { throw .disk(error) }
}
