import Foyer
import FoyerSystem
import Synchronization

/// Asks about one golden screen after the other: the old one, the new one, or both beside each other.
final class GoldenReviewScreen: Screen {
    /// Which of them is shown.
    enum View: CaseIterable {
        case both, old, new
    }

    private(set) var review: GoldenReview
    private var view = View.both
    private var notice: PageNotice?
    /// The first cell that is shown; `nil` where the first difference decides.
    private var corner: CellPosition?
    private let done: (GoldenReview) -> Void

    init(_ review: GoldenReview, done: @escaping (GoldenReview) -> Void) {
        (self.review, self.done) = (review, done)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        guard case .input(let input) = event else { return .stay }
        if input.isKeyOrClick { notice = nil }
        guard case .key(let key) = input else { return .stay }
        switch key {
        case .character("y"), .enter: write(context.language, try review.keep())
        case .character("a"): write(context.language, try review.keepAll())
        case .character("n"): next { $0.leave() }
        case .character("q"), .escape: return .leave
        case .tab: show(1)
        case .backTab: show(View.allCases.count - 1)
        case .up: scroll(0, -1, context)
        case .down: scroll(0, 1, context)
        case .left: scroll(-4, 0, context)
        case .right: scroll(4, 0, context)
        default: break
        }
        return review.item == nil ? .leave : .stay
    }

    func disappear() { done(review) }

    private func next(_ body: (inout GoldenReview) -> Void) {
        body(&review)
        corner = nil
    }

    private func write(_ language: Language, _ change: @autoclosure () throws(DiskError) -> Void) {
        do { try change() } catch {
            let path = review.item?.outcome.path ?? ""
            notice = PageNotice(language[.fileNotWritten(path, SystemError.cause(error.code))], tone: .bad)
        }
        corner = nil
    }

    private func show(_ step: Int) { view = view(after: step) }

    private func view(after step: Int) -> View {
        let all = View.allCases
        let place = all.firstIndex(of: view) ?? 0
        return all[(place + step) % all.count]
    }

    private func scroll(_ columns: Int, _ rows: Int, _ context: ScreenContext) {
        guard let item = review.item else { return }
        let place = corner ?? start(item, Layout(context.size, isSplit: isSplit(item)).left.size)
        corner = CellPosition(column: place.column + columns, row: place.row + rows)
    }

    // MARK: - In lines

    func spoken(_ context: ScreenContext) -> Spoken? {
        let language = context.language
        guard let item = review.item else { return nil }
        var spoken = Spoken(title(item, language))
        spoken.text = item.sentences.map { language[$0] } + item.rows.map { language[$0] }
        spoken.answers = [
            SpokenAnswer(language[.keep], press: .character("y")),
            SpokenAnswer(language[.leaveIt], press: .character("n")),
            SpokenAnswer(language[.keepAll], press: .character("a")),
            SpokenAnswer(language[.quit], press: .character("q")),
        ]
        if let notice { spoken.news = [notice.text] }
        return spoken
    }

    private func title(_ item: GoldenReview.Item, _ language: Language) -> SafeText {
        language.place(review.index + 1, of: review.items.count) + " · " + SafeText(item.outcome.path)
    }

    // MARK: - On the screen

    private struct Layout {
        let title, note, left, right, footer: Rect

        init(_ size: CellSize, isSplit: Bool) {
            let (above, footer) = PageLayout.split(size)
            self.footer = footer
            let isRoomy = size.rows >= 12
            title = above.line(0).inset(columns: PageLayout.margin(columns: size.columns))
            note = above.line(1).inset(columns: PageLayout.margin(columns: size.columns))
            let body = above.splitTop(isRoomy ? 3 : 2).rest
            let half = isSplit ? (body.columns - 1) / 2 : body.columns
            left = body.splitLeft(half).left
            right = isSplit ? body.splitRight(half).right : Rect(CellSize(columns: 0, rows: 0))
        }
    }

    private func isSplit(_ item: GoldenReview.Item) -> Bool { view == .both && item.difference != nil }

    /// The corner that shows the first difference, as far to the top left as it can be.
    private func start(_ item: GoldenReview.Item, _ room: CellSize) -> CellPosition {
        guard let first = item.difference?.changes.first else { return CellPosition(column: 0, row: 0) }
        return CellPosition(
            column: first.column < room.columns ? 0 : first.column - room.columns / 2,
            row: first.row < room.rows ? 0 : first.row - room.rows / 2)
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let language = context.language
        guard let item = review.item else { return }
        let layout = Layout(context.size, isSplit: isSplit(item))
        canvas.text(title(item, language), in: layout.title, alignment: .leading, style: .accent)
        let note = item.sentences.prefix(2).map { language[$0].string }.joined(separator: " ")
        canvas.text(SafeText(note), in: layout.note, alignment: .leading, style: .text)
        let size = item.outcome.screen.size
        let wanted = corner ?? start(item, layout.left.size)
        let corner = CellPosition(
            column: min(max(0, wanted.column), max(0, size.columns - layout.left.columns)),
            row: min(max(0, wanted.row), max(0, size.rows - layout.left.rows)))
        if self.corner != nil { self.corner = corner }
        switch view {
        case .both where item.difference != nil:
            draw(item, isOld: true, in: &canvas, layout.left, corner)
            draw(item, isOld: false, in: &canvas, layout.right, corner)
        case .old: draw(item, isOld: true, in: &canvas, layout.left, corner)
        case .both, .new: draw(item, isOld: false, in: &canvas, layout.left, corner)
        }
        footer(language).render(into: &canvas, in: layout.footer)
        notice?.render(into: &canvas)
    }

    /// Beside each other, the cells that differ are marked; alone, a screen is as it is.
    private func draw(
        _ item: GoldenReview.Item, isOld: Bool, in canvas: inout Canvas, _ rect: Rect, _ corner: CellPosition
    ) {
        guard let screen = isOld ? item.difference?.old : item.outcome.screen else { return }
        var buffer = screen.buffer
        if view == .both {
            for change in item.difference?.changes ?? [] {
                buffer.restyle(column: change.column, row: change.row) { cell in
                    (cell.foreground, cell.background) = (.ground, isOld ? .bad : .good)
                    cell.attributes = .underline
                }
            }
        }
        guard let picture = CellPicture(size: buffer.size, cells: buffer.cells) else { return }
        canvas.within(rect) { part in part.picture(picture, column: -corner.column, row: -corner.row) }
    }

    private func footer(_ language: Language) -> Footer {
        Footer(
            keys: [
                KeyHint("y", language[.keep]), KeyHint("n", language[.leaveIt]), KeyHint("a", language[.keepAll]),
                KeyHint(.tab, language[name(of: view(after: 1))]), KeyHint("q", language[.quit]),
            ])
    }

    private func name(of view: View) -> Phrase {
        switch view {
        case .both: .bothScreens
        case .old: .oldScreen
        case .new: .newScreen
        }
    }
}

extension GoldenReview {
    /// Asks about each, until all have been decided about or the user has had enough.
    package func ask(_ presentation: Presentation) async throws(LaunchEngineError) -> GoldenReview {
        let answered = Answered(review: self)
        try await presentation.show { GoldenReviewScreen(self) { answered.put($0) } }
        return answered.review
    }

    private final class Answered: Sendable {
        private let state: Mutex<GoldenReview>
        init(review: GoldenReview) { state = Mutex(review) }
        var review: GoldenReview { state.withLock { $0 } }
        func put(_ review: GoldenReview) { state.withLock { $0 = review } }
    }
}
