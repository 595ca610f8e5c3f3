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

    @Test func theCursorStaysInView() {
        var canvas = Canvas(size: CellSize(columns: 10, rows: 1))
        TextField("Note", text: "The kettle is on").render(into: &canvas, in: canvas.bounds)
        #expect(canvas.buffer.text.contains("is on"))
        #expect(canvas.focus == CellPosition(column: 8, row: 0))
    }
}
