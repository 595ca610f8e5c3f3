/// Any JSON value, for what the stage passes on without looking into it.
public enum JSONValue: Codable, Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .bool(truth)
        } else if let integer = try? value.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let items = try? value.decode([JSONValue].self) {
            self = .array(items)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let truth): try value.encode(truth)
        case .integer(let integer): try value.encode(integer)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .array(let items): try value.encode(items)
        case .object(let fields): try value.encode(fields)
        }
    }
}
