/// The grammar of links: cuts the bytes into parts and validates each.
enum LinkReader {
    static func read(_ bytes: [UInt8]) throws(DeepLinkRefusal) -> DeepLink {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= DeepLink.maxLength else { throw .tooLong }
        var rest = bytes[...]
        let fragment = cut(&rest, at: "#")
        let query = cut(&rest, at: "?")
        let scheme = try scheme(&rest)
        guard rest.starts(with: "//".utf8) else { throw .noHost }
        rest = rest.dropFirst(2)
        let path = cut(&rest, at: "/")
        let link = DeepLink(
            alreadyJudged: scheme, host: try host(rest), segments: try path.map(segments) ?? [],
            query: try query.map(items),
            fragment: try fragment.map { part throws(DeepLinkRefusal) in
                try LinkText.decoded(part, beside: LinkText.fragmentMarks)
            })
        // The canonical form escapes more, and has to be readable too.
        guard link.text.utf8.count <= DeepLink.maxLength else { throw .tooLong }
        return link
    }

    /// Takes the first `separator` and all behind it away, and gives what stood behind it.
    private static func cut(_ rest: inout ArraySlice<UInt8>, at separator: Unicode.Scalar) -> ArraySlice<UInt8>? {
        guard let index = rest.firstIndex(of: UInt8(ascii: separator)) else { return nil }
        let tail = rest[(index + 1)...]
        rest = rest[..<index]
        return tail
    }

    private static func scheme(_ rest: inout ArraySlice<UInt8>) throws(DeepLinkRefusal) -> String {
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { throw .noScheme }
        let name = rest[..<colon]
        guard DeepLink.isScheme(name) else { throw .noScheme }
        rest = rest[(colon + 1)...]
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    private static func host(_ part: ArraySlice<UInt8>) throws(DeepLinkRefusal) -> String {
        guard !part.contains(UInt8(ascii: "@")) else { throw .userInfo }
        guard !part.contains(UInt8(ascii: ":")) else { throw .port }
        guard !part.isEmpty else { throw .noHost }
        if let bad = part.first(where: { !LinkText.isLetterOrDigit($0) && !"-._".utf8.contains($0) }) {
            throw .character(bad)
        }
        let host = String(decoding: part, as: UTF8.self).lowercased()
        guard part.count <= DeepLink.maxHostLength, !part.allSatisfy({ $0 == UInt8(ascii: ".") }) else {
            throw .host(host)
        }
        return host
    }

    /// A slash alone is no path.
    private static func segments(_ path: ArraySlice<UInt8>) throws(DeepLinkRefusal) -> [String] {
        if path.isEmpty { return [] }
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= DeepLink.maxSegments else { throw .tooLong }
        var segments: [String] = []
        for part in parts {
            let segment = try LinkText.decoded(part, beside: LinkText.segmentMarks)
            guard segment.utf8.count <= DeepLink.maxSegmentLength else { throw .tooLong }
            let bytes = segment.utf8
            guard !bytes.isEmpty, !bytes.elementsEqual(".".utf8), !bytes.elementsEqual("..".utf8),
                !bytes.contains(UInt8(ascii: "/")), !bytes.contains(UInt8(ascii: "\\"))
            else { throw .segment(segment) }
            segments.append(segment)
        }
        return segments
    }

    private static func items(_ query: ArraySlice<UInt8>) throws(DeepLinkRefusal) -> [DeepLink.Item] {
        if query.isEmpty { return [] }
        let parts = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        guard parts.count <= DeepLink.maxItems else { throw .tooLong }
        var items: [DeepLink.Item] = []
        for part in parts {
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            let name = try LinkText.decoded(part[..<(equals ?? part.endIndex)], beside: LinkText.itemMarks)
            guard !name.isEmpty else { throw .queryName }
            guard name.utf8.count <= DeepLink.maxNameLength else { throw .tooLong }
            // A further equals sign belongs to the value.
            let marks = LinkText.itemMarks + [UInt8(ascii: "=")]
            let value = try equals.map { index throws(DeepLinkRefusal) in
                try LinkText.decoded(part[(index + 1)...], beside: marks)
            }
            items.append(DeepLink.Item(name, value))
        }
        return items
    }
}

extension DeepLink {
    /// Whether these bytes are a scheme (RFC 3986, section 3.1).
    static func isScheme(_ name: some Collection<UInt8>) -> Bool {
        guard let first = name.first, (0x61...0x7A).contains(first | 0x20) else { return false }
        return name.allSatisfy { LinkText.isLetterOrDigit($0) || "+-.".utf8.contains($0) }
    }
}
