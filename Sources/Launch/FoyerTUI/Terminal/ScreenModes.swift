import CTerminal
import FoyerCore

/// The bytes that switch each mode of a terminal on and off; empty for modes that the terminal does not have.
struct ScreenModes {
    private(set) var on: [[UInt8]] = Array(repeating: [], count: Int(FOYER_MODE_COUNT.rawValue))
    private(set) var off: [[UInt8]] = Array(repeating: [], count: Int(FOYER_MODE_COUNT.rawValue))

    /// Whether the cursor is never seen.
    let hidesCursor: Bool

    /// - Parameter capability: a string of the terminal's entry; empty if it has none.
    init(_ capabilities: TerminalCapabilities, capability: (String) -> [UInt8]) {
        hidesCursor = capabilities.cursor == .hidden
        // A steady bar. Where the entry has no shapes, the sequence might be shown as text.
        if capabilities.cursor == .bar, !capability("Ss").isEmpty {
            set(FOYER_MODE_CURSOR_SHAPE, on: Array("\u{1B}[6 q".utf8), off: capabilities.cursorUndo)
        }
        set(FOYER_MODE_SCREEN, on: capability("smcup"), off: capability("rmcup"))
        set(FOYER_MODE_KEYPAD, on: capability("smkx"), off: capability("rmkx"))
        set(FOYER_MODE_CURSOR, on: capability("civis"), off: capability("cnorm"))
        set(FOYER_MODE_COLORS, on: [], off: capability("sgr0") + capability("op"))
        if capabilities.title { set(FOYER_MODE_TITLE, on: TitleSign.keep, off: TitleSign.putBack) }
        if capabilities.bracketedPaste { set(FOYER_MODE_PASTE, on: capability("BE"), off: capability("BD")) }
        if capabilities.answers.schemeReports {
            set(FOYER_MODE_SCHEME, on: Array("\u{1B}[?2031h".utf8), off: Array("\u{1B}[?2031l".utf8))
        }
    }

    /// Follows what the terminal has said of itself since.
    mutating func learn(_ capabilities: TerminalCapabilities) {
        let shape = on[Int(FOYER_MODE_CURSOR_SHAPE.rawValue)]
        if !shape.isEmpty { set(FOYER_MODE_CURSOR_SHAPE, on: shape, off: capabilities.cursorUndo) }
        if capabilities.title { set(FOYER_MODE_TITLE, on: TitleSign.keep, off: TitleSign.putBack) }
    }

    /// Both or none: a mode that cannot be left is not entered.
    mutating func set(_ mode: FoyerMode, on: [UInt8], off: [UInt8]) {
        guard !off.isEmpty, off.count <= FOYER_UNDO_LIMIT else { return }
        self.on[Int(mode.rawValue)] = on
        self.off[Int(mode.rawValue)] = off
    }

    /// Removes terminfo's `$<milliseconds>`, a pause that no terminal needs any more.
    static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            if rest.starts(with: [UInt8(ascii: "$"), UInt8(ascii: "<")]),
                let end = rest.firstIndex(of: UInt8(ascii: ">"))
            {
                rest = rest[(end + 1)...]
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
