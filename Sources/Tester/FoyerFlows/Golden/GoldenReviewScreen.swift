import Foyer
import FoyerPlatform
import FoyerSystem

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
        // From what is shown: past the edge, a key would do nothing.
        let place = corner(of: item, in: layout(item, context.size).left.size)
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
        let title, note, footer: Rect
        /// Of the one that is shown, or of the old one.
        let left: Rect
        /// Of the new one beside or below it; `nil` where one is shown alone.
        let right: Rect?
        /// Between one above and one below.
        let rule: Rect?
        /// What is cut is said here; `nil` where that stands beside the note.
        let sign: Rect?

        /// Rows of the note on a roomy screen: most sentences take one or two of 80 columns.
        private static let noteRows = 2
        /// From here on, the sign has room in one row.
        private static let wide = 78

        /// - Parameter screen: the size of what is shown.
        init(_ size: CellSize, of screen: CellSize, isSplit: Bool) {
            let (above, footer) = PageLayout.split(size)
            self.footer = footer
            let isRoomy = size.rows >= 12
            let margin = PageLayout.margin(columns: size.columns)
            let (head, rest) = above.splitTop(1)
            let (words, below) = rest.splitTop(isRoomy ? Self.noteRows : 1)
            let (line, body) = below.splitTop(isRoomy ? (size.columns < Self.wide ? 2 : 1) : 0)
            (title, note) = (head.inset(columns: margin), words.inset(columns: margin))
            sign = isRoomy ? line.inset(columns: margin) : nil
            let (columns, rows) = (max(0, body.columns - 1) / 2, max(0, body.rows - 1) / 2)
            let (beside, over) = (body.splitLeft(columns).left, body.splitTop(rows).top)
            func seen(in rect: Rect) -> Int { min(rect.columns, screen.columns) * min(rect.rows, screen.rows) }
            if !isSplit {
                (left, right, rule) = (body, nil, nil)
            } else if seen(in: over) > seen(in: beside) {
                (left, right, rule) = (over, body.splitBottom(rows).bottom, body.line(rows))
            } else {
                (left, right, rule) = (beside, body.splitRight(columns).right, nil)
            }
        }
    }

    private func layout(_ item: GoldenReview.Item, _ size: CellSize) -> Layout {
        Layout(size, of: item.outcome.screen.size, isSplit: isSplit(item))
    }

    private func isSplit(_ item: GoldenReview.Item) -> Bool { view == .both && item.difference != nil }

    /// The corner that shows the first difference, as far to the top left as it can be.
    private func start(_ item: GoldenReview.Item, _ room: CellSize) -> CellPosition {
        guard let first = item.difference?.changes.first else { return CellPosition(column: 0, row: 0) }
        return CellPosition(
            column: first.column < room.columns ? 0 : first.column - room.columns / 2,
            row: first.row < room.rows ? 0 : first.row - room.rows / 2)
    }

    /// The first cell that is shown.
    private func corner(of item: GoldenReview.Item, in room: CellSize) -> CellPosition {
        let (size, wanted) = (item.outcome.screen.size, corner ?? start(item, room))
        return CellPosition(
            column: min(max(0, wanted.column), max(0, size.columns - room.columns)),
            row: min(max(0, wanted.row), max(0, size.rows - room.rows)))
    }

    /// Which of the two stands where; `nil` where there is but one.
    private func which(_ layout: Layout, _ item: GoldenReview.Item) -> Phrase? {
        guard item.difference != nil else { return nil }
        if layout.right == nil { return view == .old ? .oldAlone : .newAlone }
        return layout.rule == nil ? .oldIsLeft : .oldIsAbove
    }

    /// What of a screen is to be seen; `nil` if that is all.
    private func cut(_ size: CellSize, at corner: CellPosition, to room: CellSize) -> Phrase? {
        guard size.columns > room.columns || size.rows > room.rows, room.columns > 0, room.rows > 0 else { return nil }
        let columns = corner.column + 1...min(size.columns, corner.column + room.columns)
        let rows = corner.row + 1...min(size.rows, corner.row + room.rows)
        return .screenIsCut(columns, rows, of: size)
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let language = context.language
        guard let item = review.item else { return }
        let layout = layout(item, context.size)
        let corner = corner(of: item, in: layout.left.size)
        if self.corner != nil { self.corner = corner }
        canvas.text(title(item, language), in: layout.title, alignment: .leading, style: .accent)
        let sign = [which(layout, item), cut(item.outcome.screen.size, at: corner, to: layout.left.size)]
            .compactMap { $0 }
        let note = (layout.sign == nil ? sign : []) + item.sentences.prefix(2)
        canvas.paragraph(Self.whole(note.map { language[$0] }, in: layout.note), in: layout.note, style: .text)
        if let line = layout.sign {
            canvas.paragraph(Self.whole(sign.map { language[$0] }, in: line), in: line, style: .quiet)
        }
        if let right = layout.right {
            draw(item, isOld: true, in: &canvas, layout.left, corner)
            draw(item, isOld: false, in: &canvas, right, corner)
        } else {
            draw(item, isOld: view == .old, in: &canvas, layout.left, corner)
        }
        if let rule = layout.rule { canvas.rule(column: rule.column, row: rule.row, columns: rule.columns) }
        let scroll = scrollHint(item.outcome.screen.size, in: layout.left.size, language)
        footer(scroll, language).render(into: &canvas, in: layout.footer)
        notice?.render(into: &canvas)
    }

    /// As many of the sentences as have room; the first in any case.
    private static func whole(_ sentences: [SafeText], in rect: Rect) -> SafeText {
        var text = sentences.first ?? ""
        for sentence in sentences.dropFirst() {
            let longer = text + " " + sentence
            guard Canvas.rows(of: longer, columns: rect.columns) <= rect.rows else { break }
            text = longer
        }
        return text
    }

    /// The keys that show what is cut. All four are named in as few columns as an ordinary terminal has left for them.
    private func scrollHint(_ size: CellSize, in room: CellSize, _ language: Language) -> KeyHint? {
        switch (size.columns > room.columns, size.rows > room.rows) {
        case (true, true): KeyHint(named: "←→↑↓", language[.scroll])
        case (true, false): KeyHint([.left, .right], language[.scroll])
        case (false, true): KeyHint([.up, .down], language[.scroll])
        case (false, false): nil
        }
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

    private func footer(_ scroll: KeyHint?, _ language: Language) -> Footer {
        Footer(
            keys: [
                KeyHint("y", language[.keep]), KeyHint("n", language[.leaveIt]), KeyHint("a", language[.keepAll]),
                KeyHint(.tab, language[name(of: view(after: 1))]), KeyHint("q", language[.quit]),
            ] + [scroll].compactMap { $0 })
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
        let answered = OutcomeBox(self)
        try await presentation.show { GoldenReviewScreen(self) { answered.value = $0 } }
        return answered.value
    }
}
