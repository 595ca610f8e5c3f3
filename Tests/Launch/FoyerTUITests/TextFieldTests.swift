import FoyerCore
import Testing

@testable import FoyerTUI

@Suite struct TextFieldTests {
    @Test func lettersAreText() {
        var field = TextField("Note", text: "ab")
        for event in [InputEvent.key(.character("q")), .key(.left), .key(.left), .paste("x\u{1B}y"), .key(.delete)] {
            let isTaken = field.handle(event)
            #expect(isTaken)
        }
        #expect(field.text == "ax\u{FFFD}yq")
        _ = field.handle(.key(.backspace))
        #expect(field.text == "ax\u{FFFD}q")
        let isTaken = field.handle(.key(.enter))
        #expect(!isTaken)
        _ = field.handle(.key(.home))
        _ = field.handle(.key(.backspace))
        #expect(field.text == "ax\u{FFFD}q")
    }

    /// Of a text that is too long for the field, what fits is taken.
    @Test func aLongPasteIsCut() {
        var field = TextField("Note", text: "before")
        _ = field.handle(.paste(String(repeating: "line\n", count: 400)))
        #expect(field.text.count == 1_000 && field.text.hasPrefix("beforeline line "))
        _ = field.handle(.paste("more"))
        #expect(field.text.count == 1_000)
    }

    @Test func aMarkJoinsTheLetterBeforeIt() {
        var field = TextField("Note", text: "e")
        _ = field.handle(.key(.character("\u{301}")))
        #expect(field.text.count == 1)
        _ = field.handle(.key(.backspace))
        #expect(field.text.isEmpty)
    }

    @Test func withoutTheFocusItTakesNothing() {
        var field = TextField("Note")
        field.isFocused = false
        let isTaken = field.handle(.key("a"))
        #expect(!isTaken && field.text.isEmpty)
    }

    @Test func withoutTheFocusItShowsItsBeginning() {
        var canvas = Canvas(size: CellSize(columns: 10, rows: 1))
        var field = TextField("Note", text: "The kettle is on")
        field.isFocused = false
        field.render(into: &canvas, in: canvas.bounds)
        #expect(canvas.buffer.textLines == [" The ket…"])
    }

    /// Words stay whole where they can, and the cursor in view.
    @Test func overSeveralRowsItIsWrapped() {
        let size = CellSize(columns: 10, rows: 2)
        var canvas = Canvas(size: size)
        var field = TextField("Note", text: "The kettle is on")
        #expect(field.rows(columns: 10) == 3)
        field.renderWrapped(into: &canvas, in: canvas.bounds)
        #expect(canvas.buffer.textLines == ["…kettle", " is on"])
        #expect(canvas.focus == CellPosition(column: 6, row: 1))
        _ = field.handle(.key(.home))
        canvas = Canvas(size: size)
        field.renderWrapped(into: &canvas, in: canvas.bounds)
        #expect(canvas.buffer.textLines == [" The", " kettle  …"])
        #expect(canvas.focus == CellPosition(column: 1, row: 0))
        field.isFocused = false
        #expect(field.rows(columns: 40) == 1 && TextField("", text: "12345678").rows(columns: 10) == 2)
    }

    /// The cursor stands behind a line that is full, and a word longer than a line is broken.
    @Test func whatIsTypedAtTheEdgeIsSeen() {
        var field = TextField("Note")
        for (index, scalar) in "abcdefghijk茶p".unicodeScalars.enumerated() {
            _ = field.handle(.key(.character(scalar)))
            var canvas = Canvas(size: CellSize(columns: 7, rows: 2))
            field.renderWrapped(into: &canvas, in: canvas.bounds)
            #expect(canvas.buffer.text.unicodeScalars.contains(scalar), "\(index)")
            #expect(canvas.focus != nil, "\(index)")
        }
    }

    @Test func theCursorStaysInView() {
        var canvas = Canvas(size: CellSize(columns: 10, rows: 1))
        TextField("Note", text: "The kettle is on").render(into: &canvas, in: canvas.bounds)
        #expect(canvas.buffer.text.contains("is on"))
        #expect(canvas.focus == CellPosition(column: 8, row: 0))
    }
}
