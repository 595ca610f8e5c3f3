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
}
