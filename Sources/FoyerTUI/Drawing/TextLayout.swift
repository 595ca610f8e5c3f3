import FoyerCore

/// The one place where text becomes cells: it decides the glyph of each grapheme cluster, and its width.
enum TextLayout {
    /// The text's grapheme clusters in order, as cells hold them.
    static func glyphs(of text: SafeText) -> [SizedGlyph] {
        text.glyphs
    }

    /// The columns that the whole text takes.
    static func columns(of text: SafeText) -> Int {
        text.columns
    }

    /// The part that fits into `columns`, and whether anything was left out. If so, there is room for one more column
    /// for the ellipsis.
    static func cut(_ glyphs: [SizedGlyph], columns: Int) -> (kept: ArraySlice<SizedGlyph>, isCut: Bool) {
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
}
