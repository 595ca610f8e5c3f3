/// What outlives a run: the values in use, those that wait to be activated, and when the last fetch ended well.
package struct KeptConfig: Equatable, Sendable {
    package var activated: ConfigValues
    /// Fetched but not activated yet.
    package var fetched: ConfigValues?
    /// `nil` where nothing was ever fetched.
    package var fetchedAt: WallTime?

    package static let none = KeptConfig(activated: .none, fetched: nil, fetchedAt: nil)

    package init(activated: ConfigValues, fetched: ConfigValues?, fetchedAt: WallTime?) {
        self.activated = activated
        self.fetched = fetched
        self.fetchedAt = fetchedAt
    }

    /// Bytes that the file may have. Two sets of values, written anew and then as text: that makes each many times as
    /// long at worst.
    package static let maxBytes = 32 * ConfigValues.maxBytes
    private static let format: Int64 = 1

    /// What the file holds: one line of JSON. The values stand in it as text, so that they may nest as deep as in the
    /// answer.
    package var bytes: [UInt8] {
        var members = [
            JSON.Member("format", .integer(Self.format)), JSON.Member("activated", .string(activated.json.jsonText)),
        ]
        if let fetched { members.append(JSON.Member("fetched", .string(fetched.json.jsonText))) }
        if let fetchedAt { members.append(JSON.Member("fetchedAt", .integer(fetchedAt.seconds))) }
        return Array(JSON.object(members).jsonText.utf8) + [0x0A]
    }

    /// Reads `bytes`; whatever is damaged or of another format counts as nothing kept.
    package init(restoring bytes: [UInt8]) {
        self = (try? Self.read(bytes)) ?? .none
    }

    private static func read(_ bytes: [UInt8]) throws -> KeptConfig {
        guard bytes.count <= maxBytes else { throw ConfigRefusal.tooLarge }
        let top = JSONNode(try JSON.parse(bytes))
        _ = try top.field("format").integer(in: format...format)
        return KeptConfig(
            activated: try values(top.field("activated")),
            fetched: try top.optionalField("fetched").map(values),
            fetchedAt: try top.optionalField("fetchedAt").map { node in
                WallTime(seconds: try node.integer(in: 0...Int64.max))
            })
    }

    private static func values(_ node: JSONNode) throws -> ConfigValues {
        try ConfigValues(JSON.parse(Array(node.text().utf8)))
    }
}
