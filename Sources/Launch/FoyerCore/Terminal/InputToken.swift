/// The smallest piece of what a terminal sends that has a meaning, and its bytes.
package struct InputToken: Equatable, Sendable {
    package enum Meaning: Equatable, Sendable {
        /// Characters and control characters, one after the other.
        case text
        /// Of an `alt` with a control character the terminal has sent Esc and that key.
        case key(KeyEvent)
        /// A key with a name while Shift, Alt or Control was held.
        case modifiedKey(KeyEvent)
        /// As the terminal reports it: nothing is a click yet.
        case mouse(MouseEvent)
        /// A part of a paste.
        case pasted
        /// The end of a paste, with the whole text.
        case paste(String)
        case answer(TerminalAnswer)
        /// The beginning of an answer whose rest has not come.
        case partOfAnswer
        /// An unknown sequence, or a part of one.
        case unknown
    }

    package var meaning: Meaning
    /// The bytes as they came, without the middle of an endless answer.
    package var bytes: [UInt8]

    package init(meaning: Meaning, bytes: [UInt8]) { (self.meaning, self.bytes) = (meaning, bytes) }

    /// The user's input, for a recorder that plays it again.
    package var events: [InputEvent] {
        switch meaning {
        case .text: String(decoding: bytes, as: UTF8.self).unicodeScalars.compactMap { Self.key($0) }.map { .key($0) }
        case .key(.alt(let scalar)) where scalar.value < 0x20 || scalar.value == 0x7F:
            [.key(.escape)] + [Self.key(scalar)].compactMap { $0 }.map { .key($0) }
        case .key(let key), .modifiedKey(let key): [.key(key)]
        case .mouse(let mouse): [.mouse(mouse)]
        case .paste(let text): [.paste(text)]
        case .pasted, .answer, .partOfAnswer, .unknown: []
        }
    }

    /// A character's key; `nil` if it has none.
    package static func key(_ scalar: Unicode.Scalar) -> KeyEvent? {
        switch scalar.value {
        case 0x09: .tab
        case 0x0D: .enter
        case 0x1B: .escape
        case 0x7F: .backspace
        case 1...26: .control(Unicode.Scalar(UInt8(scalar.value + 0x60)))
        case 0..<0x20: .control(Unicode.Scalar(UInt8(scalar.value + 0x40)))
        case 0x80...0x9F, 0xFFFD: nil
        default: .character(scalar)
        }
    }
}

/// The sequences that a type of terminal sends for its keys, as terminfo lists them.
package struct KeyTable: Equatable, Sendable {
    package struct Entry: Equatable, Sendable {
        var bytes: [UInt8]
        var key: KeyEvent

        package init(_ bytes: [UInt8], _ key: KeyEvent) { (self.bytes, self.key) = (bytes, key) }
    }

    enum Match: Equatable {
        case key(KeyEvent)
        /// More bytes are needed.
        case beginning
        case none
    }

    /// The Linux console's, which have no form of their own.
    private static let common = (1...5).map { Entry(Array("\u{1B}[[".utf8) + [UInt8(0x40 + $0)], .function($0)) }

    /// In order.
    private let entries: [Entry]

    /// - Parameter listed: beyond the sequences that terminals share.
    package init(_ listed: [Entry] = []) {
        entries = (listed.filter { !$0.bytes.isEmpty } + Self.common).sorted {
            $0.bytes.lexicographicallyPrecedes($1.bytes)
        }
    }

    func match(_ bytes: [UInt8]) -> Match {
        var (first, end) = (0, entries.count)
        while first < end {
            let middle = (first + end) / 2
            if entries[middle].bytes.lexicographicallyPrecedes(bytes) { first = middle + 1 } else { end = middle }
        }
        guard first < entries.count, entries[first].bytes.starts(with: bytes) else { return .none }
        return entries[first].bytes.count == bytes.count ? .key(entries[first].key) : .beginning
    }
}

// MARK: - Sequences that terminals share

extension InputToken.Meaning {
    /// `ESC [`, parameters and a last byte.
    init(control bytes: [UInt8]) {
        let (body, last) = (bytes[2..<bytes.count - 1], bytes[bytes.count - 1])
        if let answer = TerminalAnswer(control: body, final: last) {
            self = .answer(answer)
        } else if body.first == UInt8(ascii: "<") {
            let numbers = Self.numbers(body.dropFirst())
            self =
                numbers.count == 3
                ? Self.mouse(numbers[0], numbers[1], numbers[2], isRelease: last == UInt8(ascii: "m")) : .unknown
        } else {
            self = Self.key(Self.numbers(body), last, hasParameters: !body.isEmpty)
        }
    }

    /// `ESC [ M` and three bytes.
    init(oldMouse bytes: [UInt8]) {
        let numbers = bytes[3...].map { Int($0) - 32 }
        self = Self.mouse(numbers[0], numbers[1], numbers[2], isRelease: numbers[0] & 3 == 3 && numbers[0] & 96 == 0)
    }

    /// `ESC O` and a byte.
    init(singleShift byte: UInt8) {
        switch byte {
        // The number keys' own block, which programs may tell from the letters' digits.
        case UInt8(ascii: "j")...UInt8(ascii: "y"): self = .key(.character(Unicode.Scalar(byte - 0x40)))
        case UInt8(ascii: "X"): self = .key("=")
        case UInt8(ascii: "M"): self = .key(.enter)
        case UInt8(ascii: "Z"): self = .unknown
        default: self = Self.letter(byte).map { .key($0) } ?? .unknown
        }
    }

    private static func letter(_ byte: UInt8) -> KeyEvent? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "Z"): .backTab
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(byte) - 0x4F)
        default: nil
        }
    }

    private static func number(_ number: Int) -> KeyEvent? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23, 24: .function(number - 12)
        default: nil
        }
    }

    private static func key(_ numbers: [Int], _ last: UInt8, hasParameters: Bool) -> Self {
        let key: KeyEvent?
        switch last {
        // As xterm sends it if a program has asked for keys with all that is held beside them, and as kitty does.
        case UInt8(ascii: "~") where numbers.first == 27 && numbers.count == 3:
            return modified(numbers[2], numbers[1])
        case UInt8(ascii: "u") where (1...2).contains(numbers.count):
            return modified(numbers[0], numbers.count == 2 ? numbers[1] : 1)
        case UInt8(ascii: "~"): key = numbers.first.flatMap { number($0) }
        // With numbers before it, it reports the cursor's place.
        case UInt8(ascii: "R"): key = hasParameters ? nil : .function(3)
        default: key = hasParameters && numbers.isEmpty ? nil : letter(last)
        }
        guard let key else { return .unknown }
        return numbers.count > 1 && numbers[1] != 1 ? .modifiedKey(key) : .key(key)
    }

    /// - Parameter held: one more than the sum of 1 for Shift, 2 for Alt, 4 for Control.
    private static func modified(_ code: Int, _ held: Int) -> Self {
        guard let scalar = Unicode.Scalar(UInt32(code)), (1...8).contains(held) else { return .unknown }
        switch code {
        case 9: return .key((held - 1) & 1 != 0 ? .backTab : .tab)
        case 13: return .key(.enter)
        case 27: return .key(.escape)
        case 127: return .key(.backspace)
        case ..<0x20: return .unknown
        default:
            let isControl = (held - 1) & 4 != 0
            return .key(isControl ? .control(scalar) : (held - 1) & 2 != 0 ? .alt(scalar) : .character(scalar))
        }
    }

    /// The numbers between semicolons; none if one is no number that a terminal sends.
    private static func numbers(_ body: ArraySlice<UInt8>) -> [Int] {
        let parts = String(decoding: body, as: UTF8.self).split(separator: ";").map { part -> Int? in
            // Behind a colon stand another layout's key, or 3 for its release.
            if part.hasSuffix(":3") { return nil }
            return Int(part.prefix { $0 != ":" }).flatMap { (0...0x10FFFF).contains($0) ? $0 : nil }
        }
        return parts.contains(nil) ? [] : parts.compactMap { $0 }
    }

    /// - Parameters:
    ///   - column: from 1, as is `row`.
    ///   - button: with 4, 8 and 16 for Shift, Alt and Control, 32 for a move and 64 for a wheel.
    private static func mouse(_ button: Int, _ column: Int, _ row: Int, isRelease: Bool) -> Self {
        let kind: MouseEvent.Kind
        switch button & ~0b1_1100 {
        case 64: kind = .wheelUp
        case 65: kind = .wheelDown
        case 32: kind = .drag
        case 35: kind = .move
        case 0: kind = isRelease ? .release : .press
        case 3 where isRelease: kind = .release
        default: return .unknown
        }
        return .mouse(MouseEvent(kind, column: max(0, column - 1), row: max(0, row - 1)))
    }
}
