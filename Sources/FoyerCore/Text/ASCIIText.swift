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
