import FoyerPlatform

/// Why the stage cannot start, or refuses a control request.
package enum StageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No folder with the demo's programs and pictures was found in these places.
    case noAssets(looked: [String])
    /// A file of the assets is missing or cannot be read.
    case unreadable(path: String, reason: String)
    /// A file of the assets exists but is wrong.
    case wrongAsset(path: String, reason: String)
    /// The site's sources are wrong, or cannot be read.
    case sources(PublishError)
    /// A fault that no answer of the sources can have.
    case neverComes(StageRoute, app: String?)
    /// An invalid control request.
    case wrongRequest(String)

    package var description: String {
        switch self {
        case .noAssets(let looked):
            "No Assets folder in \(looked.joined(separator: ", ")). Give one with --assets DIR or FOYER_ASSETS."
        case .unreadable(let path, let reason): "Cannot read \(path): \(reason)"
        case .wrongAsset(let path, let reason): "\(path) is wrong: \(reason)"
        case .sources(let error): error.cause.english
        case .neverComes(let route, let app):
            "A fault of \(route.rawValue) never comes: "
                + (app.map { "\($0) has none." } ?? "no program of these sources has any.")
        case .wrongRequest(let reason): reason
        }
    }
}
