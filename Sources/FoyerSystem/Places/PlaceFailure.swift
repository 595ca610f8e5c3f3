import FoyerCore

/// A folder that cannot be used, and why.
public struct PlaceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder's path.
    public let folder: String
    /// The system's error number.
    package let errno: Int32
    private let reason: Cause

    /// - Parameter reason: what is wrong with it; the system's words for the number unless given.
    public init(_ folder: String, errno: Int32, _ reason: Cause? = nil) {
        self.folder = folder
        self.errno = errno
        self.reason = reason ?? SystemError.cause(errno)
    }

    /// The sentence in every language.
    public var cause: Cause { .folderUnusable(folder, reason) }

    /// For people, in English.
    public var description: String { cause.english }
}
