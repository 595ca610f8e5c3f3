import FoyerCore

/// A program in a platform's catalogue.
public struct CataloguedProgram: Equatable, Sendable {
    /// The program's id.
    public let appID: String
    /// For people; never empty.
    public let name: SafeText
    /// A line about it; may be empty.
    public let slogan: SafeText
    /// As written: absolute, or relative to the platform's base; empty if it has none.
    public let iconURL: String

    /// The size limit of a catalogue in bytes: some 20,000 programs.
    package static let maxCatalogueBytes = 8 << 20
}

extension CataloguedProgram {
    /// Reads `{"programs": [{"appId", "appName", "iconUrl", "slogan"}]}`; a program without a valid id or a name is
    /// left out.
    package static func catalogue(_ json: JSON) throws(JSONShapeError) -> [CataloguedProgram] {
        try JSONNode(json).field("programs").elements().compactMap { CataloguedProgram($0) }
    }

    private init?(_ node: JSONNode) {
        guard let id = try? node.field("appId").text(), AppID(id) != nil,
            let name = try? node.field("appName").text(notEmptyUpTo: AppMetadata.maxTextLength)
        else { return nil }
        self.init(
            appID: id, name: SafeText(name), slogan: SafeText((try? node.field("slogan").text()) ?? ""),
            iconURL: (try? node.field("iconUrl").text()) ?? "")
    }
}
