import FoyerCore

/// The source of a config value.
public enum ConfigSource: String, CaseIterable, Sendable, CustomStringConvertible {
    /// The platform, activated in this run.
    case remote
    /// The platform, activated in an earlier run.
    case cached
    /// The host's defaults.
    case `default`
    /// No source: the type's empty value.
    case `static`

    /// The word for it, in English.
    public var description: String { rawValue }
}

/// A config value with its source.
public struct ConfigReading<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The value, or the type's empty one.
    public let value: Value
    /// Where it comes from.
    public let source: ConfigSource

    package init(_ value: Value, from source: ConfigSource) {
        self.value = value
        self.source = source
    }
}

/// The values that can be read at one moment: activated values over the host's defaults.
///
/// A read asks for a type. A value that cannot be read as that type is skipped, so that a config with wrong types gives
/// the defaults. Every value can be read as text.
public struct ConfigSnapshot: Equatable, Sendable {
    package let activated: ConfigValues
    /// Whether `activated` was activated in this run.
    package let isFromThisRun: Bool
    package let defaults: ConfigValues

    package init(activated: ConfigValues, isFromThisRun: Bool, defaults: ConfigValues) {
        self.activated = activated
        self.isFromThisRun = isFromThisRun
        self.defaults = defaults
    }

    /// A value as text: a text as it is, anything else as JSON writes it, such as `1` or `true`. Empty if there is none,
    /// or it is null. A ``RootRule`` compares this text.
    public func text(_ name: String) -> ConfigReading<String> {
        read(name, else: "") { value in
            switch value {
            case .string(let text): text
            case .null: nil
            default: value.jsonText
            }
        }
    }

    /// 0 if there is no value.
    public func number(_ name: String) -> ConfigReading<Double> {
        read(name, else: 0) { value in
            switch value {
            case .integer(let integer): Double(integer)
            case .number(let number): number
            default: nil
            }
        }
    }

    /// False if there is no value.
    public func truth(_ name: String) -> ConfigReading<Bool> {
        read(name, else: false) { if case .bool(let truth) = $0 { truth } else { nil } }
    }

    /// A value of any type; null if there is none.
    public func json(_ name: String) -> ConfigReading<ConfigValues.Value> {
        read(name, else: .null) { ConfigValues.Value($0) }
    }

    /// Every name with a value: the platform's in its order, then those that only the host has.
    public var names: [String] {
        activated.names + defaults.names.filter { activated.json[$0] == nil }
    }

    private func read<Value>(_ name: String, else empty: Value, as convert: (JSON) -> Value?) -> ConfigReading<Value> {
        if let value = activated.json[name].flatMap(convert) {
            return ConfigReading(value, from: isFromThisRun ? .remote : .cached)
        }
        if let value = defaults.json[name].flatMap(convert) { return ConfigReading(value, from: .default) }
        return ConfigReading(empty, from: .static)
    }
}
