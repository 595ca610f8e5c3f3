import Foyer
import FoyerPlatform
import FoyerTrace

/// A checklist's report: what was judged, how, and by whom, with a trace of each item that was tried. Failures come first.
struct ChecklistPage {
    /// A tester's share of it.
    struct Part {
        var name: String
        let run: ChecklistRun

        init(_ run: ChecklistRun) {
            self.run = run
            name = run.testers.joined(separator: ", ")
        }
    }

    /// What stands together in the page, by its number from 0.
    private struct Group {
        let title: String
        var items: [Int]
    }

    /// One at least, all of one checklist.
    let parts: [Part]
    let shell: PageShell
    private let checklist: Checklist
    private let screens: EvidenceScreens

    init(_ parts: [Part], language: Language, screens: EvidenceScreens = EvidenceScreens()) {
        self.parts = parts
        self.screens = screens
        checklist = parts[0].run.checklist
        shell = PageShell(title: checklist.title, language: language)
    }

    var html: String {
        shell.html([header, parts.count > 1 ? matrix : "", index] + groups.map(section) + [gone, sittings])
    }

    private func verdict(_ item: ChecklistItem) -> Verdict? { MergedRuns.verdict(parts.map(\.run), on: item) }

    // MARK: - The head

    private var header: String {
        let kinds = Verdict.allCases.map { ($0.rawValue, $0.word) } + [("open", Phrase.openItem)]
        let names = checklist.items.map { verdict($0)?.rawValue ?? "open" }
        let counts = kinds.map { kind in (name: kind.0, word: kind.1, count: names.count { $0 == kind.0 }) }
        let tallies = counts.filter { $0.name != "open" || $0.count > 0 }.map {
            "<div class=\"\($0.name)\($0.count == 0 ? " none" : "")\"><dt>\(word($0.word))</dt>"
                + "<dd>\($0.count)</dd></div>"
        }
        return """
            <header><p class="kicker">\(word(.checklist)) · \(word(.report))</p>
            <h1>\(escaped(checklist.title))</h1><p class="when">\(times)</p>\(whoAndWhat)
            \(bars(counts.map { ($0.name, $0.count) }))<dl class="tallies">\(tallies.joined())</dl></header>
            """
    }

    private func bars(_ shares: [(name: String, count: Int)]) -> String {
        var (rects, start) = ("", 0)
        for share in shares where share.count > 0 {
            rects += "<rect class=\"\(share.name)\" x=\"\(start)\" width=\"\(share.count)\" height=\"1\"></rect>"
            start += share.count
        }
        return "<svg class=\"bars\" viewBox=\"0 0 \(max(1, start)) 1\" preserveAspectRatio=\"none\" "
            + "aria-hidden=\"true\">\(rects)</svg>"
    }

    private var times: String {
        var all: [(time: String, session: RunSession?)] = []
        for part in parts {
            all += part.run.sessions.map { ($0.time, $0) }
            for record in checklist.items.compactMap({ part.run.record(of: $0) }) {
                all.append((record.time, part.run.session(of: record)))
            }
        }
        guard let first = all.min(by: { $0.time < $1.time }), let last = all.max(by: { $0.time < $1.time }) else {
            return ""
        }
        return "\(when(first.time, first.session)) – \(when(last.time, last.session))"
    }

    private var whoAndWhat: String {
        let sessions = parts.compactMap(\.run.sessions.last)
        let shown = RunSession.firstFacts.compactMap { name -> String? in
            var values: [String] = []
            let all =
                name == RunSession.testerName
                ? parts.flatMap(\.run.testers) : sessions.compactMap { $0.fact(name) }
            for value in all.map({ name == "commit" ? String($0.prefix(12)) : $0 }) where !values.contains(value) {
                values.append(value)
            }
            guard !values.isEmpty else { return nil }
            return "<div><dt>\(factName(name))</dt><dd>\(escaped(values.joined(separator: ", ")))</dd></div>"
        }
        return shown.isEmpty ? "" : "<dl class=\"facts\">\(shown.joined())</dl>"
    }

    // MARK: - All testers beside each other

    private var matrix: String {
        let heads = parts.map { "<th scope=\"col\">\(escaped($0.name))</th>" }
        let rows = checklist.items.enumerated().map { index, item in
            let cells = parts.map { part in
                let verdict = part.run.verdict(item)
                return "<td>\(sign(verdict))</td>"
            }
            return "<tr><th scope=\"row\"><a href=\"#item-\(index + 1)\">\(escaped(item.title))</a></th>"
                + cells.joined() + "</tr>"
        }
        return "<div class=\"matrix\" tabindex=\"0\" role=\"region\" aria-label=\"\(word(.testers))\">"
            + "<table><thead><tr><td></td>\(heads.joined())</tr></thead><tbody>\(rows.joined(separator: "\n"))</tbody></table></div>"
    }

    private func sign(_ verdict: Verdict?) -> String {
        "<span class=\"sign \(verdict?.rawValue ?? "open")\" role=\"img\" "
            + "aria-label=\"\(word(verdict?.word ?? .openItem))\">\(verdict?.sign(.unicode) ?? "○")</span>"
    }

    // MARK: - The list

    private var index: String {
        let kinds = Verdict.allCases.filter { kind in checklist.items.contains { verdict($0) == kind } }
            .map { ($0.rawValue, $0.word) }
        let isOpen = checklist.items.contains { verdict($0) == nil }
        let boxes = (kinds + (isOpen ? [("open", Phrase.openItem)] : [])).map {
            "<label><input type=\"checkbox\" name=\"verdict\" value=\"\($0.0)\"> \(word($0.1))</label>"
        }
        return "<div class=\"index\" role=\"search\" data-shown=\"\(word(.itemsShown))\">"
            + "<input type=\"search\" placeholder=\"\(word(.filterItems))\" aria-label=\"\(word(.filterItems))\">"
            + boxes.joined() + "<output></output></div>"
    }

    private var groups: [Group] {
        let items = checklist.items
        func isBad(_ index: Int) -> Bool { [.failed, .blocked].contains(verdict(items[index])) }
        let bad = items.indices.filter(isBad).sorted { left, right in
            let (one, two) = (verdict(items[left]) == .failed, verdict(items[right]) == .failed)
            return one == two ? left < right : one
        }
        var groups = bad.isEmpty ? [] : [Group(title: shell.language[.failuresFirst].string, items: bad)]
        for index in items.indices where !isBad(index) {
            if let last = groups.last, groups.count > (bad.isEmpty ? 0 : 1), last.title == items[index].section {
                groups[groups.count - 1].items.append(index)
            } else {
                groups.append(Group(title: items[index].section, items: [index]))
            }
        }
        return groups
    }

    private func section(_ group: Group) -> String {
        let title = group.title.isEmpty ? word(.items) : escaped(group.title)
        return "<section class=\"group\"><h2>\(title)</h2>" + group.items.map(item).joined(separator: "\n")
            + "</section>"
    }

    private func item(_ index: Int) -> String {
        let item = checklist.items[index]
        let verdict = verdict(item)
        let name = verdict?.rawValue ?? "open"
        let isBad = verdict == .failed || verdict == .blocked
        let took = parts.compactMap { $0.run.record(of: item)?.evidence?.took }.max()
        let signs = said(of: item) + (parts.count > 1 ? parts.map { sign($0.run.verdict(item)) }.joined() : "")
        return """
            <details class="item" id="item-\(index + 1)" data-verdict="\(name)"\(isBad ? " open" : "")>\
            <summary><span class="number">\(index + 1)</span><span class="title">\(escaped(item.title))</span>\(signs)\
            <span class="took">\(took.map { TraceView.seconds($0) + " s" } ?? "")</span>\
            <b class="pill \(name)">\(verdict?.sign(.unicode) ?? "○")&#160;\(word(verdict?.word ?? .openItem))</b></summary>
            <div class="card">\(ItemCard(item, parts: parts, shell: shell, screens: screens).html)</div></details>
            """
    }

    /// Whether there is more to read than a verdict, which a closed item does not show.
    private func said(of item: ChecklistItem) -> String {
        let records = parts.compactMap { $0.run.record(of: item) }
        let hasNote = records.contains { !$0.note.isEmpty || $0.sentences.contains { !$0.value.note.isEmpty } }
        let words = (hasNote ? [Phrase.note] : []) + (records.contains { !$0.defect.isEmpty } ? [.defect] : [])
        return words.isEmpty ? "" : "<span class=\"said\">\(words.map(word).joined(separator: " · "))</span>"
    }

    /// What was judged of items that the list has no more.
    private var gone: String {
        let rows = parts.flatMap { part in
            part.run.gone.map { id, record in
                let notes = record.sentences.sorted { $0.key < $1.key }.map(\.value.note)
                let said = [parts.count > 1 ? part.name : "", record.note] + notes + [record.defect]
                let texts = said.filter { !$0.isEmpty }
                return "<tr><th><code>\(escaped(id))</code></th><td>\(sign(record.verdict)) "
                    + "\(word(record.verdict?.word ?? .openItem))</td>"
                    + "<td>\(escaped(texts.joined(separator: " · ")))</td></tr>"
            }
        }
        guard !rows.isEmpty else { return "" }
        return "<section class=\"gone\"><h2>\(word(.goneItems))</h2><table>\(rows.joined())</table></section>"
    }

    // MARK: - Who sat where

    private var sittings: String {
        let tables = parts.flatMap { part in
            part.run.sessions.map { session in
                let rows = session.facts.map { "<tr><th>\(factName($0.name))</th><td>\(escaped($0.value))</td></tr>" }
                return "<h3>\(when(session.time, session))</h3><table>\(rows.joined())</table>"
            }
        }
        guard !tables.isEmpty else { return "" }
        return "<details class=\"sittings\"><summary>\(word(.sittings))</summary>"
            + tables.joined(separator: "\n") + "</details>"
    }

    private func factName(_ name: String) -> String {
        RunSession.words[name].map(word) ?? escaped(name)
    }

    private func when(_ time: String, _ session: RunSession?) -> String { ReportTime(time, session).html }
    private func escaped(_ text: String) -> String { PageShell.escaped(text) }
    private func word(_ phrase: Phrase) -> String { shell.word(phrase) }
}

/// A moment as the tester's own clock showed it.
struct ReportTime {
    private let time: String
    private let zone: String

    /// - Parameter time: in RFC 3339.
    init(_ time: String, _ session: RunSession?) {
        self.time = time
        zone = session?.fact(RunSession.zoneName).flatMap { $0.split(separator: " ").last }.map(String.init) ?? "UTC"
    }

    var html: String {
        guard let utc = WallTime(rfc3339: time) else { return PageShell.escaped(time) }
        // An offset is what RFC 3339 reads, so a time of that zone says how far it is.
        let offset = WallTime(rfc3339: "1970-01-01T00:00:00" + zone.dropFirst(3)).map { -$0.seconds } ?? 0
        let local = WallTime(seconds: utc.seconds + offset).rfc3339
        let shown = "\(local.prefix(10)) \(local.dropFirst(11).prefix(5)) \(offset == 0 ? "UTC" : zone)"
        return "<time datetime=\"\(PageShell.escaped(time))\">\(PageShell.escaped(shown))</time>"
    }
}
