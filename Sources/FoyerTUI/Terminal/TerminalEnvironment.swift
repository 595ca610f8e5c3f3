import FoyerCore
import Glibc

/// What the environment says about the terminal; a value, so that deciding is a pure function.
public struct TerminalEnvironment: Equatable, Sendable {
    private var values: [String: String]

    /// The variables that are looked at.
    static let names = [
        "TERM", "COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "TERM_PROGRAM", "TERM_PROGRAM_VERSION",
        "WT_SESSION", "VTE_VERSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID", "ConEmuANSI", "TMUX", "STY",
    ]

    public init(_ values: [String: String]) {
        self.values = values
    }

    /// The process's own.
    public static var current: TerminalEnvironment {
        var values: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { values[name] = String(cString: value) }
        }
        return TerminalEnvironment(values)
    }

    /// A variable's value; nil where it is unset or empty.
    public subscript(name: String) -> String? {
        guard let value = values[name], !value.isEmpty else { return nil }
        return value
    }

    /// The same for a user who wishes for so many colours.
    func wishing(for depth: ColorDepth) -> TerminalEnvironment {
        var other = self
        other.values["COLORTERM"] = depth == .direct ? "truecolor" : nil
        return other
    }

    /// True where the locale asks for UTF-8, be it installed or not.
    var asksForUTF8: Bool {
        guard let locale = self["LC_ALL"] ?? self["LC_CTYPE"] ?? self["LANG"] else { return false }
        let lower = locale.lowercased()
        return lower.contains("utf-8") || lower.contains("utf8")
    }
}

/// A terminal program that can be told by its environment.
enum TerminalProgram: Equatable {
    case alacritty, conEmu, contour, foot, ghostty, iTerm, kitty, konsole, mintty, tmux, screen, vsCode, wezTerm
    case windowsTerminal
    case vte(version: Int)
    case unknown

    /// What is nearest decides: a multiplexer hides the terminal around it, whose variables it passes on.
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

    private static func byType(_ type: String) -> TerminalProgram? {
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
