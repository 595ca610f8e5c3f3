/// Finds in a program's output that it wants the terminal itself: the second screen, the mouse, pasted text in brackets, or
/// an answer, which only the real terminal can give. Output may come in any pieces.
package struct TerminalWishes: Sendable {
    private enum State { case text, escape, control, string, stringEscape }

    /// Screens, keys that move, mouse, focus, paste, and their encodings.
    private static let modes: Set<Int> = [
        47, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1049, 2004,
    ]
    /// `CSI … t` that is answered: sizes, titles, positions.
    private static let reports: Set<Int> = [11, 13, 14, 15, 16, 18, 19, 20, 21]
    /// No question is longer; of a longer string only the beginning is looked at.
    private static let longest = 64

    private var state = State.text
    private var body: [UInt8] = []

    package init() {}

    /// Whether these bytes hold a wish. A cut one is found with its last byte.
    package mutating func take(_ bytes: [UInt8]) -> Bool {
        if state == .text, !bytes.contains(0x1B) { return false }
        var isFound = false
        for byte in bytes where take(byte) { isFound = true }
        return isFound
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        switch state {
        case .text: if byte == 0x1B { state = .escape }
        case .escape, .stringEscape: return takeEscape(byte)
        case .control:
            if byte == 0x1B {
                state = .escape
            } else if (0x40...0x7E).contains(byte) {
                state = .text
                return isWish(final: byte)
            } else {
                keep(byte)
            }
        case .string:
            if byte == 0x1B {
                state = .stringEscape
            } else if byte == 0x07 {
                return endString()
            } else {
                keep(byte)
            }
        }
        return false
    }

    private mutating func takeEscape(_ byte: UInt8) -> Bool {
        if state == .stringEscape, byte == UInt8(ascii: "\\") { return endString() }
        body = []
        switch byte {
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
            state = .string
            body = [byte]
        case 0x1B: state = .escape
        default:
            state = .text
            // The oldest form of “who are you?”.
            return byte == UInt8(ascii: "Z")
        }
        return false
    }

    private mutating func keep(_ byte: UInt8) {
        if body.count < Self.longest { body.append(byte) }
    }

    private func isWish(final: UInt8) -> Bool {
        let prefix = body.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
        let numbers = body.filter { $0 < 0x3C && $0 >= 0x30 }.split(separator: UInt8(ascii: ";"))
            .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        switch final {
        case UInt8(ascii: "h"):
            return prefix == UInt8(ascii: "?") && numbers.contains { Self.modes.contains($0) }
        case UInt8(ascii: "c"): return prefix != UInt8(ascii: "?")
        case UInt8(ascii: "n"): return !numbers.isEmpty
        case UInt8(ascii: "p"): return body.last == UInt8(ascii: "$")
        case UInt8(ascii: "q"): return prefix == UInt8(ascii: ">")
        case UInt8(ascii: "u"), UInt8(ascii: "S"): return prefix == UInt8(ascii: "?")
        case UInt8(ascii: "t"): return prefix == nil && numbers.first.map { Self.reports.contains($0) } ?? false
        default: return false
        }
    }

    private mutating func endString() -> Bool {
        state = .text
        switch body.first {
        case UInt8(ascii: "]"): return body.suffix(2) == Array(";?".utf8)
        case UInt8(ascii: "P"):
            return body.dropFirst().starts(with: "+q".utf8) || body.dropFirst().starts(with: "$q".utf8)
        case UInt8(ascii: "_"):
            let keys = body.dropFirst(2).split(separator: UInt8(ascii: ";")).first ?? []
            return body.dropFirst().first == UInt8(ascii: "G")
                && keys.split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual("a=q".utf8) }
        default: return false
        }
    }
}
