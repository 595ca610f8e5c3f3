import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerSystem
import FoyerTrace

/// The outcome of a run: a page for people, and JUnit XML for build servers.
package struct ChecklistReport: Sendable {
    let run: ChecklistRun
    let language: Language
    let screens: EvidenceScreens

    package static let pageName = "report.html"
    package static let junitName = "junit.xml"

    package init(_ run: ChecklistRun, language: Language) {
        self.init(run, language: language, screens: EvidenceScreens())
    }

    /// - Parameter screens: what former reports have unpacked.
    init(_ run: ChecklistRun, language: Language, screens: EvidenceScreens) {
        self.run = run
        self.language = language
        self.screens = screens
    }

    /// Writes both into a folder, which is made if it is missing; each file is replaced atomically.
    ///
    /// - Parameter journal: the run's own file. The folder has a copy of it, for `foyer qa merge` and `compare`.
    /// - Returns: the page's path.
    package func write(
        to folder: String, journal: String, disk: Disk = .real
    ) throws(LocalizedFailure) -> String {
        try ReportFiles.write([(Self.pageName, html), (Self.junitName, junit)], to: folder, disk: disk)
        let copy = folder + "/" + RunFolder.journalName
        if UserFile.realPath(copy) != UserFile.realPath(journal), !UserFile.isLink(copy) {
            try? RunJournal.copy(journal, to: copy, disk: disk)
        }
        return folder + "/" + Self.pageName
    }

    /// A self-contained file, made of the same parts as a trace.
    package var html: String { ChecklistPage([.init(run)], language: language, screens: screens).html }
}

extension ChecklistReport {
    /// A test case for each item: failed is a failure; blocked, skipped and open are skipped, each with its reason.
    package var junit: String {
        let all = run.sessions.last?.facts ?? []
        let first = RunSession.firstFacts
        let facts = (all.filter { first.contains($0.name) } + all.filter { !first.contains($0.name) }).map { fact in
            fact.name == RunSession.testerName
                ? RunSession.Fact(fact.name, run.testers.joined(separator: ", ")) : fact
        }
        return JUnitFile(
            suite: run.checklist.title, time: run.sessions.first?.time ?? "",
            properties: facts.map { .init(name: $0.name, value: $0.value) },
            cases: run.checklist.items.map(testCase)
        ).xml
    }

    private func testCase(_ item: ChecklistItem) -> JUnitFile.Case {
        let record = run.record(of: item)
        let note = record.map(note) ?? ""
        let result: JUnitFile.Case.Result =
            switch record?.verdict {
            case .passed: .passed
            case .failed: .failure(message: note.isEmpty ? "failed, without a note" : note)
            // Nothing is known to be wrong: it could not be tried.
            case .blocked: .skipped(message: "blocked" + (note.isEmpty ? ", without a note" : ": \(note)"))
            case .skipped: .skipped(message: note.isEmpty ? "skipped, without a note" : note)
            case nil: .skipped(message: "no verdict yet")
            }
        return JUnitFile.Case(
            name: item.id + ": " + item.title, group: run.checklist.title,
            time: (record?.evidence?.took ?? .zero).inSeconds,
            result: result, output: output(item, record))
    }

    /// The item's own, then those of the sentences that have its verdict.
    private func note(of record: ItemRecord) -> String {
        let sentences = record.sentences.sorted { $0.key < $1.key }.map(\.value)
        let notes = [record.note] + sentences.filter { $0.verdict == record.verdict }.map(\.note)
        return notes.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private func output(_ item: ChecklistItem, _ record: ItemRecord?) -> String {
        var lines = run.lacksOrders(item) ? [Phrase.ordersLacking.english] : []
        for former in run.former(of: item) {
            let card = former.isAbout(item.card) ? "" : ", of another card"
            lines.append("before: \(former.verdict?.rawValue ?? "no verdict") at \(former.time)\(card) \(former.note)")
        }
        guard let record else { return lines.joined(separator: "\n") }
        if run.testers.count > 1, let tester = run.session(of: record)?.fact(RunSession.testerName) {
            lines.append("tester: \(tester)")
        }
        if !record.note.isEmpty { lines.append("note: \(record.note)") }
        for (number, judgement) in record.sentences.sorted(by: { $0.key < $1.key }) {
            let isThere = item.expectations.indices.contains(number)
            let sentence = isThere ? item.expectations[number] : "sentence \(number + 1)"
            let note = judgement.note.isEmpty ? "" : " (\(judgement.note))"
            lines.append("\(judgement.verdict.rawValue): \(sentence)\(note)")
        }
        if !record.defect.isEmpty { lines.append("defect: \(record.defect)") }
        if let program = item.program { lines.append("started: \(program.shown.string)") }
        for (name, text) in [("version", record.evidence?.version), ("interpreter", record.evidence?.interpreter)] {
            if let text, !text.isEmpty { lines.append("\(name): \(text)") }
        }
        if let outcome = record.evidence?.outcome { lines.append("outcome: \(outcome)") }
        lines += (record.evidence?.events ?? []).filter { $0.until == nil }
            .map { "\(XMLText.seconds($0.at.inSeconds)) \($0.name)" }
        return (lines + (record.evidence.map(screens) ?? [])).joined(separator: "\n")
    }

    /// The most screens of a test case; the last ones count more than those before.
    private static let mostScreens = 8

    /// What stood there as the tester did the next thing.
    private func screens(_ evidence: ItemEvidence) -> [String] {
        let steps = evidence.steps(start: "start")
        return screens.sight(of: evidence, after: steps).shown.suffix(Self.mostScreens).flatMap { shown in
            ["", "[\(steps[shown.step].title)]"] + shown.lines
        }
    }
}
