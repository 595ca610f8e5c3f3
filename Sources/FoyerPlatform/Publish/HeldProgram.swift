import FoyerCore
import FoyerPlatformCore

/// A program that stays as it is served, because its sources may not be published yet.
struct HeldProgram {
    let unit: SiteBuilder.Unit

    /// - Parameter served: its document; `nil` comes of one that no host would launch.
    init?(_ key: String, served: JSON) {
        let document = SignedDocument.unsigned(served)
        guard case .object(let members) = document, let metadata = try? AppMetadata(document) else { return nil }
        var unit = SiteBuilder.Unit(key: key)
        unit.members = members
        unit.contents = [metadata.iconURL, metadata.package.url] + metadata.resources.map(\.file.url)
        unit.row = SiteProgram.row(
            appID: metadata.appID.text, name: metadata.appName, iconURL: metadata.iconURL, slogan: metadata.slogan)
        self.unit = unit
    }
}
