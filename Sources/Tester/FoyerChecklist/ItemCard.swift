import Foyer
import FoyerPlatform
import FoyerTrace

/// An item in a report: what was to be done and seen, and, of each tester, the verdict with all that belongs to it.
struct ItemCard {
    let item: ChecklistItem
    let parts: [ChecklistPage.Part]
    let shell: PageShell
    let screens: EvidenceScreens

    init(_ item: ChecklistItem, parts: [ChecklistPage.Part], shell: PageShell, screens: EvidenceScreens) {
        (self.item, self.parts, self.shell, self.screens) = (item, parts, shell, screens)
    }

    var html: String {
        let lacks = parts.contains { $0.run.lacksOrders(item) }
        let mark = lacks ? "<p class=\"mark\">\(word(.ordersLacking))</p>" : ""
        guard parts.count > 1 else {
            let record = parts[0].run.record(of: item)
            return mark + said(record) + plan(record) + evidence(record, parts[0].run) + former(parts[0].run)
        }
        return mark + plan(nil)
            + parts.map { part in
                let record = part.run.record(of: item)
                guard record != nil else { return "" }
                return "<section class=\"of-tester\"><h3>\(escaped(part.name)) \(pill(record?.verdict))</h3>"
                    + said(record) + (record?.sentences.isEmpty == false ? judged(record) : "")
                    + evidence(record, part.run) + former(part.run) + "</section>"
            }.joined(separator: "\n")
    }

    // MARK: - What the tester says

    private func said(_ record: ItemRecord?) -> String {
        guard let record else { return "" }
        let note = record.note.isEmpty ? "" : "<blockquote>\(escaped(record.note))</blockquote>"
        guard !record.defect.isEmpty else { return note }
        return note + "<p class=\"defect\">\(word(.defect)): \(defect(record.defect))</p>"
    }

    /// An address can be followed; anything else is a number or a name.
    private func defect(_ text: String) -> String {
        let isAddress = ["https://", "http://"].contains { text.hasPrefix($0) } && !text.contains(" ")
        let shown = escaped(text)
        return isAddress ? "<a href=\"\(shown)\" rel=\"noreferrer noopener\">\(shown)</a>" : shown
    }

    private func plan(_ record: ItemRecord?) -> String {
        let deeds = item.instructions.map { "<li>\(escaped($0))</li>" }.joined()
        return "<div class=\"plan\"><div><h3>\(word(.whatToDo))</h3><ol>\(deeds)</ol></div>"
            + "<div><h3>\(word(.whatToSee))</h3>\(judged(record))</div></div>"
    }

    /// Each sentence with its own verdict and note: those of the card that the tester had.
    private func judged(_ record: ItemRecord?) -> String {
        let isOther = record?.isAbout(item.card) == false
        let texts = isOther ? record?.card?.expectations ?? [] : item.expectations
        let sentences = texts.enumerated().map { number, sentence in
            guard let judgement = record?.judgement(of: number, among: texts.count) else {
                return record == nil
                    ? "<li>\(escaped(sentence))</li>"
                    : "<li class=\"open\">\(sign("○", .noVerdict))<span>\(escaped(sentence))</span></li>"
            }
            let verdict = judgement.verdict
            let note = judgement.note.isEmpty ? "" : "<span class=\"note\">\(escaped(judgement.note))</span>"
            return "<li class=\"\(verdict.rawValue)\">\(sign(verdict.sign(.unicode), verdict.word))"
                + "<span>\(escaped(sentence))</span>\(note)</li>"
        }
        return "<ul\(record == nil ? "" : " class=\"judged\"")>\(sentences.joined())</ul>"
    }

    private func sign(_ sign: String, _ says: Phrase) -> String {
        "<span class=\"sign\" role=\"img\" aria-label=\"\(word(says))\">\(sign)</span>"
    }

    private func pill(_ verdict: Verdict?) -> String {
        "<b class=\"pill \(verdict?.rawValue ?? "open")\">\(verdict?.sign(.unicode) ?? "○")&#160;"
            + "\(word(verdict?.word ?? .noVerdict))</b>"
    }

    // MARK: - What was seen

    private func evidence(_ record: ItemRecord?, _ run: ChecklistRun) -> String {
        guard let record else { return "" }
        var facts = [(word(.judgedAt), ReportTime(record.time, run.session(of: record)).html)]
        let tester = run.session(of: record)?.fact(RunSession.testerName)
        if run.testers.count > 1, let tester { facts.append((word(.tester), escaped(tester))) }
        if let program = item.program {
            facts.append((word(.startedAs), "<code>\(escaped(program.shown.string))</code>"))
        }
        if let evidence = record.evidence {
            for (name, text) in [(Phrase.version, evidence.version), (Phrase.interpreter, evidence.interpreter)] {
                if let text, !text.isEmpty { facts.append((word(name), escaped(text))) }
            }
            if let outcome = evidence.outcome { facts.append((word(.outcome), "<code>\(escaped(outcome))</code>")) }
            facts.append((word(.took), TraceView.seconds(evidence.took) + " s"))
        } else {
            facts.append((word(.notTried), ""))
        }
        let trace = record.evidence.map { Trace(item, $0, verdict: record.verdict, screens, shell.language) }
        facts += (trace?.facts ?? []).map { (word($0.name), escaped($0.value)) }
        let list = facts.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }.joined()
        let view = trace.map { TraceView($0, in: shell, level: 3, marksChanges: false).html } ?? ""
        return "<dl class=\"facts\">\(list)</dl>\n\(view)"
    }

    /// The times before, folded.
    private func former(_ run: ChecklistRun) -> String {
        run.former(of: item).map { record in
            let isOther = !record.isAbout(item.card)
            return "<details class=\"former\"><summary>\(word(.earlier)) · "
                + "\(ReportTime(record.time, run.session(of: record)).html) \(pill(record.verdict))"
                + (isOther ? " \(word(.cardWas))" : "") + "</summary>" + said(record)
                + (record.sentences.isEmpty && !isOther ? "" : judged(record)) + evidence(record, run) + "</details>"
        }.joined(separator: "\n")
    }

    private func escaped(_ text: String) -> String { PageShell.escaped(text) }
    private func word(_ phrase: Phrase) -> String { shell.word(phrase) }
}
