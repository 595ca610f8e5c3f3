import FoyerCore

/// A short text in letters of two rows, drawn with half blocks: the picture of a program that has none.
///
/// There are signs for Latin letters, which are all capitals, digits and a few marks.
package struct LargeText: StillWidget, Equatable, Sendable {
    package static let rows = 2
    /// Its width; at least 1.
    package let columns: Int
    private let letters: [Letter]

    private struct Letter: Equatable {
        let upper: [Unicode.Scalar]
        let lower: [Unicode.Scalar]
    }

    /// - Returns: `nil` if the text is empty, longer than `room`, or has a sign that cannot be drawn.
    package init?(_ text: SafeText, columns room: Int, theme: DisplayTheme) {
        guard !theme.glyphs.isASCII else { return nil }
        var letters: [Letter] = []
        var columns = -1
        for scalar in text.string.unicodeScalars {
            guard let letter = Self.alphabet[scalar], columns + 1 + letter.upper.count <= room else { return nil }
            columns += 1 + letter.upper.count
            letters.append(letter)
        }
        guard !letters.isEmpty else { return nil }
        (self.columns, self.letters) = (columns, letters)
    }

    /// Draws it into the first two rows of a rectangle, from the left.
    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        var column = rect.column
        for letter in letters {
            for (row, signs) in [letter.upper, letter.lower].enumerated() {
                for (offset, sign) in signs.enumerated() where sign != " " {
                    canvas.put(sign, column: column + offset, row: rect.row + row, style: TextStyle(.accent))
                }
            }
            column += letter.upper.count + 1
        }
    }

    private static let alphabet: [Unicode.Scalar: Letter] = {
        var alphabet: [Unicode.Scalar: Letter] = [:]
        for (signs, upper, lower) in drawings {
            for sign in signs.unicodeScalars {
                alphabet[sign] = Letter(upper: Array(upper.unicodeScalars), lower: Array(lower.unicodeScalars))
            }
        }
        return alphabet
    }()

    private static let drawings: [(signs: String, upper: String, lower: String)] = [
        ("Aa", "▄▀█", "█▀█"), ("Bb", "█▄▄", "█▄█"), ("Cc", "█▀▀", "█▄▄"), ("Dd", "█▀▄", "█▄▀"), ("Ee", "█▀▀", "██▄"),
        ("Ff", "█▀▀", "█▀ "), ("Gg", "█▀▀", "█▄█"), ("Hh", "█ █", "█▀█"), ("Ii", "█", "█"), ("Jj", "  █", "█▄█"),
        ("Kk", "█▄▀", "█ █"), ("Ll", "█  ", "█▄▄"), ("Mm", "█▀▄▀█", "█ ▀ █"), ("Nn", "█▄ █", "█ ▀█"),
        ("Oo", "█▀█", "█▄█"), ("Pp", "█▀█", "█▀▀"), ("Qq", "█▀█", "▀▀█"), ("Rr", "█▀█", "█▀▄"), ("Ss", "█▀", "▄█"),
        ("Tt", "▀█▀", " █ "), ("Uu", "█ █", "█▄█"), ("Vv", "█ █", "▀▄▀"), ("Ww", "█ █ █", "▀▄▀▄▀"),
        ("Xx", "▀▄▀", "█ █"), ("Yy", "█▄█", " █ "), ("Zz", "▀█", "█▄"), ("0", "▄▀▄", "▀▄▀"), ("1", "▄█", " █"),
        ("2", "▀▀█", "█▄▄"), ("3", "▀▀█", "▄██"), ("4", "█ █", "▀▀█"), ("5", "█▀▀", "▄▄█"), ("6", "▄▀▀", "█▄█"),
        ("7", "▀▀█", " █ "), ("8", "█▄█", "█▄█"), ("9", "█▀█", "▄▄█"), ("-", "▄▄", "  "), ("_", "  ", "▄▄"),
        (".", " ", "▄"), ("+", " ▄ ", "▀█▀"), (":", "▀", "▀"), ("/", " ▄▀", "▀  "), ("&", "▄▀ ", "▀▄█"),
        ("!", "█", "▄"), ("'’", "▀", " "), (" ", " ", " "),
    ]
}
