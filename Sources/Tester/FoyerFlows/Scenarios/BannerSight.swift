import Foyer
import FoyerPlatform

/// The state of a banner.
struct BannerSight {
    var status: BannerStatus
    var page: Int?
    var image: PagePicture?
    var error: Int?
    var moves: Bool?

    init(_ banner: TouchBanner) {
        status = banner.isLoading && banner.page == nil ? .loading : BannerStatus(banner.status)
        page = banner.page
        image = banner.picture
        error = banner.failure?.code.rawValue
        moves = banner.movement.map { $0 == .moving }
    }

    init(_ screen: SelfRenderedScreen) {
        status = screen.isLoading ? .loading : screen.data == nil ? .blank : .ok
        error = screen.failure?.code.rawValue
    }
}

/// The words of `foyer banner --json`, and one for a load under way.
enum BannerStatus: String, CaseIterable, Sendable {
    case loading, ok, cached
    case errorImage = "error-image"
    case blank, hidden

    init(_ status: BannerLoad.Status) {
        self = BannerStatus(rawValue: status.rawValue) ?? .blank
    }
}

/// The conditions for a banner; anything not named is ignored.
struct BannerCondition: Sendable {
    var status: BannerStatus?
    var page: Int?
    var image: PagePicture?
    /// The code; 0 for none.
    var error: Int?
    var moves: Bool?
    var calls: [String]?

    /// The condition that does not hold; `nil` if all hold.
    func unmet(by sight: BannerSight?, calls made: [String]) -> StepFailure? {
        guard let sight else { return .noBanner }
        if let status, status != sight.status {
            return .isNot(.banner, sight.status.rawValue, wanted: status.rawValue)
        }
        if let page, page != sight.page { return .isNot(.page, sight.page.map { "\($0)" }, wanted: "\(page)") }
        if let image, image != sight.image {
            return .isNot(.picture, sight.image?.scenarioText, wanted: image.scenarioText)
        }
        if let error, error != sight.error ?? 0 {
            return .isNot(.bannerError, sight.error.map { "\($0)" }, wanted: error == 0 ? "none" : "\(error)")
        }
        if let moves, moves != sight.moves ?? false { return .bannerMoves(!moves) }
        if let calls, calls != made { return .were(.banner, made) }
        return nil
    }
}

extension PagePicture {
    /// As `foyer banner --json` writes it.
    var scenarioText: String {
        switch self {
        case .placeholder: "placeholder"
        case .ready: "ok"
        case .failed: "failed"
        }
    }
}
