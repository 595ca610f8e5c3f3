import Foyer
import FoyerFlows
import FoyerStage

/// The real screens under the tester's hands, with one line of the checklist's own at the bottom.
///
/// The rest of the terminal belongs to the flow's screens, which see a terminal of that size.
final class WitnessScreen: ScreenWrapper {
    let child: ScreenChild
    private let recorder: EvidenceRecorder
    private let flow: Flow
    private var notice: (text: SafeText, until: Instant)?
    /// How long news of the line stand in it.
    private static let noticeTime = Duration.seconds(4)
    private let card = CardSheet()
    var elements: [any ScreenElement] { [card] }

    /// The text of the line, and what its keys do.
    struct Flow {
        /// Of the item.
        var card: ChecklistCard
        var place: SafeText
        var theme: DisplayTheme
        /// `nil` if the platform is healthy.
        var heal: (() -> Void)?
    }

    /// Lower terminals have no line to spare, but its keys still work, and F2 stands where the flow leaves its last
    /// cells empty.
    private static let leastRows = 8

    init(_ screen: any Screen, _ recorder: EvidenceRecorder, flow: Flow) {
        child = ScreenChild(screen, theme: flow.theme) { Rect(Self.room(in: $0)) }
        self.recorder = recorder
        self.flow = flow
    }

    private static func room(in size: CellSize) -> CellSize {
        CellSize(columns: size.columns, rows: size.rows >= leastRows ? size.rows - 1 : size.rows)
    }

    // MARK: - Events

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .uncovered = event, recorder.isOver { return .leave }
        if let end = notice?.until, context.now >= end { notice = nil }
        defer { recorder.update(at: context.now) }
        if case .input(let input) = event {
            if let command = handleOwn(input, context) { return command }
            if card.coversScreen, input.isOfUser { return .stay }
            guard !isOnLine(input, context.size), let input = child.pressed(input) else { return .stay }
            recorder.record(input, at: context.now)
        }
        let command = child.handle(event, context: context)
        guard case .push(let next) = command else { return command }
        // What the screen opens has the line as well.
        return .push(WitnessScreen(next, recorder, flow: flow))
    }

    private func isOnLine(_ input: InputEvent, _ size: CellSize) -> Bool {
        if case .mouse(let mouse) = input { mouse.row >= Self.room(in: size).rows } else { false }
    }

    /// The keys of the line at the bottom.
    private func handleOwn(_ input: InputEvent, _ context: ScreenContext) -> ScreenCommand? {
        if input.isKeyOrClick { notice = nil }
        switch input {
        case .key(.function(1)): card.offset = card.offset == nil ? 0 : nil
        case .key(.function(2)):
            recorder.end(at: context.now)
            return .leave
        case .key(.function(3)):
            recorder.record(deed: ItemEvidence.keptScreen, at: context.now)
            tell(.screenKept, context)
        case .key(.function(4)):
            guard let heal = flow.heal else { return nil }
            heal()
            recorder.record(deed: "network healed", at: context.now)
            tell(.networkIsBack, context)
        default: return nil
        }
        return .stay
    }

    private func tell(_ news: Phrase, _ context: ScreenContext) {
        notice = (context.language[news], context.now + Self.noticeTime)
    }

    func nextFrame(after now: Instant) -> Instant? {
        [child.nextFrame(after: now), notice?.until].compactMap { $0 }.min()
    }

    // MARK: - In lines

    /// What the flow says, and the way to the verdict.
    func spoken(_ context: ScreenContext) -> Spoken? {
        let language = context.language
        var spoken = child.said(context).spoken
        if card.coversScreen {
            var card = ChecklistSpeech(language: language, run: flow.card.run).cardOfFlow
            // What has happened is told, and is not told again behind the card.
            card.news = spoken.news
            return card
        }
        spoken.answers.append(SpokenAnswer(language[.verdict], press: .function(2)).unnumbered)
        spoken.answers.append(SpokenAnswer(language[.card], press: .function(1)).unnumbered)
        if flow.heal != nil { spoken.answers.append(SpokenAnswer(language[.heal], press: .function(4)).unnumbered) }
        if let notice { spoken.news.append(notice.text) }
        return spoken
    }

    // MARK: - Drawing

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        let part = child.drawApart(context)
        recorder.take(part.buffer, at: context.now)
        if let picture = CellPicture(size: part.size, cells: part.buffer.cells) {
            canvas.picture(picture, column: 0, row: 0)
            // Pixels would lie over a card.
            if !card.coversScreen { canvas.adopt(picturesOf: part, column: 0, row: 0) }
        }
        if let offset = card.offset {
            canvas.within(Rect(part.size)) { card.offset = flow.card.drawPlan(over: &$0, from: offset) }
        }
        let bottom = Rect(canvas.size).splitBottom(1).bottom
        if part.size != context.size {
            drawLine(in: &canvas, bottom, context.language)
        } else {
            drawKey(in: &canvas, bottom)
        }
    }

    /// The key to the verdict, with a column before it, if nothing of the flow's is there.
    private func drawKey(in canvas: inout Canvas, _ line: Rect) {
        let key = KeyEvent.function(2)
        let name = KeyHint(key, "").text(canvas.glyphs)
        let place = line.splitRight(Canvas.columns(of: name)).right
        guard line.columns > place.columns else { return }
        let isFree = (place.column - 1..<place.endColumn).allSatisfy { column in
            let cell = canvas[column, line.row]
            return cell.glyph == .space && cell.width == 1
        }
        guard isFree else { return }
        canvas.text(name, in: place, alignment: .leading, style: .strong)
        canvas.mark(place, as: key)
    }

    private func drawLine(in canvas: inout Canvas, _ line: Rect, _ language: Language) {
        var keys = [
            KeyHint(.function(2), language[.verdict]),
            KeyHint(.function(1), language[card.coversScreen ? .back : .card]),
        ]
        if flow.heal != nil { keys.append(KeyHint(.function(4), language[.heal])) }
        keys.append(KeyHint(.function(3), language[.keepScreen]))
        let used = Footer(keys: keys).places(in: line, canvas.glyphs).last?.rect.endColumn ?? 0
        // The footer's own gap and margin surround the note.
        let room = max(0, line.columns - used - 5)
        let title = SafeText(flow.card.run.item.title)
        let note = notice?.text ?? title + "   " + flow.place
        let short = note.columns <= room ? note : (notice?.text ?? title).prefix(columns: room, ellipsis: .ellipsis)
        var footer = Footer(keys: keys, note: short)
        footer.isOnRaised = true
        footer.render(into: &canvas, in: line)
    }
}

extension WitnessScreen.Flow {
    /// - Parameters:
    ///   - host: of the run's present item.
    ///   - canHeal: whether the platform can be controlled.
    init(_ run: ChecklistRun, _ place: SafeText, _ host: ScenarioHost, canHeal: Bool = true) {
        let (card, stage) = (ChecklistCard(run: run, language: host.language), host.stage)
        self.init(card: card, place: place, theme: host.theme)
        if run.item.stage.isUnwell, canHeal { heal = { stage.tell(StageOrder(heals: true)) } }
    }
}

/// The card over the flow's screen: its keys scroll it or take it away; none reaches the screen.
private final class CardSheet: ScreenElement {
    /// The first visible row; `nil` while it is away.
    var offset: Int?
    var coversScreen: Bool { offset != nil }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        // Something has come over the flow by itself, and over the card.
        if case .covered = event { offset = nil }
        guard case .input(let input) = event, let offset else { return false }
        switch input {
        // The keys of the line at the bottom.
        case .key(.function): return false
        case .key(.up): self.offset = offset - 1
        case .key(.down): self.offset = offset + 1
        case .key(.pageUp): self.offset = offset - 8
        case .key(.pageDown): self.offset = offset + 8
        case .mouse(let mouse) where mouse.kind == .wheelUp: self.offset = offset - 2
        case .mouse(let mouse) where mouse.kind == .wheelDown: self.offset = offset + 2
        case .key(.escape), .key(.enter), .key(.character("q")): self.offset = nil
        default: break
        }
        return true
    }
}
