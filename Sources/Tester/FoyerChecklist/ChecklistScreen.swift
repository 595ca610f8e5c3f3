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
    private(set) var draft: TextField?
    private(set) var note = TextField("")
    /// The notes on sentences of the present item that have no verdict yet, by their numbers.
    private var waiting: (item: String, notes: [Int: String]) = ("", [:])
    /// The sentence that is being judged, by its number from 0; `nil` for the item as a whole.
    private(set) var sentence: Int?
    /// Whether the text being written is the defect's address.
    private(set) var writesDefect = false
    private(set) var notice: PageNotice? {
        didSet { if let notice { told.append(notice.text) } }
    }
    /// What is told in lines, in order, since a flow was last shown.
    private var told: [SafeText] = []
    private(set) var overview = ListView(items: [], showsDetails: false)
    /// Whether the card was opened from the overview, which is then what lies behind it.
    private var isFromOverview = false
    /// The first visible row of the card.
    var offset = 0
    private let flows: ChecklistFlows
    private let journal: RunJournal
    private let reporter: ReportWriter
    private let written = Inbox<ReportWriter.Outcome>()
    /// Whether a report is being written, and whether the tester leaves once it is.
    private var (isWriting, isLeaving) = (false, false)
    /// The items tried in this sitting, and those among them whose trial the disk has refused.
    private var (tried, unkept): (Set<String>, Set<String>) = ([], [])
    private var trial: (item: String, recorder: EvidenceRecorder)?
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
        guard let tried = handOver.take() else {
            if let other = run.othersRun { notice = PageNotice(context.language[.runOfAnother(other)]) }
            return
        }
        run = tried.run
        self.tried = tried.items
        switch tried.evidence {
        case .success(let evidence): keepTrial(evidence, context.language)
        case .failure(let failure):
            // What was tried in vain was tried: a report says why.
            keepTrial(ItemEvidence(failed: failure.cause), context.language)
            notice = PageNotice(context.language[failure.cause], tone: .bad)
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
            note = TextField("", text: run.record(of: run.item)?.note ?? "")
            if record(.skipped, language) {
                confirm(.skipped, answered: .skipped, language)
                goOn()
            }
        } else if run.checklist.items.indices.contains(number) {
            open(number)
        }
    }

    func spoken(_ context: ScreenContext) -> Spoken? {
        if firstSpoken == nil { firstSpoken = run.index }
        var spoken = ChecklistSpeech(
            language: context.language, run: run, explained: firstSpoken, sentence: sentence,
            notes: waiting.item == run.item.id ? waiting.notes : [:], writesDefect: writesDefect
        ).page(mode, isWriting: draft != nil)
        if isLeaving { spoken.isAsking = false }
        spoken.news = told
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
        case .key(.escape): goBack(context.language)
        case .key(.character("q")):
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

    /// Never out of the checklist: that takes the key which is named for it.
    private func goBack(_ language: Language) {
        if mode != .card {
            mode = .card
        } else if isFromOverview {
            showOverview()
        } else {
            notice = PageNotice(language[.onlyQLeaves])
        }
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
            guard handOver.hasTerminal else {
                notice = PageNotice(context.language[.programNeedsTerminal], tone: .bad)
                return .stay
            }
            handOver.leave(program, at: run, tried)
            return .leave
        }
        do {
            let place = context.language.place(run.index + 1, of: run.checklist.items.count)
            let flow = try flows.begin(run, place: place, theme: context.theme, at: context.now)
            trial = (item.id, flow.recorder)
            told = []
            return .push(flow.screen)
        } catch {
            notice = PageNotice(SafeText(error.description), tone: .bad)
            return .stay
        }
    }

    private func endTrial(at now: Instant, _ language: Language) {
        guard let trial else { return }
        self.trial = nil
        flows.end()
        keepTrial(trial.recorder.finish(at: now), language)
    }

    /// Of the present item.
    private func keepTrial(_ evidence: ItemEvidence, _ language: Language) {
        let item = run.item.id
        tried.insert(item)
        var record = ItemRecord(
            verdict: nil, note: "", time: flows.time(), session: run.sessions.count, evidence: evidence)
        record.card = run.item.card
        let entry = RunEntry.trial(item: item, record)
        if keep(entry, language) {
            unkept.remove(item)
        } else {
            run.apply(entry)
            unkept.insert(item)
        }
        askVerdict()
    }

    // MARK: - The verdict

    private func askVerdict() {
        mode = .verdict
        offset = 0
        focus(nil)
    }

    /// The sentence to judge next, or the item as a whole.
    private func focus(_ number: Int?) {
        sentence = number
        if waiting.item != run.item.id { waiting = (run.item.id, [:]) }
        let record = run.record(of: run.item)
        let kept = number.map { record?.sentences[$0]?.note ?? waiting.notes[$0] } ?? record?.note
        note = TextField("", text: kept ?? "")
    }

    private func handleOnVerdict(_ input: InputEvent, _ language: Language) {
        switch input {
        case .key(.character("p")): judge(.passed, language)
        case .key(.character("s")): judge(.skipped, language)
        case .key(.character("f")): judge(.failed, language)
        case .key(.character("b")): judge(.blocked, language)
        case .key(.character("n")): write(note)
        case .key(.character("d")):
            write(TextField("", text: run.record(of: run.item)?.defect ?? ""), ofDefect: true)
        case .key(.up): moveFocus(by: -1)
        case .key(.down): moveFocus(by: 1)
        case .key(.pageUp): offset -= 4
        case .key(.pageDown): offset += 4
        default: break
        }
    }

    /// From the whole to its sentences and back; a single one is the whole.
    private func moveFocus(by step: Int) {
        let count = run.item.expectations.count
        guard count > 1 else {
            offset += step
            return
        }
        let place = min(max(-1, (sentence ?? -1) + step), count - 1)
        focus(place < 0 ? nil : place)
    }

    private func judge(_ verdict: Verdict, _ language: Language) {
        // Readers of the report will want to know why.
        let needsNote = verdict == .failed || verdict == .blocked
        if let sentence {
            let judgement = ItemRecord.Judgement(verdict, note: note.text)
            guard keep(.sentence(item: run.item.id, number: sentence, judgement, run.item.card), language) else {
                return
            }
            waiting.notes[sentence] = nil
            confirm(verdict, answered: verdict, language)
            if needsNote { write(note) } else { judgeNext(language) }
        } else {
            // The item has the worst of its sentences' verdicts: a better one is wrong for one of them.
            let sentences = run.record(of: run.item)?.sentences ?? [:]
            if let worst = sentences.values.map(\.verdict).worst, [worst, verdict].worst != verdict,
                let number = sentences.filter({ $0.value.verdict == worst }).keys.min()
            {
                notice = PageNotice(language[.sentenceIsWorse(number + 1, worst)], tone: .bad)
                return
            }
            guard record(verdict, language) else { return }
            confirm(verdict, answered: verdict, language)
            if needsNote { write(note) } else { goOn() }
        }
    }

    /// The next sentence without a verdict; once all have one, the worst is the item's.
    private func judgeNext(_ language: Language) {
        let known = run.record(of: run.item)?.sentences ?? [:]
        let open = run.item.expectations.indices.filter { known[$0] == nil }
        if let next = open.first(where: { $0 > sentence ?? -1 }) ?? open.first { return focus(next) }
        guard let worst = known.values.map(\.verdict).worst, record(worst, language) else { return }
        let answered = sentence.flatMap { known[$0]?.verdict }
        // The last sentence's has been confirmed.
        if worst != answered { confirm(worst, answered: answered, language) }
        goOn()
    }

    /// In lines, where nothing else shows that a verdict has been kept.
    ///
    /// - Parameter answered: what the tester has answered, which may not be what the item has by all its sentences.
    private func confirm(_ kept: Verdict, answered: Verdict?, _ language: Language) {
        told.append(
            kept == answered ? language[kept.said] : language.named(.verdict, language[kept.word].string))
    }

    /// Keeps a verdict on the disk before confirming it.
    private func record(_ verdict: Verdict, _ language: Language) -> Bool {
        let item = run.item
        let last = run.record(of: item)
        // A trial's evidence is in the run's file already.
        let isKept = !unkept.contains(item.id)
        var record = ItemRecord(
            verdict: verdict, note: sentence == nil ? note.text : last?.note ?? "", time: flows.time(),
            session: run.sessions.count, evidence: isKept ? nil : last?.evidence)
        record.card = item.card
        guard keep(.verdict(item: item.id, record), language) else { return false }
        unkept.remove(item.id)
        return true
    }

    private func keep(_ entry: RunEntry, _ language: Language) -> Bool {
        do {
            try journal.append(entry)
            run.apply(entry)
            return true
        } catch {
            notice = PageNotice(language[error.cause], tone: .bad)
            return false
        }
    }

    private func goOn() {
        mode = .card
        (offset, isFromOverview) = (0, false)
        focus(nil)
        if run.isComplete { showOverview() } else { run.moveToNextOpen() }
    }

    private func write(_ text: TextField, ofDefect isDefect: Bool = false) {
        (draft, writesDefect) = (text, isDefect)
    }

    /// The text field has the keys.
    private func write(_ input: InputEvent, _ language: Language) {
        switch input {
        case .key(.enter):
            guard let draft else { return }
            self.draft = nil
            if writesDefect { keepDefect(draft.text, language) } else { keepNote(draft, language) }
        case .key(.escape): draft = nil
        default: _ = draft?.handle(input)
        }
    }

    private func keepDefect(_ text: String, _ language: Language) {
        guard (run.record(of: run.item)?.defect ?? "") != text else { return }
        _ = keep(.defect(item: run.item.id, text: text, run.item.card), language)
    }

    private func keepNote(_ text: TextField, _ language: Language) {
        note = text
        let (item, card, record) = (run.item.id, run.item.card, run.record(of: run.item))
        guard let sentence else {
            let isKept = (record?.note ?? "") == note.text || keep(.note(item: item, text: note.text, card), language)
            if isKept, record?.verdict != nil { goOn() }
            return
        }
        // Of a sentence without a verdict it waits for that.
        guard var judgement = record?.sentences[sentence] else {
            waiting.notes[sentence] = note.text
            return
        }
        let isKept = judgement.note == note.text
        judgement.note = note.text
        if isKept || keep(.sentence(item: item, number: sentence, judgement, card), language) { judgeNext(language) }
    }

    // MARK: - All of them

    private func showOverview() {
        (mode, isFromOverview) = (.overview, false)
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
        (mode, isFromOverview) = (.card, true)
        move(to: index)
    }

    // MARK: - The report

    /// Writes it on another thread; while one is being written, the next waits for it.
    private func report(_ context: ScreenContext) {
        notice = nil
        guard !isWriting else { return }
        isWriting = true
        told.append(context.language[.writingReport])
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
        case .success(let path): notice = PageNotice(context.language.reportWritten(path), tone: .good)
        case .failure(let failure): notice = PageNotice(context.language[failure.cause], tone: .bad)
        }
        return false
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        let layout = ChecklistLayout(context.size, hasNotice: notice != nil)
        overview.items = overviewItems(context.language, canvas.glyphs)
        overview.revealFocus(rows: layout.list.rows)
        drawPage(in: &canvas, layout, context.language)
        if isWriting {
            // In place of the keys: it takes seconds at most, and nothing of the page is hidden.
            let line = layout.footer.inset(columns: PageLayout.margin(columns: context.size.columns))
            canvas.text(context.language[.writingReport], in: line, alignment: .leading, style: .quiet)
        } else {
            footer(context.language).render(into: &canvas, in: layout.footer)
        }
        notice?.render(into: &canvas)
    }
}
