import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

@Suite struct DrawingBufferTests {
    private func wide(_ scalar: Unicode.Scalar) -> ScreenCell { ScreenCell(Glyph(scalar), width: 2) }
    private func narrow(_ scalar: Unicode.Scalar) -> ScreenCell { ScreenCell(Glyph(scalar)) }

    @Test func overwritingEitherHalfBlanksTheOther() {
        var buffer = Buffer(size: CellSize(columns: 4, rows: 1))
        buffer[0, 0] = wide("茶")
        buffer[1, 0] = narrow("x")
        #expect(buffer.text == " x")
        buffer[0, 0] = wide("茶")
        buffer[0, 0] = narrow("x")
        #expect(buffer.text == "x")
        #expect(buffer[1, 0].width == 1)
    }

    @Test func aWideCharacterOverTwoOthersBreaksBoth() {
        var buffer = Buffer(size: CellSize(columns: 5, rows: 1))
        buffer[0, 0] = wide("茶")
        buffer[2, 0] = wide("館")
        buffer[1, 0] = wide("水")
        #expect(buffer.text == " 水")
        #expect(wideCharactersAreWhole(buffer))
    }

    @Test func aWideCharacterAtTheEdgeBecomesASpace() {
        var buffer = Buffer(size: CellSize(columns: 2, rows: 1))
        buffer[1, 0] = wide("茶")
        #expect(buffer[1, 0].width == 1)
        #expect(buffer.text == "")
    }

    @Test func outsideIsIgnoredAndBlank() {
        var buffer = Buffer(size: CellSize(columns: 2, rows: 1))
        for (column, row) in [(-1, 0), (2, 0), (0, -1), (0, 1)] {
            buffer[column, row] = narrow("x")
            #expect(buffer[column, row] == .blank)
        }
        #expect(buffer == Buffer(size: CellSize(columns: 2, rows: 1)))
    }

    @Test func wideCharactersStayWholeInAnyStorm() {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let size = CellSize(
                columns: .random(in: 0...9, using: &generator), rows: .random(in: 0...4, using: &generator))
            var canvas = Canvas(size: size)
            for _ in 0..<30 {
                let rect = Rect(
                    column: .random(in: -3...9, using: &generator), row: .random(in: -2...4, using: &generator),
                    columns: .random(in: 0...9, using: &generator), rows: .random(in: 0...4, using: &generator))
                let text: SafeText = Bool.random(using: &generator) ? "茶a館b水" : "ab☕️茶茶"
                let column = Int.random(in: -3...9, using: &generator)
                canvas.within(rect) { part in
                    if column == 3 { part.frame(part.bounds) }
                    part.text(text, column: column, row: 0)
                }
            }
            #expect(wideCharactersAreWhole(canvas.buffer))
        }
    }

    @Test func stylesAreToldInRuns() {
        let buffer = screen(8, 1) { canvas in
            canvas.text("ab", column: 0, row: 0)
            canvas.text("cd", column: 2, row: 0, style: .bad.on(.raised))
        }
        #expect(buffer.styledText == "abcd\n    2-3 bad/raised bold")
    }
}

@Suite struct DrawingRectTests {
    @Test func theOddCellGoesRightAndBelow() {
        let place = Rect(CellSize(columns: 6, rows: 4)).centered(CellSize(columns: 3, rows: 1))
        #expect(place == Rect(column: 1, row: 1, columns: 3, rows: 1))
    }

    @Test func splitsAddUpAndNeverGoNegative() {
        let rect = Rect(column: 2, row: 3, columns: 10, rows: 4)
        for count in -2...12 {
            #expect(rect.splitTop(count).top.rows + rect.splitTop(count).rest.rows == 4)
            #expect(rect.splitBottom(count).bottom.rows == min(max(count, 0), 4))
            #expect(rect.splitRight(count).right.endColumn == 12)
            #expect(rect.splitLeft(count).left.columns + rect.splitLeft(count).rest.columns == 10)
        }
        #expect(rect.inset(columns: 7, rows: 7).isEmpty)
        #expect(rect.intersection(Rect(column: 20, row: 0, columns: 5, rows: 5)).isEmpty)
    }
}

@Suite struct DrawingRowTests {
    @Test func aRowIsCutToItsRoomAndKeepsWideCharactersWhole() {
        let wide = [
            ScreenCell(Glyph("茶"), width: 2), ScreenCell(width: 0), ScreenCell(Glyph("a")),
            ScreenCell(Glyph("水"), width: 2), ScreenCell(width: 0),
        ]
        for column in -6...12 {
            for under in [ScreenCell(Glyph("x")), ScreenCell(Glyph("木"), width: 2)] {
                var buffer = Buffer(size: CellSize(columns: 7, rows: 1))
                for place in 0..<7 where under.width == 1 || place % 2 == 0 { buffer[place, 0] = under }
                buffer.write(wide[...], column: column, row: 0)
                #expect(wideCharactersAreWhole(buffer))
                for offset in 0..<5 {
                    var narrow = buffer
                    narrow.write(
                        [ScreenCell(Glyph("b")), ScreenCell(Glyph("c"))][...], column: column + offset, row: 0)
                    #expect(wideCharactersAreWhole(narrow))
                    for place in 0..<2 where (0..<7).contains(column + offset + place) {
                        #expect(narrow[column + offset + place, 0].glyph == Glyph(place == 0 ? "b" : "c"))
                    }
                }
            }
        }
    }

    @Test func aPictureCutInTheMiddleOfAWideCharacterLeavesASpace() {
        let picture = CellPicture(
            size: CellSize(columns: 4, rows: 1),
            cells: [
                ScreenCell(Glyph("茶"), width: 2), ScreenCell(width: 0), ScreenCell(Glyph("水"), width: 2),
                ScreenCell(width: 0),
            ])
        let buffer = screen(4, 1) { canvas in
            canvas.fill(ScreenCell(Glyph("x")))
            canvas.within(Rect(column: 1, row: 0, columns: 2, rows: 1)) { part in
                if let picture { part.picture(picture, column: -1, row: 0) }
            }
        }
        #expect(buffer.text == "x  x")
    }
}
