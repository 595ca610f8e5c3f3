import Foyer

// The pages of a checklist, drawn.
extension ChecklistScreen {
    func drawPage(in canvas: inout Canvas, _ layout: ChecklistLayout, _ language: Language) {
        canvas.fill(.ground)
        drawHeader(in: &canvas, layout.header, language)
        switch mode {
        case .overview: overview.render(into: &canvas, in: layout.list)
        case .card: offset = card(language).draw(in: &canvas, layout.body, from: offset)
        case .verdict: drawVerdict(in: &canvas, layout.body, language)
        }
    }

    private func drawHeader(in canvas: inout Canvas, _ rect: Rect, _ language: Language) {
        let glyphs = canvas.glyphs
        let counts = Verdict.allCases.filter { run.count($0) > 0 }
            .map { "\($0.sign(glyphs)) \(run.count($0))" }.joined(separator: "   ")
        let total = run.checklist.items.count
        let place = language.place(run.index + 1, of: total)
        let right = counts.isEmpty ? place : SafeText(counts) + "      " + place
        let width = min(Canvas.columns(of: right), rect.columns)
        canvas.text(
            SafeText(run.checklist.title), in: rect.splitRight(width + 3).rest, alignment: .leading, style: .accent)
        canvas.text(right, in: rect.splitRight(width).right, alignment: .trailing, style: .quiet)
    }

    // MARK: - The verdict

    private func card(_ language: Language) -> ChecklistCard {
        ChecklistCard(run: run, language: language, sentence: mode == .verdict ? sentence : nil)
    }

    private func drawVerdict(in canvas: inout Canvas, _ rect: Rect, _ language: Language) {
        let isRoomy = rect.rows >= 10
        let entries = ChecklistEntries(
            note: note, defect: run.record(of: run.item)?.defect ?? "", draft: draft, writesDefect: writesDefect,
            language: language)
        let head = isRoomy ? 3 : 1
        let (above, below) = rect.splitBottom(head + entries.rows(columns: rect.columns, of: rect.rows))
        offset = card(language).drawVerdict(in: &canvas, above, from: offset, isTried: hasEvidence)
        canvas.text(
            verdictQuestion(language), in: below.line(isRoomy ? 1 : 0), alignment: .leading,
            style: draft == nil ? .strong : .quiet)
        entries.draw(in: &canvas, below.splitTop(head).rest)
    }

    private func verdictQuestion(_ language: Language) -> SafeText {
        guard let sentence else { return language[.verdictQuestion] }
        return language[.sentence(sentence + 1, of: run.item.expectations.count)]
    }

    // MARK: - The rest

    func overviewItems(_ language: Language, _ glyphs: DisplayTheme.Glyphs) -> [ListItem] {
        run.checklist.items.map { item in
            let verdict = run.record(of: item)?.verdict
            let sign = verdict?.sign(glyphs) ?? String(Character(glyphs.emptyDot))
            return ListItem(title: SafeText("\(sign)  \(item.title)"), note: verdict.map { language[$0.word] } ?? "")
        }
    }

    func footer(_ language: Language) -> Footer {
        Footer(keys: keys(language), note: run.isComplete ? language[.allJudged] : "")
    }

    private func keys(_ language: Language) -> [KeyHint] {
        if draft != nil { return [KeyHint(.enter, language[.keep]), KeyHint(.escape, language[.cancel])] }
        switch mode {
        case .card:
            return [
                KeyHint(.enter, language[hasEvidence ? .startAgain : .start]), KeyHint("v", language[.verdict]),
                KeyHint([.left, .right], language[.items]), KeyHint("o", language[.overview]),
                KeyHint("w", language[.report]),
                KeyHint("q", language[.quit]),
            ]
        case .verdict:
            return [
                KeyHint("p", language[.pass]), KeyHint("f", language[.fail]), KeyHint("b", language[.block]),
                KeyHint("s", language[.skip]), KeyHint("n", language[.note]), KeyHint("d", language[.defect]),
                KeyHint(.escape, language[.back]),
            ] + (run.item.expectations.count > 1 ? [KeyHint(.down, language[.eachSentence])] : [])
        case .overview:
            return [
                KeyHint(.enter, language[.open]), KeyHint([.up, .down], language[.items]),
                KeyHint("w", language[.report]),
                KeyHint("q", language[.back]),
            ]
        }
    }
}

extension Verdict {
    /// Colour alone never carries a meaning.
    func sign(_ glyphs: DisplayTheme.Glyphs) -> String {
        let sign: Unicode.Scalar =
            switch self {
            case .passed: glyphs.check
            case .failed: glyphs.cross
            case .blocked: "!"
            case .skipped: glyphs.rule
            }
        return String(Character(sign))
    }

    package var word: Phrase {
        switch self {
        case .passed: .passed
        case .failed: .failed
        case .blocked: .blocked
        case .skipped: .skipped
        }
    }
}
