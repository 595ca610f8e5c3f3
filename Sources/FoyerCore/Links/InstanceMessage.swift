/// What a second start says to the instance that runs already, and what it hears: one line of JSON each way.
package enum InstanceMessage {
    /// Bytes of a line, its end included.
    package static let maxLength = 8_192
    static let format: Int64 = 1

    /// What a peer has sent so far, validated.
    package enum Frame: Equatable, Sendable {
        /// The line is not complete yet.
        case partial
        /// The line without its end.
        case line([UInt8])
        /// Too long, or bytes behind the line: hang up.
        case refused
    }

    /// A peer says one line and no more. At the end of its bytes a partial line is a refused one.
    package static func frame(_ bytes: [UInt8]) -> Frame {
        guard let end = bytes.firstIndex(of: 0x0A) else { return bytes.count < maxLength ? .partial : .refused }
        guard end < maxLength, end == bytes.count - 1 else { return .refused }
        return .line(Array(bytes[..<end]))
    }

    static func line(_ members: [JSON.Member]) -> [UInt8] {
        Array(JSON.object([JSON.Member("foyer", .integer(format))] + members).jsonText.utf8) + [0x0A]
    }

    /// The document of a line; `nil` for what is no message of this format.
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

/// What a second start asks for.
package struct InstanceRequest: Equatable, Sendable {
    /// Bytes of a sender's name.
    package static let maxSenderLength = 64

    /// The raw text of the link, to be validated by the one who runs; `nil` asks it to come to the front alone.
    package let link: String?
    /// Where the link comes from, for people: "desktop", "pts/3".
    package let sender: String?
    /// The language that the asker speaks, in which a refusal is told.
    package let language: Language?

    package init(link: String?, sender: String? = nil, language: Language? = nil) {
        self.link = link
        self.sender = sender
        self.language = language
    }

    /// The line to send; `nil` where the link or the sender is longer than any that would be taken.
    package var line: [UInt8]? {
        var members: [JSON.Member] = []
        if let link { members.append(JSON.Member("link", .string(link))) }
        if let sender { members.append(JSON.Member("sender", .string(sender))) }
        if let language { members.append(JSON.Member("language", .string(language.rawValue))) }
        let line = InstanceMessage.line(members)
        return InstanceRequest(reading: Array(line.dropLast())) == nil ? nil : line
    }

    /// Reads a line without its end; `nil` for anything that is no request.
    package init?(reading line: [UInt8]) {
        guard let top = InstanceMessage.read(line) else { return nil }
        do throws(JSONShapeError) {
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

/// What the instance that runs says to it.
package enum InstanceAnswer: Equatable, Sendable {
    package static let maxReasonLength = 1_024

    /// The link is understood and is carried out, at once or when the root is complete; the canonical route. `nil` where
    /// no link was asked for.
    case delivered(route: String?)
    /// A sentence for people.
    case refused(reason: String)

    /// The line to send. A reason that is empty or too long is cut to what is taken.
    package var line: [UInt8] {
        switch self {
        case .delivered(let route):
            var members = [JSON.Member("status", "delivered")]
            if let route { members.append(JSON.Member("route", .string(route))) }
            return InstanceMessage.line(members)
        case .refused(let reason):
            return InstanceMessage.line([
                JSON.Member("status", "refused"), JSON.Member("reason", .string(Self.cut(reason))),
            ])
        }
    }

    private static func cut(_ reason: String) -> String {
        let text = SafeText(reason)
        if text.string.allSatisfy(\.isWhitespace) { return "refused" }
        var columns = text.columns
        while text.prefix(columns: columns).string.utf8.count > maxReasonLength { columns /= 2 }
        return text.prefix(columns: columns).string
    }

    /// Reads a line without its end; `nil` for anything that is no answer.
    package init?(reading line: [UInt8]) {
        guard let top = InstanceMessage.read(line) else { return nil }
        do throws(JSONShapeError) {
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
