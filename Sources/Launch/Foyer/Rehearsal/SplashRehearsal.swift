import FoyerCore
import FoyerTUI

/// Shows a splash in each of its states, without a server and without breaking anything.
///
/// The launch is real, with the delegate's calls in their real order; only the steps' reports are invented. In a test,
/// as text:
/// ```swift
/// let rehearsal = SplashRehearsal { MailSplash() }
/// for picture in rehearsal.pictures() {
///     print(picture.name)  // "loading", "10009", …
///     print(picture.text)
/// }
/// ```
/// On the host's own terminal, with a key for each state:
/// ```swift
/// if CommandLine.arguments.contains("--rehearse") {
///     try await SplashRehearsal { MailSplash() }.run()
///     exit(0)
/// }
/// ```
public struct SplashRehearsal: Sendable {
    /// A state of a launch that a splash has to show.
    public enum Moment: Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// Nothing is known of the program yet.
        case preparing
        /// The program's info has arrived, and the first step is done.
        case loading
        /// Twelve seconds later: bytes, rate, time left, and the step's status.
        case slow
        /// The attempt has failed.
        case failed(LaunchCode)
        /// The next attempt has just begun.
        case reloaded
        /// The terminal was resized while loading.
        case resized
        /// All steps are done: the last frame before the fade into the first screen.
        case ready
        /// The user has closed the launch; the splash is gone.
        case closed

        /// All moments; the codes follow one another.
        public static let allCases: [Moment] =
            [.preparing, .loading, .slow] + LaunchCode.allCases.map { .failed($0) } + [
                .reloaded, .resized, .ready, .closed,
            ]

        /// The moment's name: a word, or the code.
        public var description: String {
            switch self {
            case .preparing: "preparing"
            case .loading: "loading"
            case .slow: "slow"
            case .failed(let code): "\(code.rawValue)"
            case .reloaded: "reloaded"
            case .resized: "resized"
            case .ready: "ready"
            case .closed: "closed"
            }
        }
    }

    /// The screen at a moment.
    public struct Picture: Sendable {
        /// The moment that it shows.
        public let moment: Moment
        /// The colours and characters that it was drawn with.
        public let theme: DisplayTheme
        /// Every cell.
        package let buffer: Buffer

        /// The moment's name, such as "loading" or "10009".
        public var name: String { moment.description }
        /// With size, colours and theme: "10009 80x24 direct dark".
        package var fullName: String {
            let depth = CellColor.Depth.names.first { $0.depth == theme.depth }?.name ?? "\(theme.depth)"
            let size = "\(buffer.size.columns)x\(buffer.size.rows)"
            return "\(name) \(size) \(depth) \(theme.palette.isLight ? "light" : "dark")"
        }
        /// The text, a line for each row, without colours.
        public var text: String { buffer.text }
        /// The text's rows, without the empty ones at the end.
        var shownLines: [String] {
            let lines = buffer.textLines
            return Array(lines[..<(lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0)])
        }
        /// The text, with each row's colours and attributes below it.
        public var styledText: String { buffer.styledText }
    }

    /// The program's info that the splash receives.
    public var info: SplashInfo
    /// The labels of the steps; with none, they are a mini program's.
    public var steps: [String]
    /// The program's icon; `nil` for none.
    public var icon: Pixels?
    /// Whether the splash gets a close action.
    public var offersClose: Bool
    /// The host's own titles of failures, as in its `LaunchEngine.Configuration`.
    public var titles: [LaunchCode: Phrase] = [:]
    let splash: (@Sendable () -> any SplashViewDelegate)?

    /// - Parameter splash: makes the delegate, once for each picture; ``DefaultSplashViewDelegate`` unless given.
    public init(
        info: SplashInfo = SplashInfo(
            appID: "com.example.tea", appName: "Tea House", description: "Order ahead",
            slogan: "A cup in five minutes"),
        steps: [String] = [], icon: Pixels? = nil, offersClose: Bool = true,
        splash: (@Sendable () -> any SplashViewDelegate)? = nil
    ) {
        self.info = info
        self.steps = steps
        self.icon = icon
        self.offersClose = offersClose
        self.splash = splash
    }

    /// Themes with every colour depth, on a dark and on a light background.
    public static let themes: [DisplayTheme] = CellColor.Depth.allCases.flatMap { depth in
        [Palette.dark, .light].map { DisplayTheme(depth: depth, palette: $0) }
    }

    /// Every moment, drawn.
    public func pictures(
        size: CellSize = CellSize(columns: 80, rows: 24), theme: DisplayTheme = DisplayTheme(),
        language: Language = .english
    ) -> [Picture] {
        Moment.allCases.map { picture(of: $0, size: size, theme: theme, language: language) }
    }

    /// Draws one moment; the result is the same each time.
    public func picture(
        of moment: Moment, size: CellSize = CellSize(columns: 80, rows: 24), theme: DisplayTheme = DisplayTheme(),
        language: Language = .english
    ) -> Picture {
        let stage = RehearsalStage(self, look: .init(size: size, theme: theme, language: language), at: .zero) { _ in }
        stage.drawsIconAtOnce = true
        stage.play(moment)
        defer { stage.disappear() }
        return Picture(moment: moment, theme: theme, buffer: stage.draw().buffer)
    }

    /// Shows the rehearsal on the terminal until Ctrl-C, with a key for each state:
    ///
    /// - `p` prepares, `l` loads, `s` is slow, `1` to `9` are the nine codes in their order, `y` is ready.
    /// - `z` changes the size, `t` the theme, `c` the colours, `a` the characters, `m` the motion, `g` the language.
    /// - The splash's own keys do what they always do: `r` reloads, `q` closes.
    ///
    /// Without a screen, as in a pipe, it prints every moment as text.
    public func run(_ display: DisplayChoices = DisplayChoices()) async throws(LaunchEngineError) {
        let control = DisplayControl(DisplaySettings()) { display.joined(with: $0) }
        let presentation = control.presentation
        guard presentation.hasScreen else {
            for line in presentation.isConversation ? spokenLines(presentation) : drawnLines(presentation) {
                LineOutput.standard.add(line)
            }
            LineOutput.standard.finishForGood(by: nil)
            return
        }
        try await presentation.show(control: control) { RehearsalScreen(self, control) }
    }

    private func drawnLines(_ presentation: Presentation) -> [String] {
        pictures(theme: presentation.theme, language: presentation.language).flatMap {
            ["── \($0.name)"] + $0.shownLines
        }
    }

    /// What is heard at each moment.
    private func spokenLines(_ presentation: Presentation) -> [String] {
        let language = presentation.language
        let look = RehearsalStage.Look(
            size: CellSize(columns: 80, rows: 24), theme: presentation.theme, language: language)
        return Moment.allCases.reduce(into: SpokenLine.wrapped(SpokenLine.sentence(presentation.opening, language))) {
            lines, moment in
            let stage = RehearsalStage(self, look: look, at: .zero) { _ in }
            stage.play(moment)
            defer { stage.disappear() }
            var conversation = Conversation(language)
            let said = stage.spoken().map { conversation.say($0) } ?? []
            lines += SpokenLine.wrapped(SpokenLine.sentence(SafeText(moment.description), language)) + said
        }.map(PlainText.fitted)
    }
}

extension DisplayChoices {
    /// A choice made during the rehearsal wins over the options it was started with.
    fileprivate func joined(with settings: DisplaySettings) -> DisplayChoices {
        var choices = self
        choices.depth = settings.depth ?? depth
        choices.theme = settings.theme ?? theme
        choices.usesASCII = settings.usesASCII ?? usesASCII
        choices.reducesMotion = settings.reducesMotion ?? reducesMotion
        choices.language = settings.language ?? language
        return choices
    }
}

/// The words of a rehearsal on the terminal.
extension Phrase {
    static let rehearseErrors = Phrase("errors")
    static let rehearseStates = Phrase("states")
    static let rehearseSize = Phrase("size")
    static let rehearseLook = Phrase("look")
    static let rehearseEnd = Phrase("end")
    static let rehearsedRoot = Phrase("The first screen")
    static let rehearsedFailure = Phrase("This is a rehearsal; nothing has really gone wrong.")
    private static let rehearsedReady = Phrase("The launch is over: it is ready. q leaves.")
    private static let rehearsedClosed = Phrase("The launch is over: it was closed. q leaves.")

    private static func rehearsedFailed(_ code: LaunchCode) -> Phrase {
        Phrase("The launch is over: error \(code.rawValue). q leaves.")
    }

    static func rehearsalIsOver(_ outcome: LaunchOutcome?) -> Phrase {
        switch outcome {
        case .completed: rehearsedReady
        case .failed(let failure): rehearsedFailed(failure.code)
        case .closed, nil: rehearsedClosed
        }
    }
}

extension SplashRehearsal.Moment {
    /// The moment's name for people.
    var phrase: Phrase {
        switch self {
        case .preparing: Phrase("preparing")
        case .loading: Phrase("loading")
        case .slow: Phrase("slow")
        case .failed(let code): Phrase(asIs: "\(code.rawValue)")
        case .reloaded: Phrase("reloaded")
        case .resized: Phrase("resized")
        case .ready: Phrase("ready")
        case .closed: Phrase("closed")
        }
    }
}
