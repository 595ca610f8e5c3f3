/// What is kept between runs: the active values, those waiting to be activated, and the time of the last successful
/// fetch.
package struct KeptConfig: Equatable, Sendable {
    package var activated: ConfigValues
    /// Fetched but not activated yet.
    package var fetched: ConfigValues?
    /// `nil` if nothing was ever fetched.
    package var fetchedAt: WallTime?

    package static let none = KeptConfig(activated: .none, fetched: nil, fetchedAt: nil)

    package init(activated: ConfigValues, fetched: ConfigValues?, fetchedAt: WallTime?) {
        self.activated = activated
        self.fetched = fetched
        self.fetchedAt = fetchedAt
    }

    /// The size limit of the file in bytes. Two sets of values, written again as text, can each become many times as
    /// long.
    package static let maxBytes = 32 * ConfigValues.maxBytes
    private static let format: Int64 = 1

    /// The contents of the file: one line of JSON. The values are embedded as text, so that they may nest as deeply as
    /// in the answer.
    package var bytes: [UInt8] {
        var members = [
            JSON.Member("format", .integer(Self.format)), JSON.Member("activated", .string(activated.json.jsonText)),
        ]
        if let fetched { members.append(JSON.Member("fetched", .string(fetched.json.jsonText))) }
        if let fetchedAt { members.append(JSON.Member("fetchedAt", .integer(fetchedAt.seconds))) }
        return Array(JSON.object(members).jsonText.utf8) + [0x0A]
    }

    /// Reads `bytes`; anything damaged or in another format counts as nothing.
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
