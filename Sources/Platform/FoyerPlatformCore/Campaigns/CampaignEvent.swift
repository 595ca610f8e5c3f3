import FoyerCore

/// An event for the owner of a campaign.
public struct CampaignEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, CaseIterable, Sendable {
        /// A banner's page has come to rest on screen, or was chosen.
        case impression, click
        /// A banner's data has arrived.
        case load
        /// A banner could not be loaded, or, if there is an index, one of its pictures.
        case error
        /// A pop-up was shown.
        case popupImpression = "popup-impression"
        /// One of its buttons was chosen.
        case popupClick = "popup-click"
        /// The card was closed without a choice.
        case popupClose = "popup-close"

        /// The member with the campaign's key.
        fileprivate var keyName: String {
            switch self {
            case .impression, .click, .load, .error: "bannerKey"
            case .popupImpression, .popupClick, .popupClose: "popupKey"
            }
        }
    }

    /// A random UUID that lets the server drop duplicates.
    package let id: String
    package let kind: Kind
    /// The key of the banner or the pop-up.
    package let key: String
    /// The index of the item or button, from 0; `nil` if the event concerns the whole campaign.
    package let index: Int?
    /// RFC 3339, in UTC.
    package let time: String

    /// The length limit of each text in UTF-8 bytes; an event with more is not ours.
    package static let longestText = 4_096

    package init(id: String, kind: Kind, key: String, index: Int?, time: String) {
        self.id = id
        self.kind = kind
        self.key = key
        self.index = index
        self.time = time
    }

    /// A random UUID of version 4.
    package static func makeID(using generator: inout some RandomNumberGenerator) -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hexadecimal.encode(bytes[$0]) }.joined(separator: "-")
    }
}

extension CampaignEvent {
    /// The event in the platform's format; without an index, that member is missing.
    package var json: JSON {
        JSON([
            "id": .string(id), "type": .string(kind.rawValue), kind.keyName: .string(key),
            "index": index.map { JSON($0) }, "time": .string(time),
        ])
    }

    package init(_ json: JSON) throws(JSONShapeError) {
        let top = JSONNode(json)
        id = try top.field("id").text(notEmptyUpTo: Self.longestText)
        let type = try top.field("type")
        guard let kind = Kind(rawValue: try type.text()) else {
            throw type.shapeError(expected: Kind.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self.kind = kind
        let node = try top.field(kind.keyName)
        key = try node.text()
        guard !key.isEmpty, key.utf8.count <= Self.longestText else {
            throw node.shapeError(expected: "text of 1 to \(Self.longestText) bytes")
        }
        index = try top.optionalField("index")?.integer(in: 0...Int(Int32.max))
        time = try top.field("time").text(notEmptyUpTo: Self.longestText)
    }

    /// The body of `POST /v1/events`.
    package static func batch(_ events: [CampaignEvent]) -> [UInt8] {
        let json: JSON = ["events": .array(events.map(\.json))]
        return Array(json.jsonText.utf8)
    }
}

/// The format of events for their collector.
public enum EventFormat: String, CaseIterable, Sendable {
    /// `{"events": […]}`.
    case foyer
    /// The JSON batch of CNCF CloudEvents 1.0, which existing pipelines accept.
    case cloudevents

    package var contentType: String {
        switch self {
        case .foyer: "application/json"
        case .cloudevents: "application/cloudevents-batch+json"
        }
    }

    /// The body that carries these events.
    ///
    /// - Parameter source: the sender as a URI: the platform's base.
    package func body(_ events: [CampaignEvent], source: String) -> [UInt8] {
        switch self {
        case .foyer: CampaignEvent.batch(events)
        case .cloudevents: Array(JSON.array(events.map { $0.cloudEvent(source: source) }).jsonText.utf8)
        }
    }
}

extension CampaignEvent {
    /// The event in CloudEvents 1.0, with the same id, so that duplicates are recognised here, too.
    func cloudEvent(source: String) -> JSON {
        [
            "specversion": "1.0", "id": .string(id), "source": .string(source),
            "type": .string("foyer." + kind.rawValue), "subject": .string(key), "time": .string(time),
            "datacontenttype": "application/json",
            "data": JSON([kind.keyName: .string(key), "index": index.map { JSON($0) }]),
        ]
    }
}

/// One event as a line of a file: a checksum, a space, the event; the line feed at the end shows that it is complete.
package enum EventLine {
    package static func encode(_ event: CampaignEvent) -> [UInt8] {
        let text = Array(event.json.jsonText.utf8)
        return Array((checksum(text) + " ").utf8) + text + [UInt8(ascii: "\n")]
    }

    /// The events of a file.
    ///
    /// - Returns: complete events in order, and the number of damaged lines. A last line without its end was cut off
    ///   while it was being written; it was never reported as kept, so it is ignored.
    package static func decode(_ bytes: [UInt8]) -> (events: [CampaignEvent], damaged: Int) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines.removeLast()
        let events = lines.compactMap { event($0) }
        return (events, lines.count - events.count)
    }

    private static func event(_ line: ArraySlice<UInt8>) -> CampaignEvent? {
        guard line.count > 9, line[line.startIndex + 8] == UInt8(ascii: " ") else { return nil }
        let text = Array(line.dropFirst(9))
        guard line.prefix(8).elementsEqual(checksum(text).utf8), let json = try? JSON.parse(text) else { return nil }
        return try? CampaignEvent(json)
    }

    private static func checksum(_ bytes: [UInt8]) -> String {
        let value = CRC32.checksum(of: bytes)
        return Hexadecimal.encode((0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) })
    }
}
