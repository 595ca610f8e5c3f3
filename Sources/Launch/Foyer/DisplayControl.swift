import FoyerCore
import FoyerTUI
import Synchronization

/// Changes the look of a running program: colours, glyphs, motion and language of all its screens at once.
///
/// ```swift
/// let control = DisplayControl()
/// try await control.presentation.show(control: control) { Home(control) }
/// // Later, from any thread:
/// control.choose(.language(.simplifiedChinese))
/// control.choose(.theme(nil))  // As the terminal's own background.
/// ```
/// A screen finds the new look in its next context, and redraws whatever it prepared for the old one, such as
/// pictures.
public final class DisplayControl: Sendable {
    /// Combines settings with the command line and the environment.
    public typealias Choose = @Sendable (DisplaySettings) -> DisplayChoices

    private struct State {
        var settings: DisplaySettings
        var answers: TerminalAnswers?
        var take: (@Sendable (Presentation) -> Void)?
    }

    private let choose: Choose
    private let state: Mutex<State>
    /// A plan for each colour depth that may be chosen, made for this terminal.
    private let plans: [CellColor.Depth?: TerminalPlan]
    /// Why there is a screen, if there is one.
    private let decision: DisplayDecision

    /// Examines the terminal. Create it early, before there is a screen.
    ///
    /// - Parameters:
    ///   - settings: what the user has chosen so far, such as `SettingsFile.settings(_:)`.
    ///   - choose: puts what decides before the settings (a command line's options, the environment) on top of them;
    ///     called again with each change, on the thread that makes it.
    public init(
        _ settings: DisplaySettings = DisplaySettings(), choose: @escaping Choose = { DisplayChoices(settings: $0) }
    ) {
        self.choose = choose
        state = Mutex(State(settings: settings))
        var plans: [CellColor.Depth?: TerminalPlan] = [:]
        var decision = DisplayDecision(.screen, .person, .person)
        for depth in DisplaySettings.Row.colors.choices {
            var choices = choose(DisplaySettings().with(depth))
            choices.usesASCII = false
            let presentation = Presentation(choices)
            if case .screen(let plan) = presentation.output { plans[choices.depth] = plan }
            decision = presentation.decision
        }
        self.plans = plans
        self.decision = decision
    }

    /// For screens drawn without a terminal of their own: every colour and glyph is available, and `theme` and
    /// `language` apply where the settings choose nothing.
    public init(imitating theme: DisplayTheme, _ language: Language) {
        choose = { settings in
            var choices = DisplayChoices(settings: settings, environment: { _ in nil })
            choices.depth = settings.depth ?? theme.depth
            choices.theme = choices.theme ?? (theme.palette.isLight ? .light : .dark)
            choices.usesASCII = settings.usesASCII ?? theme.glyphs.isASCII
            choices.reducesMotion = settings.reducesMotion ?? theme.reducesMotion
            choices.language = settings.language ?? language
            return choices
        }
        state = Mutex(State(settings: DisplaySettings()))
        decision = DisplayDecision(.screen, .person, .person)
        var plans: [CellColor.Depth?: TerminalPlan] = [:]
        for depth in CellColor.Depth.allCases { plans[depth] = .imagined(depth) }
        self.plans = plans
    }

    /// The current settings; at first those of the file.
    public var settings: DisplaySettings { state.withLock { $0.settings } }

    /// The current presentation.
    public var presentation: Presentation { presentation(settings) }

    /// The presentation that these settings would give.
    package func presentation(_ settings: DisplaySettings) -> Presentation {
        var choices = choose(settings)
        choices.answers = state.withLock { $0.answers }
        guard [.automatic, .screen, .line].contains(choices.output), let plan = plans[choices.depth] else {
            return Presentation(choices)
        }
        return Presentation(choices, plan: plan, decision: decision)
    }

    /// What the settings say; the first of the row's choices if they leave it open.
    public func chosen(_ row: DisplaySettings.Row) -> DisplaySettings.Choice { settings[row] }

    /// Applies a choice to all screens, at once and until the program ends. `SettingsFile.keep(_:in:)` keeps it.
    public func choose(_ choice: DisplaySettings.Choice) { show(settings.with(choice)) }

    /// Applies the settings to all screens.
    package func show(_ settings: DisplaySettings) {
        let take = state.withLock { state in
            state.settings = settings
            return state.take
        }
        take?(presentation(settings))
    }

    /// Applies the terminal's answers.
    ///
    /// - Returns: the presentation from now on.
    func learn(_ answers: TerminalAnswers) -> Presentation {
        state.withLock { $0.answers = answers }
        return presentation
    }

    /// Whether a choice would change nothing, because an option or the environment has decided already.
    public func isDecided(_ row: DisplaySettings.Row) -> Bool {
        let settings = settings
        let looks = row.choices.map { presentation(settings.with($0)) }
        return looks.allSatisfy { row.isSame($0, looks[0]) }
    }

    /// What is actually shown.
    public func shown(_ row: DisplaySettings.Row) -> DisplaySettings.Choice {
        let (chosen, look) = (settings[row], presentation)
        guard chosen != row.choices[0] || isDecided(row) else { return chosen }
        var shown = DisplaySettings()
        shown.theme = look.theme.palette.isLight ? .light : .dark
        shown.depth = look.theme.depth
        shown.usesASCII = look.theme.glyphs.isASCII
        shown.pixels = look.pixelOutput?.wish ?? .off
        shown.reducesMotion = look.theme.reducesMotion
        shown.language = look.language
        shown.cursor = look.cursor
        return shown[row]
    }

    /// Sends changes of look to a program's mailbox from now on; `nil` disconnects.
    package func connect(to mailbox: Mailbox<ScreenMessage>?) {
        guard let mailbox else { return connect(nil) }
        connect { mailbox.post(ScreenMessage(.restyle($0.look))) }
    }

    func connect(_ take: (@Sendable (Presentation) -> Void)?) {
        state.withLock { $0.take = take }
    }
}

extension DisplaySettings.Row {
    fileprivate func isSame(_ one: Presentation, _ other: Presentation) -> Bool {
        switch self {
        // Without colours, both look the same.
        case .theme: one.theme.depth == .mono || one.theme.palette == other.theme.palette
        case .colors: one.theme.depth == other.theme.depth
        case .characters: one.theme.glyphs == other.theme.glyphs
        case .pixels: one.pixelOutput == other.pixelOutput
        case .motion: one.theme.reducesMotion == other.theme.reducesMotion
        case .language: one.language == other.language
        case .cursor: one.cursor == other.cursor
        }
    }
}
