/// The five parts of a URI reference (RFC 3986, section 4.1), each with its own characters; nothing is validated yet.
struct WebReference {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?

    init(_ text: String) throws(WebAddressError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= TransferBounds.address else { throw .tooLong }
        var rest = bytes[...]
        if let hash = rest.firstIndex(of: Self.hash) {
            try Self.check(rest[(hash + 1)...], beside: Self.queryMarks)
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: Self.question) {
            query = try Self.check(rest[(mark + 1)...], beside: Self.queryMarks)
            rest = rest[..<mark]
        }
        scheme = try Self.takeScheme(&rest)
        if rest.starts(with: [Self.slash, Self.slash]) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: Self.slash) ?? rest.endIndex
            authority = try Self.check(rest[..<end], beside: Self.authorityMarks)
            rest = rest[end...]
        }
        path = try Self.check(rest, beside: Self.pathMarks)
    }

    /// The segment with everything escaped that is not unreserved.
    static func escaped(_ segment: String) -> String {
        var bytes: [UInt8] = []
        for byte in segment.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [percent, upperHex(byte >> 4), upperHex(byte & 15)]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func isHexDigit(_ byte: UInt8) -> Bool { Hexadecimal.digit(byte) != nil }

    private static let hash = UInt8(ascii: "#")
    private static let question = UInt8(ascii: "?")
    private static let slash = UInt8(ascii: "/")
    private static let colon = UInt8(ascii: ":")
    private static let percent = UInt8(ascii: "%")
    private static let subDelimiters = Array("!$&'()*+,;=".utf8)
    private static let pathMarks = subDelimiters + Array(":@/".utf8)
    private static let queryMarks = pathMarks + [question]
    private static let authorityMarks = subDelimiters + Array(":@[]".utf8)

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "-._~".utf8.contains(byte)
    }

    private static func upperHex(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x37 + digit }

    /// A colon before any slash ends a scheme; in a relative reference none may stand there.
    private static func takeScheme(_ rest: inout ArraySlice<UInt8>) throws(WebAddressError) -> String? {
        guard let end = rest.firstIndex(of: colon), !rest[..<end].contains(slash) else { return nil }
        let name = rest[..<end]
        guard let first = name.first, isLetter(first),
            name.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
        else { throw .notAbsolute }
        rest = rest[(end + 1)...]
        return String(decoding: name, as: UTF8.self)
    }

    @discardableResult
    private static func check(_ part: ArraySlice<UInt8>, beside marks: [UInt8]) throws(WebAddressError) -> String {
        var index = part.startIndex
        while index < part.endIndex {
            let byte = part[index]
            if byte == percent {
                guard index + 2 < part.endIndex, isHexDigit(part[index + 1]), isHexDigit(part[index + 2]) else {
                    throw .escape
                }
                index += 3
                continue
            }
            guard isUnreserved(byte) || marks.contains(byte) else { throw .character(byte) }
            index += 1
        }
        return String(decoding: part, as: UTF8.self)
    }
}
