/// A command with a name, from the settings' table `commands`.
package struct NamedCommand: Equatable, Sendable {
    /// The command and its words; at least one.
    package var arguments: [String]
    package var title: String?
    /// A picture's path.
    package var icon: String?
    package var ready: ReadyRule
    /// Seconds.
    package var timeout: Double?
    /// Whether it has one line or the whole screen; `nil` for what is set for all.
    package var screen: ScreenWish?
    /// The path of a file with its splash.
    package var splash: String?

    package init(
        _ arguments: [String], title: String? = nil, icon: String? = nil, ready: ReadyRule = .automatic,
        timeout: Double? = nil
    ) {
        self.arguments = arguments
        self.title = title
        self.icon = icon
        self.ready = ready
        self.timeout = timeout
    }
}
