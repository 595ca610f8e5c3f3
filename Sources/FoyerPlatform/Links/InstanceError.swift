import FoyerCore
import FoyerSystem

/// Why a start neither became the instance nor reached the running one.
public enum InstanceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The socket's folder is missing, or is not private to this user.
    case folder(PlaceFailure)
    /// The system refused an operation there.
    case system(operation: String, folder: String, code: Int32)
    /// An instance holds the folder but does not answer: it is stopped, or hangs.
    case silent(folder: String)
    /// The request is longer than the limit.
    case tooLong

    /// The sentence in every language; the system's own words stay as they are.
    public var cause: Cause {
        switch self {
        case .folder(let failure): failure.cause
        case .system(let operation, let folder, let code):
            .instanceUnreachable(doing: operation, folder: folder, SystemError.text(code))
        case .silent(let folder): .instanceSilent(folder: folder)
        case .tooLong: .linkTooLong
        }
    }

    /// For people, in English.
    public var description: String { cause.english }
}
