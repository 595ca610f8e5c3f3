import FoyerCore

/// A link into the host, `scheme://host/path?query#fragment`, validated as raw text before anything repairs it.
///
/// The grammar is RFC 3986's; anything that it does not allow is refused, not escaped. Each part is decoded once, and
/// must not contain anything that the sanitiser would change: controls, bidi overrides, invisible characters. A plus
/// sign is a plus sign. `DeepLink(link.text)` is `link`.
package struct DeepLink: Hashable, Sendable, CustomStringConvertible {
    /// An item of the query: `name` or `name=value`.
    package struct Item: Hashable, Sendable {
        package let name: String
        /// `nil` without an equals sign.
        package let value: String?

        package init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }
    }

    /// The length limit of the whole text in bytes.
    package static let maxLength = 2_048
    package static let maxHostLength = 64
    package static let maxSegments = 16
    /// The length limit of a decoded segment in bytes.
    package static let maxSegmentLength = 255
    package static let maxItems = 32
    /// The length limit of a decoded name in bytes; at least one.
    package static let maxNameLength = 64

    /// Lower case.
    package let scheme: String
    /// Lower case; letters, digits, `.`, `-` and `_`.
    package let host: String
    /// The decoded parts of the path; none is empty, `.` or `..`, or contains a slash or a backslash.
    package let segments: [String]
    /// In the order of the link, decoded; `nil` without a question mark.
    package let query: [Item]?
    /// Decoded; `nil` without a number sign.
    package let fragment: String?

    /// Reads a link of any scheme.
    package init(_ text: String) throws(DeepLinkRefusal) {
        try self.init(bytes: Array(text.utf8))
    }

    /// Reads a link from raw bytes.
    package init(bytes: [UInt8]) throws(DeepLinkRefusal) {
        self = try LinkReader.read(bytes)
    }

    /// Builds a link from decoded parts, which are validated like parsed ones.
    package init(
        scheme: String, host: String, segments: [String] = [], query: [Item]? = nil, fragment: String? = nil
    ) throws(DeepLinkRefusal) {
        let link = DeepLink(
            alreadyValid: scheme.lowercased(), host: host.lowercased(), segments: segments, query: query,
            fragment: fragment)
        self = try DeepLink(link.text)
        // Refuses parts that would be read back differently: "a/b" in place of a host is two parts.
        guard text.utf8.elementsEqual(link.text.utf8), self.host.utf8.elementsEqual(link.host.utf8),
            self.scheme.utf8.elementsEqual(link.scheme.utf8), self.segments.count == segments.count
        else { throw .host(host) }
    }

    init(
        alreadyValid scheme: String, host: String, segments: [String], query: [Item]?, fragment: String?
    ) {
        self.scheme = scheme
        self.host = host
        self.segments = segments
        self.query = query
        self.fragment = fragment
    }

    /// The same with another host, which has been validated.
    func at(host: String) -> DeepLink {
        DeepLink(alreadyValid: scheme, host: host, segments: segments, query: query, fragment: fragment)
    }

    /// The link as text, with everything escaped that must be. ASCII, without quotes, spaces and controls.
    package var text: String { scheme + "://" + address }

    /// Host, path, query and fragment: the text without the scheme.
    package var address: String {
        var text = host
        for segment in segments { text += "/" + URIText.escaped(segment, beside: URIText.segmentMarks) }
        if let query {
            text +=
                "?"
                + query.map { item in
                    let name = URIText.escaped(item.name, beside: URIText.itemMarks)
                    guard let value = item.value else { return name }
                    return name + "=" + URIText.escaped(value, beside: URIText.itemMarks)
                }.joined(separator: "&")
        }
        if let fragment { text += "#" + URIText.escaped(fragment, beside: URIText.fragmentMarks) }
        return text
    }

    package var description: String { text }
}
