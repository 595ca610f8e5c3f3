import FoyerCore

/// What may be sent to the terminal. Whatever is not certain is not sent: an old terminal shows as rubbish, or
/// as a notification, what a new one understands.
package struct TerminalCapabilities: Hashable, Sendable {
    package var depth: ColorDepth
    /// False: ASCII alone.
    package var unicode: Bool
    package var synchronizedOutput: Bool
    package var taskbarProgress: Bool
    package var hyperlinks: Bool
    package var mouse: Bool
    package var bracketedPaste: Bool
    /// How it is sent pictures in pixels; nil where it is not.
    package var pixels: PixelOutput?
    /// What the terminal has said of itself, in this run or in one before.
    package var answers = TerminalAnswers()

    package init(
        depth: ColorDepth, unicode: Bool, synchronizedOutput: Bool = false, taskbarProgress: Bool = false,
        hyperlinks: Bool = false, mouse: Bool = false, bracketedPaste: Bool = false,
        pixels: PixelOutput? = nil
    ) {
        self.depth = depth
        self.unicode = unicode
        self.synchronizedOutput = synchronizedOutput
        self.taskbarProgress = taskbarProgress
        self.hyperlinks = hyperlinks
        self.mouse = mouse
        self.bracketedPaste = bracketedPaste
        self.pixels = pixels
    }

    /// What a terminal can do, by its environment and by what terminfo says.
    ///
    /// - Parameters:
    ///   - colors: terminfo's count of colours for the entry that will be used.
    ///   - unicode: the locale's characters are UTF-8.
    package init(environment: TerminalEnvironment, colors: Int, unicode: Bool, mouse: Bool = true, paste: Bool = false)
    {
        let program = environment.program
        let version = environment["TERM_PROGRAM_VERSION"]
        self.init(
            depth: Self.depth(environment: environment, colors: colors), unicode: unicode,
            synchronizedOutput: program.hasSynchronizedOutput,
            taskbarProgress: program.hasTaskbarProgress(version: version),
            hyperlinks: program.hasHyperlinks(version: version), mouse: mouse, bracketedPaste: paste)
    }

    private static func depth(environment: TerminalEnvironment, colors: Int) -> ColorDepth {
        if environment["NO_COLOR"] != nil { return .mono }
        switch colors {
        case ..<8: return .mono
        case ..<16: return .ansi8
        case ..<256: return .ansi16
        case ..<0x100_0000: return .indexed256
        default: return .direct
        }
    }

    /// The entry of our own that fits: 24-bit colour where the terminal says that it has it, and a mouse beyond
    /// column 223 in any case. Nil where the terminal's own entry is the better one.
    static func ownEntry(for environment: TerminalEnvironment) -> String? {
        guard let type = environment["TERM"] else { return nil }
        let color = environment["COLORTERM"]?.lowercased()
        // GNU screen passes COLORTERM on, but has 256 colours.
        let isDirect = (color == "truecolor" || color == "24bit") && environment["NO_COLOR"] == nil
        let program = environment.program
        if program == .screen { return nil }
        if program == .tmux {
            guard type.hasSuffix("256color") || isDirect else { return nil }
            return isDirect ? "foyer-tmux-direct" : "foyer-tmux-256color"
        }
        guard environment.isLikeXterm else { return nil }
        if isDirect { return "foyer-direct" }
        return type == "xterm-256color" ? "foyer-256color" : nil
    }
}

extension TerminalCapabilities {
    /// What the terminal's answers add; they take nothing away.
    mutating func learn(_ answers: TerminalAnswers) {
        self.answers = answers
        synchronizedOutput = synchronizedOutput || answers.synchronizedOutput
        guard let name = answers.name, let (program, version) = TerminalProgram.named(name) else { return }
        taskbarProgress = taskbarProgress || program.hasTaskbarProgress(version: version)
        hyperlinks = hyperlinks || program.hasHyperlinks(version: version)
    }
}

extension TerminalProgram {
    fileprivate var hasSynchronizedOutput: Bool {
        switch self {
        case .alacritty, .contour, .foot, .ghostty, .iTerm, .kitty, .mintty, .wezTerm: true
        default: false
        }
    }

    /// OSC 9 alone is a notification on many terminals: only those that know its `4` are told.
    fileprivate func hasTaskbarProgress(version: String?) -> Bool {
        switch self {
        case .conEmu, .windowsTerminal, .mintty: true
        case .ghostty: Self.isVersion(version, atLeast: [1, 2])
        case .iTerm: Self.isVersion(version, atLeast: [3, 6, 6])
        case .vte(let version): version >= 8000
        default: false
        }
    }

    fileprivate func hasHyperlinks(version: String?) -> Bool {
        switch self {
        case .alacritty, .contour, .foot, .ghostty, .iTerm, .kitty, .konsole, .mintty, .vsCode, .wezTerm: true
        case .windowsTerminal: true
        case .tmux: Self.isVersion(version, atLeast: [3, 4])
        case .vte(let version): version >= 5000
        default: false
        }
    }

    /// Compares the leading numbers of a version; what has none is older than anything.
    static func isVersion(_ text: String?, atLeast wanted: [Int]) -> Bool {
        guard let text else { return false }
        let parts = text.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
        for index in wanted.indices {
            let part = index < parts.count ? parts[index] : 0
            if part != wanted[index] { return part > wanted[index] }
        }
        return true
    }
}
