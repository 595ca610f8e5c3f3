import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Why a start neither became the instance nor reached the running one.
public enum InstanceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The socket's folder is missing, or is not private to this user.
    case folder(DiskError)
    /// The system refused an operation there.
    case system(operation: String, folder: String, code: Int32)
    /// An instance holds the folder but does not answer: it is stopped, or hangs.
    case silent(folder: String)
    /// The request is longer than the limit.
    case tooLong

    /// The sentence in every language; the system's own words stay as they are.
    public var cause: Phrase {
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

/// Why the instance is not available.
extension Phrase {
    package static let socketOfAnotherUser = Phrase("its socket belongs to another user")

    package static func instanceUnreachable(doing: String, folder: String, _ why: String) -> Phrase {
        Phrase("Could not \(doing) in \(folder): \(why).")
    }

    package static func instanceSilent(folder: String) -> Phrase {
        Phrase("The running instance does not answer (its socket is in \(folder)). Is it suspended?")
    }

    package static let linkTooLong = Phrase("The link is too long.")
}
