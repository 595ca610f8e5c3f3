import FoyerCore
import FoyerSystem

/// The display options of the command line, the environment and the settings.
///
/// The command line wins over the environment, and that over the settings file.
public struct DisplayChoices: Sendable {
    /// Where a launch is shown.
    public enum Output: Sendable {
        /// The screen if somebody looks at one; lines for a pipe, a build service or an agent.
        case automatic
        /// The screen, even for a build service or an agent; lines if there is none.
        case screen
        /// One line below what has been written, and a screen only for what comes after the launch.
        case line
        /// Lines of text for people.
        case plain
        /// Lines that make sense alone, and questions with numbered answers, for a screen reader.
        case accessible
        /// One JSON object a line for programs; the last one is the result.
        case json
    }

    /// The screen, or lines.
    public var output: Output
    /// Single steps replace slides, fades and moving lights.
    public var reducesMotion: Bool
    /// Draws with ASCII only, whatever the terminal supports.
    public var usesASCII: Bool
    /// Asks the terminal for mouse events.
    public var usesMouse: Bool
    /// The look of the cursor at the focus.
    package var cursor: DisplaySettings.CursorLook
    /// The protocol of pictures.
    public var pixels: DisplaySettings.PixelMode
    /// Compresses pictures in zlib's format. Without it, kitty gets them uncompressed and iTerm2 gets cells.
    package var compress: PixelCompressor?
    /// A screen needs standard input to be the terminal. Not for a command, which may read something else.
    package var needsInput = true
    /// The user's language; JSON stays in English.
    public var language: Language
    /// The colour depth to draw with; `nil` for the terminal's own.
    public var depth: CellColor.Depth?
    /// Light or dark; `nil` to follow the terminal's background.
    public var theme: DisplaySettings.Theme?
    /// Where ``theme`` was chosen; `nil` if it was not.
    package var themeSource: CapabilitySource?
    /// Colours that replace the theme's own, as 0xRRGGBB.
    public var colors: [CellColor.Role: UInt32]
    /// The user's preference for a splash: never, always, or for slow launches.
    package var splash: SplashWish
    /// The interval at which accessible lines report that a launch goes on.
    package var signInterval = LaunchNarrator.signInterval
    /// The rules that decide on a screen if ``output`` is automatic.
    package var rules: DisplayRules
    /// The options that the user can choose another output with.
    package var switches: DisplaySwitches {
        get { rules.switches }
        set { rules.switches = newValue }
    }
    /// Receives a copy of every byte sent to the terminal.
    package var recording: (@Sendable ([UInt8]) -> Void)?
    /// The answers of terminals in earlier runs.
    package var known = KnownTerminals()
    /// Receives the terminal's answers in this run, and the key to store them under; called on the thread that owns
    /// the terminal.
    package var keep: (@Sendable (_ key: String, TerminalAnswers) -> Void)?
    /// The same for a process that is about to end; returns once they are stored.
    package var keepAtOnce: (@Sendable (_ key: String, TerminalAnswers) -> Void)?
    /// The terminal's answers in this run.
    package var answers: TerminalAnswers?

    /// The choices of the environment, for a host without options or settings of its own.
    public init() { self.init(output: .automatic) }

    /// The choices of the environment, and those of the settings where it has none.
    public init(settings: DisplaySettings) { self.init(output: .automatic, settings: settings) }

    /// Combines the command line's options with the environment and the settings.
    ///
    /// - Parameters:
    ///   - output: where the launch is shown.
    ///   - reducesMotion: the option; `nil` leaves it to `FOYER_REDUCE_MOTION`, then to the settings.
    ///   - usesASCII: the option; `nil` leaves it to the settings.
    ///   - pixels: the option; `nil` leaves it to the settings.
    ///   - theme: the option; `nil` leaves it to the settings, then to the terminal's background.
    ///   - splash: the option; `nil` leaves it to `FOYER_SPLASH`, then to the settings.
    ///   - language: the option; `nil` leaves it to the settings, then to `LC_ALL`, `LC_MESSAGES` and `LANG`.
    ///   - settings: the user's settings file.
    ///   - environment: reads a variable of the environment.
    package init(
        output: Output = .automatic, reducesMotion: Bool? = nil, usesASCII: Bool? = nil,
        pixels: DisplaySettings.PixelMode? = nil,
        theme: ThemeOption? = nil, splash: SplashWish? = nil, language: Language? = nil,
        settings: DisplaySettings = DisplaySettings(),
        environment: (String) -> String? = Places.variable
    ) {
        self.output = output
        rules = DisplayRules(environment: environment, setting: settings.screen)
        let variable = environment("FOYER_SPLASH").flatMap { SplashWish(rawValue: $0) }
        self.splash = splash ?? variable ?? settings.splash ?? .auto
        // An empty variable counts as unset.
        let still = environment("FOYER_REDUCE_MOTION").flatMap { $0.isEmpty ? nil : $0 != "0" }
        self.reducesMotion = reducesMotion ?? still ?? settings.reducesMotion ?? false
        self.usesASCII = usesASCII ?? settings.usesASCII ?? false
        self.pixels = pixels ?? settings.pixels ?? .auto
        usesMouse = settings.usesMouse ?? true
        cursor = settings.cursor ?? .bar
        self.language = Language.choose(
            option: language, setting: settings.language,
            environment: .init(
                lcAll: environment("LC_ALL"), lcMessages: environment("LC_MESSAGES"), lang: environment("LANG")))
        // To copy a dictionary, even an empty one, Swift 6.2 looks up what its keys conform to: a twentieth of a start.
        if let seconds = settings.progressInterval { signInterval = .seconds(seconds) }
        colors = settings.colors.isEmpty ? [:] : settings.colors
        self.theme = Self.theme(theme, settings)
        if self.theme != nil { themeSource = theme == nil ? .setting : .flag }
        depth = settings.depth
    }
}

extension DisplayChoices.Output {
    package var flag: DisplayRules.Flag? {
        switch self {
        case .automatic: nil
        case .screen: .screen
        case .line: .line
        case .plain: .plain
        case .accessible: .accessible
        case .json: .json
        }
    }
}

/// The option `--theme`.
package enum ThemeOption: String, CaseIterable, Sendable {
    case auto, dark, light
}

extension DisplayChoices {
    /// - Parameter obstacle: looks at the terminal.
    package func decide(_ obstacle: () -> NoTerminalReason?) -> DisplayDecision {
        rules.decide(flag: output.flag, obstacle: obstacle)
    }

    /// The user's own colours replace those of the theme they were made for, which their background tells.
    private static func theme(_ option: ThemeOption?, _ settings: DisplaySettings) -> DisplaySettings.Theme? {
        if let option { return DisplaySettings.Theme(rawValue: option.rawValue) }
        guard !settings.colors.isEmpty else { return settings.theme }
        var palette = Palette.dark
        for (role, color) in settings.colors { palette[role] = color }
        return palette.isLight ? .light : .dark
    }
}
