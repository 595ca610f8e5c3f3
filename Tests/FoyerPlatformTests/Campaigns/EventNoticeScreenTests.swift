import FoyerCore
import FoyerTUI
import Testing

@testable import FoyerPlatform

/// Where the notice about events lies.
@Suite struct EventNoticeScreenTests {
    /// Has words in some rows.
    private final class Words: Screen {
        var rows: [Int]

        init(_ rows: [Int]) { self.rows = rows }

        func draw(in canvas: inout Canvas, context: ScreenContext) {
            for row in rows { canvas.text("Order ahead, or not now", column: 2, row: row) }
        }

        func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand { .stay }
    }

    private let size = CellSize(columns: 60, rows: 12)

    /// The rows of the notice's first and last word.
    private func rows(of screen: EventNoticeScreen) -> (first: Int?, last: Int?) {
        var canvas = Canvas(size: size)
        screen.draw(
            in: &canvas, context: ScreenContext(now: .zero, size: size, theme: Theme(), language: .english) { _ in })
        let lines = canvas.buffer.text.split(separator: "\n", omittingEmptySubsequences: false)
        return (lines.firstIndex { $0.contains("is told") }, lines.lastIndex { $0.contains("events off") })
    }

    private func screen(_ wrapped: any Screen) -> EventNoticeScreen {
        EventNoticeScreen(wrapped, notice: { .eventNotice(to: "http://a.example/") }, shown: {})
    }

    @Test func itLiesOverTheFootButNotOverItsKeys() {
        let (first, last) = rows(of: screen(Words([3])))
        #expect(first == 9 || first == 8, "\(String(describing: first))")
        #expect(last == 10)
    }

    /// As those of a card's buttons.
    @Test func itHidesNoWordsAtTheFoot() {
        let words = Words([9, 10])
        let screen = screen(words)
        #expect(rows(of: screen).first == 0)
        words.rows = [0, 10]
        #expect(rows(of: screen).first == 0, "it does not jump for as many")
        words.rows = [0, 1]
        #expect(rows(of: screen).last == 10)
    }
}
