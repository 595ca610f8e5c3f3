import Foyer
import FoyerCore
import FoyerTUI

/// The middle page: "You are about to enter", in front of what a link from outside leads to.
final class EntranceScreen: Screen {
    private let route: Route
    private let sender: String?
    private let facts: PageFacts
    /// Whether the user wants to go on; the host then puts the page in this one's place.
    private(set) var isConfirmed = false
    private var focus = 0
    private static let measure = 60

    init(route: Route, sender: String?, facts: PageFacts) {
        self.route = route
        self.sender = sender
        self.facts = facts
    }

    func appear(_ context: ScreenContext) { facts.appear(context) }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .woken: facts.wake(context)
        case .input(let input): return handle(input, context)
        default: break
        }
        return .stay
    }

    private func handle(_ input: InputEvent, _ context: ScreenContext) -> ScreenCommand {
        switch input {
        case .key(.tab), .key(.backTab), .key(.left), .key(.right), .key(.up), .key(.down): focus = 1 - focus
        case .key(.character("q")), .key(.escape): return .leave
        case .key(.enter): return choose(focus)
        case .mouse(let mouse) where mouse.kind == .click:
            let row = layout(context.size).places[5]
            guard let index = buttons(context).button(atColumn: mouse.column, row: mouse.row, in: row) else {
                return .stay
            }
            return choose(index)
        default: break
        }
        return .stay
    }

    private func choose(_ index: Int) -> ScreenCommand {
        guard index == 0 else { return .leave }
        isConfirmed = true
        return .stay
    }

    // MARK: - Drawing

    private func buttons(_ context: ScreenContext) -> ButtonRow {
        let words = context.language
        return ButtonRow(
            [Button(key: "", label: words[.enterImmediately]), Button(key: "q", label: words[.cancel])], focus: focus)
    }

    /// Sentence, icon, name, detail, source, buttons.
    private func layout(_ size: CellSize) -> VerticalStack {
        let (body, _) = PageLayout.split(size)
        let icon = LoadingPage.iconSize(in: size)
        let room = body.inset(columns: PageLayout.margin(columns: size.columns))
        return VerticalStack(
            [
                .init(rank: 2, rows: 1, columns: Self.measure),
                .init(rank: 5, rows: icon.rows, gap: 2, columns: icon.columns),
                .init(rank: 0, rows: 1, gap: 1, columns: Self.measure),
                .init(rank: 4, rows: facts.description.detail.isEmpty ? 0 : 1, columns: Self.measure),
                .init(rank: 3, rows: 2, gap: 1, columns: Self.measure),
                .init(rank: 1, rows: 1, gap: 2),
            ], in: room)
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let (words, places) = (context.language, layout(context.size).places)
        canvas.text(words[.aboutToEnter], in: places[0], alignment: .center, style: .quiet)
        facts.drawIcon(in: places[1], &canvas, context)
        canvas.text(facts.description.title, in: places[2], alignment: .center, style: .strong)
        canvas.text(facts.description.detail, in: places[3], alignment: .center, style: .quiet)
        let from = sender.map { SafeText($0) } ?? words[.anotherProgram]
        canvas.text(words.linkSource(from), in: places[4].line(0), alignment: .center, style: .quiet)
        canvas.text(
            SafeText(route.link), in: places[4].line(1), alignment: .center, style: TextStyle(.link))
        if !places[5].isEmpty { buttons(context).render(into: &canvas, in: places[5]) }
        Footer(
            keys: [KeyHint("↵", words[focus == 0 ? .enterImmediately : .cancel]), KeyHint("q", words[.cancel])]
        ).render(into: &canvas, in: PageLayout.split(context.size).footer)
    }
}
