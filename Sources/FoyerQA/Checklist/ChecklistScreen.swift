import Foyer
import FoyerPlatform
import FoyerSystem

/// The checklist itself: a card for each item, its verdict, and an overview of all.
final class ChecklistScreen: Screen {
    enum Mode: Equatable {
        case card
        case verdict
        case overview
    }

    private(set) var run: ChecklistRun
    private(set) var mode = Mode.card
    /// The text being written; `nil` while letters are keys.
    private(set) var draft: NoteField?
    private(set) var note = NoteField()
    private(set) var notice: Notice?
    private(set) var overview = ListView(items: [], showsDetails: false)
    /// The first visible row of the card.
    var offset = 0
    let flows: ChecklistFlows
    private let journal: RunJournal
    private let reporter: ReportWriter
    private let written = Inbox<ReportWriter.Outcome>()
    /// Whether a report is being written, and whether the tester leaves once it is.
    private var (isWriting, isLeaving) = (false, false)
    /// The items tried in this sitting, and those among them whose trial the disk has refused.
    private var (tried, unkept): (Set<String>, Set<String>) = ([], [])
    private var trial: (item: String, witness: Witness)?
    /// The item whose card was the first to be said in lines.
    private var firstSpoken: Int?
    /// Where a program is left that is not ours: it needs the terminal itself.
    private let handOver: ProgramHandOver

    /// - Parameter handOver: holds what the tester has tried meanwhile, if anything.
    init(
        _ run: ChecklistRun, journal: RunJournal, flows: ChecklistFlows, reporter: ReportWriter,
        handOver: ProgramHandOver
    ) {
        self.run = run
        self.journal = journal
        self.flows = flows
        self.reporter = reporter
        self.handOver = handOver
    }

    func appear(_ context: ScreenContext) {
        guard let tried = handOver.take() else { return }
        run = tried.run
        self.tried = tried.items
        switch tried.evidence {
        case .success(let evidence): keepTrial(evidence, context.language)
        case .failure(let failure): notice = Notice(context.language[failure.cause], tone: .bad)
        }
    }

    var hasEvidence: Bool { tried.contains(run.item.id) }

    // MARK: - Events

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event {
        case .uncovered: endTrial(at: context.now, context.language)
        case .woken: for outcome in written.drain() where take(outcome, context) { return .leave }
        case .input(let input): return handle(input, context)
        case .chosen(let number): choose(number, context.language)
        default: break
        }
        return .stay
    }

    /// In lines: skips the item, or opens another one.
    private func choose(_ number: Int, _ language: Language) {
        notice = nil
        if number == ChecklistSpeech.skip {
            note = NoteField(run.record(of: run.item)?.note ?? "")
            if record(.skipped, language) { goOn() }
        } else if run.checklist.items.indices.contains(number) {
            open(number)
        }
    }

    func spoken(_ context: ScreenContext) -> Spoken? {
        if firstSpoken == nil { firstSpoken = run.index }
        var spoken = ChecklistSpeech(language: context.language, run: run, explained: firstSpoken)
            .page(mode, isWriting: draft != nil)
        if isLeaving { spoken.isAsking = false }
        if let notice { spoken.news = [notice.text] }
        return spoken
    }

    private func handle(_ input: InputEvent, _ context: ScreenContext) -> ScreenCommand {
        // What is typed meanwhile is for nobody, least of all for the shell.
        if isLeaving { return .stay }
        if input.isKeyOrClick { notice = nil }
        if draft != nil {
            write(input, context.language)
            return .stay
        }
        switch input {
        case .key(.character("q")), .key(.escape):
            guard mode == .card else {
                mode = .card
                return .stay
            }
            isLeaving = true
            report(context)
        case .key(.character("w")): report(context)
        case .key(.character("o")): if mode == .overview { mode = .card } else { showOverview() }
        default:
            switch mode {
            case .card: return handleOnCard(input, context)
            case .verdict: handleOnVerdict(input, context.language)
            case .overview: handleOnOverview(input, context)
            }
        }
        return .stay
    }

    private func handleOnCard(_ input: InputEvent, _ context: ScreenContext) -> ScreenCommand {
        switch input {
        case .key(.enter): return begin(context)
        case .key(.left), .key(.backTab): step(by: -1)
        case .key(.right), .key(.tab): step(by: 1)
        case .key(.character("v")): askVerdict()
        case .key(.up): offset -= 1
        case .key(.down): offset += 1
        case .key(.pageUp): offset -= 8
        case .key(.pageDown): offset += 8
        case .key(.home): move(to: 0)
        case .key(.end): move(to: run.checklist.items.count - 1)
        case .mouse(let mouse) where mouse.kind == .wheelUp: offset -= 2
        case .mouse(let mouse) where mouse.kind == .wheelDown: offset += 2
        default: break
        }
        return .stay
    }

    private func step(by step: Int) {
        run.step(by: step)
        offset = 0
    }

    private func move(to index: Int) {
        run.move(to: index)
        offset = 0
    }

    // MARK: - The real thing

    /// Sets up the item's flow and shows it.
    private func begin(_ context: ScreenContext) -> ScreenCommand {
        let item = run.item
        if let program = item.program {
            handOver.leave(program, at: run, tried)
            return .leave
        }
        do {
            let place = context.language.place(run.index + 1, of: run.checklist.items.count)
            let flow = try flows.begin(item, place: place, theme: context.theme, at: context.now)
            trial = (item.id, flow.witness)
            return .push(flow.screen)
        } catch {
            notice = Notice(SafeText(error.description), tone: .bad)
            return .stay
        }
    }

    private func endTrial(at now: Instant, _ language: Language) {
        guard let trial else { return }
        self.trial = nil
        flows.end()
        keepTrial(trial.witness.finish(at: now), language)
    }

    /// Of the present item.
    private func keepTrial(_ evidence: ItemEvidence, _ language: Language) {
        let item = run.item.id
        tried.insert(item)
        let entry = RunEntry.trial(
            item: item,
            ItemRecord(verdict: nil, note: "", time: flows.time(), session: run.sessions.count, evidence: evidence))
        if keep(entry, language) {
            unkept.remove(item)
        } else {
            run.apply(entry)
            unkept.insert(item)
        }
        reporter.drawScreens(evidence.screens, of: run.item)
        askVerdict()
    }

    // MARK: - The verdict

    private func askVerdict() {
        mode = .verdict
        offset = 0
        note = NoteField(run.record(of: run.item)?.note ?? "")
    }

    private func handleOnVerdict(_ input: InputEvent, _ language: Language) {
        switch input {
        case .key(.character("p")): if record(.passed, language) { goOn() }
        case .key(.character("s")): if record(.skipped, language) { goOn() }
        // Readers of the report will want to know why.
        case .key(.character("f")): if record(.failed, language) { draft = note }
        case .key(.character("b")): if record(.blocked, language) { draft = note }
        case .key(.character("n")): draft = note
        case .key(.up): offset -= 1
        case .key(.down): offset += 1
        default: break
        }
    }

    /// Keeps a verdict on the disk before confirming it.
    private func record(_ verdict: Verdict, _ language: Language) -> Bool {
        let item = run.item
        let last = run.record(of: item)
        // A trial's evidence is in the run's file already.
        let isKept = last?.verdict == nil && !unkept.contains(item.id)
        let record = ItemRecord(
            verdict: verdict, note: note.text, time: flows.time(), session: run.sessions.count,
            evidence: isKept ? nil : last?.evidence)
        return keep(.verdict(item: item.id, record), language)
    }

    private func keep(_ entry: RunEntry, _ language: Language) -> Bool {
        do throws(RunJournal.Failure) {
            try journal.append(entry)
            run.apply(entry)
            return true
        } catch {
            notice = Notice(language[error.cause], tone: .bad)
            return false
        }
    }

    private func goOn() {
        mode = .card
        offset = 0
        if run.isComplete { showOverview() } else { run.moveToNextOpen() }
    }

    /// The note field has the keys.
    private func write(_ input: InputEvent, _ language: Language) {
        switch input {
        case .key(.enter):
            guard let draft else { return }
            note = draft
            self.draft = nil
            let record = run.record(of: run.item)
            let isKept =
                (record?.note ?? "") == note.text || keep(.note(item: run.item.id, text: note.text), language)
            if isKept, record?.verdict != nil { goOn() }
        case .key(.escape): draft = nil
        default: _ = draft?.handle(input)
        }
    }

    // MARK: - All of them

    private func showOverview() {
        mode = .overview
        overview.focus = run.index
    }

    private func handleOnOverview(_ input: InputEvent, _ context: ScreenContext) {
        let count = run.checklist.items.count
        let focus = overview.focus ?? 0
        let page = ChecklistLayout(context.size).list.rows
        switch input {
        case .key(.up): overview.focus = max(0, focus - 1)
        case .key(.down): overview.focus = min(count - 1, focus + 1)
        case .key(.pageUp): overview.focus = max(0, focus - page)
        case .key(.pageDown): overview.focus = min(count - 1, focus + page)
        case .key(.home): overview.focus = 0
        case .key(.end): overview.focus = count - 1
        case .key(.enter): open(focus)
        case .mouse(let mouse) where mouse.kind == .click:
            let list = ChecklistLayout(context.size).list
            if let index = overview.hitTest(at: mouse.position, in: list) { open(index) }
        case .mouse(let mouse) where mouse.kind == .wheelUp: overview.focus = max(0, focus - 1)
        case .mouse(let mouse) where mouse.kind == .wheelDown: overview.focus = min(count - 1, focus + 1)
        default: break
        }
    }

    private func open(_ index: Int) {
        mode = .card
        move(to: index)
    }

    // MARK: - The report

    /// Writes it on another thread; while one is being written, the next waits for it.
    private func report(_ context: ScreenContext) {
        notice = Notice(context.language[.writingReport], tone: .good)
        guard !isWriting else { return }
        isWriting = true
        reporter.write(run, isLast: isLeaving, post: written.poster(context))
    }

    /// Returns whether the tester leaves now.
    private func take(_ outcome: ReportWriter.Outcome, _ context: ScreenContext) -> Bool {
        isWriting = false
        if isLeaving {
            if outcome.isLast { return true }
            report(context)
            return false
        }
        switch outcome.result {
        case .success(let path): notice = Notice(context.language.reportWritten(path), tone: .good)
        case .failure(let failure): notice = Notice(context.language[failure.cause], tone: .bad)
        }
        return false
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        let layout = ChecklistLayout(context.size)
        overview.items = overviewItems(context.language, canvas.glyphs)
        overview.revealFocus(rows: layout.list.rows)
        drawPage(in: &canvas, layout, context.language)
        notice?.render(into: &canvas)
    }
}
