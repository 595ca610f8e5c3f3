import FoyerCore

/// The grammar of links: validates each part.
enum LinkReader {
    static func read(_ bytes: [UInt8]) throws(DeepLinkRefusal) -> DeepLink {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= DeepLink.maxLength else { throw .tooLong }
        let parts = URIParts(bytes)
        guard let scheme = parts.scheme, URIText.isScheme(scheme) else { throw .noScheme }
        guard let authority = parts.authority else { throw .noHost }
        var fragment: String?
        if let part = parts.fragment { fragment = try decoded(part, beside: URIText.fragmentMarks) }
        let link = DeepLink(
            alreadyValid: String(decoding: scheme, as: UTF8.self).lowercased(), host: try host(authority),
            segments: try segments(parts.path.dropFirst()), query: try parts.query.map(items),
            fragment: fragment)
        // The canonical form escapes more, and must be readable as well.
        guard link.text.utf8.count <= DeepLink.maxLength else { throw .tooLong }
        return link
    }

    /// The part with its escapes decoded once.
    private static func decoded(_ part: ArraySlice<UInt8>, beside marks: [UInt8]) throws(DeepLinkRefusal) -> String {
        if let bad = URIText.foreign(in: part, beside: marks) { throw .character(bad) }
        guard let bytes = PercentEncoding.decode(part) else { throw .escape }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        guard SafeText.keeps(text) else { throw .unsafeText }
        return text
    }

    private static func host(_ part: ArraySlice<UInt8>) throws(DeepLinkRefusal) -> String {
        guard !part.contains(UInt8(ascii: "@")) else { throw .userInfo }
        guard !part.contains(UInt8(ascii: ":")) else { throw .port }
        guard !part.isEmpty else { throw .noHost }
        if let bad = part.first(where: { !URIText.isLetterOrDigit($0) && !"-._".utf8.contains($0) }) {
            throw .character(bad)
        }
        let host = String(decoding: part, as: UTF8.self).lowercased()
        guard part.count <= DeepLink.maxHostLength, !part.allSatisfy({ $0 == UInt8(ascii: ".") }) else {
            throw .host(host)
        }
        return host
    }

    /// - Parameter path: what follows the first slash; a slash alone is no path.
    private static func segments(_ path: ArraySlice<UInt8>) throws(DeepLinkRefusal) -> [String] {
        if path.isEmpty { return [] }
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= DeepLink.maxSegments else { throw .tooLong }
        var segments: [String] = []
        for part in parts {
            let segment = try decoded(part, beside: URIText.segmentMarks)
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
            let name = try decoded(part[..<(equals ?? part.endIndex)], beside: URIText.itemMarks)
            guard !name.isEmpty else { throw .queryName }
            guard name.utf8.count <= DeepLink.maxNameLength else { throw .tooLong }
            // A further equals sign belongs to the value.
            let marks = URIText.itemMarks + [UInt8(ascii: "=")]
            var value: String?
            if let equals { value = try decoded(part[(equals + 1)...], beside: marks) }
            items.append(DeepLink.Item(name, value))
        }
        return items
    }
}
