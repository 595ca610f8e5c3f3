import Foyer

/// A tester's progress through a checklist: the verdicts so far. A value; its file is ``RunJournal``.
package struct ChecklistRun: Sendable {
    package let checklist: Checklist
    package private(set) var sessions: [RunSession] = []
    private var records: [String: ItemRecord] = [:]
    /// The current item.
    private(set) var index = 0

    package init(_ checklist: Checklist, entries: [RunEntry] = []) {
        self.checklist = checklist
        for entry in entries { apply(entry) }
        index = firstOpen ?? 0
    }

    // MARK: - What has been validated

    /// Entries of items that are no longer in the list are hidden.
    package mutating func apply(_ entry: RunEntry) {
        switch entry {
        case .session(let session): sessions.append(session)
        case .verdict(let item, let record): records[item] = record
        case .note(let item, let text): records[item]?.note = text
        }
    }

    package func record(of item: ChecklistItem) -> ItemRecord? { records[item.id] }

    package func count(_ verdict: Verdict) -> Int {
        checklist.items.count { records[$0.id]?.verdict == verdict }
    }

    package var judged: Int { checklist.items.count { records[$0.id] != nil } }
    package var isComplete: Bool { firstOpen == nil }
    private var firstOpen: Int? { checklist.items.firstIndex { records[$0.id] == nil } }

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
        if let next = order.first(where: { records[items[$0].id] == nil }) { index = next }
    }
}
