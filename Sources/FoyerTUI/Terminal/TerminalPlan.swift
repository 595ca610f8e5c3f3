import CTerminal
import FoyerCore
import Glibc

/// What the user, the settings and the caller say about the screen.
public struct TerminalOptions: Sendable {
    /// The folder of Foyer's compiled terminfo entries; without it there are 256 colours at most.
    public var terminfoFolder: String?
    /// ASCII alone, whatever the locale says.
    public var ascii = false
    public var mouse = true
    /// Pasted text as one event; for screens with a text field.
    public var bracketedPaste = false
    /// The colours that the user wishes for; `nil` for as many as the terminal says that it has. `NO_COLOR` wins.
    public var depth: ColorDepth?
    /// How pictures are sent.
    public var pixels = PixelWish.auto

    public init(
        terminfoFolder: String? = nil, ascii: Bool = false, mouse: Bool = true, bracketedPaste: Bool = false,
        depth: ColorDepth? = nil, pixels: PixelWish = .auto
    ) {
        self.pixels = pixels
        self.depth = depth
        self.terminfoFolder = terminfoFolder
        self.ascii = ascii
        self.mouse = mouse
        self.bracketedPaste = bracketedPaste
    }
}

/// Why plain lines are used instead of a screen.
public enum NoTerminalReason: Hashable, Sendable {
    case inputIsNoTerminal, outputIsNoTerminal
    /// `TERM` is unset or empty.
    case typeMissing
    /// `TERM` is `dumb`.
    case typeDumb
    /// Terminfo has no entry for it, or one that cannot move the cursor.
    case typeUnknown(String)
}

/// A terminal that can be opened, and how.
public struct TerminalPlan: Hashable, Sendable {
    public var capabilities: TerminalCapabilities
    /// The terminfo entry that curses is given.
    var type: String
    /// The entry is one of our own.
    var isOwn: Bool
    /// The entry says a size.
    var hasSize: Bool

    /// What a terminal would be that nobody has: for screens that are drawn without one.
    public static func imagined(_ depth: ColorDepth) -> TerminalPlan {
        TerminalPlan(
            capabilities: TerminalCapabilities(depth: depth, unicode: true), type: "", isOwn: false, hasSize: false)
    }
}

public enum TerminalDecision: Hashable, Sendable {
    case screen(TerminalPlan)
    case none(NoTerminalReason)

    /// Decides how to draw. Writes nothing and leaves the terminal as it is.
    ///
    /// Call once, early, before other threads run: it sets the process's character locale, and `TERMINFO_DIRS` so
    /// that curses finds the folder of our entries.
    public static func make(options: TerminalOptions = TerminalOptions()) -> TerminalDecision {
        guard isatty(STDIN_FILENO) == 1 else { return .none(.inputIsNoTerminal) }
        guard isatty(STDOUT_FILENO) == 1 else { return .none(.outputIsNoTerminal) }
        return makeForTerminal(options: options)
    }

    private static func makeForTerminal(options: TerminalOptions) -> TerminalDecision {
        let environment = TerminalEnvironment.current
        foyer_use_locale(environment.asksForUTF8)
        if let folder = options.terminfoFolder, access(folder, R_OK) == 0 {
            let former = getenv("TERMINFO_DIRS").map { String(cString: $0) } ?? ""
            // An empty part stands for the folders that are built in.
            if !former.hasPrefix(folder + ":") { setenv("TERMINFO_DIRS", "\(folder):\(former)", 1) }
        }
        let decision = make(
            environment: environment, options: options, isUTF8: foyer_codeset_is_utf8(), cell: cellSize,
            describe: TerminalType.init)
        if case .screen(let plan) = decision, !plan.hasSize {
            unsetenv("LINES")
            unsetenv("COLUMNS")
        }
        return decision
    }

    /// The size of a cell as the kernel knows it, from the terminal itself.
    private static var cellSize: TerminalAnswers.PixelSize? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return TerminalAnswers.PixelSize(
            width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    }

    /// The decision itself; `describe` asks terminfo.
    static func make(
        environment: TerminalEnvironment, options: TerminalOptions, isUTF8: Bool,
        cell: TerminalAnswers.PixelSize? = nil, describe: (String) -> TerminalType?
    ) -> TerminalDecision {
        let environment = options.depth.map { environment.wishing(for: $0) } ?? environment
        guard let wanted = environment["TERM"] else { return .none(.typeMissing) }
        if wanted == "dumb" { return .none(.typeDumb) }
        // Ours only beside the terminal's: a type that this machine does not know stays unknown.
        guard let found = describe(wanted), found.canAddressCursor else { return .none(.typeUnknown(wanted)) }
        var (name, type, isOwn) = (wanted, found, false)
        if let own = TerminalCapabilities.ownEntry(for: environment), let described = describe(own) {
            (name, type, isOwn) = (own, described, true)
        }
        var capabilities = TerminalCapabilities(
            environment: environment, colors: type.colors, unicode: isUTF8 && !options.ascii, mouse: options.mouse,
            paste: options.bracketedPaste)
        var answers = TerminalAnswers()
        answers.cell = cell
        if capabilities.depth > .mono { capabilities.pixels = PixelOutput.choose(options.pixels, answers: answers) }
        if let depth = options.depth { capabilities.depth = min(depth, capabilities.depth) }
        return .screen(TerminalPlan(capabilities: capabilities, type: name, isOwn: isOwn, hasSize: type.hasSize))
    }
}

/// What terminfo knows about a type of terminal.
struct TerminalType: Hashable {
    var colors: Int
    var canAddressCursor: Bool
    var hasSize: Bool
}
