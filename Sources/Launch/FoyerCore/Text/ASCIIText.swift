/// Converts text for ASCII-only output.
package enum ASCIIText {
    /// The text in ASCII: signs with a usual spelling get it, any other character becomes a question mark.
    package static func replacing(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var result = ""
        for character in text {
            if let byte = character.asciiValue, character.utf8.count == 1 {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += spellings[character] ?? "?"
            }
        }
        return result
    }

    private static let spellings: [Character: String] = [
        "·": "-", "…": "...", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "“": "\"", "”": "\"", "‘": "'",
        "’": "'",
        "×": "x", "→": "->", "←": "<-", "\u{A0}": " ", "\u{202F}": " ", "─": "-", "│": "|", "•": "*",
    ]
}

/// What an ASCII byte stands for.
extension UInt8 {
    /// 0 to 9.
    package var isASCIIDigit: Bool { 0x30 <= self && self <= 0x39 }

    /// A to Z and a to z.
    package var isASCIILetter: Bool { 0x41...0x5A ~= self || 0x61...0x7A ~= self }

    /// A letter, a digit, ".", "-" or "_": what every file system and every URL takes as it is.
    package var isPlainNameByte: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: "_")
    }
}
