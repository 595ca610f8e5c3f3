import FoyerCore
import FoyerSystem

/// Why a package could not be installed.
package enum PackageError: Error, Equatable, Sendable {
    /// The size differs from the metadata.
    case wrongSize(expected: Int, found: Int)
    /// The digest differs from the metadata.
    case wrongDigest(expected: String, found: String)
    /// A key is pinned, and the package has no valid signature by it.
    case wrongSignature(SignatureFlaw)
    /// The archive failed validation.
    case refused(ZipRefusal)
    /// An entry's content differs from what the archive says.
    case damaged(entry: String, FileFlaw)
    /// A resource's path is not allowed, or its bytes differ from the metadata.
    case resource(path: String, FileFlaw)
    /// The platform offers an older version than the one installed before.
    case rollback(offered: Int, highest: Int)
    /// Another process held the program's lock until the time was over.
    case locked(appID: String)
    /// A running program cannot be changed.
    case inUse(appID: String)
    case invalidAppID
    case cancelled
    case disk(DiskError)

    /// The launch's code, and the cause for the details page. May contain text from outside.
    ///
    /// `nil` for a cancellation, which is not a failure.
    package var failure: LaunchFailure? {
        guard let code else { return nil }
        if case .wrongSignature = self { return LaunchFailure(code, cause, advice: .tellPlatform) }
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

/// Runs `body` and converts its disk errors to package errors.
func onDisk<Result: ~Copyable>(_ body: () throws(DiskError) -> Result) throws(PackageError) -> Result {
    do { return try body() } catch { throw .disk(error) }
}
