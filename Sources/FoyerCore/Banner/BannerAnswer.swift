/// What an answer of the platform (`GET {base}/v1/banners/{bannerKey}`) means.
public enum BannerAnswer: Equatable, Sendable {
    /// A campaign with at least one item.
    case data(BannerData)
    /// The platform says that there is none: 404, or no items.
    case noCampaign
    /// No answer, or none that can be used, and why in one sentence.
    case failed(Cause)

    /// - Parameters:
    ///   - status: the HTTP status of the last answer, redirects followed.
    ///   - body: its whole body; the caller stops reading beyond `BannerData.maxBytes`.
    ///   - requested: the key that was asked for; another campaign's data is refused.
    public init(status: Int, body: [UInt8], requested: String) {
        switch status {
        case 200: self = Self.validate(body, requested: requested)
        case 404: self = .noCampaign
        default: self = .failed(.answered(status: status))
        }
    }

    private static func validate(_ body: [UInt8], requested: String) -> BannerAnswer {
        guard body.count <= BannerData.maxBytes else {
            return .failed(.bannerTooLarge(limit: BannerData.maxBytes))
        }
        do {
            let data = try BannerData(JSON.parse(body))
            // Byte for byte: Swift's own equality would take look-alikes for the same.
            guard data.bannerKey.utf8.elementsEqual(requested.utf8) else {
                let shown = SafeText(data.bannerKey).prefix(columns: 60, ellipsis: .ellipsis)
                return .failed(.bannerOfAnotherKey(shown))
            }
            return data.items.isEmpty ? .noCampaign : .data(data)
        } catch {
            return .failed(.bannerWrong(error))
        }
    }
}
