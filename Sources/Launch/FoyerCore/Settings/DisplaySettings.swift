/// How the user wants launches shown, from `config.yaml`. What is missing is decided by the environment or a default.
public struct DisplaySettings: Equatable, Sendable {
    /// Light or dark; if missing, the terminal's own background decides.
    public var theme: Theme?
    /// Colours that replace the theme's, as `0xRRGGBB`. The file has either these or a theme.
    public var colors: [CellColor.Role: UInt32] = [:]
    /// The number of colours; if missing, as many as the terminal has.
    package var depth: CellColor.Depth?
    /// Whether slides, fades and moving lights are replaced by single steps.
    public var reducesMotion: Bool?
    /// The language of what the user reads.
    public var language: Language?
    /// Whether the terminal is asked for mouse events.
    package var usesMouse: Bool?
    /// Whether everything is drawn with ASCII.
    package var usesASCII: Bool?
    /// How the cursor looks at the focus.
    package var cursor: CursorLook?
    /// How pictures are sent to the terminal.
    public var pixels: PixelMode?
    /// Where launches are shown.
    package var screen: ScreenWish?
    /// Whether launches have a splash.
    package var splash: SplashWish?
    /// How often accessible lines say that a launch goes on, in seconds.
    package var progressInterval: Double?
    /// Whether pop-ups and campaigns may come by themselves.
    public var announcements: Bool?

    /// Leaves everything open.
    public init() {}

    /// The range of intervals between lines that only say that a launch goes on, in seconds.
    package static let progressRange = 10.0...600
}

extension DisplaySettings {
    /// The two themes.
    public enum Theme: String, CaseIterable, Sendable {
        case dark, light
    }
}

extension CellColor.Role {
    /// The names of roles in the file.
    package static let names = allCases.map { $0 == .accentDeep ? "accent-deep" : "\($0)" }
}

extension CellColor.Depth {
    /// The names in the file of what a user can choose.
    package static let names: [(name: String, depth: CellColor.Depth)] = [
        ("24-bit", .direct), ("256", .indexed256), ("16", .ansi16), ("mono", .mono),
    ]
}
