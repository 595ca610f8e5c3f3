import FoyerCore
import Glibc

/// What the environment says about the terminal; a value, so that decisions are pure functions.
package struct TerminalEnvironment: Equatable, Sendable {
    /// In the order of the names.
    private var values: [String?]
    /// The terminal program, as far as they reveal it.
    private(set) var program = TerminalProgram.unknown

    /// The relevant variables.
    static let names = [
        "TERM", "COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "TERM_PROGRAM", "TERM_PROGRAM_VERSION",
        "WT_SESSION", "VTE_VERSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID", "ConEmuANSI", "TMUX", "STY",
        "XTERM_VERSION", "MLTERM", "TERMINAL_EMULATOR", "TERM_FEATURES",
    ]

    package init(_ values: [String: String]) {
        self.init { values[$0] }
    }

    private init(value: (String) -> String?) {
        values = Self.names.map(value)
        program = TerminalProgram(self)
    }

    /// The process's own.
    package static var current: TerminalEnvironment {
        TerminalEnvironment { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
    }

    /// A variable's value; nil if it is unset, empty or not a relevant one.
    package private(set) subscript(name: String) -> String? {
        get {
            guard let index = Self.names.firstIndex(of: name), let value = values[index] else { return nil }
            return value.isEmpty ? nil : value
        }
        set {
            if let index = Self.names.firstIndex(of: name) { values[index] = newValue }
        }
    }

    /// The same for a user who wants this number of colours.
    func wishing(for depth: CellColor.Depth) -> TerminalEnvironment {
        var other = self
        other["COLORTERM"] = depth == .direct ? "truecolor" : nil
        return other
    }

    /// True if the locale asks for UTF-8, installed or not.
    package var asksForUTF8: Bool {
        guard let locale = self["LC_ALL"] ?? self["LC_CTYPE"] ?? self["LANG"] else { return false }
        // language_COUNTRY.codeset@modifier
        let codeset = locale.prefix { $0 != "@" }.split(separator: ".").last?.lowercased()
        return codeset == "utf-8" || codeset == "utf8"
    }
}

extension TerminalEnvironment {
    /// Whether the type is one of those that work like xterm.
    var isLikeXterm: Bool {
        let stems = [
            "xterm", "alacritty", "foot", "wezterm", "contour", "mintty", "konsole", "vte", "gnome", "st", "mlterm",
        ]
        return stems.contains(String((self["TERM"] ?? "").prefix { $0 != "-" }))
    }

    /// Whether it can be asked to copy a text. A multiplexer would keep that to itself, and others may show it.
    var takesClipboard: Bool {
        let isMultiplexer = program == .tmux || program == .screen
        return isLikeXterm && !isMultiplexer && self["TERMINAL_EMULATOR"] == nil
    }

    /// The questions that the terminal may be asked; `nil` for none. Other terminals may show a question as text.
    var questions: TerminalQuestions? {
        guard self["NO_COLOR"] == nil else { return nil }
        switch program {
        case .screen: return nil
        case .tmux: return .multiplexer
        default: break
        }
        guard isLikeXterm else { return nil }
        let showsQuestions = self["TERM_PROGRAM"] == "Apple_Terminal" || self["TERMINAL_EMULATOR"] != nil
        if showsQuestions { return .careful }
        let takeKitty: [TerminalProgram] = [.kitty, .ghostty, .wezTerm, .konsole, .iTerm]
        return takeKitty.contains(program) ? .all : .named
    }

    /// Identifies the terminal and its version, to keep its answers; `nil` if the environment does not distinguish
    /// them.
    var fingerprint: String? {
        let type = self["TERM"] ?? ""
        let versions = ["TERM_PROGRAM_VERSION", "VTE_VERSION", "KONSOLE_VERSION", "XTERM_VERSION", "MLTERM"]
        guard program != .screen,
            TerminalProgram.byType(type) != nil || versions.contains(where: { self[$0] != nil })
        else { return nil }
        let told = (["TERM", "COLORTERM", "TERM_PROGRAM"] + versions).map { self[$0] ?? "" }
        let present = ["KITTY_WINDOW_ID", "WT_SESSION", "TMUX"].map { self[$0] == nil ? "" : $0 }
        return (told + present).joined(separator: ",")
    }
}

/// A terminal program that the environment reveals.
enum TerminalProgram: Equatable {
    case alacritty, conEmu, contour, foot, ghostty, iTerm, kitty, konsole, mintty, tmux, screen, vsCode, wezTerm
    case windowsTerminal
    case vte(version: Int)
    case unknown

    /// The innermost one decides: a multiplexer hides the terminal around it, but passes on its variables.
    init(_ environment: TerminalEnvironment) {
        let type = environment["TERM"] ?? ""
        let name = environment["TERM_PROGRAM"]?.lowercased()
        if environment["TMUX"] != nil || type.hasPrefix("tmux") || name == "tmux" {
            self = .tmux
        } else if environment["STY"] != nil || type.hasPrefix("screen") {
            self = .screen
        } else if let program = Self.byType(type) ?? name.flatMap(Self.byName) {
            self = program
        } else if environment["WT_SESSION"] != nil {
            self = .windowsTerminal
        } else if environment["ConEmuANSI"] == "ON" {
            self = .conEmu
        } else if environment["KONSOLE_VERSION"] != nil {
            self = .konsole
        } else if let version = environment["VTE_VERSION"].flatMap({ Int($0) }) {
            self = .vte(version: version)
        } else {
            self = environment["KITTY_WINDOW_ID"] != nil ? .kitty : .unknown
        }
    }

    /// By the name that a terminal gives itself, such as `kitty(0.26.5)` or `tmux 3.4`.
    static func named(_ answer: String) -> (program: TerminalProgram, version: String)? {
        let name = answer.prefix { $0.isLetter || $0.isNumber }.lowercased()
        let version = answer.dropFirst(name.count).drop { !$0.isNumber }.prefix { $0 != ")" && $0 != " " }
        let programs: [String: TerminalProgram] = [
            "alacritty": .alacritty, "contour": .contour, "foot": .foot, "ghostty": .ghostty, "iterm2": .iTerm,
            "kitty": .kitty, "konsole": .konsole, "mintty": .mintty, "tmux": .tmux, "wezterm": .wezTerm,
            "vte": .vte(version: Int(version) ?? 0),
        ]
        return programs[name].map { ($0, String(version)) }
    }

    fileprivate static func byType(_ type: String) -> TerminalProgram? {
        let prefixes: [(String, TerminalProgram)] = [
            ("xterm-kitty", .kitty), ("xterm-ghostty", .ghostty), ("alacritty", .alacritty), ("foot", .foot),
            ("wezterm", .wezTerm), ("contour", .contour), ("mintty", .mintty),
        ]
        return prefixes.first { type.hasPrefix($0.0) }?.1
    }

    private static func byName(_ name: String) -> TerminalProgram? {
        let names: [String: TerminalProgram] = [
            "iterm.app": .iTerm, "wezterm": .wezTerm, "ghostty": .ghostty, "mintty": .mintty, "vscode": .vsCode,
            "contour": .contour,
        ]
        return names[name]
    }
}
