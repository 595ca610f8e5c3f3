import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

@Suite struct LargeTextTests {
    @Test func everySignLooksSo() {
        let lines: [SafeText] = ["abcdefghijklm", "nopqrstuvwxyz", "0123456789", "-_.+:/&! '"]
        let buffer = screen(60, 12) { canvas in
            for (index, line) in lines.enumerated() {
                LargeText(line, columns: 60, theme: canvas.theme)?
                    .render(into: &canvas, in: Rect(column: 1, row: index * 3, columns: 58, rows: 2))
            }
        }
        expectGolden(buffer, "signs")
    }

    @Test func `a text that cannot be drawn, or does not fit, is refused`() {
        let theme = DisplayTheme()
        #expect(LargeText("git", columns: 9, theme: theme)?.columns == 9)
        #expect(LargeText("git", columns: 8, theme: theme) == nil)
        #expect(LargeText("", columns: 8, theme: theme) == nil)
        #expect(LargeText("茶館", columns: 80, theme: theme) == nil)
        #expect(LargeText("git", columns: 80, theme: DisplayTheme(isASCII: true)) == nil)
    }
}
