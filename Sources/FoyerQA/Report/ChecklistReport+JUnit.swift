import Foyer

extension ChecklistReport {
    /// A test case for each item: failed is a failure, blocked an error, skipped and open are skipped.
    public var junit: String {
        let items = run.checklist.items
        let took = items.reduce(0) { $0 + (run.record(of: $1)?.evidence?.took ?? 0) }
        let counts =
            "tests=\"\(items.count)\" failures=\"\(run.count(.failed))\" errors=\"\(run.count(.blocked))\" "
            + "skipped=\"\(run.count(.skipped) + items.count - run.judged)\" time=\"\(JUnitReport.seconds(took))\""
        let name = XMLText.escaped(run.checklist.title)
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"\(name)\" \(counts)>",
            "  <testsuite name=\"\(name)\" \(counts)>",
        ]
        if let facts = run.sessions.last?.facts, !facts.isEmpty {
            lines.append("    <properties>")
            lines += facts.map {
                "      <property name=\"\(XMLText.escaped($0.name))\" value=\"\(XMLText.escaped($0.value))\"/>"
            }
            lines.append("    </properties>")
        }
        for item in items { lines += testCase(item) }
        return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
    }

    private func testCase(_ item: ChecklistItem) -> [String] {
        let record = run.record(of: item)
        let head =
            "    <testcase name=\"\(XMLText.escaped(item.id + ": " + item.title))\" "
            + "classname=\"\(XMLText.escaped(run.checklist.title))\" "
            + "time=\"\(JUnitReport.seconds(record?.evidence?.took ?? 0))\">"
        var lines = [head]
        let note = XMLText.escaped(record?.note ?? "")
        switch record?.verdict {
        case .passed: break
        case .failed: lines.append("      <failure message=\"\(note)\"/>")
        case .blocked: lines.append("      <error message=\"\(note)\"/>")
        case .skipped: lines.append("      <skipped message=\"\(note)\"/>")
        case nil: lines.append("      <skipped message=\"no verdict yet\"/>")
        }
        let told = output(record)
        if !told.isEmpty { lines.append("      <system-out>\(XMLText.escaped(told))</system-out>") }
        return lines + ["    </testcase>"]
    }

    private func output(_ record: ItemRecord?) -> String {
        guard let record else { return "" }
        var lines: [String] = []
        if !record.note.isEmpty { lines.append("note: \(record.note)") }
        if let outcome = record.evidence?.outcome { lines.append("outcome: \(outcome)") }
        lines += (record.evidence?.events ?? []).map { "\(JUnitReport.seconds($0.at)) \($0.text)" }
        for screen in record.evidence?.screens ?? [] {
            lines += ["", "[\(screen.name)]"] + ScreenText(screen.buffer).lines
        }
        return lines.joined(separator: "\n")
    }
}
