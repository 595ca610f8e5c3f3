import FoyerCore

/// Makes sure that a cell takes the columns it claims: glyphs whose width the machine counts differently are drawn as
/// something safe, so that no later column moves.
struct GlyphFit {
    /// The columns of a scalar according to the C library, and so curses; −1 if it is unknown.
    var width: (UInt32) -> Int32
    /// Without it, everything beyond ASCII is replaced.
    var unicode: Bool

    /// What to draw for a cell: at most five scalars, and the columns they take.
    struct Fitted: Equatable {
        var glyph: Glyph
        var columns: Int
    }

    /// - Parameters:
    ///   - isLed: whether a wide cell comes directly before it.
    ///   - hasTail: whether a cell of width 0 comes directly after it.
    /// - Returns: nil if the cell is the right half of the one before.
    func fit(_ cell: ScreenCell, isLed: Bool, hasTail: Bool) -> Fitted? {
        switch cell.width {
        case 0: return isLed ? nil : Fitted(glyph: .space, columns: 1)
        case 2 where !hasTail: return Fitted(glyph: substitute, columns: 1)
        case 2:
            guard columns(cell.glyph.base) == 2 else { return Fitted(glyph: substitute, columns: 1) }
            return Fitted(glyph: marked(cell.glyph), columns: 2)
        default:
            guard columns(cell.glyph.base) == 1 else { return Fitted(glyph: substitute, columns: 1) }
            return Fitted(glyph: marked(cell.glyph), columns: 1)
        }
    }

    /// Passes on what to draw in some columns of a row, one after the other, and blanks beyond the end of the row.
    ///
    /// - Returns: false if `body` returned false, which ends it.
    func forEach(in row: ArraySlice<ScreenCell>, columns: Range<Int>, _ body: (Glyph, ScreenCell) -> Bool) -> Bool {
        var used = columns.lowerBound
        var isLed = false
        for index in row.indices.dropFirst(used) where used < columns.upperBound {
            let cell = row[index]
            let hasTail = index + 1 < row.endIndex && row[index + 1].width == 0 && used + 1 < columns.upperBound
            let fitted = fit(cell, isLed: isLed, hasTail: hasTail)
            isLed = fitted?.columns == 2
            guard let fitted else { continue }
            guard body(fitted.glyph, cell) else { return false }
            used += fitted.columns
        }
        while used < columns.upperBound {
            guard body(.space, .blank) else { return false }
            used += 1
        }
        return true
    }

    private var substitute: Glyph { unicode ? Glyph("\u{FFFD}") : Glyph("?") }

    private func columns(_ scalar: UInt32) -> Int32 {
        if (0x20..<0x7F).contains(scalar) { return 1 }
        return unicode ? width(scalar) : -1
    }

    /// The glyph without marks that would take a column or control the terminal.
    private func marked(_ glyph: Glyph) -> Glyph {
        guard glyph.mark0 != 0 else { return glyph }
        guard unicode, let base = Unicode.Scalar(glyph.base) else {
            return Unicode.Scalar(glyph.base).map { Glyph($0) } ?? substitute
        }
        let marks = glyph.scalars.dropFirst().filter { width($0.value) == 0 }
        return Glyph(base: base, marks: Array(marks))
    }
}
