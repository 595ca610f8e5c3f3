import FoyerCore

/// The error catalogue of banners; the raw value is the number that hosts and people look up.
public enum BannerError: Int, CaseIterable, Sendable {
    /// The banner's data is empty or not available.
    case noData = -994
    case noSuchItem = -993
    /// Self-rendering: the bound object is not a view.
    case notAView = -992
    /// Self-rendering: the bound object is not an item.
    case notAnItem = -991
    /// Self-rendering: no item was given.
    case noItem = -990
    /// No banner key was given.
    case noKey = -989

    /// The catalogue's fixed message, which appears beside the code in logs and in JSON in every language.
    public var message: String { phrase.english }

    package var phrase: Phrase {
        switch self {
        case .noData: Phrase("Can not get banner data for key!")
        case .noSuchItem: Phrase("There are no banner item!")
        case .notAView: Phrase("The bannerView is not the kind of UIView!")
        case .notAnItem: Phrase("The item is not the kind of GrowingTouchBannerItem!")
        case .noItem: Phrase("The bannerItem is NULL!")
        case .noKey: Phrase("The bannerKey is NULL!")
        }
    }
}

/// Why a banner failed: the catalogue's code with the underlying cause.
public struct BannerFailure: Error, Equatable, Sendable {
    /// The code that people look up.
    public let code: BannerError
    /// What happened, in one sentence and in every language. May contain text from outside.
    public let reason: Phrase

    /// The cause for logs and JSON.
    public var cause: String { reason.english }

    /// - Parameter cause: a cause known in one language only, such as a host's own sentence.
    public init(_ code: BannerError, cause: String) {
        self.init(code, Phrase(asIs: cause))
    }

    package init(_ code: BannerError, _ reason: Phrase) {
        self.code = code
        self.reason = reason
    }

    /// As `foyer banner --json` writes it.
    package var json: JSON {
        ["code": .integer(Int64(code.rawValue)), "message": .string(code.message), "cause": .string(cause)]
    }
}

extension BannerFailure: CustomStringConvertible {
    /// For logs, in English. May contain text from outside.
    public var description: String {
        "\(code.rawValue) \(code.message)" + (cause.isEmpty ? "" : " (\(cause))")
    }
}

/// Why a banner has no data.
extension Phrase {
    package static let noBannerKey = Phrase("No banner key was given.")

    static func noCampaign(_ key: String) -> Phrase {
        Phrase("The platform has no campaign for the key \"\(key)\".")
    }
}
