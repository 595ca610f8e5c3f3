import FoyerCore
import Testing

@testable import FoyerTUI

/// The terminal's cursor stands where the focus is.
@Suite struct FocusCursorTests {
    private func canvas() -> Canvas { Canvas(size: CellSize(columns: 60, rows: 20)) }

    @Test func withoutAFocusThereIsNoCursor() {
        var canvas = canvas()
        Footer(keys: [KeyHint("q", "Close")]).render(into: &canvas, in: canvas.bounds.line(19))
        #expect(canvas.focus == nil)
    }

    @Test(arguments: [0, 1, 2]) func theFocusedButtonHasIt(focus: Int) throws {
        var canvas = canvas()
        let row = ButtonRow(
            ["Reload", "Close", "Details"].map { Button(key: "", label: SafeText($0)) }, focus: focus)
        row.render(into: &canvas, in: canvas.bounds.line(5))
        let place = try #require(canvas.focus)
        #expect(place.row == 5)
        #expect(canvas[place.column, place.row].glyph == Glyph(["R", "C", "D"][focus]))
    }

    @Test func theFocusedItemOfAListHasItAlsoInAPartOfTheScreen() throws {
        var canvas = canvas()
        let list = ListView(items: ["One", "Two"].map { ListItem(title: SafeText($0)) }, focus: 1)
        canvas.within(Rect(column: 10, row: 4, columns: 30, rows: 10)) { part in
            list.render(into: &part, in: part.bounds)
        }
        let place = try #require(canvas.focus)
        #expect(canvas[place.column, place.row].glyph == Glyph("T"))
        #expect(place == CellPosition(column: 12, row: 7))
    }

    @Test func whatCoversTheScreenTakesItAway() {
        var canvas = canvas()
        canvas.markFocus(column: 3, row: 3)
        canvas.scrim(0.5, in: Rect(column: 0, row: 0, columns: 2, rows: 2))
        #expect(canvas.focus != nil)
        canvas.scrim(0.5)
        #expect(canvas.focus == nil)
    }

    @Test func aPlaceOutsideIsNone() {
        var canvas = canvas()
        canvas.within(Rect(column: 0, row: 0, columns: 5, rows: 5)) { $0.markFocus(column: 7, row: 1) }
        #expect(canvas.focus == nil)
    }
}
