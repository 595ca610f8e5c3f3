import FoyerCore

extension ConfigValues {
    /// A value of any shape, as JSON has it. Members keep their order; integers keep their 64 bits.
    ///
    /// ```swift
    /// if case .list(let colours) = values.json("colours").value { for case .text(let name) in colours { print(name) } }
    /// ```
    public enum Value: Hashable, Sendable {
        /// `null`, which is not the same as a missing value.
        case null
        /// `true` or `false`.
        case truth(Bool)
        /// A number without fraction or exponent that fits 64 bits.
        case integer(Int64)
        /// Any other number; finite.
        case number(Double)
        /// A text, without its escapes.
        case text(String)
        /// A list, in its order.
        case list([Value])
        /// An object, in its order; names are unique.
        case object([Member])

        /// A name and its value.
        public struct Member: Hashable, Sendable {
            /// The name, decoded.
            public let name: String
            /// The value of that name.
            public let value: Value

            /// A member of an object.
            public init(_ name: String, _ value: Value) {
                (self.name, self.value) = (name, value)
            }
        }

        /// In one line, as JSON.
        public var jsonText: String { json.jsonText }
    }
}

extension ConfigValues.Value {
    package init(_ json: JSON) {
        self =
            switch json {
            case .null: .null
            case .bool(let truth): .truth(truth)
            case .integer(let integer): .integer(integer)
            case .number(let number): .number(number)
            case .string(let text): .text(text)
            case .array(let values): .list(values.map { Self($0) })
            case .object(let members): .object(members.map { Member($0.name, Self($0.value)) })
            }
    }

    package var json: JSON {
        switch self {
        case .null: .null
        case .truth(let truth): .bool(truth)
        case .integer(let integer): .integer(integer)
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        case .list(let values): .array(values.map(\.json))
        case .object(let members): .object(members.map { JSON.Member($0.name, $0.value.json) })
        }
    }
}

extension ConfigValues.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .truth(value) }
    /// A list.
    public init(arrayLiteral elements: Self...) { self = .list(elements) }
    /// An object, in the order of the literal.
    public init(dictionaryLiteral elements: (String, Self)...) { self = .object(elements.map { Member($0.0, $0.1) }) }
}
