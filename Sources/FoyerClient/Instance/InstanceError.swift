import FoyerCore

/// Why a start neither became the one instance nor reached the one that runs.
public enum InstanceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The folder of the socket is not there, or not this user's alone.
    case folder(PlaceFailure)
    /// The system refused a part of the work there.
    case system(operation: String, folder: String, code: Int32)
    /// An instance has the folder, but says nothing: it is stopped, or hangs.
    case silent(folder: String)
    /// The request is longer than any that is taken.
    case tooLong

    public var description: String {
        switch self {
        case .folder(let failure): "\(failure)"
        case .system(let operation, let folder, let code):
            "could not \(operation) in \(folder): \(SystemError.text(code))"
        case .silent(let folder):
            "the instance that runs does not answer (its socket is in \(folder)); is it suspended?"
        case .tooLong: "the link is too long"
        }
    }
}
