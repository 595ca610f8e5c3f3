import Foyer

/// A tester's progress through a checklist: the verdicts so far. A value; its file is ``RunJournal``.
package struct ChecklistRun: Sendable {
    package let checklist: Checklist
    package private(set) var sessions: [RunSession] = []
    /// The records of each item, one for each time that it was done; the last one counts.
    private var records: [String: [ItemRecord]] = [:]
    /// The names of items that are not in the list, in the order in which they came.
    private var strangers: [String] = []
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

    package mutating func apply(_ entry: RunEntry) {
        changes += 1
        switch entry {
        case .session(let session): sessions.append(session)
        case .trial(let item, let record): begin(item, record)
        case .verdict(let item, let record): judge(item, record)
        case .note(let item, let text, let card): change(item, card) { $0.note = text }
        case .sentence(let item, let number, let judgement, let card):
            change(item, card) { $0.sentences[number] = judgement }
        case .defect(let item, let text, let card): change(item, card) { $0.defect = text }
        }
    }

    /// What was written down for a verdict that was not given is for the one to come.
    private mutating func begin(_ item: String, _ record: ItemRecord) {
        update(item, record.card) { all in
            var record = record
            if var last = all.popLast() {
                if last.verdict == nil {
                    if record.note.isEmpty { record.note = last.note }
                    (record.defect, last.note, last.defect) = (last.defect, "", "")
                }
                if !last.isEmpty { all.append(last) }
            }
            all.append(record)
        }
    }

    private mutating func judge(_ item: String, _ record: ItemRecord) {
        update(item, record.card) { all in
            var record = record
            if let last = all.last, last.verdict == nil || record.evidence == nil || last.evidence == record.evidence {
                // Of a trial, the evidence is there already.
                record.evidence = record.evidence ?? last.evidence
                (record.sentences, record.defect) = (last.sentences, last.defect)
                all.removeLast()
            }
            all.append(record)
        }
    }

    /// Of the last time that it was done, or of one to come.
    private mutating func change(_ item: String, _ card: CardWording?, _ body: (inout ItemRecord) -> Void) {
        let blank = blank(card)
        update(item, card) { all in
            if all.isEmpty { all.append(blank) }
            body(&all[all.count - 1])
        }
    }

    /// Changes the records of an item, the last of which is about this card: what was judged on another one is over. In place,
    /// since a long run may have many of one item.
    private mutating func update(_ item: String, _ card: CardWording?, _ body: (inout [ItemRecord]) -> Void) {
        if records[item] == nil, !checklist.items.contains(where: { $0.id == item }) { strangers.append(item) }
        var all = records.removeValue(forKey: item) ?? []
        if let last = all.last, !last.isAbout(card) { all.append(blank(card)) }
        body(&all)
        records[item] = all
    }

    private func blank(_ card: CardWording?) -> ItemRecord {
        var record = ItemRecord(verdict: nil, time: sessions.last?.time ?? "", session: sessions.count)
        record.card = card
        return record
    }

    /// The record of the last time that the item was done; `nil` if its card has changed since.
    package func record(of item: ChecklistItem) -> ItemRecord? {
        records[item.id]?.last.flatMap { $0.isAbout(item.card) ? $0 : nil }
    }

    /// The records of the times before, the latest first.
    package func former(of item: ChecklistItem) -> [ItemRecord] {
        let all = records[item.id] ?? []
        return (record(of: item) == nil ? all : all.dropLast()).reversed()
    }

    /// What was judged of an item whose card has changed since, and which is open again.
    func verdictBeforeChange(of item: ChecklistItem) -> Verdict? {
        record(of: item) == nil ? records[item.id]?.last { $0.verdict != nil }?.verdict : nil
    }

    /// The last record of an item, whatever its card said then.
    func lastRecord(of id: String) -> ItemRecord? { records[id]?.last }

    /// What was judged and is in the list no more.
    package var gone: [(id: String, record: ItemRecord)] {
        strangers.compactMap { id in records[id]?.last.flatMap { $0.isEmpty ? nil : (id, $0) } }
    }

    /// The list that it is of, as the last sitting names it.
    package var listName: String? { sessions.last?.fact(RunSession.listName) }

    /// Who has walked it, each once, in order.
    package var testers: [String] {
        var testers: [String] = []
        for name in sessions.compactMap({ $0.fact(RunSession.testerName) }) {
            testers.removeAll { $0 == name }
            testers.append(name)
        }
        return testers
    }

    /// Who sat here before, if that is somebody else than now, and something was written down.
    var othersRun: String? {
        let names = sessions.suffix(2).map { $0.fact(RunSession.testerName) ?? "" }
        guard names.count == 2, names[0] != names[1], !names[0].isEmpty, !records.isEmpty else { return nil }
        return names[0]
    }

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

extension ItemRecord {
    /// Whether nothing of it was ever written down.
    fileprivate var isEmpty: Bool {
        verdict == nil && evidence == nil && sentences.isEmpty && note.isEmpty && defect.isEmpty
    }

    /// Whether it may be about this card: runs of former versions do not say.
    func isAbout(_ card: CardWording?) -> Bool { self.card == nil || card == nil || self.card == card }
}
