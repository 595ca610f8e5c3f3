import Foyer

/// The real screens under the tester's hands, with one line of the checklist's own at the bottom.
///
/// The rest of the terminal belongs to the flow's screens, which see a terminal of that size.
final class WitnessScreen: ScreenWrapper {
    let wrapped: any Screen
    private let witness: Witness
    private let flow: Flow
    /// The last frame, which knows which keys can be clicked, and where.
    private var drawn: Canvas?
    private var notice: SafeText?

    /// The text of the line, and what its keys do.
    struct Flow {
        var title: SafeText
        var place: SafeText
        var theme: Theme
        /// `nil` if the platform is healthy.
        var heal: (() -> Void)?
    }

    /// Lower terminals have no line to spare, but its keys still work.
    private static let leastRows = 8

    init(_ screen: any Screen, witness: Witness, flow: Flow) {
        wrapped = screen
        self.witness = witness
        self.flow = flow
    }

    // MARK: - Room

    private func size(in size: CellSize) -> CellSize {
        CellSize(columns: size.columns, rows: size.rows >= Self.leastRows ? size.rows - 1 : size.rows)
    }

    private func inner(_ context: ScreenContext) -> ScreenContext {
        context.inside(size: size(in: context.size), theme: flow.theme)
    }

    // MARK: - Events

    func appear(_ context: ScreenContext) { wrapped.appear(inner(context)) }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .uncovered = event, witness.isOver { return .leave }
        defer { witness.update(at: context.now) }
        guard case .input(let input) = event else { return forward(event, context) }
        if let command = handleOwn(input, context) { return command }
        return forward(input, context)
    }

    /// The keys of the line at the bottom.
    private func handleOwn(_ input: InputEvent, _ context: ScreenContext) -> ScreenCommand? {
        if input.isKeyOrClick { notice = nil }
        switch input {
        case .key(.function(2)):
            witness.end(at: context.now)
            return .leave
        case .key(.function(3)):
            witness.record(deed: "screen kept", at: context.now)
            notice = context.language[.screenKept]
        case .key(.function(4)):
            guard let heal = flow.heal else { return nil }
            heal()
            witness.record(deed: "network healed", at: context.now)
            notice = context.language[.healed]
        default: return nil
        }
        return .stay
    }

    private func forward(_ input: InputEvent, _ context: ScreenContext) -> ScreenCommand {
        guard case .mouse(let mouse) = input else {
            witness.record(input, at: context.now)
            if case .resized(let size) = input {
                return forward(.input(.resized(self.size(in: size))), context)
            }
            return forward(.input(input), context)
        }
        guard mouse.row < size(in: context.size).rows else { return .stay }
        // As on every stack of screens: a click on a visible key presses it.
        guard let key = drawn?.key(atColumn: mouse.column, row: mouse.row) else {
            witness.record(input, at: context.now)
            return forward(.input(input), context)
        }
        switch mouse.kind {
        case .click:
            witness.record(.key(key), at: context.now)
            return forward(.input(.key(key)), context)
        case .press, .release: return .stay
        case .drag, .move, .wheelUp, .wheelDown: return forward(.input(input), context)
        }
    }

    private func forward(_ event: ScreenEvent, _ context: ScreenContext) -> ScreenCommand {
        switch wrapped.handle(event, context: inner(context)) {
        case .push(let next):
            return .push(WitnessScreen(next, witness: witness, flow: flow))
        case let command: return command
        }
    }

    // MARK: - In lines

    /// What the flow says, and the way to the verdict.
    func spoken(_ context: ScreenContext) -> Spoken? {
        let language = context.language
        var spoken =
            drawn?.speech.card ?? wrapped.spoken(inner(context))
            ?? drawn.map { Spoken(reading: $0, in: language) } ?? Spoken()
        spoken.answers.append(SpokenAnswer(language[.verdict], press: .function(2)).unnumbered)
        if flow.heal != nil { spoken.answers.append(SpokenAnswer(language[.heal], press: .function(4)).unnumbered) }
        if let notice { spoken.news.append(notice) }
        return spoken
    }

    // MARK: - Drawing

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        let inner = inner(context)
        var part = Canvas(size: inner.size, theme: inner.theme)
        wrapped.draw(in: &part, context: inner)
        drawn = part
        witness.look(at: part.buffer, at: context.now)
        if let picture = CellPicture(size: inner.size, cells: part.buffer.cells) {
            canvas.picture(picture, column: 0, row: 0)
            canvas.adopt(picturesOf: part, column: 0, row: 0)
        }
        guard inner.size != context.size else { return }
        drawLine(in: &canvas, Rect(canvas.size).splitBottom(1).bottom, context.language)
    }

    private func drawLine(in canvas: inout Canvas, _ line: Rect, _ language: Language) {
        canvas.fill(canvas.theme.blend(.raised, .faint, 0.35), in: line)
        var keys = [KeyHint(.function(2), language[.verdict])]
        if flow.heal != nil { keys.append(KeyHint(.function(4), language[.heal])) }
        keys.append(KeyHint(.function(3), language[.keepScreen]))
        let used = Footer(keys: keys).places(in: line, canvas.glyphs).last?.rect.endColumn ?? 0
        // The footer's own gap and margin surround the note.
        let room = max(0, line.columns - used - 5)
        let note = notice ?? flow.title + "   " + flow.place
        let short = note.columns <= room ? note : flow.title.prefix(columns: room, ellipsis: .ellipsis)
        Footer(keys: keys, note: notice ?? short).render(into: &canvas, in: line)
    }
}
