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
        case .chosen(let index): return choose(index)
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
            let row = layout(context.size)[.buttons]
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

    func spoken(_ context: ScreenContext) -> Spoken? {
        let (words, facts) = (context.language, facts.description)
        let from = sender.map { SafeText($0) } ?? words[.anotherProgram]
        var spoken = Spoken(
            words[.aboutToEnter],
            [facts.title, facts.detail, words.linkSource(from), SafeText(route.link)].filter { !$0.isEmpty })
        spoken.answers = [
            SpokenAnswer(words[.enterImmediately], choose: 0), SpokenAnswer(words[.cancel], press: .character("q")),
        ]
        spoken.usual = 0
        return spoken
    }

    // MARK: - Drawing

    private func buttons(_ context: ScreenContext) -> ButtonRow {
        let words = context.language
        return ButtonRow(
            [Button(key: "", label: words[.enterImmediately]), Button(key: "q", label: words[.cancel])], focus: focus)
    }

    private enum Part { case sentence, icon, name, detail, source, buttons }

    private func layout(_ size: CellSize) -> PageStack<Part> {
        let icon = LoadingPage.iconSize(in: size)
        return PageStack(
            [
                .init(.sentence, rank: 2, rows: 1, columns: Self.measure),
                .init(.icon, rank: 5, rows: icon.rows, gap: 2, columns: icon.columns),
                .init(.name, rank: 0, rows: 1, gap: 1, columns: Self.measure),
                .init(.detail, rank: 4, rows: facts.description.detail.isEmpty ? 0 : 1, columns: Self.measure),
                .init(.source, rank: 3, rows: 2, gap: 1, columns: Self.measure),
                .init(.buttons, rank: 1, rows: 1, gap: 2),
            ], in: PageLayout.room(size))
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let (words, places) = (context.language, layout(context.size))
        canvas.text(words[.aboutToEnter], in: places[.sentence], alignment: .center, style: .quiet)
        facts.drawIcon(in: places[.icon], &canvas, context)
        canvas.text(facts.description.title, in: places[.name], alignment: .center, style: .strong)
        canvas.text(facts.description.detail, in: places[.detail], alignment: .center, style: .quiet)
        let from = sender.map { SafeText($0) } ?? words[.anotherProgram]
        canvas.text(words.linkSource(from), in: places[.source].line(0), alignment: .center, style: .quiet)
        canvas.text(
            SafeText(route.link), in: places[.source].line(1), alignment: .center, style: TextStyle(.link))
        if !places[.buttons].isEmpty { buttons(context).render(into: &canvas, in: places[.buttons]) }
        Footer(
            keys: [KeyHint("↵", words[focus == 0 ? .enterImmediately : .cancel]), KeyHint("q", words[.cancel])]
        ).render(into: &canvas, in: PageLayout.split(context.size).footer)
    }
}
