import Foyer

/// A tester's progress through a checklist: the verdicts so far. A value; its file is ``RunJournal``.
package struct ChecklistRun: Sendable {
    package let checklist: Checklist
    package private(set) var sessions: [RunSession] = []
    /// The records of each item, one for each time that it was done; the last one counts.
    private var records: [String: [ItemRecord]] = [:]
    /// The current item.
    private(set) var index = 0
    /// How often it has changed: a report that was written of as many changes is up to date.
    private(set) var changes = 0

    package init(_ checklist: Checklist, entries: [RunEntry] = []) {
        self.checklist = checklist
        for entry in entries { apply(entry) }
        index = firstOpen ?? 0
    }

    // MARK: - What has been validated

    /// Entries of items that are no longer in the list are hidden.
    package mutating func apply(_ entry: RunEntry) {
        changes += 1
        switch entry {
        case .session(let session): sessions.append(session)
        case .trial(let item, let record): begin(item, record)
        case .verdict(let item, let record): judge(item, record)
        case .note(let item, let text): change(item) { $0.note = text }
        case .sentence(let item, let number, let judgement): change(item) { $0.sentences[number] = judgement }
        case .defect(let item, let text): change(item) { $0.defect = text }
        }
    }

    /// What was written down for a verdict that was not given is for the one to come.
    private mutating func begin(_ item: String, _ record: ItemRecord) {
        var all = records[item] ?? []
        var record = record
        if var last = all.popLast() {
            if last.verdict == nil {
                if record.note.isEmpty { record.note = last.note }
                (record.defect, last.note, last.defect) = (last.defect, "", "")
            }
            let isEmpty = last.verdict == nil && last.evidence == nil && last.sentences.isEmpty
            if !isEmpty { all.append(last) }
        }
        records[item] = all + [record]
    }

    private mutating func judge(_ item: String, _ record: ItemRecord) {
        var all = records[item] ?? []
        var record = record
        if let last = all.last, last.verdict == nil || record.evidence == nil || last.evidence == record.evidence {
            // Of a trial, the evidence is there already.
            record.evidence = record.evidence ?? last.evidence
            (record.sentences, record.defect) = (last.sentences, last.defect)
            all.removeLast()
        }
        records[item] = all + [record]
    }

    /// Of the last time that it was done, or of one to come.
    private mutating func change(_ item: String, _ body: (inout ItemRecord) -> Void) {
        var all = records[item] ?? []
        var last = all.popLast() ?? ItemRecord(verdict: nil, time: sessions.last?.time ?? "", session: sessions.count)
        body(&last)
        records[item] = all + [last]
    }

    /// The record of the last time that the item was done.
    package func record(of item: ChecklistItem) -> ItemRecord? { records[item.id]?.last }

    /// The records of the times before, the latest first.
    package func former(of item: ChecklistItem) -> [ItemRecord] { (records[item.id] ?? []).dropLast().reversed() }

    /// Who walked it last.
    var tester: String? { sessions.last?.fact(RunSession.testerName) }

    /// The sitting in which an item was done.
    func session(of record: ItemRecord) -> RunSession? {
        sessions.indices.contains(record.session - 1) ? sessions[record.session - 1] : sessions.last
    }

    func verdict(_ item: ChecklistItem) -> Verdict? { record(of: item)?.verdict }

    package func count(_ verdict: Verdict) -> Int { checklist.items.count { self.verdict($0) == verdict } }

    package var judged: Int { checklist.items.count { verdict($0) != nil } }
    package var isComplete: Bool { firstOpen == nil }
    private var firstOpen: Int? { checklist.items.firstIndex { verdict($0) == nil } }

    /// Whether the platform under test cannot be told to do what the item asks for.
    func lacksOrders(_ item: ChecklistItem) -> Bool { item.needsOrders && sessions.last?.server != nil }

    // MARK: - Where the tester is

    var item: ChecklistItem { checklist.items[index] }

    mutating func step(by step: Int) {
        move(to: index + step)
    }

    mutating func move(to index: Int) {
        self.index = min(max(0, index), checklist.items.count - 1)
    }

    /// To the next item without a verdict, from here on, then from the beginning.
    mutating func moveToNextOpen() {
        let items = checklist.items
        let order = Array(items.indices.dropFirst(index + 1)) + Array(items.indices.prefix(index + 1))
        if let next = order.first(where: { verdict(items[$0]) == nil }) { index = next }
    }
}
