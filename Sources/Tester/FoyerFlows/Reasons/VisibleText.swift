/// Texts whose blanks and control characters can be read.
///
///     VisibleText.shown("Tea\u{A0}House\n")      // "Tea[U+00A0]House[LF]"
enum VisibleText {
    private static let names: [Unicode.Scalar: String] = [
        "\0": "NUL", "\u{8}": "BS", "\t": "TAB", "\n": "LF", "\r": "CR", "\u{1B}": "ESC", "\u{7F}": "DEL",
    ]

    /// The name of a character that cannot be told from a blank, or is not seen at all; `nil` for any other.
    static func name(_ character: Character) -> String? {
        let scalars = character.unicodeScalars
        guard character != " ", let first = scalars.first else { return nil }
        if scalars.count > 1 {
            let names = scalars.compactMap { name(Character($0)) }
            return names.count == scalars.count ? names.joined(separator: " ") : nil
        }
        if let name = names[first] { return name }
        let isUnseen = first.properties.isWhitespace || first.properties.isDefaultIgnorableCodePoint
        let isControl = first.properties.generalCategory == .control
        return isUnseen || isControl ? LookAlikes.code(first) : nil
    }

    /// The text with such names in brackets.
    static func shown(_ text: String) -> String {
        text.reduce(into: "") { shown, character in
            shown += name(character).map { "[\($0)]" } ?? String(character)
        }
    }
}
