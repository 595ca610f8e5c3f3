/// Finds in a program's output that it wants the terminal itself: the second screen, the mouse, pasted text in brackets, or
/// an answer, which only the real terminal can give. Output may come in any pieces.
package struct TerminalWishes: Sendable {
    /// Screens, keys that move, mouse, focus, paste, and their encodings.
    private static let modes: Set<Int> = [
        47, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1049, 2004,
    ]
    /// `CSI … t` that is answered: sizes, titles, positions.
    private static let reports: Set<Int> = [11, 13, 14, 15, 16, 18, 19, 20, 21]
    /// No question is longer; of a longer string only the beginning is looked at.
    private static let longest = 64

    private var parser = OutputParser()

    package init() {}

    /// Whether these bytes hold a wish. A cut one is found with its last byte.
    package mutating func take(_ bytes: [UInt8]) -> Bool {
        if !parser.isWithinSequence, !bytes.contains(0x1B) { return false }
        var isFound = false
        for byte in bytes { if let piece = parser.take(byte), Self.isWish(piece) { isFound = true } }
        return isFound
    }

    private static func isWish(_ piece: OutputParser.Piece) -> Bool {
        switch piece {
        case .byte: false
        // The oldest form of “who are you?”.
        case .escape(let body, let final): body.isEmpty && final == UInt8(ascii: "Z")
        case .control(let body, let final): isWish(body, final)
        case .string(let introducer, let body): isWish(introducer, body.prefix(longest))
        }
    }

    private static func isWish(_ body: [UInt8], _ final: UInt8) -> Bool {
        let prefix = body.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
        let numbers = body.filter { $0 < 0x3C && $0 >= 0x30 }.split(separator: UInt8(ascii: ";"))
            .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        switch final {
        case UInt8(ascii: "h"):
            return prefix == UInt8(ascii: "?") && numbers.contains { modes.contains($0) }
        case UInt8(ascii: "c"): return prefix != UInt8(ascii: "?")
        case UInt8(ascii: "n"): return !numbers.isEmpty
        case UInt8(ascii: "p"): return body.last == UInt8(ascii: "$")
        case UInt8(ascii: "q"): return prefix == UInt8(ascii: ">")
        case UInt8(ascii: "u"), UInt8(ascii: "S"): return prefix == UInt8(ascii: "?")
        case UInt8(ascii: "t"): return prefix == nil && numbers.first.map { reports.contains($0) } ?? false
        default: return false
        }
    }

    private static func isWish(_ introducer: UInt8, _ body: ArraySlice<UInt8>) -> Bool {
        switch introducer {
        case UInt8(ascii: "]"): return body.suffix(2) == Array(";?".utf8)
        case UInt8(ascii: "P"): return body.starts(with: "+q".utf8) || body.starts(with: "$q".utf8)
        case UInt8(ascii: "_"):
            let keys = body.dropFirst().split(separator: UInt8(ascii: ";")).first ?? []
            return body.first == UInt8(ascii: "G")
                && keys.split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual("a=q".utf8) }
        default: return false
        }
    }
}
