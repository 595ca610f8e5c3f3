import FoyerCore
import FoyerSystem
import FoyerTUI

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

    /// The same without questions.
    func askingNothing() -> Presentation {
        guard case .screen(var plan) = output, plan.questions != nil else { return self }
        plan.questions = nil
        return Presentation(choices, plan: plan, decision: decision)
    }

    /// The same once the terminal has answered, before a splash on which nothing is read.
    ///
    /// - Parameters:
    ///   - settled: ends the interview once it is readable.
    /// - Returns: also what was typed meanwhile.
    func interviewing(until settled: Int32) async -> (Presentation, typed: [UInt8]) {
        guard case .screen(let plan) = output, plan.questions != nil else { return (self, []) }
        let heard = try? await LoopThread.run { TerminalInterview.ask(plan, until: settled) }
        var presentation = self
        if let answers = heard?.answers, answers.isComplete || answers.isSilent {
            keep(answers)
            presentation = learning(answers)
        }
        return (presentation.askingNothing(), heard?.typed ?? [])
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
            switch TerminalDecision.make(choices) {
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
