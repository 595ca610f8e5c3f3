import FoyerCore

/// What a shape accepts as JSON Schema (draft 7, which editors read). Plain scalars are what YAML 1.2 makes of them.
package enum YAMLSchema {
    package static let anything = JSON.object([])
    static let scalar = type("string", "number", "boolean", "null")
    /// Not empty; in YAML, what is not quoted may be a number.
    static let text = either([["type": "string", "minLength": 1], type("number", "boolean")])

    /// A file of one kind.
    package static func document(_ title: String, _ schema: JSON) -> JSON {
        guard case .object(let members) = schema else { return schema }
        let head = JSON.members(["$schema": "http://json-schema.org/draft-07/schema#", "title": .string(title)])
        return .object(head + members)
    }

    package static func object(_ members: [(String, JSON)]) -> JSON {
        .object(members.map { JSON.Member($0.0, $0.1) })
    }

    private static func type(_ names: String...) -> JSON {
        ["type": names.count == 1 ? .string(names[0]) : JSON(names)]
    }

    static func words(_ words: [String]) -> JSON {
        var all: [JSON] = []
        for word in words {
            all.append(.string(word))
            let plain = YAMLNode(content: .scalar(word), mark: YAMLMark(line: 1, column: 1), isPlain: true).json
            if plain != .string(word) { all.append(plain) }
        }
        return ["enum": .array(all)]
    }

    static func integer(_ range: ClosedRange<Int>) -> JSON {
        ["type": "integer", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)]
    }

    static func number(_ range: ClosedRange<Double>) -> JSON {
        ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
    }

    /// Text of a form; a number has none.
    package static func matching(_ pattern: String, orNumber: Bool = false) -> JSON {
        ["type": orNumber ? ["string", "number"] : "string", "pattern": .string(pattern)]
    }

    /// One of several suffices.
    package static func either(_ schemas: [JSON]) -> JSON {
        var all: [JSON] = []
        for schema in schemas {
            var parts = [schema]
            if case .object(let members) = schema, members.count == 1, members[0].name == "anyOf",
                case .array(let inner) = members[0].value
            {
                parts = inner
            }
            for part in parts where !all.contains(part) { all.append(part) }
        }
        return all.count == 1 ? all[0] : ["anyOf": .array(all)]
    }

    static let null = type("null")

    static func list(of element: JSON, atLeastOne: Bool) -> JSON {
        JSON(["type": "array", "items": element, "minItems": atLeastOne ? 1 : nil])
    }

    static func table(of element: JSON, names: JSON) -> JSON {
        // A key is text, whatever it looks like.
        let isAnyText = names == text || names == anything
        return JSON(["type": "object", "additionalProperties": element, "propertyNames": isAnyText ? nil : names])
    }

    // MARK: - Keys of a mapping

    /// All of the keys.
    package static func has(_ keys: [String]) -> JSON { ["required": JSON(keys)] }

    /// At least one of the keys.
    package static func hasAny(_ keys: [String]) -> JSON { ["anyOf": .array(keys.map { has([$0]) })] }

    /// None of the keys.
    package static func hasNone(_ keys: [String]) -> JSON { ["not": hasAny(keys)] }

    /// Exactly one of the sets of keys: all of its keys, and none of the others'.
    package static func hasOne(of sets: [[String]]) -> JSON {
        if sets.allSatisfy({ $0.count == 1 }) { return ["oneOf": .array(sets.map(has))] }
        let all = sets.map { set -> JSON in
            let others = sets.joined().filter { !set.contains($0) }
            return ["required": JSON(set), "not": hasAny(others)]
        }
        return ["anyOf": .array(all)]
    }

    /// Where a key is there, others must be, too.
    package static func needs(_ keys: [String], where key: String) -> JSON {
        ["if": has([key]), "then": has(keys)]
    }

    /// Where a key has a value, others must be there.
    package static func needs(_ keys: [String], where key: String, is value: String) -> JSON {
        let condition: JSON = ["properties": [key: ["const": .string(value)]], "required": [.string(key)]]
        return ["if": condition, "then": has(keys)]
    }
}

extension YAMLFields {
    /// The mapping as far as its body asked for keys.
    var schema: JSON {
        JSON([
            "type": "object", "properties": YAMLSchema.object(outline.keys.map { ($0.name, $0.below.schema) }),
            "required": needed.isEmpty ? nil : JSON(needed), "additionalProperties": false,
            "allOf": rules.isEmpty ? nil : .array(rules),
        ])
    }
}
