import FoyerCore
import FoyerTUI
import Testing

@testable import Foyer

@Suite struct ExitTransitionTests {
    private func canvas(_ text: SafeText) -> Canvas {
        var canvas = Canvas(size: CellSize(columns: 12, rows: 2))
        canvas.fill(.ground)
        canvas.text(text, in: canvas.bounds.line(0), alignment: .leading)
        return canvas
    }

    @Test(arguments: [ExitTransition.standard, .fade(atMost: .milliseconds(100))])
    func aFadeBeginsWithTheSplashAndEndsWithTheRoot(_ exit: ExitTransition) {
        let (splash, root) = (canvas("Splash"), canvas("Root"))
        #expect(exit.draw(splash, root, 0).buffer.text.hasPrefix("Splash"))
        #expect(exit.draw(splash, root, 1).buffer.text.hasPrefix("Root"))
    }

    @Test func withoutOneTheRootIsThereAtOnce() {
        #expect(ExitTransition.none.length == .zero)
        #expect(ExitTransition.none.draw(canvas("Splash"), canvas("Root"), 0).buffer.text.hasPrefix("Root"))
    }

    @Test func noneIsShorterThanNothing() {
        #expect(ExitTransition(length: .seconds(-1)) { splash, _, _ in splash }.length == .zero)
    }
}
