import Foyer
import FoyerPlatform

/// A banner as it stands.
struct BannerSight {
    var status: BannerStatus
    var page: Int?
    var image: BannerPicture?
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

/// The words of `foyer banner --json`, and one for what has not come yet.
enum BannerStatus: String, CaseIterable, Sendable {
    case loading, ok, cached
    case errorImage = "error-image"
    case blank, hidden

    init(_ status: BannerLoad.Status) {
        self = BannerStatus(rawValue: status.rawValue) ?? .blank
    }
}

/// What must hold of a banner; what is not named may be as it likes.
struct BannerCondition: Sendable {
    var status: BannerStatus?
    var page: Int?
    var image: BannerPicture?
    /// The code; 0 for none.
    var error: Int?
    var moves: Bool?
    var calls: [String]?

    /// What does not hold; `nil` where everything does.
    func unmet(by sight: BannerSight?, calls made: [String]) -> String? {
        guard let sight else { return "There is no banner." }
        if let status, status != sight.status {
            return "The banner is \(sight.status.rawValue), not \(status.rawValue)."
        }
        if let page, page != sight.page {
            return "The banner's page is \(sight.page.map { "\($0)" } ?? "none"), not \(page)."
        }
        if let image, image != sight.image {
            return "The page's picture is \(sight.image?.scenarioText ?? "none"), not \(image.scenarioText)."
        }
        if let error, error != sight.error ?? 0 {
            return
                "The banner's error is \(sight.error.map { "\($0)" } ?? "none"), not \(error == 0 ? "none" : "\(error)")."
        }
        if let moves, moves != sight.moves ?? false {
            return "The banner \(moves ? "does not move" : "moves") by itself."
        }
        if let calls, calls != made {
            return "The banner's calls were: " + (made.isEmpty ? "none" : made.joined(separator: ", "))
        }
        return nil
    }
}

extension BannerPicture {
    /// As `foyer banner --json` says it.
    var scenarioText: String {
        switch self {
        case .placeholder: "placeholder"
        case .ready: "ok"
        case .failed: "failed"
        }
    }
}
