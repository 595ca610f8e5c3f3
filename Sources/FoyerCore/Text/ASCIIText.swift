/// Text for where there is nothing but ASCII.
package enum ASCIIText {
    /// The same text in ASCII: signs that have a usual spelling get it, any other character is a question mark.
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
