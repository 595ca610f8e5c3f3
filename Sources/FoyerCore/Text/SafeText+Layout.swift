/// A glyph and the columns it takes: 1 or 2.
package struct SizedGlyph: Hashable, Sendable {
    package let glyph: Glyph
    package let width: Int

    package init(_ glyph: Glyph, width: Int) {
        self.glyph = glyph
        self.width = width
    }
}

/// Layout in columns.
///
/// Draws only what every terminal lays out alike: emoji sequences are split into their members, and skin tones and the
/// selectors between text and emoji are left out. `string` keeps them all.
extension SafeText {
    /// The sign of a cut.
    package static let ellipsis: SafeText = "…"

    /// The columns that the text takes when drawn: the sum of its glyphs' widths.
    public var columns: Int {
        if isASCII { return string.utf8.count }
        return string.reduce(into: 0) { $0 += Self.columns(of: $1) }
    }

    /// The text in units as a terminal lays them out, each for a cell (or two, if it is wide).
    package var glyphs: [SizedGlyph] {
        func narrow(_ byte: UInt8) -> SizedGlyph { SizedGlyph(Glyph(Unicode.Scalar(byte)), width: 1) }
        // Each byte is a glyph then, and the number of glyphs is known at once.
        if isASCII { return string.utf8.map(narrow) }
        return string.reduce(into: []) { $0 += Self.glyphs(of: $1) }
    }

    /// The longest beginning that takes at most `columns` columns, without cutting a grapheme.
    ///
    /// If something is cut and the ellipsis fits, the ellipsis ends the result, within the same columns.
    public func prefix(columns limit: Int, ellipsis: SafeText = "") -> SafeText {
        guard columns > limit else { return self }
        let tail = ellipsis.columns
        if tail > 0, tail <= limit {
            return SafeText(alreadySafe: cut(to: limit - tail)) + ellipsis
        }
        return SafeText(alreadySafe: cut(to: limit))
    }

    /// The text padded with spaces to `columns` columns; unchanged if it is that long.
    package func padded(toColumns columns: Int) -> SafeText {
        SafeText(alreadySafe: string + String(repeating: " ", count: max(0, columns - self.columns)))
    }

    /// Every text is checked in every frame: all bytes are combined, several in one instruction.
    private var isASCII: Bool {
        let bytes = string.utf8.span
        var all: UInt8 = 0
        for index in bytes.indices { all |= bytes[index] }
        return all < 0x80
    }

    private func cut(to limit: Int) -> String {
        var taken = 0
        var end = string.startIndex
        for index in string.indices {
            taken += Self.columns(of: string[index])
            if taken > limit { break }
            end = string.index(after: index)
        }
        return String(string[..<end])
    }

    private static func columns(of character: Character) -> Int {
        glyphs(of: character).reduce(0) { $0 + $1.width }
    }

    /// The cells of one grapheme: mostly one; several for conjuncts, flags and emoji sequences.
    private static func glyphs(of character: Character) -> [SizedGlyph] {
        var cells: [SizedGlyph] = []
        var base: Unicode.Scalar?
        var marks: [Unicode.Scalar] = []
        func flush() {
            guard base != nil || !marks.isEmpty else { return }
            // A mark without a base is drawn over a space, as terminals do.
            let ground = base ?? " "
            cells.append(SizedGlyph(Glyph(base: ground, marks: marks), width: ground.columns))
        }
        for scalar in character.unicodeScalars {
            if scalar.columns == 0 {
                if isDrawn(scalar, on: base) { marks.append(scalar) }
            } else if scalar.isEmojiModifier, let base, base.isPictograph {
                continue
            } else {
                flush()
                base = scalar
                marks = []
            }
        }
        flush()
        return cells
    }

    private static func isDrawn(_ mark: Unicode.Scalar, on base: Unicode.Scalar?) -> Bool {
        switch mark.value {
        case 0xFE0E, 0xFE0F: false
        case 0x200D: base.map { !$0.isPictograph } ?? false
        default: true
        }
    }
}
