import FoyerCore
import FoyerSystem
import FoyerTUI

/// What the command line, the environment and the settings say about how to show things.
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
    /// Whether slides, fades and moving lights are replaced by single steps.
    public var reducesMotion: Bool
    /// Whether to draw with ASCII only, whatever the terminal supports.
    public var usesASCII: Bool
    /// Whether to ask the terminal for mouse events.
    public var usesMouse: Bool
    /// How the cursor looks at the focus.
    package var cursor: DisplaySettings.CursorLook
    /// How pictures are sent to the terminal.
    public var pixels: DisplaySettings.PixelMode
    /// Compresses pictures in zlib's format. Without it, kitty gets them uncompressed and iTerm2 gets cells.
    package var compress: PixelCompressor?
    /// Whether standard input must be the terminal for a screen to be shown; a command may read something else.
    package var needsInput = true
    /// The user's language; JSON stays in English.
    public var language: Language
    /// The colour depth to draw with; `nil` for the terminal's own.
    public var depth: CellColor.Depth?
    /// Light or dark; `nil` to follow the terminal's background.
    public var theme: DisplaySettings.Theme?
    /// Where ``theme`` was chosen; `nil` if it was not.
    var themeSource: CapabilitySource?
    /// Colours that replace the theme's own, as 0xRRGGBB.
    public var colors: [CellColor.Role: UInt32]
    /// Whether there is a splash, and when.
    package var splash: SplashWish
    /// How often accessible lines say that a launch goes on.
    var signInterval = LaunchNarrator.signInterval
    /// What decides about the screen if ``output`` leaves it open.
    var rules: DisplayRules
    /// How the user can ask for another way.
    package var switches: DisplaySwitches {
        get { rules.switches }
        set { rules.switches = newValue }
    }
    /// Receives a copy of every byte sent to the terminal.
    package var recording: (@Sendable ([UInt8]) -> Void)?
    /// What terminals answered in earlier runs.
    package var known = KnownTerminals()
    /// Receives the terminal's answers in this run, and the key to store them under; called on the thread that owns
    /// the terminal.
    package var keep: (@Sendable (_ key: String, TerminalAnswers) -> Void)?
    /// The same for a process that is about to end; returns once they are stored.
    package var keepAtOnce: (@Sendable (_ key: String, TerminalAnswers) -> Void)?
    /// The terminal's answers in this run.
    var answers: TerminalAnswers?

    /// What the environment says: a host without options or settings of its own needs no more.
    public init() { self.init(output: .automatic) }

    /// What the environment says, and the settings where it says nothing.
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
    /// The user's own colours replace those of the theme they were made for, which their background tells.
    private static func theme(_ option: ThemeOption?, _ settings: DisplaySettings) -> DisplaySettings.Theme? {
        if let option { return DisplaySettings.Theme(rawValue: option.rawValue) }
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
        /// Accessible lines, with answers.
        case conversation
    }

    package let output: Output
    /// Where things are shown, and why.
    package let decision: DisplayDecision
    /// The colours, glyphs and motion to draw with.
    public let theme: DisplayTheme
    /// The language of what the user reads.
    public let language: Language
    package let recording: (@Sendable ([UInt8]) -> Void)?
    private let choices: DisplayChoices
    /// Whether the first of the accessible lines has been written.
    private var hasOpened = false

    /// Looks at the terminal and decides; draws nothing yet.
    public init(_ choices: DisplayChoices) {
        self.choices = choices
        recording = choices.recording
        (output, decision) = Self.output(choices)
        theme = Self.theme(choices, output)
        language = Self.language(choices, output)
    }

    /// The same terminal with other choices; `plan` is for their colour depth.
    init(_ choices: DisplayChoices, plan: TerminalPlan, decision: DisplayDecision) {
        self.choices = choices
        self.decision = decision
        var plan = plan.wishing(for: choices.pixels)
        if let answers = choices.answers { plan = plan.learning(answers) }
        if choices.usesASCII { plan.capabilities.unicode = false }
        plan.capabilities.cursor = choices.cursor
        output = .screen(plan)
        recording = choices.recording
        theme = Self.theme(choices, output)
        language = Self.language(choices, output)
    }

    /// A screen limited to ASCII can show only English.
    private static func language(_ choices: DisplayChoices, _ output: Output) -> Language {
        if case .screen(let plan) = output, !plan.capabilities.unicode { return .english }
        return choices.language
    }

    static func language(_ choices: DisplayChoices, on decision: TerminalDecision) -> Language {
        switch decision {
        case .screen(let plan): language(choices, .screen(plan))
        case .none: choices.language
        }
    }

    private static func theme(_ choices: DisplayChoices, _ output: Output) -> DisplayTheme {
        var ground: UInt32?
        if case .screen(let plan) = output { ground = plan.capabilities.answers.ground }
        var palette = Palette.fitting(choices.theme, ground: ground)
        for (role, color) in choices.colors { palette[role] = color }
        var (depth, isASCII) = (CellColor.Depth.direct, choices.usesASCII)
        var pixelCell: TerminalAnswers.PixelSize?
        // What is only said does not move, and has no colours.
        var isSpoken = false
        if case .conversation = output { (isSpoken, depth, isASCII) = (true, .mono, false) }
        if case .screen(let plan) = output {
            pixelCell = plan.capabilities.pixels?.cell
            depth = plan.capabilities.depth
            isASCII = !plan.capabilities.unicode
        }
        return DisplayTheme(
            depth: depth, palette: palette, isASCII: isASCII, reducesMotion: choices.reducesMotion || isSpoken,
            pixelCell: pixelCell)
    }

    /// The look for screens that are on display already.
    var look: ScreenLook {
        var terminal: TerminalPlan?
        if case .screen(let plan) = output { terminal = plan }
        return ScreenLook(plan: terminal, theme: theme, language: language)
    }

    /// The same presentation once the terminal has answered.
    func learning(_ answers: TerminalAnswers) -> Presentation {
        guard case .screen(let plan) = output else { return self }
        var choices = choices
        choices.answers = answers
        return Presentation(choices, plan: plan, decision: decision)
    }

    /// The same for what may be over before a terminal has answered: one whose answers could not be kept would be waited for
    /// each time, and one that never answers for longest.
    func askingOnlyNamed() -> Presentation {
        guard case .screen(var plan) = output, plan.questions != nil, plan.fingerprint == nil else { return self }
        plan.questions = nil
        return Presentation(choices, plan: plan, decision: decision)
    }

    /// The same once the terminal has answered, before a splash on which nothing is read.
    ///
    /// - Parameters:
    ///   - settled: ends the interview once it is readable.
    ///   - isOneLine: nothing is asked for a status line.
    /// - Returns: also what was typed meanwhile.
    func interviewing(until settled: Int32, isOneLine: Bool) async -> (Presentation, typed: [UInt8]) {
        guard case .screen(var plan) = output, plan.questions != nil else { return (self, []) }
        var heard: TerminalInterview.Answers?
        if !isOneLine {
            let asked = plan
            heard = try? await LoopThread.run { TerminalInterview.ask(asked, until: settled) }
        }
        var presentation = self
        if let answers = heard?.answers, answers.isComplete || answers.isSilent {
            keep(answers)
            presentation = learning(answers)
            if case .screen(let learned) = presentation.output { plan = learned }
        }
        plan.questions = nil
        return (Presentation(presentation.choices, plan: plan, decision: decision), heard?.typed ?? [])
    }

    /// Stores the terminal's answers for the next start.
    func keep(_ answers: TerminalAnswers) {
        guard case .screen(let plan) = output, let key = plan.fingerprint, answers.isComplete || answers.isSilent else {
            return
        }
        choices.keep?(key, answers)
    }

    /// The terminal was asked and has answered nothing: the next time it is asked nothing.
    func keepSilence() {
        guard case .screen(let plan) = output, plan.capabilities.answers == TerminalAnswers(),
            let key = plan.fingerprint
        else { return }
        var answers = TerminalAnswers()
        answers.isSilent = true
        choices.keepAtOnce?(key, answers)
    }

    /// What the terminal is and can do, as far as that is known without asking.
    func diagnosis(_ places: Places) -> Diagnosis {
        var terminal: TerminalPlan?
        if case .screen(let plan) = output { terminal = plan }
        return Diagnosis(choices, shown: decision, plan: terminal, language: language, places: places)
    }

    /// What becomes of a text for the terminal's clipboard. In lines no escape sequence is written.
    var clipboard: ClipboardWay {
        if case .screen(let plan) = output { plan.capabilities.clipboard } else { .none }
    }

    /// How pictures are sent as pixels; `nil` if they are drawn in cells.
    var pixelOutput: PixelOutput? {
        if case .screen(let plan) = output { plan.capabilities.pixels } else { nil }
    }

    /// How the cursor looks at the focus; `nil` without a screen.
    var cursor: DisplaySettings.CursorLook? {
        if case .screen(let plan) = output { plan.capabilities.cursor } else { nil }
    }

    /// What the user wants of splashes; in a conversation a launch is told from its beginning.
    package var splash: SplashWish { isConversation ? .always : choices.splash }

    /// How often accessible lines say that a launch goes on.
    package var signInterval: Duration { choices.signInterval }

    /// The reason to give when something needs a screen and there is none.
    public var needsScreen: Phrase { decision.needsScreen }

    /// Whether there is a screen to draw on. Without one, print lines.
    public var hasScreen: Bool {
        if case .screen = output { true } else { false }
    }

    /// Whether a launch takes no screen, and is one line below what has been written.
    package var isOneLine: Bool { hasScreen && decision.form == .line }

    /// Whether everything is said in accessible lines.
    package var isConversation: Bool { if case .conversation = output { true } else { false } }

    /// Whether screens are shown: drawn on the terminal, or said in lines that take answers.
    public var showsScreens: Bool { hasScreen || isConversation }

    /// Shows a host's own screens until the last has left: drawn, or in accessible lines. Does nothing for other lines.
    ///
    /// - Parameters:
    ///   - control: changes the look while the screens are shown.
    ///   - makeFirst: makes the first screen, on the thread that owns the terminal.
    public func show(
        control: DisplayControl? = nil, _ makeFirst: sending @escaping () -> any Screen
    ) async throws(LaunchEngineError) {
        do {
            try await host(control: control, makeFirst)
        } catch {
            throw .terminal(error.cause)
        }
    }

    /// The same for a launch; the screens adapt to the terminal's answers.
    ///
    /// - Parameters:
    ///   - keyboard: whether keys are read; without it they always are.
    ///   - handsOver: whether the terminal's second screen is left on, for what draws next.
    ///   - hear: hears how the terminal's answers change what is shown.
    func host(
        control: DisplayControl? = nil, keyboard: KeyboardAccess? = nil, handsOver: (@Sendable () -> Bool)? = nil,
        hear: @escaping @Sendable (Presentation) -> Void = { _ in },
        _ makeFirst: sending @escaping () -> any Screen
    ) async throws(TerminalError) {
        if isConversation { return try await converse(control: control, makeFirst) }
        guard case .screen(let plan) = output else { return }
        var connect: (@Sendable (Mailbox<ScreenMessage>?) -> Void)?
        if let control { connect = { control.connect(to: $0) } }
        try await ScreenHost.run(
            plan: plan, theme: theme, language: language, compress: choices.compress, recording: recording,
            keyboard: keyboard, connect: connect, handsOver: handsOver,
            learn: { answers in
                keep(answers)
                hear(learning(answers))
                return (control?.learn(answers) ?? learning(answers)).look
            }, makeFirst: makeFirst)
    }

    /// Writes the first of the accessible lines now, for a command that has something to say before its screens; does
    /// nothing for other ways of showing.
    package mutating func open() {
        guard isConversation, !hasOpened else { return }
        hasOpened = true
        if let recording { LineOutput.record(with: recording) }
        for line in SpokenLine.wrapped(SpokenLine.sentence(opening, language)) { LineOutput.standard.add(line) }
        _ = LineOutput.standard.flush()
    }

    /// The first of the accessible lines.
    package var opening: SafeText { language.accessibleIsOn(decision) }

    /// Says the screens in lines.
    private func converse(
        control: DisplayControl?, _ makeFirst: sending @escaping () -> any Screen
    ) async throws(TerminalError) {
        if let recording { LineOutput.record(with: recording) }
        var loop = ConversationLoop(theme: theme, language: language)
        if !hasOpened { loop.opening = opening }
        if let control { loop.connect = { control.connect(to: $0) } }
        for task in try await loop.run(makeFirst).tasks { await task.value }
    }

    /// Runs a program of the host's own on the screen; does nothing without one.
    ///
    /// - Parameter makeProgram: makes the program, on the thread that owns the terminal.
    package func run<Program: ScreenLoopProgram>(
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
            throw .terminal(error.cause)
        }
    }

    /// Says that a launch is complete, in a conversation that no screen goes on with.
    func tellReady(_ name: String) {
        guard isConversation else { return }
        for line in SpokenLine.wrapped(SpokenLine.sentence(language.spokenReady(SafeText(name)), language)) {
            LineOutput.standard.add(PlainText.fitted(line))
        }
        LineOutput.standard.finish(by: MonotonicClock.now + LineOutput.grace)
    }

    /// Prints how a launch ended, if it was shown in lines.
    ///
    /// - Parameter limit: how long to wait for a slow reader.
    package func tell(
        _ outcome: LaunchOutcome, program: LaunchLines.ProgramLine? = nil, members: [JSON.Member] = [],
        by limit: Instant?,
        on output: LineOutput = .standard
    ) {
        guard case .lines(let format) = self.output else { return }
        let lines = LaunchLines(format: format, language: language, fit: PlainText.fitted)
        for line in lines.result(outcome, program: program, members: members) { output.add(line) }
        output.finishForGood(by: limit)
    }

    private static func output(_ choices: DisplayChoices) -> (Output, DisplayDecision) {
        var plan: TerminalPlan?
        let decision = choices.decide {
            switch TerminalDecision.make(options: choices.terminalOptions) {
            case .screen(let found):
                plan = found
                return nil
            case .none(let reason): return reason
            }
        }
        switch (decision.form, plan) {
        case (.screen, let plan?), (.line, let plan?): return (.screen(plan), decision)
        case (.json, _): return (.lines(.json), decision)
        case (.accessible, _): return (.conversation, decision)
        case (.log, _): return (.lines(.log), decision)
        case (.lines, _), (.screen, nil), (.line, nil): return (.lines(.plain), decision)
        }
    }
}

extension DisplayChoices {
    /// - Parameter obstacle: looks at the terminal.
    func decide(_ obstacle: () -> NoTerminalReason?) -> DisplayDecision {
        rules.decide(flag: output.flag, obstacle: obstacle)
    }

    var terminalOptions: TerminalOptions {
        var options = TerminalOptions(
            terminfoFolder: ResourceFolders.terminfo, ascii: usesASCII, mouse: usesMouse, bracketedPaste: true,
            depth: depth, pixels: pixels, hasTheme: theme != nil, known: known)
        (options.needsInput, options.cursor) = (needsInput, cursor)
        return options
    }
}
