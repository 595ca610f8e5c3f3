/// How a terminal draws the next character: its attributes and colours, as SGR sequences set them (ECMA-48).
struct Rendition: Equatable {
    /// A bit for each of the attributes 1…9: bold, dim, italic, underlined, …
    private(set) var attributes: UInt16 = 0
    private(set) var foreground = Paint.standard
    private(set) var background = Paint.standard

    /// A colour, and the form in which it was written: terminals differ in those they know.
    enum Paint: Equatable {
        case standard
        /// 30…37 and 90…97, or 40…47 and 100…107.
        case code(Int)
        case indexed(Int, separator: UInt8)
        /// - Parameter hasSpace: whether an empty colour space stands before red, as in `38:2::255:0:0`.
        case exact(Int, Int, Int, separator: UInt8, hasSpace: Bool)
    }

    /// Takes over what one SGR sequence sets.
    ///
    /// - Parameter parameters: the bytes between `ESC [` and `m`.
    /// - Returns: `false` where it has a parameter that is not known here; then this value means nothing any more.
    mutating func take(_ parameters: ArraySlice<UInt8>) -> Bool {
        guard let words = Self.words(parameters) else { return false }
        var index = 0
        while index < words.count {
            let word = words[index]
            if word.value == 38 || word.value == 48 {
                guard let (paint, next) = Self.paint(words, at: index) else { return false }
                if word.value == 38 { foreground = paint } else { background = paint }
                index = next
            } else {
                guard word.separator != Self.colon, take(word.value) else { return false }
                index += 1
            }
        }
        return true
    }

    private mutating func take(_ word: Int) -> Bool {
        switch word {
        case 0: self = Rendition()
        case 1...9: attributes |= 1 << word
        case 22: attributes &= ~(1 << 1 | 1 << 2)
        case 25: attributes &= ~(1 << 5 | 1 << 6)
        case 23, 24, 27, 28, 29: attributes &= ~(1 << (word - 20))
        case 30...37, 90...97: foreground = .code(word)
        case 39: foreground = .standard
        case 40...47, 100...107: background = .code(word)
        case 49: background = .standard
        default: return false
        }
        return true
    }

    private static let (colon, semicolon) = (UInt8(ascii: ":"), UInt8(ascii: ";"))

    /// The numbers of a sequence, an empty one as 0, each with what separates it from the next.
    private static func words(_ bytes: ArraySlice<UInt8>) -> [(value: Int, separator: UInt8?)]? {
        var words: [(value: Int, separator: UInt8?)] = []
        var value = 0
        for byte in bytes {
            switch byte {
            case 48...57 where value < 1000: value = value * 10 + Int(byte) - 48
            case colon, semicolon:
                words.append((value, byte))
                value = 0
            default: return nil
            }
        }
        words.append((value, nil))
        return words
    }

    /// The colour whose 38 or 48 is at `index`, and the index behind it.
    private static func paint(
        _ words: [(value: Int, separator: UInt8?)], at index: Int
    ) -> (Paint, next: Int)? {
        guard let separator = words[index].separator else { return nil }
        // With colons a colour is as long as they go; with semicolons its form says how long it is.
        let form = index + 1 < words.count ? words[index + 1].value : 0
        var end = index + (form == 5 ? 3 : 5)
        if separator == colon { end = (words[index...].firstIndex { $0.separator != colon } ?? index) + 1 }
        guard end <= words.count else { return nil }
        let parts = words[(index + 2)..<max(index + 2, end)].map(\.value)
        guard parts.allSatisfy({ 0...255 ~= $0 }) else { return nil }
        switch (form, parts.count) {
        case (5, 1): return (.indexed(parts[0], separator: separator), end)
        case (2, 3): return (.exact(parts[0], parts[1], parts[2], separator: separator, hasSpace: false), end)
        case (2, 4) where parts[0] == 0:
            return (.exact(parts[1], parts[2], parts[3], separator: separator, hasSpace: true), end)
        default: return nil
        }
    }

    /// The shortest sequence known to every terminal that makes `former` this one. One attribute cannot be taken away
    /// everywhere, so then all are, and what stays is said again.
    ///
    /// - Parameter former: how the terminal draws now; `nil` where that is not known.
    func sequence(after former: Rendition?) -> [UInt8] {
        guard self != former else { return [] }
        let base = former.flatMap { isReached(from: $0) ? $0 : nil }
        var words = base == nil && self != Rendition() ? [UInt8(ascii: "0")] : []
        func add(_ word: (inout [UInt8]) -> Void) {
            if !words.isEmpty { words.append(UInt8(ascii: ";")) }
            word(&words)
        }
        let current = base ?? Rendition()
        for attribute in 1...9 where (attributes & ~current.attributes) >> attribute & 1 == 1 {
            add { $0.append(number: attribute) }
        }
        if foreground != current.foreground { add { foreground.append(to: &$0, 38) } }
        if background != current.background { add { background.append(to: &$0, 48) } }
        return [0x1B, UInt8(ascii: "[")] + words + [UInt8(ascii: "m")]
    }

    /// Whether nothing has to be taken away on the way from another rendition to this one.
    private func isReached(from other: Rendition) -> Bool {
        other.attributes & ~attributes == 0 && (foreground != .standard || other.foreground == .standard)
            && (background != .standard || other.background == .standard)
    }
}

extension Rendition.Paint {
    fileprivate func append(to bytes: inout [UInt8], _ kind: Int) {
        switch self {
        case .standard: bytes.append(number: kind + 1)
        case .code(let code): bytes.append(number: code)
        case .indexed(let index, let separator):
            for (place, word) in [kind, 5, index].enumerated() {
                if place > 0 { bytes.append(separator) }
                bytes.append(number: word)
            }
        case .exact(let red, let green, let blue, let separator, let hasSpace):
            bytes.append(number: kind)
            bytes.append(separator)
            bytes.append(number: 2)
            if hasSpace { bytes.append(separator) }
            for word in [red, green, blue] {
                bytes.append(separator)
                bytes.append(number: word)
            }
        }
    }
}

extension [UInt8] {
    /// Appends a number from 0 to 999 in decimal digits.
    fileprivate mutating func append(number: Int) {
        if number >= 100 { append(UInt8(48 + number / 100 % 10)) }
        if number >= 10 { append(UInt8(48 + number / 10 % 10)) }
        append(UInt8(48 + number % 10))
    }
}
