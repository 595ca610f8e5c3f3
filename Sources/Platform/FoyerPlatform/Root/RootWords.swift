import FoyerCore
import FoyerPlatformCore

/// The words about the first screen, and about links that come in.
extension Phrase {
    package static let root = Phrase("Root")
    package static let whyThisRoot = Phrase("Why this root?")

    package static let theStart = Phrase("The start")
    package static let launchScreen = Phrase("Launch screen")
    package static let splash = Phrase("Splash")
    package static let remoteConfig = Phrase("Remote config")
    package static let anotherProgram = Phrase("another program")
}

extension Language {
    /// Where a value of the config came from.
    package func source(_ source: ConfigSource) -> SafeText {
        switch source {
        case .remote: self[Phrase("remote")]
        case .cached: self[Phrase("cached")]
        case .default: self[Phrase("default")]
        case .static: self[Phrase("static")]
        }
    }

    /// Why the root is what it is, in one line: the value, its source, and how the fetch before it ended.
    package func rootReason(_ decision: RootDecision) -> SafeText {
        let root = SafeText(decision.root, columns: 40, ellipsis: .ellipsis)
        guard let key = decision.key, let reading = decision.reading else {
            return self[Phrase("\(root): the only root")]
        }
        let name = SafeText(key, columns: 40, ellipsis: .ellipsis)
        let value = SafeText(reading.value, columns: 40, ellipsis: .ellipsis)
        let from = source(reading.source)
        let known = self[
            Phrase("\(root), because \(name) is \"\(value)\" (\(from))")]
        let unknown: SafeText =
            decision.isUnknown ? self[Phrase(", a value that no rule names")] : ""
        let picked = known + unknown
        guard let fetch = decision.fetch else { return picked }
        return picked + self[Phrase("; ")] + fetchEnd(fetch)
    }

    /// How a fetch of the config ended.
    package func fetchEnd(_ fetch: ConfigFetch) -> SafeText {
        let took = took(fetch.took)
        switch fetch.outcome {
        case .fetched: return self[Phrase("fetched in \(took)")]
        case .young:
            return self[Phrase("fetched recently, so not fetched again")]
        case .failed(let cause):
            let why = self[cause]
            return self[
                Phrase("the fetch failed after \(took): \(why)")]
        case .timedOut: return self[Phrase("no answer within \(took)")]
        }
    }

    /// Why an action is not carried out.
    package subscript(refusal: ActionRefusal) -> SafeText {
        switch refusal {
        case .tooManyPending: self[Phrase("Too many links are waiting already.")]
        case .tooDeep: self[Phrase("Too many pages are open already.")]
        }
    }

    /// The log's line of a link that has come in.
    package func linkArrived(_ action: PendingAction) -> SafeText {
        let route = SafeText(action.route.text)
        switch action.origin {
        case .inside: return self[Phrase("link \(route)")]
        case .outside(let sender):
            let from = sender.map { SafeText($0) } ?? self[.anotherProgram]
            return self[Phrase("link \(route) from \(from)")]
        }
    }

    /// Another start asked this one to come to the front; `sender` may be empty.
    package func called(from sender: SafeText) -> SafeText {
        if sender.isEmpty { return self[Phrase("This program is already running here.")] }
        let sender = named(sender)
        return self[
            Phrase("This program is already running here; \(sender) asked for it.")]
    }

    /// A sender that is no terminal is the desktop.
    private func named(_ sender: SafeText) -> SafeText {
        sender == "desktop" ? self[Phrase("the desktop")] : sender
    }

    /// Where the link of the middle page comes from.
    package func linkSource(_ sender: SafeText) -> SafeText {
        let from = named(sender).prefix(columns: 40, ellipsis: .ellipsis)
        return self[Phrase("The link comes from \(from)")]
    }
}
