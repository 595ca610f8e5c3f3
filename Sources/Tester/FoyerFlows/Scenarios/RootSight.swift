import Foyer
import FoyerPlatform

/// The state of the host's way to its root.
struct RootSight {
    /// `nil` until the root is on the terminal.
    var name: String?
    var value: String?
    var source: ConfigSource?
    var fetch: RootFetch?
    /// The waiting routes.
    var pending: [String]

    init(_ host: RootHost) {
        name = host.isComplete ? host.decision?.root : nil
        value = host.decision?.reading?.value
        source = host.decision?.reading?.source
        fetch = (host.decision?.fetch).map { RootFetch($0.outcome) }
        pending = host.pendingRoutes.map(\.text)
    }
}

/// How the fetch before the decision ended.
enum RootFetch: String, CaseIterable, Sendable {
    case fetched, young, failed
    case timedOut = "timed-out"

    init(_ outcome: ConfigFetch.Outcome) {
        switch outcome {
        case .fetched: self = .fetched
        case .young: self = .young
        case .failed: self = .failed
        case .timedOut: self = .timedOut
        }
    }
}

/// The conditions for the root; anything not named is ignored.
struct RootCondition: Sendable {
    /// `none`: there is none yet.
    var name: String?
    var value: String?
    var source: ConfigSource?
    var fetch: RootFetch?
    var pending: [String]?
    var calls: [String]?

    /// The condition that does not hold; `nil` if all hold.
    func unmet(by sight: RootSight?, calls made: [String]) -> StepFailure? {
        guard let sight else { return .noRoot }
        if let name, name != sight.name ?? "none" { return .isNot(.root, sight.name, wanted: name) }
        if let value, value != sight.value { return .isNot(.value, sight.value, wanted: value) }
        if let source, source != sight.source {
            return .isNot(.source, sight.source?.rawValue, wanted: source.rawValue)
        }
        if let fetch, fetch != sight.fetch { return .isNot(.fetch, sight.fetch?.rawValue, wanted: fetch.rawValue) }
        if let pending, pending != sight.pending { return .were(.pending, sight.pending) }
        if let calls, calls != made { return .were(.host, made) }
        return nil
    }
}
