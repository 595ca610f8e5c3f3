import FoyerCore

/// The values of a remote config: a flat object whose names are unique, in the order of the answer.
///
/// A value may be any JSON; nothing inside it is inspected.
public struct ConfigValues: Equatable, Sendable {
    /// The size limit of the platform's answer in bytes.
    package static let maxBytes = 1 << 20
    /// The number of values, at most.
    package static let maxCount = 2_000
    /// The length of a name in bytes, at least one.
    package static let maxNameLength = 256

    /// No values.
    public static let none = ConfigValues(alreadyValid: [])

    package let members: [JSON.Member]

    private init(alreadyValid members: [JSON.Member]) {
        self.members = members
    }

    /// Takes an object; refuses all of it if anything is wrong, including a duplicate name.
    public init(_ object: Value) throws(ConfigRefusal) { try self.init(json: object.json) }

    /// The same of JSON.
    package init(json: JSON) throws(ConfigRefusal) {
        guard case .object(let members) = json else { throw .notAnObject(json.kind) }
        guard members.count <= Self.maxCount else { throw .tooManyValues }
        var taken: Set<[UInt8]> = []
        for member in members {
            let name = Array(member.name.utf8)
            guard (1...Self.maxNameLength).contains(name.count) else { throw .nameLength }
            guard taken.insert(name).inserted else { throw .nameTwice(member.name) }
        }
        self.members = members
    }

    /// Reads the body of the platform's answer.
    package static func read(_ body: [UInt8]) throws(ConfigRefusal) -> ConfigValues {
        guard body.count <= maxBytes else { throw .tooLarge }
        let json: JSON
        do {
            json = try JSON.parse(body)
        } catch {
            throw .json("\(error)")
        }
        return try ConfigValues(json: SignedDocument.isSigned(json) ? SignedDocument.unsigned(json) : json)
    }

    /// The value of a name; `nil` if there is none.
    public subscript(name: String) -> Value? { json[name].map { Value($0) } }
    /// In the order of the object.
    public var names: [String] { members.map(\.name) }
    package var json: JSON { .object(members) }
}

/// Why an answer is no remote config.
public enum ConfigRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// More than `ConfigValues.maxBytes`.
    case tooLarge
    /// Not JSON, and why.
    case json(String)
    /// The kind of value found instead.
    case notAnObject(String)
    /// More than `ConfigValues.maxCount`.
    case tooManyValues
    /// A name is empty, or over `ConfigValues.maxNameLength` bytes.
    case nameLength
    /// Which of the two values counts would be chance.
    case nameTwice(String)

    /// For logs, in English.
    public var description: String {
        switch self {
        case .tooLarge: "the config is over \(ConfigValues.maxBytes) bytes"
        case .json(let why): "the config is \(why)"
        case .notAnObject(let kind): "the config should be an object, but is \(kind)"
        case .tooManyValues: "the config has more than \(ConfigValues.maxCount) values"
        case .nameLength: "a name in the config is empty or over \(ConfigValues.maxNameLength) bytes"
        case .nameTwice(let name):
            "the name \"\(SafeText(name, columns: 60))\" occurs twice in the config"
        }
    }
}
