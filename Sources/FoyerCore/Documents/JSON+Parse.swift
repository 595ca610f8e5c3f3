extension JSON {
    /// How deeply lists and objects may nest.
    package static let maxDepth = 64
    /// The length limit of a number in characters.
    package static let maxNumberLength = 1_024

    /// Parses one value by RFC 8259, more strictly than most: refuses duplicate names, nesting beyond `maxDepth`,
    /// invalid UTF-8, half a surrogate pair, a byte order mark, and anything after the value.
    package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSON {
        var parser = JSONParser(bytes: bytes)
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.position == bytes.count else { throw JSONError(.trailingBytes, at: parser.position) }
        return value
    }
}

/// Recursive descent over bytes; the depth is limited, and so is the stack.
struct JSONParser {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    func unexpected() -> JSONError {
        byte.map { JSONError(.unexpectedByte($0), at: position) } ?? JSONError(.unexpectedEnd, at: position)
    }

    mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Takes the byte if it comes next.
    mutating func accept(_ expected: Character) -> Bool {
        guard byte == expected.asciiValue else { return false }
        position += 1
        return true
    }

    mutating func value(depth: Int) throws(JSONError) -> JSON {
        skipSpace()
        guard let byte else { throw unexpected() }
        switch byte {
        case 0x7B: return try object(depth: depth + 1)
        case 0x5B: return try array(depth: depth + 1)
        case 0x22: return .string(try string())
        case 0x74: return try literal("true", .bool(true))
        case 0x66: return try literal("false", .bool(false))
        case 0x6E: return try literal("null", .null)
        case 0x2D, 0x30...0x39: return try number()
        default: throw unexpected()
        }
    }

    private mutating func literal(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        for expected in word.description.utf8 {
            guard byte == expected else { throw unexpected() }
            position += 1
        }
        return value
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSON {
        guard depth <= JSON.maxDepth else { throw JSONError(.tooDeep, at: position) }
        position += 1
        var elements: [JSON] = []
        skipSpace()
        if accept("]") { return .array(elements) }
        while true {
            elements.append(try value(depth: depth))
            skipSpace()
            if accept("]") { return .array(elements) }
            guard accept(",") else { throw unexpected() }
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSON {
        guard depth <= JSON.maxDepth else { throw JSONError(.tooDeep, at: position) }
        position += 1
        var members: [JSON.Member] = []
        // Compares bytes, since Swift considers canonically equivalent strings equal.
        var names: Set<[UInt8]> = []
        skipSpace()
        if accept("}") { return .object(members) }
        while true {
            skipSpace()
            let start = position
            guard byte == 0x22 else { throw unexpected() }
            let name = try string()
            guard names.insert(Array(name.utf8)).inserted else { throw JSONError(.duplicateName(name), at: start) }
            skipSpace()
            guard accept(":") else { throw unexpected() }
            members.append(JSON.Member(name, try value(depth: depth)))
            skipSpace()
            if accept("}") { return .object(members) }
            guard accept(",") else { throw unexpected() }
        }
    }

    private mutating func number() throws(JSONError) -> JSON {
        let start = position
        _ = accept("-")
        if !accept("0") { try digits() }
        var isWhole = true
        if accept(".") {
            isWhole = false
            try digits()
        }
        if accept("e") || accept("E") {
            isWhole = false
            if !accept("+") { _ = accept("-") }
            try digits()
        }
        guard position - start <= JSON.maxNumberLength else { throw JSONError(.numberTooLong, at: start) }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw JSONError(.numberOutOfRange, at: start) }
        return .number(number)
    }

    private mutating func digits() throws(JSONError) {
        guard let byte, byte.isASCIIDigit else { throw unexpected() }
        while let byte = self.byte, byte.isASCIIDigit { position += 1 }
    }
}
