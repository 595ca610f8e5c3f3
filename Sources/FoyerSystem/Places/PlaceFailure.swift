import FoyerCore

/// A folder that cannot be used, and why.
public struct PlaceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let folder: String
    /// The system's error number.
    public let errno: Int32
    private let reason: Cause

    public init(_ folder: String, errno: Int32, _ reason: Cause? = nil) {
        self.folder = folder
        self.errno = errno
        self.reason = reason ?? SystemError.cause(errno)
    }

    /// The sentence in every language.
    public var cause: Cause { .folderUnusable(folder, reason) }

    public var description: String { cause.english }
}
