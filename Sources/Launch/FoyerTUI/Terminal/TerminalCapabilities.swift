import FoyerCore

/// What may be sent to the terminal. Anything uncertain is not sent: what a new terminal understands, an old one shows
/// as garbage or as a notification.
package struct TerminalCapabilities: Hashable, Sendable {
    package var depth: CellColor.Depth
    /// False: only ASCII.
    package var unicode: Bool
    package var synchronizedOutput: Bool
    package var taskbarProgress: Bool
    /// Whether the window's title is ours to set: the terminal keeps the former one and puts it back.
    package var title = false
    package var hyperlinks: Bool
    package var mouse: Bool
    package var bracketedPaste: Bool
    /// How the cursor is to look at the focus.
    package var cursor = DisplaySettings.CursorLook.bar
    /// Whether its variables say that it is xterm.
    private var saysXterm = false
    /// How to send pictures in pixels; nil if the terminal cannot show them.
    package var pixels: PixelOutput?
    /// Whether the terminal may be asked to copy a text: it is no multiplexer, which keeps it, and shows no such request.
    package var takesClipboard = false
    /// The terminal's own answers, in this run or an earlier one.
    package var answers = TerminalAnswers()

    package init(
        depth: CellColor.Depth, unicode: Bool, synchronizedOutput: Bool = false, taskbarProgress: Bool = false,
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

    /// What a terminal can do, according to its environment and terminfo.
    ///
    /// - Parameters:
    ///   - colors: terminfo's number of colours for the entry that will be used.
    ///   - unicode: whether the locale's encoding is UTF-8.
    package init(environment: TerminalEnvironment, colors: Int, unicode: Bool, mouse: Bool = true, paste: Bool = false)
    {
        let program = environment.program
        let version = environment["TERM_PROGRAM_VERSION"]
        self.init(
            depth: Self.depth(environment: environment, colors: colors), unicode: unicode,
            synchronizedOutput: program.hasSynchronizedOutput,
            taskbarProgress: program.hasTaskbarProgress(version: environment.konsoleVersion ?? version)
                || environment.hasFeature("P"),
            hyperlinks: program.hasHyperlinks(version: version), mouse: mouse, bracketedPaste: paste)
        title = program.keepsTitles || program == .unknown && environment["XTERM_VERSION"] != nil
        takesClipboard = environment.takesClipboard
        saysXterm = program == .unknown && environment["XTERM_VERSION"] != nil
    }

    /// The bytes that give the cursor the shape again that the user has chosen for the terminal. Xterm alone knows none
    /// for that: there, 0 is a blinking block.
    var cursorUndo: [UInt8] {
        let isXterm = answers.name.map { $0.hasPrefix("XTerm(") } ?? saysXterm
        return Array("\u{1B}[\(isXterm ? answers.cursorShape ?? 2 : 0) q".utf8)
    }

    /// What becomes of a text for the clipboard.
    package var clipboard: ClipboardWay { answers.clipboard ? .open : takesClipboard ? .asked : .none }

    private static func depth(environment: TerminalEnvironment, colors: Int) -> CellColor.Depth {
        if environment["NO_COLOR"] != nil { return .mono }
        switch colors {
        case ..<8: return .mono
        case ..<16: return .ansi8
        case ..<256: return .ansi16
        case ..<0x100_0000: return .indexed256
        default: return .direct
        }
    }

    /// The matching entry of our own: 24-bit colour if the terminal says that it has it, and a mouse beyond column 223
    /// in any case. Nil if the terminal's own entry is better.
    static func ownEntry(for environment: TerminalEnvironment) -> String? {
        guard let type = environment["TERM"] else { return nil }
        let color = environment["COLORTERM"]?.lowercased()
        // GNU screen passes COLORTERM on, but has only 256 colours.
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

    /// Our entry for a terminal that says that it shows 256 colours; `nil` if there is none.
    static func indexedEntry(for environment: TerminalEnvironment) -> String? {
        environment.isLikeXterm && environment.program != .tmux ? "foyer-256color" : nil
    }
}

extension TerminalCapabilities {
    /// Adds the terminal's answers; they take nothing away.
    mutating func learn(_ answers: TerminalAnswers) {
        self.answers = answers
        synchronizedOutput = synchronizedOutput || answers.synchronizedOutput
        title = title || answers.name?.hasPrefix("XTerm(") == true
        guard let name = answers.name, let (program, version) = TerminalProgram.named(name) else { return }
        taskbarProgress = taskbarProgress || program.hasTaskbarProgress(version: version)
        hyperlinks = hyperlinks || program.hasHyperlinks(version: version)
        title = title || program.keepsTitles
    }
}

extension TerminalEnvironment {
    /// Konsole's own form is 260400.
    fileprivate var konsoleVersion: String? {
        guard program == .konsole, let number = self["KONSOLE_VERSION"].flatMap({ Int($0) }) else { return nil }
        return "\(number / 10_000).\(number / 100 % 100)"
    }

    /// Whether the terminal says of itself that it has a feature: `TERM_FEATURES` is a row of names, each a capital letter,
    /// small letters and a number.
    fileprivate func hasFeature(_ name: String) -> Bool {
        guard program != .tmux, program != .screen, let features = self["TERM_FEATURES"] else { return false }
        var names: [String] = []
        for letter in features where !letter.isNumber {
            if letter.isUppercase { names.append("") }
            if let last = names.indices.last { names[last].append(letter) }
        }
        return names.contains(name)
    }
}

extension TerminalProgram {
    /// Whether it has a stack of titles (XTWINOPS 22 and 23).
    fileprivate var keepsTitles: Bool {
        switch self {
        case .alacritty, .contour, .foot, .iTerm, .kitty, .mintty, .tmux: true
        case .vte(let version): version >= 5400
        default: false
        }
    }

    fileprivate var hasSynchronizedOutput: Bool {
        switch self {
        case .alacritty, .contour, .foot, .ghostty, .iTerm, .kitty, .mintty, .wezTerm: true
        default: false
        }
    }

    /// OSC 9 alone is a notification on many terminals: it is sent only to those that know its `4`.
    fileprivate func hasTaskbarProgress(version: String?) -> Bool {
        switch self {
        case .conEmu, .windowsTerminal, .mintty, .wezTerm: true
        case .kitty: Self.isVersion(version, atLeast: [0, 47])
        case .konsole: Self.isVersion(version, atLeast: [26, 4])
        case .tmux: Self.isVersion(version, atLeast: [3, 7])
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

    /// Compares the numbers of a version from the first on; a version without numbers counts as older.
    static func isVersion(_ text: String?, atLeast wanted: [Int]) -> Bool {
        guard let text else { return false }
        let parts = text.drop { !$0.isNumber }.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
        for index in wanted.indices {
            let part = index < parts.count ? parts[index] : 0
            if part != wanted[index] { return part > wanted[index] }
        }
        return true
    }
}
