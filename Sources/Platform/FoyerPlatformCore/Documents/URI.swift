import FoyerCore

/// The characters of URIs (RFC 3986, section 2) and their %-escapes.
enum URIText {
    private static let subDelimiters = Array("!$&'()*+,;=".utf8)
    /// Allowed in a path segment besides unreserved characters.
    static let segmentMarks = subDelimiters + Array(":@".utf8)
    static let pathMarks = segmentMarks + Array("/".utf8)
    /// Allowed in a query or fragment.
    static let fragmentMarks = pathMarks + Array("?".utf8)
    /// Allowed in a name or value of a query; their separators are not.
    static let itemMarks = fragmentMarks.filter { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "=") }
    static let authorityMarks = subDelimiters + Array(":@[]".utf8)

    static func isHexDigit(_ byte: UInt8) -> Bool { Hexadecimal.digit(byte) != nil }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }

    static func isUnreserved(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "-._~".utf8.contains(byte) }

    /// Whether these bytes are a scheme (RFC 3986, section 3.1).
    static func isScheme(_ name: some Collection<UInt8>) -> Bool {
        guard let first = name.first, first.isASCIILetter else { return false }
        return name.allSatisfy { isLetterOrDigit($0) || "+-.".utf8.contains($0) }
    }

    /// The first byte that is neither unreserved, nor one of `marks`, nor a `%`.
    static func foreign(in part: ArraySlice<UInt8>, beside marks: [UInt8]) -> UInt8? {
        part.first { !isUnreserved($0) && !marks.contains($0) && $0 != UInt8(ascii: "%") }
    }

    /// The text with everything escaped that is neither unreserved nor one of `marks`. An apostrophe is always escaped:
    /// no other quote may stand in a URI.
    static func escaped(_ text: String, beside marks: [UInt8] = []) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) || marks.contains(byte) && byte != UInt8(ascii: "'") {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes += Hexadecimal.encode([byte]).uppercased().utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The five parts of a URI reference (RFC 3986, appendix B), as written: nothing is validated yet.
struct URIParts {
    /// Before the first colon, unless a slash comes first.
    let scheme: ArraySlice<UInt8>?
    let authority: ArraySlice<UInt8>?
    let path: ArraySlice<UInt8>
    let query: ArraySlice<UInt8>?
    let fragment: ArraySlice<UInt8>?

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        fragment = Self.cut(&rest, at: "#")
        query = Self.cut(&rest, at: "?")
        let slash = UInt8(ascii: "/")
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), !rest[..<colon].contains(slash) {
            scheme = rest[..<colon]
            rest = rest[(colon + 1)...]
        } else {
            scheme = nil
        }
        if rest.starts(with: [slash, slash]) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: slash) ?? rest.endIndex
            authority = rest[..<end]
            rest = rest[end...]
        } else {
            authority = nil
        }
        path = rest
    }

    /// Removes the first `separator` with all that follows, and returns what follows.
    private static func cut(_ rest: inout ArraySlice<UInt8>, at separator: Unicode.Scalar) -> ArraySlice<UInt8>? {
        guard let index = rest.firstIndex(of: UInt8(ascii: separator)) else { return nil }
        let tail = rest[(index + 1)...]
        rest = rest[..<index]
        return tail
    }
}
