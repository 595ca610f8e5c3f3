/// A JSON value. Members keep their order; integers keep their 64 bits.
package enum JSON: Hashable, Sendable {
    /// `null`, which is not the same as a missing member.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction or exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number; finite.
    case number(Double)
    /// A text, without its escapes.
    case string(String)
    /// A list, in its order.
    case array([JSON])
    /// Names are unique if they come from the parser; the writer writes what it is given.
    case object([Member])

    /// A name and its value.
    package struct Member: Hashable, Sendable {
        /// The name, decoded.
        package let name: String
        package let value: JSON

        /// A member of an object.
        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// The member's value; `nil` if there is none, or this is not an object. Names are compared byte for byte, since
    /// Swift's own equality of strings would accept look-alikes.
    package subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Its kind, for messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .integer: "a whole number"
        case .number: "a number"
        case .string: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    package init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    package init(integerLiteral value: Int64) { self = .integer(value) }
    /// A truth value.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A list.
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// An object, in the order of the literal.
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }

    /// An object without the members that have no value.
    package init(_ members: KeyValuePairs<String, JSON?>) {
        self = .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    package init(_ count: Int) { self = .integer(Int64(count)) }
}

/// Why bytes are not acceptable JSON.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: Equatable, Sendable {
        /// The bytes end inside a value.
        case unexpectedEnd
        /// A byte that cannot stand there.
        case unexpectedByte(UInt8)
        /// Something other than white space follows the value.
        case trailingBytes
        /// An object has two members of this name.
        case duplicateName(String)
        /// Lists and objects lie deeper in each other than `JSON.maxDepth`.
        case tooDeep
        /// A text is not UTF-8.
        case invalidUTF8
        /// A text has a byte below 0x20 that is not escaped.
        case controlCharacter
        /// A backslash is followed by something unknown.
        case invalidEscape
        /// A `\u` escape is half of a surrogate pair.
        case loneSurrogate
        /// A number has more than `JSON.maxNumberLength` characters.
        case numberTooLong
        /// A number is too large for a `Double`.
        case numberOutOfRange
    }

    /// What is wrong.
    package let reason: Reason
    /// The number of bytes from the start to the mistake.
    package let offset: Int

    /// A mistake at a place.
    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// For logs, in English.
    package var description: String { "not valid JSON: \(what) at byte \(offset)" }

    private var what: String {
        switch reason {
        case .unexpectedEnd: "it ends too early"
        case .unexpectedByte(let byte): "unexpected byte 0x" + String(byte, radix: 16, uppercase: true)
        case .trailingBytes: "something follows the value"
        case .duplicateName(let name): "the name \"\(SafeText(name, columns: 60))\" occurs twice"
        case .tooDeep: "nested deeper than \(JSON.maxDepth)"
        case .invalidUTF8: "text that is not UTF-8"
        case .controlCharacter: "a raw control character in a text"
        case .invalidEscape: "an unknown escape"
        case .loneSurrogate: "half a surrogate pair"
        case .numberTooLong: "a number of more than \(JSON.maxNumberLength) characters"
        case .numberOutOfRange: "a number that is too large"
        }
    }
}

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

    var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    func unexpected() -> JSONError {
        byte.map { JSONError(.unexpectedByte($0), at: position) } ?? JSONError(.unexpectedEnd, at: position)
    }

    mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Takes the byte if it comes next.
    mutating func accept(_ expected: Unicode.Scalar) -> Bool {
        guard let byte, UInt32(byte) == expected.value else { return false }
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
        if isWhole, let integer = shortInteger(from: start) { return .integer(integer) }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw JSONError(.numberOutOfRange, at: start) }
        return .number(number)
    }

    /// The usual case, without making a text of it.
    private func shortInteger(from start: Int) -> Int64? {
        guard position - start <= 18 else { return nil }
        var value: Int64 = 0
        for byte in bytes[start..<position] where byte != 0x2D { value = value * 10 + Int64(byte - 0x30) }
        return bytes[start] == 0x2D ? -value : value
    }

    private mutating func digits() throws(JSONError) {
        guard let byte, byte.isASCIIDigit else { throw unexpected() }
        while let byte = self.byte, byte.isASCIIDigit { position += 1 }
    }
}

/// The parser's part for text.
extension JSONParser {
    /// The text that begins at the quotation mark here.
    mutating func string() throws(JSONError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte {
            switch byte {
            case 0x22:
                position += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw JSONError(.invalidUTF8, at: start)
                }
                return string
            case 0x5C: try escape(into: &text)
            case 0..<0x20: throw JSONError(.controlCharacter, at: position)
            default:
                text.append(byte)
                position += 1
            }
        }
        throw JSONError(.unexpectedEnd, at: position)
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let start = position
        position += 1
        guard let byte else { throw JSONError(.unexpectedEnd, at: position) }
        position += 1
        switch byte {
        case 0x22, 0x5C, 0x2F: text.append(byte)
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0C)
        case 0x6E: text.append(0x0A)
        case 0x72: text.append(0x0D)
        case 0x74: text.append(0x09)
        case 0x75: try unicode(from: start, into: &text)
        default: throw JSONError(.invalidEscape, at: start)
        }
    }

    private mutating func unicode(from start: Int, into text: inout [UInt8]) throws(JSONError) {
        var value = UInt32(try hexUnit())
        if (0xD800..<0xDC00).contains(value) {
            guard accept("\\"), accept("u") else { throw JSONError(.loneSurrogate, at: start) }
            let low = UInt32(try hexUnit())
            guard (0xDC00..<0xE000).contains(low) else { throw JSONError(.loneSurrogate, at: start) }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        // Only a low half without its high one is not a scalar at this point.
        guard let scalar = Unicode.Scalar(value) else { throw JSONError(.loneSurrogate, at: start) }
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func hexUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte else { throw JSONError(.unexpectedEnd, at: position) }
            guard let digit = Hexadecimal.digit(byte) else { throw JSONError(.invalidEscape, at: position) }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}

extension JSON {
    /// The value as JSON text on one line, members in their order. Anything that could control a terminal or hide in a
    /// log (controls, bidi and other format characters, line separators, invisible letters, unassigned code points) is
    /// escaped; joiners and variation selectors stay.
    package var jsonText: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        // JSON cannot express non-finite numbers.
        case .number(let value): text += value.isFinite ? value.description : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where mustEscape(scalar):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20..<0x7F).contains(scalar.value) { return false }
        if scalar.value == 0x200C || scalar.value == 0x200D { return false }
        let properties = scalar.properties
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: true
        // Invisible letters and marks; variation selectors occur in every second emoji.
        default: properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
        }
    }
}
