import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// The middle page: "You are about to enter", in front of what a link from outside leads to.
final class EntranceScreen: Screen {
    private let route: HostRoute
    private let sender: String?
    private let facts: PageFacts
    /// Whether the user wants to go on; the host then puts the page in this one's place.
    private(set) var isConfirmed = false
    private var focus = 0
    private static let measure = 60

    init(route: HostRoute, sender: String?, facts: PageFacts) {
        self.route = route
        self.sender = sender
        self.facts = facts
    }

    func appear(_ context: ScreenContext) { facts.appear(context) }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .woken: facts.wake(context)
        case .chosen(let index): choices(context).perform(index)
        case .input(let input):
            let row = stack(context).places(in: PageLayout.room(context.size))[.buttons]
            if let index = buttons(context).handle(input, in: row, focus: &focus) { choices(context).perform(index) }
        default: break
        }
        return .stay
    }

    /// The buttons.
    private func choices(_ context: ScreenContext) -> [ScreenAction] {
        let words = context.language
        return [
            ScreenAction([], words[.enterImmediately]) { _ in self.isConfirmed = true },
            ScreenAction("q", or: [.escape], words[.cancel]) { context.request(.leave) },
        ]
    }

    func actions(_ context: ScreenContext) -> [ScreenAction] {
        let choices = choices(context)
        return [ScreenAction(elsewhere: KeyHint(.enter, choices[focus].hint.label)), choices[1]]
    }

    func spoken(_ context: ScreenContext) -> Spoken? {
        let (words, facts) = (context.language, facts.description)
        let from = sender.map { SafeText($0) } ?? words[.anotherProgram]
        var spoken = Spoken(
            words[.aboutToEnter],
            [facts.title, facts.detail, words.linkSource(from), SafeText(route.link)].filter { !$0.isEmpty })
        spoken.answers = choices(context).answers
        spoken.usual = 0
        return spoken
    }

    // MARK: - Drawing

    private func buttons(_ context: ScreenContext) -> ButtonRow { ButtonRow(choices(context), focus: focus) }

    private enum Part { case sentence, icon, name, detail, source, buttons }

    private func stack(_ context: ScreenContext) -> PageStack<Part> {
        let (words, icon) = (context.language, LoadingPage.iconSize(in: context.size))
        let from = sender.map { SafeText($0) } ?? words[.anotherProgram]
        let source = Drawing { [link = route.link] canvas, rect in
            canvas.text(words.linkSource(from), in: rect.line(0), alignment: .center, style: .quiet)
            canvas.text(SafeText(link), in: rect.line(1), alignment: .center, style: TextStyle(.link))
        }
        return PageStack([
            .init(.sentence, Words(words[.aboutToEnter], style: .quiet), rank: 2, rows: 1, columns: Self.measure),
            .init(.icon, facts.icon(context), rank: 5, rows: icon.rows, gap: 2, columns: icon.columns),
            .init(
                .name, Words(facts.description.title, style: .strong), rank: 0, rows: 1, gap: 1,
                columns: Self.measure),
            .init(
                .detail, Words(facts.description.detail, style: .quiet), rank: 4,
                rows: facts.description.detail.isEmpty ? 0 : 1, columns: Self.measure),
            .init(.source, source, rank: 3, rows: 2, gap: 1, columns: Self.measure),
            .init(.buttons, buttons(context), rank: 1, rows: 1, gap: 2),
        ])
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        stack(context).render(into: &canvas, in: PageLayout.room(context.size), at: context.now)
        Footer(actions(context)).render(into: &canvas, in: PageLayout.split(context.size).footer)
    }
}
