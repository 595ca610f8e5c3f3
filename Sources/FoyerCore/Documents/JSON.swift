/// A JSON value. Members keep their order; integers keep their 64 bits.
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number; finite.
    case number(Double)
    case string(String)
    case array([JSON])
    /// Names are unique if they come from the parser; the writer writes what it is given.
    case object([Member])

    /// A name and its value.
    public struct Member: Hashable, Sendable {
        /// The name, decoded.
        public let name: String
        /// The value of that name.
        public let value: JSON

        /// A member of an object.
        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// The member's value; `nil` if there is none, or this is not an object. Names are compared byte for byte, since
    /// Swift's own equality of strings would accept look-alikes.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Its kind, for messages.
    var kind: String {
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
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A list.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// An object, in the order of the literal.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

/// Why bytes are not acceptable JSON.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Equatable, Sendable {
        case unexpectedEnd
        case unexpectedByte(UInt8)
        case trailingBytes
        case duplicateName(String)
        case tooDeep
        case invalidUTF8
        case controlCharacter
        case invalidEscape
        case loneSurrogate
        case numberTooLong
        case numberOutOfRange
    }

    /// What is wrong.
    public let reason: Reason
    /// The number of bytes from the start to the mistake.
    public let offset: Int

    /// A mistake at a place.
    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// For logs, in English.
    public var description: String { "not valid JSON: \(what) at byte \(offset)" }

    private var what: String {
        switch reason {
        case .unexpectedEnd: "it ends too early"
        case .unexpectedByte(let byte): "unexpected byte 0x" + String(byte, radix: 16, uppercase: true)
        case .trailingBytes: "something follows the value"
        case .duplicateName(let name): "the name \"\(SafeText(name).prefix(columns: 60))\" occurs twice"
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
