import FoyerCore

/// The outcome of `foyer open LINK`.
package enum OpenResult: Equatable, Sendable {
    /// The running instance has accepted it; the canonical route.
    case delivered(route: String)
    /// No instance was running; one was started with the link.
    case started(route: String)
    /// The reason for people.
    case refused(reason: String)

    /// 0, or 4 for a refused link.
    package var exitStatus: Int32 {
        switch self {
        case .delivered, .started: 0
        case .refused: 4
        }
    }

    /// The result as one line of JSON.
    package var json: JSON {
        switch self {
        case .delivered(let route): ["event": "result", "status": "delivered", "route": .string(route)]
        case .started(let route): ["event": "result", "status": "started", "route": .string(route)]
        case .refused(let reason): ["event": "result", "status": "refused", "reason": .string(reason)]
        }
    }
}
