import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

/// A screen that notes what it is told, puts another on top at `p`, and leaves at `q`.
private final class NotingScreen: Screen {
    let name: String
    let notes: Notes
    var links: [FrameLink] { [FrameLink(row: 0, columns: 0..<4, address: "https://\(name).example")] }

    final class Notes { var lines: [String] = [] }

    init(_ name: String, _ notes: Notes) {
        (self.name, self.notes) = (name, notes)
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {}

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .covered: notes.lines.append("\(name) covered")
        case .uncovered: notes.lines.append("\(name) uncovered")
        case .presented: notes.lines.append("\(name) presented")
        case .woken: return .leave
        case .input(.resized(let size)): notes.lines.append("\(name) \(size.columns)×\(size.rows)")
        default: break
        }
        return switch event.key {
        case .character("p"): .push(NotingScreen("upper", notes))
        case .character("q"): .leave
        default: .stay
        }
    }

    func disappear() { notes.lines.append("\(name) gone") }
}

@Suite struct ScreenStackTests {
    @Test func aScreenThatAppearsBeforeTheSizeIsKnownIsToldItBeforeItIsDrawn() {
        let notes = NotingScreen.Notes()
        var stack = ScreenStack(theme: DisplayTheme(), language: .english) { _ in }
        stack.push(NotingScreen("first", notes), at: .zero)
        _ = stack.render(size: CellSize(columns: 90, rows: 30), at: .zero)
        _ = stack.render(size: CellSize(columns: 90, rows: 30), at: .zero)
        #expect(notes.lines == ["first 90×30"])
    }

    @Test func aScreenIsToldWhatLiesOnIt() {
        let notes = NotingScreen.Notes()
        var stack = ScreenStack(theme: DisplayTheme(), language: .english) { _ in }
        stack.push(NotingScreen("lower", notes), at: .zero)
        stack.handle(.key(.character("p")), at: .zero)
        #expect(stack.links.first?.address == "https://upper.example", "links are those of the screen that is seen")
        stack.handle(.key(.character("q")), at: .zero)
        #expect(notes.lines == ["lower covered", "upper gone", "lower uncovered"])
        #expect(stack.links.first?.address == "https://lower.example")
    }

    @Test func aScreenThatIsPutOnTopFromOutsideCoversTheOneBelow() {
        let notes = NotingScreen.Notes()
        var stack = ScreenStack(theme: DisplayTheme(), language: .english) { _ in }
        stack.push(NotingScreen("lower", notes), at: .zero)
        stack.push(NotingScreen("link", notes), at: .zero)
        stack.handle(.key(.character("q")), at: .zero)
        #expect(notes.lines == ["lower covered", "link gone", "lower uncovered"])
    }

    private let size = CellSize(columns: 80, rows: 24)

    @Test func aScreenPushedBeforeTheFirstFrameHasArrivedIsToldOnceAndAfterItWasDrawn() {
        let notes = NotingScreen.Notes()
        var stack = ScreenStack(theme: DisplayTheme(), language: .english) { _ in }
        stack.push(NotingScreen("lower", notes), at: .zero)
        _ = stack.render(size: size, at: .zero)
        stack.push(NotingScreen("upper", notes), at: .zero)
        stack.framePresented(at: .zero)
        #expect(notes.lines == ["lower covered", "lower presented"], "the frame on the terminal is the lower one's")
        _ = stack.render(size: size, at: .zero)
        stack.deadlineReached(at: .zero)
        stack.deadlineReached(at: .zero)
        #expect(notes.lines == ["lower covered", "lower presented", "upper presented"])
    }

    @Test func theTopmostScreenIsToldAlsoIfACoveredOneLeavesFirst() {
        let notes = NotingScreen.Notes()
        var stack = ScreenStack(theme: DisplayTheme(), language: .english) { _ in }
        let lower = stack.push(NotingScreen("lower", notes), at: .zero)
        stack.push(NotingScreen("upper", notes), at: .zero)
        _ = stack.render(size: size, at: .zero)
        stack.wake(screen: lower, at: .zero)
        stack.framePresented(at: .zero)
        #expect(notes.lines == ["lower covered", "lower gone", "upper presented"])
    }

    // MARK: - Inside another screen

    /// A host's page with a sheet, and screens of its own inside.
    private final class Host: ScreenWrapper {
        let pages = InnerStack()
        let child: ScreenChild
        let sheet = DetailsSheet()
        var elements: [any ScreenElement] { [sheet] }

        init() { child = ScreenChild(pages) }
    }

    private func context(frameTime: Duration = .zero) -> ScreenContext {
        ScreenContext(
            now: .zero, size: CellSize(columns: 20, rows: 6), theme: DisplayTheme(), language: .english,
            frameTime: frameTime
        ) { _ in }
    }

    @Test func aSheetOfTheScreenAroundItCoversTheTopmostAndWhatComesMeanwhile() {
        let (host, notes, context) = (Host(), NotingScreen.Notes(), context())
        let child = ScreenChild(host)
        child.appear(context)
        host.pages.stack.push(NotingScreen("lower", notes), at: .zero)
        host.sheet.open(at: .zero)
        _ = child.handle(.woken, context: context)
        #expect(notes.lines == ["lower covered"] && child.links.isEmpty)
        host.pages.stack.push(NotingScreen("upper", notes), at: .zero)
        #expect(notes.lines == ["lower covered", "upper covered"])
        host.pages.stack.pop(at: .zero)
        #expect(notes.lines.suffix(1) == ["upper gone"], "the sheet is still there")
        _ = child.handle(.input(.key("q")), context: context)
        #expect(notes.lines.suffix(1) == ["lower uncovered"] && child.links.count == 1)
    }

    /// Otherwise a program that is opened in a host fades at a picture a second.
    @Test func aScreenInsideKnowsHowSlowTheTerminalIs() {
        final class Slow: Screen {
            var seen = Duration.zero
            func draw(in canvas: inout Canvas, context: ScreenContext) { seen = context.frameTime }
            func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand { .stay }
        }
        let (host, slow) = (Host(), Slow())
        let child = ScreenChild(host)
        child.appear(context())
        host.pages.stack.push(slow, at: .zero)
        _ = child.drawApart(context(frameTime: .milliseconds(700)))
        #expect(slow.seen == .milliseconds(700))
    }
}
