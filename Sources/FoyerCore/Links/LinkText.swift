/// The characters of a link (RFC 3986) and their %-escapes.
enum LinkText {
    private static let subDelimiters = Array("!$&'()*+,;=".utf8)
    /// What may stand in a segment beside letters, digits and `-._~`.
    static let segmentMarks = subDelimiters + Array(":@".utf8)
    static let fragmentMarks = segmentMarks + Array("/?".utf8)
    /// What may stand in a name or a value of the query; their separators may not.
    static let itemMarks = fragmentMarks.filter { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "=") }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }

    static func isUnreserved(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "-._~".utf8.contains(byte) }

    /// Everything escaped that is neither unreserved nor one of `marks`. An apostrophe is always escaped: it is the one
    /// quote that a link may hold.
    static func escaped(_ text: String, beside marks: [UInt8]) -> String {
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

    /// The part with its escapes undone, once.
    static func decoded(_ part: ArraySlice<UInt8>, beside marks: [UInt8]) throws(DeepLinkRefusal) -> String {
        if let bad = part.first(where: { !isUnreserved($0) && !marks.contains($0) && $0 != UInt8(ascii: "%") }) {
            throw .character(bad)
        }
        guard let bytes = PercentEncoding.decode(part) else { throw .escape }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        guard SafeText(text).string.utf8.elementsEqual(text.utf8) else { throw .unsafeText }
        return text
    }
}
