import FoyerCore

/// A glyph with the columns it takes: 1 or 2.
struct MeasuredGlyph: Hashable, Sendable {
    var glyph: Glyph
    var width: Int
}

/// The one place where text becomes cells: what a grapheme cluster's glyph is, and how wide.
enum TextLayout {
    /// The text's grapheme clusters in order, as cells hold them.
    static func glyphs(of text: SafeText) -> [MeasuredGlyph] {
        text.string.map(measure)
    }

    /// Columns that the whole text takes.
    static func columns(of text: SafeText) -> Int {
        glyphs(of: text).reduce(0) { $0 + $1.width }
    }

    /// What fits into `columns`, and whether anything was left out. With something left out there is room for one
    /// more column, where the sign of the cut goes.
    static func cut(_ glyphs: [MeasuredGlyph], columns: Int) -> (kept: ArraySlice<MeasuredGlyph>, isCut: Bool) {
        var used = 0
        var fitting = 0
        for (index, glyph) in glyphs.enumerated() {
            used += glyph.width
            if used <= columns - 1 { fitting = index + 1 }
            guard used <= columns else {
                var kept = glyphs[..<fitting]
                while kept.last?.glyph == .space { kept.removeLast() }
                return (kept, true)
            }
        }
        return (glyphs[...], false)
    }

    private static func measure(_ character: Character) -> MeasuredGlyph {
        let scalars = Array(character.unicodeScalars)
        guard let first = scalars.first else { return MeasuredGlyph(glyph: .space, width: 1) }
        if isCombining(first) {
            return MeasuredGlyph(glyph: Glyph(base: " ", marks: scalars), width: 1)
        }
        let isEmoji = scalars.contains { $0.value == 0xFE0F } || first.properties.isEmojiPresentation
        let glyph = Glyph(base: first, marks: Array(scalars.dropFirst()))
        return MeasuredGlyph(glyph: glyph, width: isEmoji || isWide(first) ? 2 : 1)
    }

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD,
    ]

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        return wideRanges.contains { $0.contains(scalar.value) }
    }
}
