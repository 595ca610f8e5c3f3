import Foyer
import FoyerCore
import FoyerSystem
import FoyerTUI

/// Something that happened to a banner on screen.
public struct BannerMoment: Equatable, Sendable {
    /// What happened.
    public enum Kind: Equatable, Sendable {
        case began
        case loaded(from: BannerSource)
        case failed(BannerFailure)
        case shown(index: Int)
        case selected(index: Int, openURL: String)
        case errorImageClicked
        /// The banner no longer takes room, or takes it again.
        case hidden(Bool)
        /// The outcome of a link that the host did not handle.
        case opened(LinkOutcome)
    }

    /// When it happened, on the loop's clock.
    public let instant: Instant
    /// What happened.
    public let kind: Kind
}

/// Shows one banner on a screen of its own, or prints it in lines if there is no screen.
public struct BannerShow: Sendable {
    /// The banner's key.
    public let bannerKey: String
    /// The platform's base address.
    public let server: WebAddress
    /// How the service is reached, and how long answers may take.
    public var configuration = TouchConfiguration()
    /// Stands in for pictures that have not arrived.
    public var placeholder: Pixels?
    /// Stands in for pictures, or a whole banner, that cannot be loaded.
    public var errorImage: Pixels?
    /// How the banner looks and moves.
    public var style = BannerStyle()
    /// When a page counts as shown.
    public var impressionPolicy = ImpressionPolicy.atRest
    /// The Ed25519 keys that the host pins, for the banner and the programs that it leads to.
    public var publicKeys: [[UInt8]] = []
    /// Receives what happens on the screen, on the thread that owns it.
    public var note: @Sendable (BannerMoment) -> Void = { _ in }
    private let places: Places

    /// How it ended.
    public enum Outcome: Sendable {
        /// The user left before the load had ended.
        case closed
        case shown(BannerLoad.Status, BannerFailure?)
    }

    /// A show of one banner; fetches nothing yet.
    public init(bannerKey: String, server: WebAddress, places: Places) {
        (self.bannerKey, self.server, self.places) = (bannerKey, server, places)
    }

    /// Returns when the user has left, or the lines are written; events are delivered by then, or kept.
    public func run(_ presentation: Presentation) async throws(BannerShowError) -> Outcome {
        let show = TouchShow(server: server, places: places, configuration: configuration, publicKeys: publicKeys)
        return try await show.run(
            presentation, orElse: .closed,
            session: { touch throws(TouchStartError) in try touch.session(forKey: bannerKey) },
            lines: { session, format in
                let result = await session.load(pictures: true, hasErrorImage: errorImage != nil)
                session.close()
                return (.shown(result.status, result.failure), Self.lines(result, format, presentation.language))
            },
            screen: { service, session, ended in
                var parts = parts(service, session)
                parts.ended = { ended(.shown($0, $1)) }
                return BannerScreen(parts)
            })
    }

    /// Makes a screen with the banner, for a program that has other screens as well. Call it on the thread that owns
    /// the terminal; the screen closes the service when it leaves.
    package func makeScreen(_ service: BannerService, key: String?) throws(TouchStartError) -> BannerScreen {
        BannerScreen(parts(service, try service.touch.session(forKey: key)))
    }

    private func parts(_ service: BannerService, _ session: BannerSession) -> BannerScreen.Parts {
        BannerScreen.Parts(
            bannerKey: bannerKey, server: server, service: service, session: session, places: places,
            placeholder: placeholder, errorImage: errorImage, style: style, impressionPolicy: impressionPolicy,
            publicKeys: publicKeys, network: configuration.network, record: note,
            ended: { _, _ in })
    }

    static func lines(_ result: BannerResult, _ format: LaunchLines.Format, _ language: Language) -> [String] {
        if format == .json { return [result.json.jsonText] }
        let items = result.load.data?.items ?? []
        let key = SafeText(result.load.bannerKey ?? "")
        let lines =
            items.map { language.plainBannerItem($0, picture: result.load.picture(of: $0)).string }
            + [language.plainBanner(key, status: result.status, failure: result.failure).string]
        return lines.map(PlainText.fitted)
    }
}

/// Why a banner cannot be shown at all.
public enum BannerShowError: Error, Sendable, CustomStringConvertible {
    case start(TouchStartError)
    case screen(LaunchEngineError)

    /// The sentence in every language.
    public var cause: Cause {
        switch self {
        case .start(let error): error.cause
        case .screen(let error): error.cause
        }
    }

    /// For people, in English.
    public var description: String { cause.english }
}
