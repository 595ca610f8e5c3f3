import FoyerCore
import FoyerTUI

/// Shows a splash in every state that it will meet, without a server that has to be broken for it.
///
/// The launch is the real one, with the delegate's calls in their real order; only the news that steps would bring are
/// made up. In a test, as text:
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
    /// A state of a launch, as its splash meets it.
    public enum Moment: Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// Nothing is known of the program yet.
        case preparing
        /// The program's info is here, and the first step is done.
        case loading
        /// Twelve seconds later: bytes, rate and time left, and a word on what the step is busy with.
        case slow
        /// The attempt has failed.
        case failed(LaunchCode)
        /// The next attempt has just begun.
        case reloaded
        /// The terminal has got another size while it was loading.
        case resized
        /// Everything is done: the last cells, which fade into the first screen.
        case ready
        /// The user has closed the launch: nothing is left of the splash.
        case closed

        /// All of them, the nine codes in a row.
        public static let allCases: [Moment] =
            [.preparing, .loading, .slow] + LaunchCode.allCases.map { .failed($0) } + [
                .reloaded, .resized, .ready, .closed,
            ]

        /// What the moment is called: a word, or the code.
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
        public let moment: Moment
        /// What it was drawn with.
        public let theme: Theme
        /// Every cell.
        package let buffer: Buffer

        /// The moment alone: "loading", "10009".
        public var name: String { moment.description }
        /// With size, colours and theme: "10009 80x24 direct dark".
        public var fullName: String {
            let depth = ColorDepth.names.first { $0.depth == theme.depth }?.name ?? "\(theme.depth)"
            let size = "\(buffer.size.columns)x\(buffer.size.rows)"
            return "\(name) \(size) \(depth) \(theme.palette.isLight ? "light" : "dark")"
        }
        /// One line a row, without colours.
        public var text: String { buffer.text }
        /// Without the empty rows at the end.
        var shownLines: [String] {
            let lines = buffer.textLines
            return Array(lines[..<(lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0)])
        }
        /// The same with the colours and attributes of each row below it.
        public var styledText: String { buffer.styledText }
    }

    /// What the splash is told of the program.
    public var info: SplashInfo
    /// Labels of the steps that it sees; at least two.
    public var steps: [String]
    /// The program's picture; without one, the splash gets none.
    public var icon: Pixels?
    /// Whether the splash gets a close action.
    public var offersClose: Bool
    let splash: (@Sendable () -> any SplashViewDelegate)?

    /// - Parameter splash: makes the delegate, once for each picture; ``DefaultSplashViewDelegate`` unless given.
    public init(
        info: SplashInfo = SplashInfo(
            appID: "com.example.tea", appName: "Tea House", description: "Order ahead",
            slogan: "A cup in five minutes"),
        steps: [String] = ["metadata", "package", "ready"], icon: Pixels? = nil, offersClose: Bool = true,
        splash: (@Sendable () -> any SplashViewDelegate)? = nil
    ) {
        self.info = info
        self.steps = steps
        self.icon = icon
        self.offersClose = offersClose
        self.splash = splash
    }

    /// Every number of colours, on a dark and on a light ground.
    public static let themes: [Theme] = ColorDepth.allCases.flatMap { depth in
        [Palette.dark, .light].map { Theme(depth: depth, palette: $0) }
    }

    /// Every moment, drawn.
    public func pictures(
        size: CellSize = CellSize(columns: 80, rows: 24), theme: Theme = Theme(), language: Language = .english
    ) -> [Picture] {
        Moment.allCases.map { picture(of: $0, size: size, theme: theme, language: language) }
    }

    /// One moment, drawn. The same bytes each time.
    public func picture(
        of moment: Moment, size: CellSize = CellSize(columns: 80, rows: 24), theme: Theme = Theme(),
        language: Language = .english
    ) -> Picture {
        let stage = RehearsalStage(self, look: .init(size: size, theme: theme, language: language), at: .zero) { _ in }
        stage.drawsIconAtOnce = true
        stage.play(moment)
        defer { stage.end() }
        return Picture(moment: moment, theme: theme, buffer: stage.draw().buffer)
    }

    /// Shows it on the terminal until Ctrl-C, with a key for each state:
    ///
    /// - `p` prepares, `l` loads, `s` is slow, `1` to `9` are the nine codes in their order, `y` is ready.
    /// - `z` changes the size, `t` the theme, `c` the colours, `a` the characters, `m` the motion, `g` the language.
    /// - The splash's own keys do what they always do: `r` reloads, `q` closes.
    ///
    /// Without a screen, as in a pipe, every moment is printed as text.
    public func run(_ display: DisplayChoices = DisplayChoices()) async throws(LaunchEngineError) {
        let control = DisplayControl(Settings()) { display.joined(with: $0) }
        let presentation = control.presentation
        guard presentation.hasScreen else {
            for picture in pictures(theme: presentation.theme, language: presentation.language) {
                LineOutput.standard.add("── \(picture.name)")
                for line in picture.shownLines { LineOutput.standard.add(line) }
            }
            LineOutput.standard.finishForGood(by: nil)
            return
        }
        try await presentation.show(control: control) { RehearsalScreen(self, control) }
    }
}

extension DisplayChoices {
    /// What is chosen while the program is shown wins over what it was started with.
    fileprivate func joined(with settings: Settings) -> DisplayChoices {
        var choices = self
        choices.depth = settings.depth ?? depth
        choices.theme = settings.theme ?? theme
        choices.usesASCII = settings.usesASCII ?? usesASCII
        choices.reducesMotion = settings.reducesMotion ?? reducesMotion
        choices.language = settings.language ?? language
        return choices
    }
}
