/// The parts of a web reference (RFC 3986, section 4.1) with the characters that each may hold; no host or port is
/// validated yet.
struct WebReference {
    let scheme: String?
    let authority: String?
    let path: String
    let query: String?
    let fragment: String?

    init(_ text: String) throws(WebAddressError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= TransferBounds.address else { throw .tooLong }
        let parts = URIParts(bytes)
        fragment = try Self.checked(parts.fragment, beside: URIText.fragmentMarks)
        query = try Self.checked(parts.query, beside: URIText.fragmentMarks)
        // Without a scheme, the first segment may hold no colon.
        if let name = parts.scheme, !URIText.isScheme(name) { throw .notAbsolute }
        scheme = parts.scheme.map { String(decoding: $0, as: UTF8.self) }
        authority = try Self.checked(parts.authority, beside: URIText.authorityMarks)
        path = try Self.checked(parts.path, beside: URIText.pathMarks) ?? ""
    }

    private static func checked(
        _ part: ArraySlice<UInt8>?, beside marks: [UInt8]
    ) throws(WebAddressError) -> String? {
        guard let part else { return nil }
        if let byte = URIText.foreign(in: part, beside: marks) { throw .character(byte) }
        guard PercentEncoding.decode(part) != nil else { throw .escape }
        return String(decoding: part, as: UTF8.self)
    }
}
