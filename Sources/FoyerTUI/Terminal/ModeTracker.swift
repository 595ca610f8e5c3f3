/// Watches a program's output for terminal modes, so that those it leaves on can be switched off.
struct ModeTracker {
    private enum State { case text, escape, bracket, numbers }

    /// The modes that matter to later programs: keypad, mouse, focus, screens, paste. (25, the cursor, is on at first.)
    private static let watched: Set<Int> = [1, 47, 1000, 1002, 1003, 1004, 1006, 1047, 1049, 2004]
    private static let cursor = 25
    private static let longest = 32

    private var state = State.text
    private var numbers: [UInt8] = []
    private var switchedOn: Set<Int> = []
    private var isCursorHidden = false

    /// Returns whether anything has changed.
    mutating func take(_ bytes: some Sequence<UInt8>) -> Bool {
        let former = (switchedOn, isCursorHidden)
        for byte in bytes { take(byte) }
        return former != (switchedOn, isCursorHidden)
    }

    /// The bytes that restore the terminal.
    var undo: [UInt8] {
        var text = switchedOn.sorted().map { "\u{1B}[?\($0)l" }.joined()
        if isCursorHidden { text += "\u{1B}[?25h" }
        return Array(("\u{1B}[0m" + text).utf8)
    }

    private mutating func take(_ byte: UInt8) {
        switch (state, byte) {
        case (_, 0x1B): state = .escape
        case (.text, _): break
        case (.escape, UInt8(ascii: "[")): state = .bracket
        case (.bracket, UInt8(ascii: "?")):
            state = .numbers
            numbers = []
        case (.numbers, 0x30...0x3B) where numbers.count < Self.longest: numbers.append(byte)
        case (.numbers, UInt8(ascii: "h")): set(true)
        case (.numbers, UInt8(ascii: "l")): set(false)
        default: state = .text
        }
    }

    private mutating func set(_ on: Bool) {
        state = .text
        for part in numbers.split(separator: UInt8(ascii: ";")) {
            guard let mode = Int(String(decoding: part, as: UTF8.self)) else { continue }
            if mode == Self.cursor { isCursorHidden = !on }
            guard Self.watched.contains(mode) else { continue }
            if on { switchedOn.insert(mode) } else { switchedOn.remove(mode) }
        }
    }
}
