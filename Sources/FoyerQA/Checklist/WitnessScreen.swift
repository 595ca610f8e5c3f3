import Foyer

/// The real screens under the tester's hands, with one line of the checklist's own at the bottom.
///
/// The rest of the terminal belongs to the flow's screens, which see a terminal of that size.
final class WitnessScreen: ScreenWrapper {
    let child: ScreenChild
    private let witness: Witness
    private let flow: Flow
    private var notice: SafeText?

    /// The text of the line, and what its keys do.
    struct Flow {
        var title: SafeText
        var place: SafeText
        var theme: DisplayTheme
        /// `nil` if the platform is healthy.
        var heal: (() -> Void)?
    }

    /// Lower terminals have no line to spare, but its keys still work.
    private static let leastRows = 8

    init(_ screen: any Screen, witness: Witness, flow: Flow) {
        child = ScreenChild(screen, theme: flow.theme) { Rect(Self.room(in: $0)) }
        self.witness = witness
        self.flow = flow
    }

    private static func room(in size: CellSize) -> CellSize {
        CellSize(columns: size.columns, rows: size.rows >= leastRows ? size.rows - 1 : size.rows)
    }

    // MARK: - Events

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .uncovered = event, witness.isOver { return .leave }
        defer { witness.update(at: context.now) }
        if case .input(let input) = event {
            if let command = handleOwn(input, context) { return command }
            guard !isOnLine(input, context.size), let input = child.pressed(input) else { return .stay }
            witness.record(input, at: context.now)
        }
        let command = child.handle(event, context: context)
        guard case .push(let next) = command else { return command }
        return .push(WitnessScreen(next, witness: witness, flow: flow))
    }

    private func isOnLine(_ input: InputEvent, _ size: CellSize) -> Bool {
        if case .mouse(let mouse) = input { mouse.row >= Self.room(in: size).rows } else { false }
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

    // MARK: - In lines

    /// What the flow says, and the way to the verdict.
    func spoken(_ context: ScreenContext) -> Spoken? {
        let language = context.language
        var spoken = child.said(context).spoken
        spoken.answers.append(SpokenAnswer(language[.verdict], press: .function(2)).unnumbered)
        if flow.heal != nil { spoken.answers.append(SpokenAnswer(language[.heal], press: .function(4)).unnumbered) }
        if let notice { spoken.news.append(notice) }
        return spoken
    }

    // MARK: - Drawing

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        let part = child.drawApart(context)
        witness.look(at: part.buffer, at: context.now)
        if let picture = CellPicture(size: part.size, cells: part.buffer.cells) {
            canvas.picture(picture, column: 0, row: 0)
            canvas.adopt(picturesOf: part, column: 0, row: 0)
        }
        guard part.size != context.size else { return }
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
