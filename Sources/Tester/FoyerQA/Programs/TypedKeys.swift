import Foyer

/// The keys, clicks and pasted texts in what a terminal sends to a program, whatever the program has asked for. What is
/// neither, such as the terminal's answers, is left out.
///
/// Bytes may come in any pieces. An escape, or an escape and one more character, is a key if a pause follows: the caller then
/// asks with `giveUp`. Time and memory are linear in what comes, and at most `longestPaste` bytes are held.
struct TypedKeys {
    /// The pause after which the beginning of a sequence is a key, and after which the rest of anything longer is given up.
    static let keyPatience = Duration.milliseconds(50)
    static let longPatience = Duration.seconds(1)
    /// In bytes; a flow's file cannot hold more. What is pasted beyond it is left out.
    static let longestPaste = 256 << 10
    /// Sequences of keys and of the mouse are shorter.
    private static let longestControl = 64
    /// The start of a string is kept, for it may have been keys; a terminal's answer may be longer.
    private static let longestString = 64

    private enum State {
        /// Nothing is unfinished.
        case ground
        /// A character whose other bytes, so many, have not come.
        case character(Int)
        case escape
        /// `ESC [`, and `ESC [ [`, which the Linux console sends for F1 to F5.
        case control, consoleKey
        /// `ESC [ M`, whose three bytes follow.
        case oldMouse
        /// `ESC O`
        case singleShift
        /// A terminal's answer up to its end, and after an escape within it.
        case string, stringEscape
        case paste
    }

    private var state = State.ground
    /// The bytes of what is unfinished; of a string its beginning, of a paste what may be its end.
    private var held: [UInt8] = []
    private var pasted: [UInt8] = []
    private var events: [InputEvent] = []

    private static let pasteStart = Array("\u{1B}[200~".utf8)
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// Reads what has come, and holds what is unfinished.
    mutating func read(_ bytes: [UInt8]) -> [InputEvent] {
        for byte in bytes { take(byte) }
        defer { events = [] }
        return events
    }

    /// How long the rest of what is unfinished may take; `nil` if nothing is.
    var patience: Duration? {
        switch state {
        case .ground, .paste: nil
        case .escape: Self.keyPatience
        default: held.count <= 2 ? Self.keyPatience : Self.longPatience
        }
    }

    /// Takes what is unfinished for keys, since nothing more has come. A paste ends with its own sequence alone.
    mutating func giveUp() -> [InputEvent] {
        if case .paste = state { return [] }
        if case .stringEscape = state { restart(with: 0x1B) }
        resolve()
        defer { events = [] }
        return events
    }

    // MARK: - Bytes

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: begin(byte)
        case .character(let missing):
            guard (0x80...0xBF).contains(byte) else { return restart(with: byte) }
            held.append(byte)
            state = .character(missing - 1)
            if missing == 1 { finish() }
        case .escape: afterEscape(byte)
        case .control:
            held.append(byte)
            switch byte {
            case UInt8(ascii: "[") where held.count == 3: state = .consoleKey
            case UInt8(ascii: "M") where held.count == 3: state = .oldMouse
            case 0x40...0x7E: finish()
            case 0x20...0x3F where held.count < Self.longestControl: break
            default: restartWithLast()
            }
        case .oldMouse:
            held.append(byte)
            if held.count == 6 { finish() }
        case .consoleKey, .singleShift:
            held.append(byte)
            if (0x20...0x7E).contains(byte) { finish() } else { restartWithLast() }
        case .string: takeString(byte)
        case .stringEscape:
            if byte == UInt8(ascii: "\\") { return reset() }
            // It was no answer's end, and so no answer.
            restart(with: 0x1B)
            take(byte)
        case .paste: takePasted(byte)
        }
    }

    private mutating func begin(_ byte: UInt8) {
        held = [byte]
        switch byte {
        case 0x1B: state = .escape
        case 0xC2...0xDF: state = .character(1)
        case 0xE0...0xEF: state = .character(2)
        case 0xF0...0xF4: state = .character(3)
        default: finish()
        }
    }

    private mutating func afterEscape(_ byte: UInt8) {
        switch byte {
        // Two keys: a key that is no character has no Alt here, and what is sent is the same.
        case 0...0x1F, 0x7F: restart(with: byte)
        case UInt8(ascii: "["): hold(byte, .control)
        case UInt8(ascii: "O"): hold(byte, .singleShift)
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"): hold(byte, .string)
        case 0xC2...0xDF: hold(byte, .character(1))
        case 0xE0...0xEF: hold(byte, .character(2))
        case 0xF0...0xF4: hold(byte, .character(3))
        case 0x80...: restart(with: byte)
        default:
            held.append(byte)
            finish()
        }
    }

    private mutating func hold(_ byte: UInt8, _ next: State) {
        held.append(byte)
        state = next
    }

    private mutating func takeString(_ byte: UInt8) {
        switch byte {
        case 0x07: reset()
        case 0x1B: state = .stringEscape
        // No answer begins so, or has it within.
        case _ where held.count == 2 && !Self.begins(held[1], with: byte): restart(with: byte)
        case 0..<0x20, 0x7F: restart(with: byte)
        default: if held.count < Self.longestString { held.append(byte) }
        }
    }

    /// Whether a terminal's answer begins so.
    private static func begins(_ kind: UInt8, with byte: UInt8) -> Bool {
        switch kind {
        // A colour, the clipboard; a title.
        case UInt8(ascii: "]"): (0x30...0x39).contains(byte) || byte == UInt8(ascii: "l") || byte == UInt8(ascii: "L")
        case UInt8(ascii: "_"): byte == UInt8(ascii: "G")
        default: (0x30...0x39).contains(byte) || "!$+>|".utf8.contains(byte)
        }
    }

    private mutating func takePasted(_ byte: UInt8) {
        held.append(byte)
        if held == Self.pasteEnd {
            events.append(.paste(String(decoding: pasted, as: UTF8.self)))
            pasted = []
            return reset()
        }
        if Self.pasteEnd.starts(with: held) { return }
        // Its first byte stands nowhere else in it.
        if byte == 0x1B { held.removeLast() }
        pasted += held.prefix(max(0, Self.longestPaste - pasted.count))
        held = byte == 0x1B ? [byte] : []
    }

    // MARK: - Ends

    private mutating func reset() {
        state = .ground
        held = []
    }

    /// What is held is whole.
    private mutating func finish() {
        let bytes = held
        reset()
        if bytes == Self.pasteStart {
            state = .paste
        } else if let event = Self.event(bytes) {
            events.append(event)
        }
    }

    /// What is held was keys, each byte of it.
    private mutating func resolve() {
        let bytes = held
        reset()
        // Nobody types that much at once.
        guard bytes.first == 0x1B, bytes.count < Self.longestString else { return }
        let isAlt = bytes.count > 1 && (0x21...0x7E).contains(bytes[1])
        events.append(.key(isAlt ? .alt(Unicode.Scalar(bytes[1])) : .escape))
        events += bytes.dropFirst(isAlt ? 2 : 1).compactMap { Self.key([$0]).map { .key($0) } }
    }

    private mutating func restart(with byte: UInt8) {
        resolve()
        begin(byte)
    }

    private mutating func restartWithLast() {
        guard let last = held.popLast() else { return }
        restart(with: last)
    }

    // MARK: - Meanings

    private static func event(_ bytes: [UInt8]) -> InputEvent? {
        guard bytes.count > 1, bytes[0] == 0x1B else { return key(bytes).map { .key($0) } }
        switch bytes[1] {
        case UInt8(ascii: "[") where bytes.count > 2: return control(bytes)
        case UInt8(ascii: "O") where bytes.count > 2: return (letters[bytes[2]] ?? keypad(bytes[2])).map { .key($0) }
        default: return scalar(bytes.dropFirst()).map { .key(.alt($0)) }
        }
    }

    private static func key(_ bytes: [UInt8]) -> KeyEvent? {
        switch bytes[0] {
        case 0x1B: .escape
        case 0x0D: .enter
        case 0x09: .tab
        case 0x7F: .backspace
        case 0..<0x20: .control(letter(bytes[0]))
        default: scalar(bytes[...]).map { .character($0) }
        }
    }

    private static func letter(_ byte: UInt8) -> Unicode.Scalar {
        Unicode.Scalar((1...26).contains(byte) ? byte + 0x60 : byte + 0x40)
    }

    private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        String(validating: bytes, as: UTF8.self)?.unicodeScalars.first.flatMap { $0.value < 0x20 ? nil : $0 }
    }

    private static let letters: [UInt8: KeyEvent] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "Z"): .backTab, UInt8(ascii: "M"): .enter,
        UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
        UInt8(ascii: "S"): .function(4),
    ]

    private static let numbers: [Int: KeyEvent] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1),
        12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7),
        19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]

    /// The number keys' own block, which programs may tell from the letters' digits: `ESC O q` is 1.
    private static func keypad(_ byte: UInt8) -> KeyEvent? {
        switch byte {
        case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Unicode.Scalar(byte - 0x40))
        case UInt8(ascii: "X"): .character("=")
        default: nil
        }
    }

    private static func control(_ bytes: [UInt8]) -> InputEvent? {
        let last = bytes[bytes.count - 1]
        if bytes.count == 4, bytes[2] == UInt8(ascii: "[") {
            let number = Int(last) - 0x40
            return (1...5).contains(number) ? .key(.function(number)) : nil
        }
        if bytes.count == 6, bytes[2] == UInt8(ascii: "M") {
            let button = Int(bytes[3]) - 32
            return mouse(
                button, column: Int(bytes[4]) - 33, row: Int(bytes[5]) - 33, isRelease: button & 3 == 3)
        }
        let text = String(decoding: bytes[2..<bytes.count - 1], as: UTF8.self)
        if text.hasPrefix("<") {
            let parts = numbers(in: text.dropFirst())
            guard parts.count == 3 else { return nil }
            return mouse(
                parts[0], column: parts[1] - 1, row: parts[2] - 1, isRelease: last == UInt8(ascii: "m"))
        }
        let parts = numbers(in: text[...])
        switch last {
        // As xterm sends it if a program has asked for keys with all that is held beside them.
        case UInt8(ascii: "~") where parts.first == 27 && parts.count == 3:
            return modified(parts[2], parts[1]).map { .key($0) }
        case UInt8(ascii: "u") where (1...2).contains(parts.count):
            return modified(parts[0], parts.count == 2 ? parts[1] : 1).map { .key($0) }
        case UInt8(ascii: "~"): return parts.first.flatMap { numbers[$0] }.map { .key($0) }
        // With numbers before it, it says where the cursor is.
        case UInt8(ascii: "R"): return text.isEmpty ? .key(.function(3)) : nil
        default: return letters[last].map { .key($0) }
        }
    }

    /// The numbers between semicolons; none if one is no number that a terminal sends.
    private static func numbers(in text: Substring) -> [Int] {
        // Behind a colon stand another layout's key, or 3 for its release.
        if text.contains(":3") { return [] }
        let parts = text.split(separator: ";").map { part in
            Int(part.prefix { $0 != ":" }).flatMap { (0...0x10FFFF).contains($0) ? $0 : nil }
        }
        return parts.contains(nil) ? [] : parts.compactMap { $0 }
    }

    /// - Parameter held: one more than the sum of 1 for Shift, 2 for Alt, 4 for Control.
    private static func modified(_ code: Int, _ held: Int) -> KeyEvent? {
        guard let scalar = Unicode.Scalar(UInt32(code)), (1...8).contains(held) else { return nil }
        let isControl = (held - 1) & 4 != 0
        switch code {
        case 9: return (held - 1) & 1 != 0 ? .backTab : .tab
        case 13: return .enter
        case 27: return .escape
        case 127: return .backspace
        case ..<0x20: return nil
        default: return isControl ? .control(scalar) : (held - 1) & 2 != 0 ? .alt(scalar) : .character(scalar)
        }
    }

    private static func mouse(_ button: Int, column: Int, row: Int, isRelease: Bool) -> InputEvent? {
        let kind: MouseEvent.Kind
        switch button {
        case 64: kind = .wheelUp
        case 65: kind = .wheelDown
        case _ where button & 32 != 0: kind = button & 3 == 3 ? .move : .drag
        case _ where isRelease: kind = .release
        case 0: kind = .press
        default: return nil
        }
        return .mouse(MouseEvent(kind, column: max(0, column), row: max(0, row)))
    }
}
