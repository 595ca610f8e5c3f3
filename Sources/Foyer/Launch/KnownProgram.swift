import FoyerCore

/// What a host knows of a program that the user has chosen: the splash and an error page show it where the platform
/// itself has said nothing yet, or never does.
package struct KnownProgram: Sendable {
    /// Text from outside.
    package var name: SafeText
    /// The program's picture; `nil` where the host has none.
    package var icon: Pixels?

    /// What a tile, or an entry of a list, shows.
    package init(name: SafeText, icon: Pixels? = nil) {
        self.name = name
        self.icon = icon
    }
}
