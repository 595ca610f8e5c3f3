import Foyer

/// The layout of a checklist's page.
struct ChecklistLayout {
    let header: Rect
    /// A card, a little above the middle of large screens.
    let body: Rect
    /// All items.
    let list: Rect
    let footer: Rect

    /// Columns of readable text, and rows that belong together.
    private static let measure = CellSize(columns: 92, rows: 22)

    init(_ size: CellSize) {
        let (above, footer) = PageLayout.split(size)
        self.footer = footer
        let room = above.inset(columns: PageLayout.margin(columns: size.columns))
        let isRoomy = size.rows >= 12
        header = room.line(isRoomy ? 1 : 0)
        let rest = room.splitTop(isRoomy ? 3 : 1).rest
        list = rest.centered(CellSize(columns: Self.measure.columns, rows: rest.rows))
        let air = max(0, list.rows - Self.measure.rows)
        body = list.splitTop(air / 3).rest.splitTop(Self.measure.rows).top
    }
}

extension ChecklistScreen {
    func drawPage(in canvas: inout Canvas, _ layout: ChecklistLayout, _ language: Language) {
        canvas.fill(.ground)
        drawHeader(in: &canvas, layout.header, language)
        switch mode {
        case .overview: overview.render(into: &canvas, in: layout.list)
        case .card: drawLines(cardLines(language, canvas.glyphs), in: &canvas, layout.body)
        case .verdict: drawVerdict(in: &canvas, layout.body, language)
        }
        footer(language).render(into: &canvas, in: layout.footer)
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

    // MARK: - The card

    /// A paragraph with a mark before it.
    private struct Line {
        var lead: SafeText = ""
        var text: SafeText = ""
        var style = TextStyle.text
        var leadStyle = TextStyle.quiet
    }

    private func cardLines(_ language: Language, _ glyphs: Glyphs) -> [Line] {
        let item = run.item
        var lines: [Line] = []
        if !item.section.isEmpty { lines.append(Line(text: SafeText(item.section), style: .quiet)) }
        lines += [Line(text: SafeText(item.title), style: .strong), Line()]
        if run.lacksOrders(item) {
            lines += [Line(lead: " !", text: language[.ordersLacking], style: .accent, leadStyle: .accent), Line()]
        }
        lines.append(Line(text: language[.whatToDo], style: .accent))
        for (index, text) in item.instructions.enumerated() {
            lines.append(Line(lead: SafeText(index < 9 ? " \(index + 1)" : "\(index + 1)"), text: SafeText(text)))
        }
        if let program = item.program {
            lines += [program.shown, language[.endsProgram]].map { Line(lead: " ", text: $0, style: .quiet) }
        }
        lines.append(Line())
        lines += expectationLines(language, glyphs)
        lines.append(Line())
        lines += verdictLines(language, glyphs)
        return lines
    }

    private func expectationLines(_ language: Language, _ glyphs: Glyphs) -> [Line] {
        let bullet = SafeText(" " + String(Character(glyphs.bullets[0])))
        return [Line(text: language[.whatToSee], style: .accent)]
            + run.item.expectations.map { Line(lead: bullet, text: SafeText($0)) }
    }

    private func verdictLines(_ language: Language, _ glyphs: Glyphs) -> [Line] {
        let record = run.record(of: run.item)
        var lines = [line(of: record?.verdict, language, glyphs)]
        if let note = record?.note, !note.isEmpty { lines.append(Line(lead: " ", text: SafeText(note), style: .quiet)) }
        for former in run.former(of: run.item) {
            guard let verdict = former.verdict else { continue }
            let words = [language[.earlier], language[verdict.word], SafeText(former.note)].filter { !$0.isEmpty }
            lines.append(Line(lead: " ", text: words.dropFirst().reduce(words[0]) { $0 + " · " + $1 }, style: .quiet))
        }
        return lines
    }

    private func line(of verdict: Verdict?, _ language: Language, _ glyphs: Glyphs) -> Line {
        guard let verdict else {
            return Line(
                lead: SafeText(" " + String(Character(glyphs.emptyDot))), text: language[.noVerdict], style: .quiet)
        }
        return Line(
            lead: SafeText(" " + verdict.sign(glyphs)), text: language[verdict.word],
            style: TextStyle(verdict.color, attributes: .bold), leadStyle: TextStyle(verdict.color))
    }

    /// Everything from the first visible row; the rest can be scrolled to.
    private func drawLines(_ lines: [Line], in canvas: inout Canvas, _ rect: Rect) {
        func indent(_ line: Line) -> Int { line.lead.isEmpty ? 0 : 4 }
        func rows(_ line: Line) -> Int {
            max(1, Canvas.rows(of: line.text, columns: rect.columns - 1 - indent(line)))
        }
        let total = lines.reduce(0) { $0 + rows($1) }
        offset = min(max(0, offset), max(0, total - rect.rows))
        let first = offset
        canvas.within(rect) { part in
            var row = -first
            for line in lines {
                let needed = rows(line)
                let column = indent(line)
                part.text(line.lead, column: 0, row: row, style: line.leadStyle)
                part.paragraph(
                    line.text, in: Rect(column: column, row: row, columns: part.columns - 1 - column, rows: needed),
                    style: line.style)
                row += needed
            }
        }
        ScrollIndicator(first: first, visible: rect.rows, total: total)
            .render(into: &canvas, in: rect.splitRight(1).right)
    }

    // MARK: - The verdict

    private func drawVerdict(in canvas: inout Canvas, _ rect: Rect, _ language: Language) {
        let (above, below) = rect.splitBottom(rect.rows >= 10 ? 4 : 2)
        var lines = [Line(text: SafeText(run.item.title), style: .strong)]
        if !hasEvidence { lines.append(Line(text: language[.notTried], style: .quiet)) }
        lines.append(Line())
        lines += expectationLines(language, canvas.glyphs)
        if let verdict = run.record(of: run.item)?.verdict {
            lines += [Line(), line(of: verdict, language, canvas.glyphs)]
        }
        drawLines(lines, in: &canvas, above)
        let isRoomy = below.rows >= 4
        canvas.text(
            language[.verdictQuestion], in: below.line(isRoomy ? 1 : 0), alignment: .leading,
            style: draft == nil ? .strong : .quiet)
        let label = language[.note]
        let width = Canvas.columns(of: label) + 2
        let line = below.line(isRoomy ? 3 : 1)
        canvas.text(label, in: line, alignment: .leading, style: draft == nil ? .quiet : .accent)
        (draft ?? note).render(into: &canvas, in: line.splitLeft(width).rest, hasCursor: draft != nil)
    }

    // MARK: - The rest

    func overviewItems(_ language: Language, _ glyphs: Glyphs) -> [ListItem] {
        run.checklist.items.map { item in
            let verdict = run.record(of: item)?.verdict
            let sign = verdict?.sign(glyphs) ?? String(Character(glyphs.emptyDot))
            return ListItem(title: SafeText("\(sign)  \(item.title)"), note: verdict.map { language[$0.word] } ?? "")
        }
    }

    private func footer(_ language: Language) -> Footer {
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
                KeyHint("s", language[.skip]), KeyHint("n", language[.note]), KeyHint(.escape, language[.back]),
            ]
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
    func sign(_ glyphs: Glyphs) -> String {
        let sign: Unicode.Scalar =
            switch self {
            case .passed: glyphs.check
            case .failed: glyphs.cross
            case .blocked: "!"
            case .skipped: glyphs.rule
            }
        return String(Character(sign))
    }

    var color: Color {
        switch self {
        case .passed: .good
        case .failed: .bad
        case .blocked: .accent
        case .skipped: .quiet
        }
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
