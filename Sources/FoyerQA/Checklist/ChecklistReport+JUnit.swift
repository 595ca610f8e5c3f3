import Foyer

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
            case .failed: .failure(message: note)
            case .blocked: .error(message: note)
            case .skipped: .skipped(message: note)
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
