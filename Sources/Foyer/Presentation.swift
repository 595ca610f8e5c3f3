import FoyerCore
import FoyerSystem
import FoyerTUI

/// What the command line, the environment and the settings say about how to show things.
///
/// The command line wins over the environment, and that over the settings file.
public struct DisplayChoices: Sendable {
    /// Where a launch is told.
    public enum Output: Sendable {
        /// The screen where there is one, else plain lines.
        case automatic
        /// Lines of text for people.
        case plain
        /// One JSON object a line for programs; the last one is the result.
        case json
    }

    /// The screen, or lines.
    public var output: Output
    /// Slides, fades and moving lights become steps.
    public var reducesMotion: Bool
    /// Draws with ASCII alone, whatever the terminal can.
    public var usesASCII: Bool
    /// Whether the terminal is asked to tell of the mouse.
    public var usesMouse: Bool
    /// How pictures are sent to the terminal.
    public var pixels: PixelWish
    /// Packs them in zlib's format. Without it kitty gets them unpacked, and iTerm2 gets cells.
    public var compress: PixelCompressor?
    /// What the user reads; never what programs read.
    public var language: Language
    /// How many colours are drawn with; `nil` for as many as the terminal says that it has.
    public var depth: ColorDepth?
    /// Light or dark; `nil` for what the terminal's own ground is.
    public var theme: ThemeChoice?
    /// What ``theme`` is from; `nil` where nobody has chosen.
    var themeSource: CapabilitySource?
    /// Colours of the theme that are not its own, as 0xRRGGBB.
    public var colors: [ColorRole: UInt32]
    /// Gets a copy of every byte that the terminal gets.
    public var recording: (@Sendable ([UInt8]) -> Void)?
    /// What terminals have answered before.
    package var known = KnownTerminals()
    /// Told what the terminal has answered in this run, and the key to keep it by; on the thread that owns the terminal.
    public var keep: (@Sendable (_ key: String, TerminalAnswers) -> Void)?
    /// What the terminal has answered in this run.
    var answers: TerminalAnswers?

    /// What the environment says: a host without options or settings of its own needs no more.
    public init() { self.init(output: .automatic) }

    /// Joins what the command line says with the environment and the settings.
    ///
    /// - Parameters:
    ///   - output: where the launch is told.
    ///   - reducesMotion: the option; `nil` leaves it to `FOYER_REDUCE_MOTION` and the settings. The same goes for
    ///     `usesASCII` and `language`.
    ///   - usesASCII: the option; `nil` leaves it to the settings.
    ///   - pixels: the option; `nil` leaves it to the settings.
    ///   - theme: the option; `nil` leaves it to the settings, and those to the terminal's ground.
    ///   - language: the option; `nil` leaves it to the settings, and those to `LC_ALL`, `LC_MESSAGES` and `LANG`.
    ///   - settings: the user's, from the file of settings.
    ///   - environment: reads a variable of the environment.
    package init(
        output: Output = .automatic, reducesMotion: Bool? = nil, usesASCII: Bool? = nil, pixels: PixelWish? = nil,
        theme: ThemeOption? = nil, language: Language? = nil, settings: Settings = Settings(),
        environment: (String) -> String? = Places.variable
    ) {
        self.output = output
        // Empty is as good as unset.
        let still = environment("FOYER_REDUCE_MOTION").flatMap { $0.isEmpty ? nil : $0 != "0" }
        self.reducesMotion = reducesMotion ?? still ?? settings.reducesMotion ?? false
        self.usesASCII = usesASCII ?? settings.usesASCII ?? false
        self.pixels = pixels ?? settings.pixels ?? .auto
        usesMouse = settings.usesMouse ?? true
        self.language = Language.choose(
            option: language, setting: settings.language,
            environment: .init(
                lcAll: environment("LC_ALL"), lcMessages: environment("LC_MESSAGES"), lang: environment("LANG")))
        colors = settings.colors
        self.theme = Self.theme(theme, settings)
        if self.theme != nil { themeSource = theme == nil ? .setting : .flag }
        depth = settings.depth
    }
}

/// The command line's word on light and dark.
package enum ThemeOption: String, CaseIterable, Sendable {
    case auto, dark, light
}

extension DisplayChoices {
    /// Colours of the user's own stand in for those of the theme that they were made for: their ground tells which.
    private static func theme(_ option: ThemeOption?, _ settings: Settings) -> ThemeChoice? {
        if let option { return ThemeChoice(rawValue: option.rawValue) }
        guard !settings.colors.isEmpty else { return settings.theme }
        var palette = Palette.dark
        for (role, color) in settings.colors { palette[role] = color }
        return palette.isLight ? .light : .dark
    }
}

/// How things are shown in this process: decided once, before anything is drawn.
public struct Presentation: Sendable {
    package enum Output: Sendable {
        case screen(TerminalPlan)
        case lines(LaunchLines.Format)
    }

    package let output: Output
    /// What somebody is told who asked for what only a screen can show, where there is none.
    public let needsScreen: Cause
    /// The colours, signs and motion that everything is drawn with.
    public let theme: Theme
    /// What the user reads.
    public let language: Language
    package let recording: (@Sendable ([UInt8]) -> Void)?
    private let choices: DisplayChoices

    /// Looks at the terminal and decides; draws nothing yet.
    public init(_ choices: DisplayChoices) {
        self.choices = choices
        recording = choices.recording
        (output, needsScreen) = Self.output(choices)
        theme = Self.theme(choices, output)
        language = Self.language(choices, output)
    }

    /// The same terminal, shown by other choices. Where they wish for other colours, `plan` says how.
    init(_ choices: DisplayChoices, plan: TerminalPlan) {
        self.choices = choices
        var plan = plan.wishing(for: choices.pixels)
        if let answers = choices.answers { plan = plan.learning(answers) }
        if choices.usesASCII { plan.capabilities.unicode = false }
        output = .screen(plan)
        needsScreen = .needsTerminal
        recording = choices.recording
        theme = Self.theme(choices, output)
        language = Self.language(choices, output)
    }

    /// A screen that shows ASCII alone can show English alone.
    private static func language(_ choices: DisplayChoices, _ output: Output) -> Language {
        if case .screen(let plan) = output, !plan.capabilities.unicode { return .english }
        return choices.language
    }

    /// The language that is used on a terminal.
    static func language(_ choices: DisplayChoices, on decision: TerminalDecision) -> Language {
        switch decision {
        case .screen(let plan): language(choices, .screen(plan))
        case .none: choices.language
        }
    }

    private static func theme(_ choices: DisplayChoices, _ output: Output) -> Theme {
        var ground: UInt32?
        if case .screen(let plan) = output { ground = plan.capabilities.answers.ground }
        var palette = Palette.fitting(choices.theme, ground: ground)
        for (role, color) in choices.colors { palette[role] = color }
        var (depth, isASCII) = (ColorDepth.direct, choices.usesASCII)
        var pixelCell: TerminalAnswers.PixelSize?
        if case .screen(let plan) = output {
            pixelCell = plan.capabilities.pixels?.cell
            depth = plan.capabilities.depth
            isASCII = !plan.capabilities.unicode
        }
        return Theme(
            depth: depth, palette: palette, isASCII: isASCII, reducesMotion: choices.reducesMotion,
            pixelCell: pixelCell)
    }

    /// What screens that are shown already are to look like.
    var look: ScreenLook {
        var terminal: TerminalPlan?
        if case .screen(let plan) = output { terminal = plan }
        return ScreenLook(plan: terminal, theme: theme, language: language)
    }

    /// The same for a terminal that has answered since.
    func learning(_ answers: TerminalAnswers) -> Presentation {
        guard case .screen(let plan) = output else { return self }
        var choices = choices
        choices.answers = answers
        return Presentation(choices, plan: plan)
    }

    /// Keeps what the terminal has answered for the next start.
    func keep(_ answers: TerminalAnswers) {
        guard case .screen(let plan) = output, let key = plan.fingerprint, answers.isComplete else { return }
        choices.keep?(key, answers)
    }

    /// How pictures are sent in pixels; `nil` where they stay cells.
    var pixelOutput: PixelOutput? {
        if case .screen(let plan) = output { plan.capabilities.pixels } else { nil }
    }

    /// Whether there is a screen to draw on.
    public var hasScreen: Bool {
        if case .screen = output { true } else { false }
    }

    /// Shows a host's own screens until the last has left; does nothing without a screen.
    ///
    /// - Parameters:
    ///   - control: changes how they are shown while they are.
    ///   - makeFirst: makes the first screen, on the thread that owns the terminal.
    package func show(
        control: DisplayControl? = nil, _ makeFirst: sending @escaping () -> any Screen
    ) async throws(LaunchEngineError) {
        do {
            try await host(control: control, makeFirst)
        } catch {
            throw .terminal(error)
        }
    }

    /// The same for a launch; the screens follow what the terminal answers.
    func host(
        control: DisplayControl? = nil, _ makeFirst: sending @escaping () -> any Screen
    ) async throws(TerminalError) {
        guard case .screen(let plan) = output else { return }
        var connect: (@Sendable (Mailbox<ScreenMessage>?) -> Void)?
        if let control { connect = { control.connect(to: $0) } }
        try await ScreenHost.run(
            plan: plan, theme: theme, language: language, compress: choices.compress, recording: recording,
            connect: connect,
            learn: { answers in
                keep(answers)
                return (control?.learn(answers) ?? learning(answers)).look
            }, makeFirst: makeFirst)
    }

    /// Runs a program of the host's own on the screen; does nothing without one.
    ///
    /// - Parameter makeProgram: makes it, on the thread that owns the terminal.
    public func run<Program: ScreenLoopProgram>(
        _ makeProgram: sending @escaping (Mailbox<ScreenMessage>, Instant) -> Program
    ) async throws(LaunchEngineError) {
        guard case .screen(let plan) = output else { return }
        do {
            // Always the same to a program that is watched: nothing is asked.
            var plan = plan
            plan.questions = nil
            try await ScreenHost.run(
                plan: plan, theme: theme, compress: choices.compress, recording: recording, makeProgram: makeProgram)
        } catch {
            throw .terminal(error)
        }
    }

    /// Says how a launch ended, where it was told in lines.
    ///
    /// - Parameter limit: until when somebody may take them.
    package func tell(
        _ outcome: LaunchOutcome, program: InstalledProgram? = nil, members: [JSON.Member] = [], by limit: Instant?,
        on output: LineOutput = .standard
    ) {
        guard case .lines(let format) = self.output else { return }
        let lines = LaunchLines(format: format, language: language, fit: PlainText.fitted)
        for line in lines.result(outcome, program: program, members: members) { output.add(line) }
        output.finishForGood(by: limit)
    }

    private static func output(_ choices: DisplayChoices) -> (Output, needsScreen: Cause) {
        let wished = Cause.needsTerminal
        switch choices.output {
        case .plain: return (.lines(.plain), wished)
        case .json: return (.lines(.json), wished)
        case .automatic: break
        }
        switch TerminalDecision.make(options: choices.terminalOptions) {
        case .screen(let plan): return (.screen(plan), wished)
        case .none(let reason): return (.lines(.plain), reason.needsScreen)
        }
    }
}

extension DisplayChoices {
    var terminalOptions: TerminalOptions {
        TerminalOptions(
            terminfoFolder: ResourceFolders.terminfo, ascii: usesASCII, mouse: usesMouse, depth: depth,
            pixels: pixels, known: known)
    }
}
