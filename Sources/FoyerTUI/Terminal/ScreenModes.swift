import CTerminal
import FoyerCore

/// The bytes that switch each mode of a terminal on and off; empty for modes that the terminal does not have.
struct ScreenModes {
    private(set) var on: [[UInt8]] = Array(repeating: [], count: Int(FOYER_MODE_COUNT.rawValue))
    private(set) var off: [[UInt8]] = Array(repeating: [], count: Int(FOYER_MODE_COUNT.rawValue))

    /// Whether the cursor is never seen.
    let hidesCursor: Bool

    /// A steady bar (DECSCUSR), and the shape that the user has chosen for the terminal. What an entry says for the latter
    /// (`Se`) is mostly a block, whatever was there before.
    private static let bar = (on: Array("\u{1B}[6 q".utf8), off: Array("\u{1B}[0 q".utf8))

    /// - Parameter capability: a string of the terminal's entry; empty if it has none.
    init(
        paste: Bool, schemeReports: Bool = false, cursor: CursorLook = .terminal, capability: (String) -> [UInt8]
    ) {
        hidesCursor = cursor == .hidden
        // Where the entry has no shapes, the sequence might be shown as text.
        if cursor == .bar, !capability("Ss").isEmpty {
            set(FOYER_MODE_CURSOR_SHAPE, on: Self.bar.on, off: Self.bar.off)
        }
        set(FOYER_MODE_SCREEN, on: capability("smcup"), off: capability("rmcup"))
        set(FOYER_MODE_KEYPAD, on: capability("smkx"), off: capability("rmkx"))
        set(FOYER_MODE_CURSOR, on: capability("civis"), off: capability("cnorm"))
        set(FOYER_MODE_COLORS, on: [], off: capability("sgr0") + capability("op"))
        if paste { set(FOYER_MODE_PASTE, on: capability("BE"), off: capability("BD")) }
        if schemeReports { set(FOYER_MODE_SCHEME, on: Array("\u{1B}[?2031h".utf8), off: Array("\u{1B}[?2031l".utf8)) }
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
