import FoyerCore

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
        return LaunchFailure(code, cause: cause)
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

    private var cause: String {
        switch self {
        case .wrongSize(let expected, let found): "The package has \(found) bytes; \(expected) were announced."
        case .wrongDigest(let expected, let found): "The package's SHA-256 is \(found); \(expected) was announced."
        case .wrongSignature(let why): "The package's signature is refused: \(why)."
        case .refused(let refusal): refusal.description
        case .damaged(let entry, let why): "The package is damaged: \"\(entry)\" \(why)."
        case .resource(let path, let why): "The resource \"\(path)\" \(why)."
        case .rollback(let offered, let highest):
            "The platform offers version code \(offered), but \(highest) was installed before."
        case .locked(let appID): "Another process has been installing \(appID) all the time."
        case .inUse(let appID): "\(appID) is open in another window; close it first."
        case .invalidAppID: "The app id is malformed."
        case .cancelled: "Closed."
        case .disk(let error): error.description
        }
    }
}

/// Runs `body` and says its disk errors as package errors.
func onDisk<Result: ~Copyable>(_ body: () throws(DiskError) -> Result) throws(PackageError) -> Result {
    do { return try body() } catch { throw .disk(error) }
}
