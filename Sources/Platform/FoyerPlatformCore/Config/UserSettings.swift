import FoyerCore

/// The user's settings from `config.yaml`. Missing ones are decided by the environment or a default.
@dynamicMemberLookup
public struct UserSettings: Equatable, Sendable {
    /// How launches are shown.
    public var display = DisplaySettings()
    /// The platform's base address.
    public var server: String?
    /// The Ed25519 keys for signatures of documents and packages, in base64, separated by spaces.
    package var publicKey: String?
    /// Whether the file may name a key that could not be read: then nothing may be launched as if none were pinned.
    package var mayHideKey = false
    /// Seconds.
    public var timeout: Double?
    /// The network that the demo's own platform imitates.
    package var network: StageNetwork?
    /// The commands that have a name.
    package var commands: [String: NamedCommand] = [:]
    /// Whether no events are told.
    package var eventsOff = false
    /// The format of events for campaigns' owners.
    package var eventFormat: EventFormat?
    /// Where to send them in place of the platform.
    package var eventURL: String?

    /// Leaves everything open.
    public init() {}

    /// The settings of ``display``, which most of the file's are.
    public subscript<Value>(dynamicMember member: WritableKeyPath<DisplaySettings, Value>) -> Value {
        get { display[keyPath: member] }
        set { display[keyPath: member] = newValue }
    }

    /// The settings for a file that exists but cannot be read.
    package static var unread: UserSettings {
        var settings = UserSettings()
        settings.mayHideKey = true
        return settings
    }

    /// The range of time limits in seconds: from a tenth to a day.
    package static let timeoutRange = 0.1...86_400
}
