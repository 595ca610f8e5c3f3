import FoyerCore
import FoyerPlatformCore

/// What a signed site serves in place of a campaign whose source is gone: a banner without items, or a pop-up that is
/// over. To a host that pins a key, a missing document says nothing.
struct EndedCampaign {
    let unit: SiteBuilder.Unit

    /// - Parameters:
    ///   - key: the document's path below `v1/`; only those of campaigns have an end.
    ///   - served: the document until now, without which a pop-up ends under an id of its own.
    init?(_ key: String, served: [UInt8]?, now: WallTime) {
        let (kind, name) = PathParts(key).both
        var unit = SiteBuilder.Unit(key: key)
        switch kind {
        case "banners":
            unit.members = SiteBanner(name: "", items: []).document(key: name, imageURLs: [:], at: now)
        case "popups":
            let before = served.flatMap { try? JSON.parse($0) }.flatMap { try? PopupData($0) }
            // It ended when its source went, not with each publication since.
            let end = min(before?.until ?? now.seconds, now.seconds)
            unit.members = SitePopup(
                id: before?.id ?? name, title: before?.title ?? name, text: "", until: WallTime(seconds: end)
            ).document(key: name, imageURLs: [:])
        default: return nil
        }
        self.unit = unit
    }
}
