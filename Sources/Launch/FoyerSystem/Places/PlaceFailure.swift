import FoyerCore

/// A folder that cannot be used, and why.
public struct PlaceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder's path.
    public let folder: String
    /// The system's error number.
    package let errno: Int32
    private let reason: Phrase

    /// - Parameter reason: what is wrong with it; the system's words for the number unless given.
    public init(_ folder: String, errno: Int32, _ reason: Phrase? = nil) {
        self.folder = folder
        self.errno = errno
        self.reason = reason ?? SystemError.cause(errno)
    }

    /// The sentence in every language.
    public var cause: Phrase { .folderUnusable(folder, reason) }

    /// For people, in English.
    public var description: String { cause.english }
}
