import CTerminal
import FoyerCore

/// Which modes of the terminal the next frame switches, and how all of them are undone however the process ends.
struct ModeSwitch {
    private static let every = [
        FOYER_MODE_SCREEN, FOYER_MODE_KEYPAD, FOYER_MODE_SCHEME, FOYER_MODE_MOUSE, FOYER_MODE_PASTE, FOYER_MODE_COLORS,
        FOYER_MODE_CURSOR,
    ]

    /// Those that this terminal is to have.
    private let all: [FoyerMode]
    private var toEnter: [FoyerMode]
    /// Undoes former modes that another entry's bytes do not undo.
    private var leftovers: [UInt8] = []
    private var isCursorShown = false
    /// Whether the cursor has the shape that the modes give it.
    private var isShaped = false

    private static let ofInput: Set<UInt32> = [
        FOYER_MODE_KEYPAD.rawValue, FOYER_MODE_SCHEME.rawValue, FOYER_MODE_MOUSE.rawValue, FOYER_MODE_PASTE.rawValue,
    ]

    /// - Parameter changesInput: whether the terminal may send other bytes than it was found to: not where a command or
    ///   a shell gets them.
    init(changesInput: Bool = true) {
        all = changesInput ? Self.every : Self.every.filter { !Self.ofInput.contains($0.rawValue) }
        toEnter = all
    }

    /// Whether the terminal has been changed.
    var isEntered: Bool { toEnter.isEmpty }

    /// The bytes at the beginning of a frame.
    mutating func enter(_ modes: ScreenModes) -> [UInt8] {
        defer { (toEnter, leftovers) = ([], []) }
        return leftovers
            + toEnter.flatMap { mode in
                foyer_terminal_mark(mode, true)
                return modes.on[Int(mode.rawValue)]
            }
    }

    mutating func showCursor(_ shown: Bool, _ modes: ScreenModes) -> [UInt8] {
        let shown = shown && !modes.hidesCursor
        guard shown != isCursorShown else { return [] }
        isCursorShown = shown
        let index = Int(FOYER_MODE_CURSOR.rawValue)
        return shown ? shape(modes) + modes.off[index] : modes.on[index]
    }

    /// Only where the cursor is seen: a launch without a focus leaves its shape alone.
    private mutating func shape(_ modes: ScreenModes) -> [UInt8] {
        let bytes = modes.on[Int(FOYER_MODE_CURSOR_SHAPE.rawValue)]
        guard !isShaped, !bytes.isEmpty else { return [] }
        isShaped = true
        foyer_terminal_mark(FOYER_MODE_CURSOR_SHAPE, true)
        return bytes
    }

    /// Enters all of them again, including the second screen unless it is still there.
    mutating func invalidate(isOnScreen: Bool) {
        toEnter = isOnScreen ? all.filter { $0 != FOYER_MODE_SCREEN } : all
        (isCursorShown, isShaped) = (false, false)
    }

    /// Switches to another entry's modes: the mouse of one is not always switched off by another's bytes, and not every
    /// look of the cursor has a shape.
    mutating func change(from former: ScreenModes, to modes: ScreenModes) {
        let shape = Int(FOYER_MODE_CURSOR_SHAPE.rawValue)
        if isShaped, former.on[shape] != modes.on[shape] {
            leftovers += former.off[shape]
            foyer_terminal_mark(FOYER_MODE_CURSOR_SHAPE, false)
        }
        for mode in [FOYER_MODE_MOUSE, FOYER_MODE_PASTE, FOYER_MODE_KEYPAD].map({ Int($0.rawValue) })
        where former.off[mode] != modes.off[mode] {
            leftovers += former.off[mode]
        }
    }

    /// The bytes that switch all of them off.
    func leave(_ modes: ScreenModes) -> [UInt8] {
        (isShaped ? modes.off[Int(FOYER_MODE_CURSOR_SHAPE.rawValue)] : [])
            + all.reversed().flatMap { modes.off[Int($0.rawValue)] }
    }

    static func setUndo(_ mode: FoyerMode, _ bytes: [UInt8]) {
        _ = unsafe bytes.withUnsafeBytes { unsafe foyer_terminal_set_undo(mode, $0.baseAddress, $0.count) }
    }

    /// - Parameter withoutScreen: the bytes that end a frame on a terminal without a second screen.
    static func setUndo(_ modes: ScreenModes, hyperlinks: Bool, withoutScreen: [UInt8]) {
        for mode in every + [FOYER_MODE_CURSOR_SHAPE, FOYER_MODE_TITLE] { setUndo(mode, modes.off[Int(mode.rawValue)]) }
        setUndo(FOYER_MODE_SYNCHRONIZED, Array("\u{1B}[?2026l".utf8))
        setUndo(FOYER_MODE_PROGRESS, Array("\u{1B}]9;4;0\u{1B}\\".utf8))
        setUndo(FOYER_MODE_LINK, Array("\u{1B}]8;;\u{1B}\\".utf8))
        foyer_terminal_mark(FOYER_MODE_LINK, hyperlinks)
        if modes.off[Int(FOYER_MODE_SCREEN.rawValue)].isEmpty { setUndo(FOYER_MODE_SCREEN, withoutScreen) }
    }
}
