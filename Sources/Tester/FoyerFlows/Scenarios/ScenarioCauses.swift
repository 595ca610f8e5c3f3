import Foyer
import FoyerStage

/// Why a scenario, or its platform, is not available.
extension Phrase {
    static let noAssets = Phrase(
        "The folder Assets is missing, without which only programs of your own are played. Name it with FOYER_ASSETS.")

    /// - Parameter why: the sentence for a missing screen.
    static func scenarioNeedsTerminal(_ why: Phrase) -> Phrase {
        Phrase("\(why) --headless needs none.")
    }

    package static func stageNotStarted(_ why: String) -> Phrase {
        Phrase("The stage could not be started: \(why).")
    }
}

extension StageError {
    /// The sentence in every language.
    package var cause: Phrase {
        switch self {
        case .noAssets(let looked):
            let places = looked.joined(separator: ", ")
            return Phrase("There is no folder Assets in \(places). Name one with FOYER_ASSETS.")
        case .unreadable(let path, let reason): return .fileNotRead(path, Phrase(asIs: reason))
        case .wrongAsset(let path, let reason):
            return Phrase("\(path) is wrong: \(reason).")
        case .sources(let error): return error.cause
        case .neverComes(let route, let app?):
            return Phrase("A fault of \(route.rawValue) never comes: \(app) has none.")
        case .neverComes(let route, nil):
            return Phrase("A fault of \(route.rawValue) never comes: no program of these sources has any.")
        case .wrongRequest(let reason): return Phrase(asIs: reason)
        }
    }
}
