import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc
import Synchronization

/// The outcome of a run: a page for people, and JUnit XML for build servers.
package struct ChecklistReport: Sendable {
    let run: ChecklistRun
    let language: Language
    /// The PNG files beside the page, by the SVG that each was drawn from.
    private(set) var pictures: [String: String] = [:]

    package static let pageName = "report.html"
    package static let junitName = "junit.xml"
    /// The folder of the screens as PNG files.
    package static let picturesName = "screens"

    package init(_ run: ChecklistRun, language: Language) {
        self.run = run
        self.language = language
    }

    /// Writes both into a folder, which is made if it is missing; each file is replaced atomically. Each screen is also
    /// written as a PNG if the program that draws them is installed.
    ///
    /// - Returns: the page's path.
    package func write(to folder: String) throws(RunJournal.Failure) -> String {
        do throws(PlaceFailure) { try Places().make(folder) } catch { throw RunJournal.Failure(cause: error.cause) }
        var report = self
        report.pictures = drawPictures(in: folder)
        try Self.write(report.html, to: folder + "/" + Self.pageName)
        try Self.write(junit, to: folder + "/" + Self.junitName)
        return folder + "/" + Self.pageName
    }

    /// Draws the screens of all items.
    ///
    /// - Returns: the files, by the SVG that each was drawn from.
    private func drawPictures(in folder: String) -> [String: String] {
        let all = run.checklist.items.flatMap { item in
            ([run.record(of: item)] + run.former(of: item)).flatMap { $0?.evidence?.screens ?? [] }
                .map { $0.svg(title: item.title) }
        }
        return Self.draw(all, in: folder, atOnce: 2)
    }

    /// Draws pictures into the folder's own for them. Existing ones are not drawn again: their names depend on their
    /// contents.
    ///
    /// - Returns: the files, by the SVG that each was drawn from.
    @discardableResult
    static func draw(_ all: [String], in folder: String, atOnce: Int) -> [String: String] {
        guard (try? Places().make(folder + "/" + picturesName)) != nil else { return [:] }
        let waiting = Mutex(all)
        let drawn = Mutex<[String: String]>([:])
        BlockingWork.threads.parallel(atOnce) {
            while let svg = waiting.withLock({ $0.popLast() }) {
                let name = "\(picturesName)/\(RunFolder.digits(svg)).png"
                guard draw(svg, to: folder + "/" + name) else { return waiting.withLock { $0 = [] } }
                drawn.withLock { $0[svg] = name }
            }
        }
        return drawn.withLock { $0 }
    }

    private static func draw(_ svg: String, to path: String) -> Bool {
        if UserFile.exists(path) { return true }
        guard let bytes = try? PNGPicture.draw(svg: svg) else { return false }
        return (try? write(bytes, to: path)) != nil
    }

    private static func write(_ text: String, to path: String) throws(RunJournal.Failure) {
        try write(Array(text.utf8), to: path)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(RunJournal.Failure) {
        do throws(DiskError) { try UserFile.replace(path, with: bytes) } catch {
            throw RunJournal.Failure(cause: .fileNotWritten(path, SystemError.cause(error.code)))
        }
    }
}

extension ChecklistReport {
    /// A self-contained file: style and pictures are in it, and it has no scripts.
    package var html: String {
        let title = escaped(run.checklist.title)
        let parts = [
            "<!doctype html>", "<html lang=\"\(language.rawValue)\">", "<head>", "<meta charset=\"utf-8\">",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
            "<meta name=\"color-scheme\" content=\"light dark\">",
            "<meta http-equiv=\"Content-Security-Policy\" "
                + "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            "<title>\(title)</title>", "<style>\(ReportStyle.css)</style>", "</head>", "<body>", "<main>",
            header(title), contents, items, sittings,
            "<footer>Foyer</footer>", "</main>", "</body>", "</html>",
        ]
        return parts.joined(separator: "\n") + "\n"
    }

    private func escaped(_ text: String) -> String { XMLText.escaped(SafeText(text).string) }
    private func word(_ word: Phrase) -> String { XMLText.escaped(language[word].string) }

    // MARK: - The head

    private func header(_ title: String) -> String {
        let total = run.checklist.items.count
        let open = total - run.judged
        var tallies = Verdict.allCases.map { tally($0.rawValue, word($0.word), run.count($0)) }
        if open > 0 { tallies.append(tally("open", word(.noVerdict), open)) }
        let shares = Verdict.allCases.map { ($0.rawValue, run.count($0)) } + [("open", open)]
        let bar = shares.filter { $0.1 > 0 }.map { "<i class=\"\($0.0)\" style=\"flex-grow:\($0.1)\"></i>" }
        let first = run.sessions.first?.time ?? ""
        let times = run.checklist.items.compactMap { run.record(of: $0)?.time }
        let last = times.max() ?? first
        return """
            <header>
            <p class="kicker">\(word(.checklist)) · \(word(.report))</p>
            <h1>\(title)</h1>
            <p class="when">\(when(first)) – \(when(last))</p>
            \(whoAndWhat)
            <div class="bar" role="img" aria-label="\(run.judged) / \(total)">\(bar.joined())</div>
            <dl class="tallies">\(tallies.joined())</dl>
            </header>
            """
    }

    /// Facts of the last sitting that a reader wants first: who, which build, which terminal.
    private static let firstFacts = [
        "tester", "Foyer", "commit", RunSession.serverName, "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TERM", "size",
    ]

    private var whoAndWhat: String {
        let facts = run.sessions.last?.facts ?? []
        let shown = Self.firstFacts.compactMap { name in facts.first { $0.name == name } }
        guard !shown.isEmpty else { return "" }
        return "<dl class=\"facts\">"
            + shown.map { "<div><dt>\(escaped($0.name))</dt><dd>\(escaped($0.value))</dd></div>" }.joined() + "</dl>"
    }

    private func tally(_ name: String, _ label: String, _ count: Int) -> String {
        "<div class=\"\(name)\(count == 0 ? " none" : "")\"><dt>\(label)</dt><dd>\(count)</dd></div>"
    }

    /// A table of all items, each a link to its own part.
    private var contents: String {
        let rows = run.checklist.items.enumerated().map { index, item in
            let record = run.record(of: item)
            return "<li><a href=\"#item-\(index + 1)\"><span class=\"title\">\(escaped(item.title))</span>"
                + "\(pill(record?.verdict))</a></li>"
        }
        return "<nav><ol>\(rows.joined(separator: "\n"))</ol></nav>"
    }

    private func pill(_ verdict: Verdict?) -> String {
        let sign = verdict?.sign(.unicode) ?? "○"
        return "<b class=\"pill \(verdict?.rawValue ?? "open")\">\(sign)&#160;\(word(verdict?.word ?? .noVerdict))</b>"
    }

    // MARK: - The items

    private var items: String {
        run.checklist.items.enumerated().map { section($0.element, number: $0.offset + 1) }.joined(separator: "\n")
    }

    private func section(_ item: ChecklistItem, number: Int) -> String {
        let record = run.record(of: item)
        let kicker = ["\(number)", item.section].filter { !$0.isEmpty }.map(escaped).joined(separator: " · ")
        var parts = [
            "<section id=\"item-\(number)\" class=\"item\">",
            "<div class=\"head\"><div><p class=\"kicker\">\(kicker)</p><h2>\(escaped(item.title))</h2></div>"
                + "\(pill(record?.verdict))</div>",
        ]
        if run.lacksOrders(item) { parts.append("<p class=\"mark\">\(word(.ordersLacking))</p>") }
        if let note = record?.note, !note.isEmpty { parts.append("<blockquote>\(escaped(note))</blockquote>") }
        parts.append(
            "<div class=\"plan\"><div><h3>\(word(.whatToDo))</h3>\(list("ol", item.instructions))</div>"
                + "<div><h3>\(word(.whatToSee))</h3>\(list("ul", item.expectations))</div></div>")
        if let record { parts += [facts(record, item), evidence(record, item)] }
        parts += run.former(of: item).map { earlier($0, item) }
        return (parts + ["</section>"]).joined(separator: "\n")
    }

    /// A former time, folded.
    private func earlier(_ record: ItemRecord, _ item: ChecklistItem) -> String {
        let note = record.note.isEmpty ? "" : "<blockquote>\(escaped(record.note))</blockquote>"
        return "<details class=\"earlier\"><summary>\(word(.earlier)) · \(when(record.time)) \(pill(record.verdict))"
            + "</summary>\(note)\(facts(record, item))\(evidence(record, item))</details>"
    }

    private func list(_ tag: String, _ texts: [String]) -> String {
        "<\(tag)>" + texts.map { "<li>\(escaped($0))</li>" }.joined() + "</\(tag)>"
    }

    /// A key's screen is the one that it was pressed on.
    private func caption(_ screen: KeptScreen) -> String {
        screen.isOfKey ? "\(word(.before)) <code>\(escaped(screen.name))</code>" : escaped(screen.name)
    }

    private func facts(_ record: ItemRecord, _ item: ChecklistItem) -> String {
        var pairs = [(word(.judgedAt), when(record.time))]
        if let program = item.program {
            pairs.append((word(.startedAs), "<code>\(escaped(program.shown.string))</code>"))
        }
        if let evidence = record.evidence {
            if let outcome = evidence.outcome { pairs.append((word(.outcome), "<code>\(escaped(outcome))</code>")) }
            pairs.append((word(.took), seconds(evidence.took) + " s"))
        } else {
            pairs.append((word(.notTried), ""))
        }
        if run.sessions.count > 1 { pairs.append((word(.sittings), "\(record.session)")) }
        return "<dl class=\"facts\">"
            + pairs.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }.joined() + "</dl>"
    }

    private func evidence(_ record: ItemRecord, _ item: ChecklistItem) -> String {
        guard let evidence = record.evidence else { return "" }
        var parts: [String] = []
        if !evidence.attempts.isEmpty {
            let waterfalls = evidence.attempts.map { LaunchWaterfall(attempt: $0, language: language).html }
            parts.append("<h3>\(word(.steps))</h3>\(waterfalls.joined(separator: "\n"))")
        }
        if !evidence.screens.isEmpty {
            let figures = evidence.screens.map { screen in
                let size = "\(screen.size.columns)×\(screen.size.rows)"
                let svg = screen.svg(title: item.title)
                let link = pictures[svg].map { " · <a href=\"\($0)\">PNG</a>" } ?? ""
                return "<figure>\(svg)"
                    + "<figcaption>\(caption(screen)) · \(size)\(link)</figcaption></figure>"
            }
            parts.append("<div class=\"screens\">\(figures.joined(separator: "\n"))</div>")
        }
        if !evidence.calls.isEmpty {
            let calls = evidence.calls.map { "<code>\(escaped($0))</code>" }.joined(separator: " → ")
            parts.append("<details><summary>\(word(.delegateCalls))</summary><p class=\"calls\">\(calls)</p></details>")
        }
        if !evidence.events.isEmpty {
            let rows = evidence.events.map {
                "<tr><td>\(seconds($0.at))</td><td>\(escaped($0.text))</td></tr>"
            }
            parts.append(
                "<details><summary>\(word(.events)) (\(rows.count))</summary>"
                    + "<table class=\"events\">\(rows.joined(separator: "\n"))</table></details>")
        }
        return parts.joined(separator: "\n")
    }

    // MARK: - The terminal

    private var sittings: String {
        let parts = run.sessions.enumerated().map { index, session in
            let rows = session.facts.map { "<tr><th>\(escaped($0.name))</th><td>\(escaped($0.value))</td></tr>" }
            return "<h3>\(index + 1) · \(when(session.time))</h3><table class=\"facts\">\(rows.joined())</table>"
        }
        return "<section class=\"item\"><h2>\(word(.terminal))</h2>\(parts.joined(separator: "\n"))</section>"
    }

    /// RFC 3339 as people read it, in UTC.
    private func when(_ time: String) -> String {
        guard time.count >= 19 else { return escaped(time) }
        let day = time.prefix(10)
        let clock = time.dropFirst(11).prefix(5)
        return "<time datetime=\"\(escaped(time))\">\(escaped(String(day))) \(escaped(String(clock))) UTC</time>"
    }

    private func seconds(_ value: Double) -> String { JUnitFile.seconds(value) }
}

/// The steps of a launch's attempt on one time axis, as HTML rather than a picture, so that it can be read aloud.
private struct LaunchWaterfall {
    let attempt: ItemEvidence.Attempt
    let language: Language

    var html: String {
        let rows = attempt.steps.map(row)
        return "<figure class=\"waterfall\"><ol>\(rows.joined(separator: "\n"))</ol>"
            + "<figcaption>\(escaped(SafeText(attempt.app))) · \(JUnitFile.seconds(attempt.began)) + "
            + "\(JUnitFile.seconds(attempt.took)) s</figcaption></figure>"
    }

    private func row(_ step: ItemEvidence.Attempt.Step) -> String {
        let glyphs = Glyphs.unicode
        let sign: Unicode.Scalar =
            switch step.state {
            case .running: glyphs.dot
            case .done: glyphs.check
            case .failed: glyphs.cross
            case .cancelled: "–"
            }
        return "<li class=\"\(step.state.rawValue)\"><b>\(sign)</b> "
            + "<span>\(escaped(Phrase.step(step.label).map { language[$0] } ?? SafeText(step.label)))</span>"
            + "<i><i style=\"left:\(percent(step.began))%;width:\(percent(step.took, after: step.began))%\"></i></i>"
            + "<data>\(JUnitFile.seconds(step.took)) s</data></li>"
    }

    /// A time as a percentage of the whole attempt; no bar leaves its track.
    private func percent(_ seconds: Double, after start: Double = 0) -> Int {
        guard attempt.took > 0 else { return 0 }
        let begin = Int((min(1, start / attempt.took) * 100).rounded())
        let end = Int((min(1, (start + seconds) / attempt.took) * 100).rounded())
        return end - begin
    }

    private func escaped(_ text: SafeText) -> String { XMLText.escaped(text.string) }
}

extension ChecklistReport {
    /// A test case for each item: failed is a failure, blocked an error, skipped and open are skipped.
    package var junit: String {
        let all = run.sessions.last?.facts ?? []
        let facts = all.filter { Self.firstFacts.contains($0.name) } + all.filter { !Self.firstFacts.contains($0.name) }
        return JUnitFile(
            suite: run.checklist.title, time: run.sessions.first?.time ?? "",
            properties: facts.map { .init(name: $0.name, value: $0.value) },
            cases: run.checklist.items.map(testCase)
        ).xml
    }

    private func testCase(_ item: ChecklistItem) -> JUnitFile.Case {
        let record = run.record(of: item)
        let note = record?.note ?? ""
        let result: JUnitFile.Case.Result =
            switch record?.verdict {
            case .passed: .passed
            case .failed: .failure(message: note.isEmpty ? "failed, without a note" : note)
            case .blocked: .error(message: note.isEmpty ? "blocked, without a note" : note)
            case .skipped: .skipped(message: note.isEmpty ? "skipped, without a note" : note)
            case nil: .skipped(message: "no verdict yet")
            }
        return JUnitFile.Case(
            name: item.id + ": " + item.title, group: run.checklist.title, time: record?.evidence?.took ?? 0,
            result: result, output: output(item, record))
    }

    private func output(_ item: ChecklistItem, _ record: ItemRecord?) -> String {
        var lines = run.lacksOrders(item) ? [Phrase.ordersLacking.english] : []
        guard let record else { return lines.joined() }
        for former in run.former(of: item) {
            lines.append("before: \(former.verdict?.rawValue ?? "no verdict") at \(former.time) \(former.note)")
        }
        if !record.note.isEmpty { lines.append("note: \(record.note)") }
        if let program = item.program { lines.append("started: \(program.shown.string)") }
        if let outcome = record.evidence?.outcome { lines.append("outcome: \(outcome)") }
        lines += (record.evidence?.events ?? []).map { "\(JUnitFile.seconds($0.at)) \($0.text)" }
        for screen in record.evidence?.screens ?? [] {
            let name = screen.isOfKey ? "[before \(screen.name)]" : "[\(screen.name)]"
            lines += ["", name] + ScreenText(screen.buffer).lines
        }
        return lines.joined(separator: "\n")
    }
}
