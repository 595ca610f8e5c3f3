import Foyer

/// The keys, clicks and pasted texts in what a terminal sends to a program, whatever the program has asked for. What is
/// neither, such as the terminal's answers, is left out.
struct TypedKeys {
    /// What has come of a sequence or a character whose rest has not.
    private var rest: ArraySlice<UInt8> = []
    private var pasted: [UInt8]?

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// A lone escape at the end is the key.
    mutating func read(_ bytes: [UInt8]) -> [InputEvent] {
        var events: [InputEvent] = []
        var bytes = rest + bytes
        while let first = bytes.first {
            if pasted != nil {
                guard let end = bytes.firstRange(of: Self.pasteEnd) else { break }
                events.append(.paste(String(decoding: bytes[..<end.lowerBound], as: UTF8.self)))
                (pasted, bytes) = (nil, bytes[end.upperBound...])
                continue
            }
            let length = first == 0x1B ? Self.sequence(bytes) : Self.character(first)
            guard bytes.count >= length else { break }
            let part = bytes.prefix(length)
            bytes = bytes.dropFirst(length)
            if part.elementsEqual("\u{1B}[200~".utf8) {
                pasted = []
            } else if let event = Self.event(part) {
                events.append(event)
            }
        }
        rest = bytes
        return events
    }

    /// The bytes of a character.
    private static func character(_ first: UInt8) -> Int { first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4 }

    /// The bytes of a sequence; more than there are if it is not whole.
    private static func sequence(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let second = bytes.dropFirst().first else { return 1 }
        switch second {
        case UInt8(ascii: "["):
            guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return .max }
            let length = end - bytes.startIndex + 1
            // The old form of the mouse: three bytes follow.
            return bytes[end] == UInt8(ascii: "M") && length == 3 ? 6 : length
        case UInt8(ascii: "O"): return 3
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"):
            let end = bytes.dropFirst(2).firstIndex { $0 == 0x07 || $0 == 0x9C || $0 == UInt8(ascii: "\\") }
            return end.map { $0 - bytes.startIndex + 1 } ?? .max
        case 0x1B: return 1
        default: return 1 + character(second)
        }
    }

    private static func event(_ part: ArraySlice<UInt8>) -> InputEvent? {
        let bytes = Array(part)
        guard bytes.count > 1, bytes[0] == 0x1B else { return key(bytes).map { .key($0) } }
        switch bytes[1] {
        case UInt8(ascii: "["): return control(bytes)
        case UInt8(ascii: "O"): return bytes.count > 2 ? letters[bytes[2]].map { .key($0) } : nil
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"): return nil
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

    private static func control(_ bytes: [UInt8]) -> InputEvent? {
        guard let last = bytes.last else { return nil }
        if bytes.count == 6, bytes[2] == UInt8(ascii: "M") {
            return mouse(
                Int(bytes[3]) - 32, column: Int(bytes[4]) - 33, row: Int(bytes[5]) - 33,
                isRelease: (bytes[3] - 32) & 3 == 3)
        }
        let text = String(decoding: bytes[2..<bytes.count - 1], as: UTF8.self)
        if text.hasPrefix("<") {
            let parts = text.dropFirst().split(separator: ";").compactMap { Int($0) }
            guard parts.count == 3 else { return nil }
            return mouse(
                parts[0], column: parts[1] - 1, row: parts[2] - 1, isRelease: last == UInt8(ascii: "m"))
        }
        let number = text.split(separator: ";").first.flatMap { Int($0) }
        switch last {
        case UInt8(ascii: "~"): return number.flatMap { numbers[$0] }.map { .key($0) }
        // With numbers before it, it says where the cursor is.
        case UInt8(ascii: "R"): return text.isEmpty ? .key(.function(3)) : nil
        default: return letters[last].map { .key($0) }
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
