/// The user's settings, as `config.yaml` holds them. What is absent is decided by the environment or a default.
package struct Settings: Equatable, Sendable {
    /// The platform's base address.
    package var server: String?
    /// Base64 of the Ed25519 keys that documents and packages must be signed with; several are apart by a space.
    package var publicKey: String?
    /// Whether the file may name a key that could not be read: nothing may be launched as if none were pinned.
    package var mayHideKey = false
    /// Light or dark; without it, as the terminal's own ground is.
    package var theme: ThemeChoice?
    /// Colours that replace the theme's, as `0xRRGGBB`. The file has either these or a theme.
    package var colors: [ColorRole: UInt32] = [:]
    /// How many colours are drawn with; without it, as many as the terminal says that it has.
    package var depth: ColorDepth?
    package var reducesMotion: Bool?
    package var language: Language?
    package var usesMouse: Bool?
    package var usesASCII: Bool?
    /// How pictures are sent to the terminal.
    package var pixels: PixelMode?
    /// Seconds.
    package var timeout: Double?
    /// What `foyer run NAME` starts.
    package var commands: [String: NamedCommand] = [:]

    /// How events for campaigns' owners are written.
    package var eventFormat: EventFormat?
    /// Where they are sent in place of the platform.
    package var eventURL: String?

    package init() {}

    /// Those of a file that is there and cannot be read.
    package static var unread: Settings {
        var settings = Settings()
        settings.mayHideKey = true
        return settings
    }

    /// Seconds that a time limit may have: from a tenth to a day.
    package static let timeoutRange = 0.1...86_400
}

/// Which of the two themes.
public enum ThemeChoice: String, CaseIterable, Sendable {
    case dark, light
}

extension ColorRole {
    /// As the look's table writes them.
    package static let names = allCases.map { $0 == .accentDeep ? "accent-deep" : "\($0)" }
}

extension ColorDepth {
    /// As the file writes those that a user may wish for.
    package static let names: [(name: String, depth: ColorDepth)] = [
        ("24-bit", .direct), ("256", .indexed256), ("16", .ansi16), ("mono", .mono),
    ]

    static func named(_ name: String) -> ColorDepth? { names.first { $0.name == name }?.depth }
}
