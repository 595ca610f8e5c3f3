import Foyer

/// What a card says of an item, on the screen.
struct ChecklistCard {
    let run: ChecklistRun
    let language: Language
    /// The sentence that is being judged, by its number from 0.
    var sentence: Int?

    /// The greatest width of a plan over a program.
    private static let planColumns = 72

    /// A paragraph with a mark before it.
    private struct Line {
        var lead: SafeText = ""
        var text: SafeText = ""
        var style = TextStyle.text
        var leadStyle = TextStyle.quiet
        /// Whether it is in sight, however far the rest is scrolled.
        var isFocused = false
    }

    /// - Returns: the first visible row.
    func draw(in canvas: inout Canvas, _ rect: Rect, from offset: Int) -> Int {
        draw(cardLines(canvas.glyphs), in: &canvas, rect, from: offset)
    }

    /// What is to be done and seen, over whatever is there.
    ///
    /// - Returns: the first visible row.
    func drawPlan(over canvas: inout Canvas, from offset: Int) -> Int {
        let title = [Line(text: SafeText(run.item.title), style: .strong), Line()]
        let lines = title + planLines + [Line()] + expectationLines(canvas.glyphs)
        let columns = max(1, min(Self.planColumns, canvas.size.columns - 8))
        let rows = lines.reduce(0) { $0 + self.rows($1, columns: columns) }
        var first = 0
        Panel.render(into: &canvas, inside: CellSize(columns: columns, rows: rows)) { part in
            first = draw(lines, in: &part, part.bounds, from: offset)
        }
        return first
    }

    /// What is needed for the verdict.
    ///
    /// - Returns: the first visible row.
    func drawVerdict(in canvas: inout Canvas, _ rect: Rect, from offset: Int, isTried: Bool) -> Int {
        var lines = [Line(text: SafeText(run.item.title), style: .strong)]
        if !isTried { lines.append(Line(text: language[.notTried], style: .quiet)) }
        lines.append(Line())
        lines += expectationLines(canvas.glyphs)
        if let verdict = run.record(of: run.item)?.verdict { lines += [Line(), line(of: verdict, canvas.glyphs)] }
        return draw(lines, in: &canvas, rect, from: offset)
    }

    private func cardLines(_ glyphs: DisplayTheme.Glyphs) -> [Line] {
        let item = run.item
        var lines: [Line] = []
        if !item.section.isEmpty { lines.append(Line(text: SafeText(item.section), style: .quiet)) }
        lines += [Line(text: SafeText(item.title), style: .strong), Line()]
        if run.lacksOrders(item) {
            lines += [Line(lead: " !", text: language[.ordersLacking], style: .accent, leadStyle: .accent), Line()]
        }
        lines += planLines + startLines + [Line()] + expectationLines(glyphs) + [Line()]
        lines += verdictLines(glyphs)
        return lines
    }

    private var planLines: [Line] {
        var lines = [Line(text: language[.whatToDo], style: .accent)]
        for (index, text) in run.item.instructions.enumerated() {
            // A line end in the file stays one: what is to be typed has a line of its own.
            for (number, text) in SafeText.lines(of: text).enumerated() {
                let lead = number > 0 ? " " : index < 9 ? " \(index + 1)" : "\(index + 1)"
                lines.append(Line(lead: SafeText(lead), text: text))
            }
        }
        return lines
    }

    /// Where the item starts a program: which, and how to come back from it.
    private var startLines: [Line] {
        guard let program = run.item.program else { return [] }
        return [language.enterStarts(program.shown), language[.cardOverProgram]].map {
            Line(lead: " ", text: $0, style: .quiet)
        }
    }

    /// The sentences, each with its verdict if it has one of its own.
    private func expectationLines(_ glyphs: DisplayTheme.Glyphs) -> [Line] {
        let record = run.record(of: run.item)
        var lines = [Line(text: language[.whatToSee], style: .accent)]
        for (number, text) in run.item.expectations.enumerated() {
            let judgement = record?.sentences[number]
            let isFocused = sentence == number
            let sign = judgement?.verdict.sign(glyphs) ?? String(Character(glyphs.bullets[0]))
            lines.append(
                Line(
                    lead: SafeText((isFocused ? String(Character(glyphs.quote)) : " ") + sign), text: SafeText(text),
                    style: isFocused ? .strong : .text,
                    leadStyle: judgement.map { TextStyle($0.verdict.color) } ?? .quiet, isFocused: isFocused))
            if let note = judgement?.note, !note.isEmpty {
                lines.append(Line(lead: " ", text: SafeText(note), style: .quiet))
            }
        }
        return lines
    }

    private func verdictLines(_ glyphs: DisplayTheme.Glyphs) -> [Line] {
        let record = run.record(of: run.item)
        var lines = [line(of: record?.verdict, glyphs)]
        if let note = record?.note, !note.isEmpty { lines.append(Line(lead: " ", text: SafeText(note), style: .quiet)) }
        if let defect = record?.defect, !defect.isEmpty {
            lines.append(Line(lead: " ", text: language.named(.defect, defect), style: .quiet))
        }
        for former in run.former(of: run.item) {
            guard let verdict = former.verdict else { continue }
            let card: SafeText = former.isAbout(run.item.card) ? "" : language[.cardWas]
            let words = [language[.earlier], language[verdict.word], SafeText(former.note), card].filter { !$0.isEmpty }
            lines.append(Line(lead: " ", text: words.dropFirst().reduce(words[0]) { $0 + " · " + $1 }, style: .quiet))
        }
        return lines
    }

    private func line(of verdict: Verdict?, _ glyphs: DisplayTheme.Glyphs) -> Line {
        guard let verdict else {
            return Line(
                lead: SafeText(" " + String(Character(glyphs.emptyDot))), text: language[.noVerdict], style: .quiet)
        }
        return Line(
            lead: SafeText(" " + verdict.sign(glyphs)), text: language[verdict.word],
            style: TextStyle(verdict.color, attributes: .bold), leadStyle: TextStyle(verdict.color))
    }

    private func indent(_ line: Line) -> Int { line.lead.isEmpty ? 0 : 4 }

    private func rows(_ line: Line, columns: Int) -> Int {
        max(1, Canvas.rows(of: line.text, columns: columns - 1 - indent(line)))
    }

    /// Everything from the first visible row; the rest can be scrolled to.
    private func draw(_ lines: [Line], in canvas: inout Canvas, _ rect: Rect, from offset: Int) -> Int {
        func rows(_ line: Line) -> Int { self.rows(line, columns: rect.columns) }
        let total = lines.reduce(0) { $0 + rows($1) }
        var offset = offset
        if let focus = lines.firstIndex(where: \.isFocused) {
            let start = lines[..<focus].reduce(0) { $0 + rows($1) }
            offset = min(max(offset, start + rows(lines[focus]) - rect.rows), start)
        }
        let first = min(max(0, offset), max(0, total - rect.rows))
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
        return first
    }
}

extension Verdict {
    fileprivate var color: CellColor {
        switch self {
        case .passed: .good
        case .failed: .bad
        case .blocked: .accent
        case .skipped: .quiet
        }
    }
}
