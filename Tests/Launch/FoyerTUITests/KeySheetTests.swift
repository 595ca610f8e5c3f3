import FoyerCore
import Testing

@testable import FoyerTUI

/// A sheet over a small page.
private struct SmallPage {
    static let size = CellSize(columns: 40, rows: 10)
    var sheet = KeySheet()

    init(opened: Bool = true) {
        if opened { sheet.open() }
    }

    mutating func takes(_ input: InputEvent) -> Bool { sheet.handle(input, size: Self.size) }

    mutating func text() -> String {
        var canvas = Canvas(size: Self.size, theme: DisplayTheme())
        sheet.draw(in: &canvas, language: .english)
        return canvas.buffer.text
    }
}

@Suite struct KeySheetTests {
    @Test func whereAllKeysHaveNoRoomTheyAreScrolledTo() {
        var page = SmallPage()
        let atFirst = page.text()
        let inputs: [InputEvent] = [
            .key(.control("l")), .key(.end), .mouse(MouseEvent(.wheelUp, column: 3, row: 3)), .key(.end),
        ]
        let taken = inputs.map { page.takes($0) }
        let atLast = page.text()
        #expect(taken == [true, true, true, true] && page.sheet.isOpen)
        #expect(!atFirst.contains("Ctrl-C") && atLast.contains("Ctrl-C"))
    }

    @Test func anyOtherKeyAndAClickCloseItAndNothingGoesThrough() {
        let click = InputEvent.mouse(MouseEvent(.click, column: 3, row: 3))
        for input in [.key(.character("?")), .key(.enter), .key(.escape), click] as [InputEvent] {
            var page = SmallPage()
            // A press belongs to its click; otherwise the page beneath would take it.
            let takesPress = page.takes(.mouse(MouseEvent(.press, column: 3, row: 3)))
            let staysOpen = page.sheet.isOpen
            let takesInput = page.takes(input)
            #expect(takesPress && staysOpen && takesInput && !page.sheet.isOpen, "\(input)")
        }
    }

    /// Nobody who pastes has pressed a key.
    @Test func whatIsPastedClosesNothingAndGoesNowhere() {
        var page = SmallPage()
        let isTaken = page.takes(.paste("q"))
        #expect(isTaken && page.sheet.isOpen)
        #expect(!InputEvent.paste("q").isKeyOrClick && !InputEvent.paste("q").isPress)
    }

    @Test func whatIsNotForItGoesOn() {
        var page = SmallPage()
        let inputs: [InputEvent] = [
            .resized(SmallPage.size), .resumed, .mouse(MouseEvent(.release, column: 1, row: 1)),
        ]
        let taken = inputs.map { page.takes($0) }
        #expect(taken == [false, false, false] && page.sheet.isOpen)
        var closed = SmallPage(opened: false)
        let takesKey = closed.takes(.key(.down))
        #expect(!takesKey)
    }
}
