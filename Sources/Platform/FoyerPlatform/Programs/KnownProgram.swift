import FoyerCore

/// What a host knows about a program that the user has chosen. The splash and an error page show it until the platform
/// has sent its own data.
public struct KnownProgram: Sendable {
    /// Text from outside.
    public var name: SafeText
    /// The program's picture; `nil` if the host has none.
    public var icon: Pixels?

    /// Creates it from what a tile or a list's entry shows.
    public init(name: SafeText, icon: Pixels? = nil) {
        self.name = name
        self.icon = icon
    }
}
