import CTerminal
import FoyerCore

/// Which modes of the terminal the next frame switches, and how all of them are undone whatever ends the process.
struct ModeSwitch {
    private static let all = [
        FOYER_MODE_SCREEN, FOYER_MODE_KEYPAD, FOYER_MODE_SCHEME, FOYER_MODE_MOUSE, FOYER_MODE_PASTE, FOYER_MODE_COLORS,
        FOYER_MODE_CURSOR,
    ]

    private var toEnter = all
    /// What brings former modes back that those of another entry do not.
    private var leftovers: [UInt8] = []
    private var isCursorShown = false

    /// Whether the terminal has been changed.
    var isEntered: Bool { toEnter.isEmpty }

    /// What a frame begins with.
    mutating func enter(_ modes: ScreenModes) -> [UInt8] {
        defer { (toEnter, leftovers) = ([], []) }
        return leftovers
            + toEnter.flatMap { mode in
                foyer_terminal_mark(mode, true)
                return modes.on[Int(mode.rawValue)]
            }
    }

    mutating func showCursor(_ shown: Bool, _ modes: ScreenModes) -> [UInt8] {
        guard shown != isCursorShown else { return [] }
        isCursorShown = shown
        let index = Int(FOYER_MODE_CURSOR.rawValue)
        return shown ? modes.off[index] : modes.on[index]
    }

    /// Enters all of them again, the second screen too unless it is there still.
    mutating func invalidate(isOnScreen: Bool) {
        toEnter = isOnScreen ? Self.all.filter { $0 != FOYER_MODE_SCREEN } : Self.all
        isCursorShown = false
    }

    /// The modes are those of another entry: the mouse of one is not always switched off by another's.
    mutating func change(from former: ScreenModes, to modes: ScreenModes) {
        for mode in [FOYER_MODE_MOUSE, FOYER_MODE_PASTE, FOYER_MODE_KEYPAD].map({ Int($0.rawValue) })
        where former.off[mode] != modes.off[mode] {
            leftovers += former.off[mode]
        }
    }

    /// What switches all of them off.
    static func leave(_ modes: ScreenModes) -> [UInt8] { all.reversed().flatMap { modes.off[Int($0.rawValue)] } }

    static func setUndo(_ mode: FoyerMode, _ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { foyer_terminal_set_undo(mode, $0.baseAddress, $0.count) }
    }

    /// - Parameter withoutScreen: what ends a frame on a terminal that has no second screen.
    static func setUndo(_ modes: ScreenModes, hyperlinks: Bool, withoutScreen: [UInt8]) {
        for mode in all { setUndo(mode, modes.off[Int(mode.rawValue)]) }
        setUndo(FOYER_MODE_SYNCHRONIZED, Array("\u{1B}[?2026l".utf8))
        setUndo(FOYER_MODE_PROGRESS, Array("\u{1B}]9;4;0\u{1B}\\".utf8))
        setUndo(FOYER_MODE_LINK, Array("\u{1B}]8;;\u{1B}\\".utf8))
        foyer_terminal_mark(FOYER_MODE_LINK, hyperlinks)
        if modes.off[Int(FOYER_MODE_SCREEN.rawValue)].isEmpty { setUndo(FOYER_MODE_SCREEN, withoutScreen) }
    }
}
