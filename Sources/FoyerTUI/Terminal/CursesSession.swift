import CNcurses
import CTerminal
import FoyerCore
import Glibc

/// What curses has of a terminal from `newterm` to `delscreen`.
struct CursesSession {
    let screen: OpaquePointer
    let pad: UnsafeMutablePointer<WINDOW>
    let fit: GlyphFit
    let colors: ColorResolver
    var pairs: ColorPairs
    let modes: ScreenModes
    /// Whether the terminal can delete and insert characters.
    let canShift: Bool
    /// What curses is told of a row.
    private(set) var row: [cchar_t] = []

    /// False where the pairs ran out.
    mutating func fillRow(with cells: ArraySlice<Cell>, columns: Range<Int>, orDefault: Bool) -> Bool {
        row.removeAll(keepingCapacity: true)
        var former: Cell?
        return fit.forEach(in: cells, columns: columns) { glyph, cell in
            // Nearly all rows are mostly blank: a run of equal cells is looked up once.
            if cell.width == 1, cell == former, let last = row.last {
                row.append(last)
                return true
            }
            guard let made = character(glyph, cell, orDefault: orDefault) else { return false }
            row.append(made)
            former = cell
            return true
        }
    }

    private mutating func character(_ glyph: Glyph, _ cell: Cell, orDefault: Bool) -> cchar_t? {
        var pair = ColorPairs.Pair(number: 0)
        if pairs.limit > 0 {
            let colors = colors
            let found = pairs.pair(
                cell.foreground, cell.background, resolve: { colors.entry($0, $1) },
                define: { init_extended_pair($0, $1.foreground, $1.background) })
            guard let found = found ?? (orDefault ? pair : nil) else { return nil }
            pair = found
        }
        var attributes: attr_t = 0
        if pair.weight == .bold || cell.attributes.contains(.bold) { attributes |= foyer_bold() }
        if pair.weight == .dim { attributes |= foyer_dim() }
        if cell.attributes.contains(.italic) { attributes |= foyer_italic() }
        if cell.attributes.contains(.underline) { attributes |= foyer_underline() }
        if cell.attributes.contains(.reverse) { attributes |= foyer_reverse() }
        var made = cchar_t()
        var characters = (
            wchar_t(bitPattern: glyph.base), wchar_t(bitPattern: glyph.mark0), wchar_t(bitPattern: glyph.mark1),
            wchar_t(bitPattern: glyph.mark2), wchar_t(bitPattern: glyph.mark3), wchar_t(0)
        )
        withUnsafePointer(to: &characters) { tuple in
            tuple.withMemoryRebound(to: wchar_t.self, capacity: 6) { scalars in
                _ = foyer_set_cell(&made, scalars, attributes, pair.number)
            }
        }
        return made
    }
}
