import FoyerCore
import FoyerSystem

/// Why a package is not on this machine.
package enum PackageError: Error, Equatable, Sendable {
    /// Not of the size that the metadata names.
    case wrongSize(expected: Int, found: Int)
    /// Not the bytes that the metadata names.
    case wrongDigest(expected: String, found: String)
    /// A key is pinned, and the package has no signature by it.
    case wrongSignature(SignatureFlaw)
    /// The archive was validated, and is no package.
    case refused(ZipRefusal)
    /// The content of an entry is not what the archive says of it.
    case damaged(entry: String, FileFlaw)
    /// A resource cannot have the place it wants, or is not the bytes that the metadata names.
    case resource(path: String, FileFlaw)
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
    package var failure: LaunchFailure? {
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
}

/// Runs `body` and says its disk errors as package errors.
func onDisk<Result: ~Copyable>(_ body: () throws(DiskError) -> Result) throws(PackageError) -> Result {
    do { return try body() } catch { throw .disk(error) }
}
