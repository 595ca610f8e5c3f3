/// A command that `foyer run NAME` starts, as the settings' table `commands` holds it.
public struct NamedCommand: Equatable, Sendable {
    /// The command and its words; at least one.
    public var arguments: [String]
    public var title: String?
    /// A picture's path.
    public var icon: String?
    public var ready: ReadyRule
    /// Seconds.
    public var timeout: Double?
    /// Whether a page shows what it writes, in place of the command's own terminal.
    public var showsLog: Bool

    public init(
        _ arguments: [String], title: String? = nil, icon: String? = nil, ready: ReadyRule = .automatic,
        timeout: Double? = nil, showsLog: Bool = false
    ) {
        self.arguments = arguments
        self.title = title
        self.icon = icon
        self.ready = ready
        self.timeout = timeout
        self.showsLog = showsLog
    }

    /// What an entry may say.
    public static let keys = ["run", "title", "icon", "ready-port", "ready-text", "ready-file", "timeout", "log"]

    /// Sets what a key other than `run` says; answers what is wrong with it.
    public mutating func set(_ key: String, _ value: String) -> String? {
        switch key {
        case "title": title = value
        case "icon": icon = value
        case "ready-port":
            guard let port = UInt16(value), port > 0 else { return "\"\(value)\" is no port; one is from 1 to 65535." }
            return set(.port(port))
        case "ready-text": return set(.text(value))
        case "ready-file": return set(.file(value))
        case "timeout":
            guard let seconds = Double(value), Settings.timeoutRange.contains(seconds) else {
                return "\"\(value)\" is not a number of seconds from 0.1 to 86400."
            }
            timeout = seconds
        case "log":
            guard let truth = Settings.truth(value) else { return "\"\(value)\" is not true or false." }
            showsLog = truth
        default: return "\"\(key)\" says nothing about a command; there are \(Self.keys.joined(separator: ", "))."
        }
        return value.isEmpty ? "it is empty." : nil
    }

    private mutating func set(_ rule: ReadyRule) -> String? {
        guard ready == .automatic else { return "only one of ready-port, ready-text and ready-file can count." }
        ready = rule
        return rule == .text("") || rule == .file("") ? "it is empty." : nil
    }
}
