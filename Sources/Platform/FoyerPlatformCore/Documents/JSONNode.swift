import FoyerCore

/// A JSON value of an unexpected shape.
package struct JSONShapeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path from the top: `package.size`, `resources[2].url`; the top itself is `(top)`.
    package let path: String
    /// What was expected: "text", "a whole number from 0 to 10", …
    package let expected: String
    /// What was found; "nothing" if the member is missing.
    package let found: String

    package init(path: String, expected: String, found: String) {
        self.path = path
        self.expected = expected
        self.found = found
    }

    package var description: String {
        found == Self.nothing
            ? "`\(SafeText(path))` is missing" : "`\(SafeText(path))` must be \(expected), not \(SafeText(found))"
    }

    static let nothing = "nothing"
}

/// A value inside a JSON document that knows its place, so that a refusal can name it.
package struct JSONNode: Equatable, Sendable {
    package let value: JSON
    private let place: String

    /// The document's top.
    package init(_ value: JSON) {
        self.init(value, at: "")
    }

    private init(_ value: JSON, at place: String) {
        self.value = value
        self.place = place
    }

    /// The path from the top.
    package var path: String { place.isEmpty ? "(top)" : place }

    /// The refusal of this value.
    package func shapeError(expected: String) -> JSONShapeError {
        JSONShapeError(path: path, expected: expected, found: value.kind)
    }

    /// The refusal of a text, which is quoted as far as it is short.
    package func shapeError(expected: String, quoting text: String) -> JSONShapeError {
        let shown = SafeText(text, columns: 60, ellipsis: .ellipsis)
        return JSONShapeError(path: path, expected: expected, found: "\"\(shown)\"")
    }

    /// The member of that name, which must exist.
    package func field(_ name: String) throws(JSONShapeError) -> JSONNode {
        guard case .object = value else { throw shapeError(expected: "an object") }
        let path = place.isEmpty ? name : place + "." + name
        guard let member = value[name] else {
            throw JSONShapeError(path: path, expected: "there", found: JSONShapeError.nothing)
        }
        return JSONNode(member, at: path)
    }

    /// The member of that name; `nil` if it is missing or null.
    package func optionalField(_ name: String) throws(JSONShapeError) -> JSONNode? {
        guard case .object = value else { throw shapeError(expected: "an object") }
        switch value[name] {
        case nil, .some(.null): return nil
        default: return try field(name)
        }
    }

    /// All members, in order.
    package func members() throws(JSONShapeError) -> [(name: String, node: JSONNode)] {
        guard case .object(let members) = value else { throw shapeError(expected: "an object") }
        return members.map { ($0.name, JSONNode($0.value, at: place.isEmpty ? $0.name : place + "." + $0.name)) }
    }

    /// All elements, in order.
    package func elements() throws(JSONShapeError) -> [JSONNode] {
        guard case .array(let elements) = value else { throw shapeError(expected: "a list") }
        return elements.enumerated().map { JSONNode($0.element, at: "\(place)[\($0.offset)]") }
    }

    package func text() throws(JSONShapeError) -> String {
        guard case .string(let text) = value else { throw shapeError(expected: "text") }
        return text
    }

    /// Text of at most `maxBytes` bytes.
    func text(upTo maxBytes: Int) throws(JSONShapeError) -> String {
        let text = try text()
        guard text.utf8.count <= maxBytes else {
            throw JSONShapeError(path: path, expected: "text of at most \(maxBytes) bytes", found: "longer")
        }
        return text
    }

    /// Non-empty text: at least one visible scalar, at most `maxBytes` bytes.
    package func text(notEmptyUpTo maxBytes: Int) throws(JSONShapeError) -> String {
        let text = try text(upTo: maxBytes)
        guard SafeText(text).string.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw JSONShapeError(path: path, expected: "text that is not empty", found: "empty")
        }
        return text
    }

    package func integer(in range: ClosedRange<Int64>) throws(JSONShapeError) -> Int64 {
        // Said only where it is refused: most numbers of a long document are as expected.
        if case .integer(let integer) = value, range.contains(integer) { return integer }
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard case .integer(let integer) = value else { throw shapeError(expected: expected) }
        throw JSONShapeError(path: path, expected: expected, found: String(integer))
    }

    package func integer(in range: ClosedRange<Int>) throws(JSONShapeError) -> Int {
        Int(try integer(in: Int64(range.lowerBound)...Int64(range.upperBound)))
    }

    package func number(in range: ClosedRange<Double>) throws(JSONShapeError) -> Double {
        let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
        let number: Double
        switch value {
        case .integer(let integer): number = Double(integer)
        case .number(let double): number = double
        default: throw shapeError(expected: expected)
        }
        guard range.contains(number) else {
            throw JSONShapeError(path: path, expected: expected, found: "\(number)")
        }
        return number
    }
}

extension JSON {
    /// The members that have a value.
    package static func members(_ members: KeyValuePairs<String, JSON?>) -> [Member] {
        members.compactMap { name, value in value.map { Member(name, $0) } }
    }

    package init(_ texts: [String]) { self = .array(texts.map { .string($0) }) }
}
