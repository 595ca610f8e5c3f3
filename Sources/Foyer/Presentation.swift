import FoyerClient
import FoyerCore
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
    /// What the user reads; never what programs read.
    public var language: Language
    /// How many colours are drawn with; `nil` for as many as the terminal says that it has.
    public var depth: ColorDepth?
    /// Colours of the theme that are not its own, as 0xRRGGBB.
    public var colors: [ColorRole: UInt32]
    /// Gets a copy of every byte that the terminal gets.
    public var recording: (@Sendable ([UInt8]) -> Void)?

    /// Joins what the command line says with the environment and the settings.
    ///
    /// - Parameters:
    ///   - output: where the launch is told.
    ///   - reducesMotion: the option; `nil` leaves it to `FOYER_REDUCE_MOTION` and the settings. The same goes for
    ///     `usesASCII` and `language`.
    ///   - usesASCII: the option; `nil` leaves it to the settings.
    ///   - pixels: the option; `nil` leaves it to the settings.
    ///   - language: the option; `nil` leaves it to the settings, and those to `LC_ALL`, `LC_MESSAGES` and `LANG`.
    ///   - settings: the user's, from the file of settings.
    ///   - environment: reads a variable of the environment.
    public init(
        output: Output = .automatic, reducesMotion: Bool? = nil, usesASCII: Bool? = nil, pixels: PixelWish? = nil,
        language: Language? = nil, settings: Settings = Settings(), environment: (String) -> String? = Places.variable
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
        depth = settings.depth
    }
}

/// How things are shown in this process: decided once, before anything is drawn.
public struct Presentation: Sendable {
    enum Output: Sendable {
        case screen(TerminalPlan)
        case lines(LaunchLines.Format)
    }

    let output: Output
    /// What somebody is told who asked for what only a screen can show, where there is none.
    public let needsScreen: Cause
    /// The colours, signs and motion that everything is drawn with.
    public let theme: Theme
    /// What the user reads.
    public let language: Language
    let recording: (@Sendable ([UInt8]) -> Void)?

    /// Looks at the terminal and decides; draws nothing yet.
    public init(_ choices: DisplayChoices) {
        recording = choices.recording
        (output, needsScreen) = Self.output(choices)
        theme = Self.theme(choices, output)
        language = Self.language(choices, output)
    }

    /// The same terminal, shown by other choices. Where they wish for other colours, `plan` says how.
    init(_ choices: DisplayChoices, plan: TerminalPlan) {
        var plan = plan
        if choices.usesASCII { plan.capabilities.unicode = false }
        output = .screen(plan)
        needsScreen = Cause(.needsTerminal)
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
        var palette = Palette.dark
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

    /// Whether there is a screen to draw on.
    public var hasScreen: Bool {
        if case .screen = output { true } else { false }
    }

    /// Shows a host's own screens until the last has left; does nothing without a screen.
    ///
    /// - Parameters:
    ///   - control: changes how they are shown while they are.
    ///   - makeFirst: makes the first screen, on the thread that owns the terminal.
    public func show(
        control: DisplayControl? = nil, _ makeFirst: sending @escaping () -> any Screen
    ) async throws(LaunchEngineError) {
        guard case .screen(let plan) = output else { return }
        do {
            try await ScreenHost.run(
                plan: plan, theme: theme, language: language, recording: recording, control: control,
                makeFirst: makeFirst)
        } catch {
            throw .terminal(error)
        }
    }

    /// Runs a program of the host's own on the screen; does nothing without one.
    ///
    /// - Parameter makeProgram: makes it, on the thread that owns the terminal.
    public func run<Program: ScreenLoopProgram>(
        _ makeProgram: sending @escaping (Mailbox<ScreenMessage>, Instant) -> Program
    ) async throws(LaunchEngineError) {
        guard case .screen(let plan) = output else { return }
        do {
            try await ScreenHost.run(plan: plan, theme: theme, recording: recording, makeProgram: makeProgram)
        } catch {
            throw .terminal(error)
        }
    }

    /// Says how a launch ended, where it was told in lines.
    ///
    /// - Parameter limit: until when somebody may take them.
    func tell(
        _ outcome: LaunchOutcome, program: InstalledProgram? = nil, members: [JSON.Member] = [], by limit: Instant?
    ) {
        guard case .lines(let format) = output else { return }
        let lines = LaunchLines(format: format, language: language)
        for line in lines.result(outcome, program: program, members: members) { LineOutput.standard.add(line) }
        LineOutput.standard.finish(by: limit)
    }

    private static func output(_ choices: DisplayChoices) -> (Output, needsScreen: Cause) {
        let wished = Cause(.needsTerminal)
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
            terminfoFolder: ResourceFolders.terminfo, ascii: usesASCII, mouse: usesMouse, depth: depth, pixels: pixels)
    }
}
