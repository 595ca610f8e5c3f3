import FoyerCore

/// How the touch service works.
package struct TouchConfiguration: Sendable {
    /// How long the platform may take for a banner's data.
    package var timeout = Duration.seconds(10)
    /// How long it may take for a picture; the placeholder is there meanwhile.
    package var pictureTimeout = Duration.seconds(30)
    /// The scheme that the host chose for its own links; `nil` where it has none.
    package var hostScheme: String? = "foyer"
    /// How long events wait for others, where the collector is the one that comes with Foyer.
    package var eventPatience = EventPatience()
    /// How that collector writes events, and where it sends them (the platform, where that is `nil`).
    package var eventFormat = EventFormat.foyer
    package var eventAddress: WebAddress?
    package var network = HTTPTransport.Configuration()
    /// The keys that the host pins; `nil` where it believes the connection.
    package var trust: DocumentTrust?
    /// Hands an http or https address to the desktop; answers whether that went well.
    package var openExternal: @Sendable (String) -> Bool = { DesktopOpener.open($0) }
    /// The time of day, which decides when pop-ups come.
    package var wallClock: @Sendable () -> LocalTime = { .now }
    /// Takes a line for the log.
    package var note: @Sendable (String) -> Void = { _ in }

    package init() {}
}

/// What became of a chosen item's link.
public enum LinkOutcome: Equatable, Sendable {
    /// The delegate took care, or the item leads nowhere.
    case nothing
    /// Handed to the host's own router.
    case routed(String)
    /// Handed to the desktop: show the address, in case no browser comes up.
    case opened(String)
    /// The desktop's opener could not be started.
    case cannotOpen(String)
    case refused(LinkRefusal)
}

extension TouchConfiguration {
    /// Why a document was not had; what is not believed is said in the log as well.
    func cause(of error: any Error, asking what: String) -> Cause {
        switch error {
        case let refusal as DocumentRefusal:
            note("\(what) is not believed: \(refusal)")
            return refusal.cause
        case let error as WebAddressError: return .keyNotAskedFor(error)
        case let error as TransferFailure: return .transfer(error)
        default: return Cause(asIs: "\(error)")
        }
    }

    func open(_ openURL: String, isConsumed: Bool, base: WebAddress?, route: (String) -> Void) -> LinkOutcome {
        let decision = LinkDecision(openURL: openURL, isConsumed: isConsumed, hostScheme: hostScheme, base: base)
        switch decision {
        case .nothing: return .nothing
        case .route(let link):
            route(link)
            return .routed(link)
        case .external(let address): return openExternal(address) ? .opened(address) : .cannotOpen(address)
        case .refused(let refusal): return .refused(refusal)
        }
    }
}
