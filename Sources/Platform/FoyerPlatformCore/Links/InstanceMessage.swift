import FoyerCore

/// The messages between a second start and the running instance: one line of JSON each way.
package enum InstanceMessage {
    /// The length limit of a line in bytes, including its end.
    package static let maxLength = 8_192
    static let format: Int64 = 1

    /// What a peer has sent so far, validated.
    package enum Frame: Equatable, Sendable {
        /// The line is not complete yet.
        case partial
        /// The line without its end.
        case line([UInt8])
        /// Too long, or bytes after the line: hang up.
        case refused
    }

    /// A peer sends a single line. A partial line at the end of its bytes is refused.
    package static func frame(_ bytes: [UInt8]) -> Frame {
        guard let end = bytes.firstIndex(of: 0x0A) else { return bytes.count < maxLength ? .partial : .refused }
        guard end < maxLength, end == bytes.count - 1 else { return .refused }
        return .line(Array(bytes[..<end]))
    }

    static func line(_ members: KeyValuePairs<String, JSON?>) -> [UInt8] {
        Array(JSON.object([JSON.Member("foyer", .integer(format))] + JSON.members(members)).jsonText.utf8) + [0x0A]
    }

    /// The document of a line; `nil` if it is not a message of this format.
    static func read(_ line: [UInt8]) -> JSONNode? {
        guard line.count < maxLength, let json = try? JSON.parse(line) else { return nil }
        let top = JSONNode(json)
        return (try? top.field("foyer").integer(in: format...format)) == nil ? nil : top
    }

    static func text(_ node: JSONNode, _ name: String, upTo limit: Int) throws(JSONShapeError) -> String? {
        guard let field = try node.optionalField(name) else { return nil }
        return try field.text(notEmptyUpTo: limit)
    }
}

/// The request of a second start.
public struct InstanceRequest: Equatable, Sendable {
    /// The length limit of a sender's name in bytes.
    package static let maxSenderLength = 64

    /// The raw text of the link, which the running instance validates; `nil` only asks it to come to the front.
    public let link: String?
    /// The sender of the link, for people: "desktop", "pts/3".
    public let sender: String?
    /// The sender's language, for a refusal.
    public let language: Language?

    /// A link to hand over; without one, the instance only comes to the front.
    public init(link: String?, sender: String? = nil, language: Language? = nil) {
        self.link = link
        self.sender = sender
        self.language = language
    }

    /// The line to send; `nil` if the link or the sender is too long.
    package var line: [UInt8]? {
        let line = InstanceMessage.line([
            "link": link.map { .string($0) }, "sender": sender.map { .string($0) },
            "language": language.map { .string($0.rawValue) },
        ])
        return InstanceRequest(reading: Array(line.dropLast())) == nil ? nil : line
    }

    /// Reads a line without its end; `nil` if it is not a request.
    package init?(reading line: [UInt8]) {
        guard let top = InstanceMessage.read(line) else { return nil }
        do {
            link = try InstanceMessage.text(top, "link", upTo: DeepLink.maxLength)
            sender = try InstanceMessage.text(top, "sender", upTo: Self.maxSenderLength)
            guard let language = try top.optionalField("language")?.text() else {
                language = nil
                return
            }
            guard let known = Language(rawValue: language) else { return nil }
            self.language = known
        } catch {
            return nil
        }
    }
}

/// The answer of the running instance.
public enum InstanceAnswer: Equatable, Sendable {
    package static let maxReasonLength = 1_024

    /// The link is valid and is carried out, at once or when the root is complete; the canonical route. `nil` if no
    /// link was given.
    case delivered(route: String?)
    /// A sentence for people.
    case refused(reason: String)

    /// The line to send. An empty or overlong reason is replaced or cut.
    package var line: [UInt8] {
        switch self {
        case .delivered(let route):
            InstanceMessage.line(["status": "delivered", "route": route.map { .string($0) }])
        case .refused(let reason):
            InstanceMessage.line(["status": "refused", "reason": .string(Self.cut(reason))])
        }
    }

    private static func cut(_ reason: String) -> String {
        let text = SafeText(reason)
        if text.string.allSatisfy(\.isWhitespace) { return "refused" }
        var columns = text.columns
        while text.prefix(columns: columns).string.utf8.count > maxReasonLength { columns /= 2 }
        return text.prefix(columns: columns).string
    }

    /// Reads a line without its end; `nil` if it is not an answer.
    package init?(reading line: [UInt8]) {
        guard let top = InstanceMessage.read(line) else { return nil }
        do {
            switch try top.field("status").text() {
            case "delivered":
                self = .delivered(route: try InstanceMessage.text(top, "route", upTo: DeepLink.maxLength))
            case "refused":
                self = .refused(reason: try top.field("reason").text(notEmptyUpTo: Self.maxReasonLength))
            default: return nil
            }
        } catch {
            return nil
        }
    }
}
