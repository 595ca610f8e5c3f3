import Foyer
import FoyerGolden
import FoyerSystem
import Glibc

/// The golden screens that somebody decides about: what differs, and what there is no file of yet.
package struct GoldenReview: Sendable {
    package struct Item: Sendable {
        package let outcome: GoldenOutcome
        /// `nil` where there is no file.
        package var difference: GoldenDifference? {
            if case .differs(let difference) = outcome.state { difference } else { nil }
        }
        package fileprivate(set) var answer: Answer?
    }

    package enum Answer: Sendable { case kept, left }

    package private(set) var items: [Item]
    /// The one that is asked about.
    package private(set) var index = 0

    /// - Parameters:
    ///   - results: of flows that were played with `GoldenOrder.Rule.collect`.
    ///   - pending: what other tests have left.
    package init(_ results: [ScenarioResult], pending: [GoldenOutcome] = []) {
        items = (results.flatMap(\.goldens) + pending).filter(\.isNews).map { Item(outcome: $0) }
    }

    /// `nil` once all have been decided about.
    package var item: Item? { items.indices.contains(index) ? items[index] : nil }
    package var kept: Int { items.count { $0.answer == .kept } }
    package var left: Int { items.count - kept }

    mutating func answer(_ answer: Answer) {
        guard items.indices.contains(index) else { return }
        items[index].answer = answer
        index += 1
    }

    /// Writes the present one, and asks about the next.
    package mutating func keep() throws(DiskError) {
        guard let item else { return }
        try GoldenFiles.write(item.outcome)
        // Kept twice, it does no harm.
        if let pending = item.outcome.pending { unlink(pending) }
        answer(.kept)
    }

    /// The present one and all that follow.
    package mutating func keepAll() throws(DiskError) { while item != nil { try keep() } }

    /// Leaves the file as it is, and asks about the next.
    package mutating func leave() { answer(.left) }
}

extension GoldenReview.Item {
    /// What is asked about it, a sentence each.
    package var sentences: [Phrase] { difference?.sentences ?? [.goldenIsNew] }

    /// The rows whose text differs, as they were and as they are; of a new one, all that have text.
    package var rows: [Phrase] {
        guard let difference else {
            return (0..<outcome.screen.size.rows).map { outcome.screen.text($0).line }.filter { !$0.isEmpty }
                .map { Phrase(asIs: $0) }
        }
        let rows = Set(difference.changes.map(\.row)).sorted()
        return rows.flatMap { row -> [Phrase] in
            func text(_ screen: GoldenScreen) -> String { row < screen.size.rows ? screen.text(row).line : "" }
            let (before, now) = (text(difference.old), text(difference.new))
            // What differs besides the text is named run by run.
            return before == now ? [] : [.oldRow(row + 1, before), .newRow(row + 1, now)]
        }
    }
}
