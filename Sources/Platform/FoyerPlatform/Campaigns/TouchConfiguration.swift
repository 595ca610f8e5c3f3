import FoyerCore
import FoyerPlatformCore

/// Settings of the touch service.
public struct TouchConfiguration: Sendable {
    /// How long the platform may take to send a banner's data.
    public var timeout = Duration.seconds(10)
    /// How long a picture may take; the placeholder stands in meanwhile.
    public var pictureTimeout = Duration.seconds(30)
    /// How long a pop-up may take to be ready; a card that comes later waits for the next start.
    public var popupPatience = Duration.seconds(3)
    /// The scheme of the host's own links; `nil` if it has none.
    public var hostScheme: String? = "foyer"
    /// How long events wait to be sent together, with Foyer's own collector.
    public var eventPatience = EventPatience()
    /// The format in which that collector sends events, and the address (`nil` for the platform).
    public var eventFormat = EventFormat.foyer
    /// Where events go; the platform unless set.
    public var eventAddress: WebAddress?
    /// Whether the user allows events. If the host says nothing (`.ask`), a notice asks before the first event, and the
    /// answer is kept for each platform.
    public var consent = EventConsent.ask
    /// How the user changes the answer to that notice later: a command or a setting of your program's, such as
    /// `mail --no-events`. The notice says it.
    public var howToChangeConsent: Phrase?
    /// Why nothing is told whatever ``consent`` says; by default what the environment says.
    package var eventsOff = EventsOff(environment: Places.variable)
    /// Whether the owner is also told of each load. If `nil`, as the site asks in the config that was activated last: only
    /// if its value `reportLoads` is true.
    public var reportsLoads: Bool?
    /// The value of a site's config that asks for loads: `reportLoads`.
    package static let loadsKey = "reportLoads"
    /// Certificates and pinned keys of its requests.
    public var network = HTTPTransport.Configuration()
    /// The keys that the host pins.
    var trust: DocumentTrust? { network.trust }
    /// Opens an http or https address on the desktop; returns whether that succeeded.
    public var openExternal: @Sendable (String) -> Bool = { DesktopOpener.open($0) }
    /// The wall clock, which decides when pop-ups are due.
    package var wallClock: @Sendable () -> LocalTime = { .now }
    /// Takes a line for the log.
    public var note: @Sendable (String) -> Void = { _ in }
    /// Receives what happens to banners and cards, on the thread that owns the screen, before the host's delegate does.
    package var observe: @Sendable (CampaignMoment) -> Void = { _ in }

    /// The standard configuration.
    public init() {}
}

extension TouchConfiguration {
    /// Why a document could not be loaded. One that is not trusted is logged as well.
    func cause(of error: any Error, asking what: String) -> Phrase {
        switch error {
        case let refusal as DocumentRefusal:
            note("\(what) is not believed: \(refusal)")
            return refusal.cause.asSentence
        case let error as WebAddressError: return .keyNotAskedFor(error)
        case let error as TransferFailure: return .transfer(error)
        case let error as CatalogueError: return error.cause
        default: return Phrase(asIs: "\(error)")
        }
    }

    func open(_ openURL: String, isConsumed: Bool, base: WebAddress?) -> LinkOutcome {
        let decision = LinkDecision(openURL: openURL, isConsumed: isConsumed, hostScheme: hostScheme, base: base)
        switch decision {
        case .nothing: return .nothing
        case .route(let link): return .routed(link)
        case .external(let address): return openExternal(address) ? .opened(address) : .cannotOpen(address)
        case .refused(let refusal): return .refused(refusal)
        }
    }
}
