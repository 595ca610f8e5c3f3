import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

/// What of a row is sent to curses.
@Suite struct TerminalRowChangeTests {
    private static func row(_ text: String) -> [ScreenCell] {
        var cells: [ScreenCell] = []
        for scalar in text.unicodeScalars {
            let isWide = scalar.value > 0x2E80
            cells.append(ScreenCell(Glyph(scalar), width: isWide ? 2 : 1))
            if isWide { cells.append(ScreenCell(.space, width: 0)) }
        }
        return cells
    }

    private static func span(_ old: String, _ new: String) -> Range<Int>? {
        RowChange.span(from: row(old)[...], to: row(new)[...])
    }

    @Test func isTheFirstDifferenceToTheLast() {
        #expect(Self.span("abcdef", "abcdef") == nil)
        #expect(Self.span("abcdef", "abXdYf") == 2..<5)
        #expect(Self.span("abc", "Xbc") == 0..<1)
        #expect(Self.span("", "") == nil)
    }

    @Test func cutsNoWideCharacter() {
        #expect(Self.span("a茶b", "a湯b") == 1..<3)
        #expect(Self.span("a茶b", "axyb") == 1..<3)
        #expect(Self.span("axyb", "ax茶") == 2..<4)
        #expect(Self.span("茶湯x", "a茶xx") == 0..<4)
    }

    @Test func noticesColoursAlone() {
        var new = Self.row("abc")
        new[1].foreground = .accent
        #expect(RowChange.span(from: Self.row("abc")[...], to: new[...]) == 1..<2)
    }

    @Test func beginsWithOneCellEverywhere() {
        var cells = Array(repeating: ScreenCell.blank, count: 40)
        cells[12] = ScreenCell(Glyph("x"), width: 1)
        cells[24] = ScreenCell(Glyph("茶"), width: 2)
        cells[25] = ScreenCell(.space, width: 0)
        let frame = Frame(size: CellSize(columns: 10, rows: 5), cells: cells)
        #expect(
            RowChange.all(from: .blank, to: frame) == [
                RowChange(row: 1, columns: 2..<3), RowChange(row: 2, columns: 4..<6),
                RowChange(row: 4, columns: 0..<10),
            ])
    }
}

/// Filling rows at once is the same as filling them cell by cell.
@Suite struct DrawingFillTests {
    @Test func leavesNoHalfOfAWideCharacter() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<500 {
            var canvas = Canvas(size: CellSize(columns: 9, rows: 3))
            for _ in 0..<6 {
                canvas.put(
                    ScreenCell(Glyph("茶"), width: 2), column: Int.random(in: 0..<9, using: &random),
                    row: Int.random(in: 0..<3, using: &random))
            }
            var slow = canvas
            let rect = Rect(
                column: Int.random(in: -2..<9, using: &random), row: Int.random(in: -1..<3, using: &random),
                columns: Int.random(in: 0..<9, using: &random), rows: Int.random(in: 0..<4, using: &random))
            canvas.fill(.raised, in: rect)
            for row in rect.row..<rect.endRow {
                for column in rect.column..<rect.endColumn {
                    slow.put(ScreenCell(background: .raised), column: column, row: row)
                }
            }
            #expect(canvas.buffer == slow.buffer)
        }
    }
}
