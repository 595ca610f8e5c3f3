import FoyerCore

/// A folder that cannot be used, and why.
package struct PlaceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let folder: String
    /// The system's error number.
    package let errno: Int32
    private let reason: Cause

    package init(_ folder: String, errno: Int32, _ reason: Cause? = nil) {
        self.folder = folder
        self.errno = errno
        self.reason = reason ?? SystemError.cause(errno)
    }

    /// The sentence in every language.
    package var cause: Cause { .folderUnusable(folder, reason) }

    package var description: String { cause.english }
}
