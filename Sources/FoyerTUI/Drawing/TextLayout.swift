import FoyerCore

/// Cuts text to the columns of a line.
enum TextLayout {
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
