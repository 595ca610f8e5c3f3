import FoyerCore
import Testing

@testable import FoyerTUI

@Suite struct ScreenActionTests {
    private final class Counter: Screen {
        var count = 0
        var handled: [KeyEvent] = []

        func draw(in canvas: inout Canvas, context: ScreenContext) {
            Footer(actions(context)).render(into: &canvas, in: canvas.bounds.line(0))
        }

        func actions(_ context: ScreenContext) -> [ScreenAction] {
            var hidden = ScreenAction("h", "Hidden") {}
            hidden.isShown = false
            return [
                ScreenAction([.left, .right], "Count") { self.count += $0 == .left ? -1 : 1 },
                ScreenAction("z") { self.count = 0 }, hidden,
                ScreenAction(elsewhere: KeyHint("s", "Save")), ScreenAction([], "Nothing") { _ in },
                ScreenAction("q", or: [.escape], "Leave") { context.request(.leave) },
            ]
        }

        func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
            if let key = event.key { handled.append(key) }
            return .stay
        }
    }

    private let context = ScreenContext(
        now: .zero, size: CellSize(columns: 60, rows: 4), theme: DisplayTheme(), language: .english
    ) { _ in }

    private func press(_ key: KeyEvent, on child: ScreenChild) -> Bool {
        if case .leave = child.handle(.input(.key(key)), context: context) { true } else { false }
    }

    @Test func `a screen handles the keys of no action`() {
        let screen = Counter()
        let child = ScreenChild(screen)
        #expect(!press(.right, on: child) && !press(.right, on: child) && !press(.left, on: child))
        #expect(screen.count == 1 && screen.handled.isEmpty)
        #expect(!press("x", on: child) && screen.count == 1 && screen.handled == ["x"])
        #expect(!press("z", on: child) && screen.count == 0)
        #expect(press("q", on: child) && press(.escape, on: ScreenChild(Counter())))
    }

    @Test func `a footer shows actions with a key and a name, and a click performs them`() {
        let screen = Counter()
        let child = ScreenChild(screen)
        let row = child.drawApart(context).buffer.text.split(separator: "\n").first ?? ""
        #expect(row.contains("← → Count   s Save   q Leave") && !row.contains("Hidden") && !row.contains("Nothing"))
        let column = row.prefix { $0 != "→" }.count
        _ = child.handle(.input(.mouse(MouseEvent(.click, column: column, row: 0))), context: context)
        #expect(screen.count == 1)
    }

    @Test func `an answer presses the first key of its action, or has the number of one without keys`() {
        let actions = Counter().actions(context)
        #expect(actions["q", "x", "h"].map(\.hint.label) == ["Leave", "Hidden"])
        #expect(
            actions[.escape].answers + [actions[4]].answers == [
                SpokenAnswer("Leave", press: "q"), SpokenAnswer("Nothing", choose: 0),
            ])
    }
}
