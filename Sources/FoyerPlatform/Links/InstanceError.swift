import FoyerCore
import FoyerSystem

/// Why a start neither became the one instance nor reached the one that runs.
package enum InstanceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The folder of the socket is not there, or not this user's alone.
    case folder(PlaceFailure)
    /// The system refused a part of the work there.
    case system(operation: String, folder: String, code: Int32)
    /// An instance has the folder, but says nothing: it is stopped, or hangs.
    case silent(folder: String)
    /// The request is longer than any that is taken.
    case tooLong

    /// The sentence in every language; the system's own words stay as they are.
    package var cause: Cause {
        switch self {
        case .folder(let failure): failure.cause
        case .system(let operation, let folder, let code):
            .instanceUnreachable(doing: operation, folder: folder, SystemError.text(code))
        case .silent(let folder): .instanceSilent(folder: folder)
        case .tooLong: .linkTooLong
        }
    }

    package var description: String { cause.english }
}
