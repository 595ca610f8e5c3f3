import Foyer
import FoyerFlows
import FoyerPlatform

/// Several testers' runs of one checklist.
package struct MergedRuns: Sendable {
    private let runs: [ChecklistRun]

    /// - Parameter runs: one at least, all of one checklist.
    package init(_ runs: [ChecklistRun]) {
        self.runs = runs
    }

    /// Of all of them: what one tester has found wrong is wrong, and what one has left out another may have tried.
    static func verdict(_ runs: [ChecklistRun], on item: ChecklistItem) -> Verdict? {
        let all = runs.compactMap { $0.verdict(item) }
        return all.filter { $0 != .skipped }.worst ?? all.worst
    }

    package func count(_ verdict: Verdict?) -> Int {
        runs[0].checklist.items.count { Self.verdict(runs, on: $0) == verdict }
    }

    /// One page: a matrix of items and testers, then each item with what each of them has seen.
    package func html(_ language: Language) -> String {
        var parts = runs.map { ChecklistPage.Part($0) }
        let names = parts.map(\.name)
        for index in parts.indices where names[index].isEmpty || names.count(where: { $0 == names[index] }) > 1 {
            parts[index].name = names[index].isEmpty ? "\(index + 1)" : "\(names[index]) \(index + 1)"
        }
        return ChecklistPage(parts, language: language).html
    }

    /// Writes the page into a folder, which is made if it is missing.
    ///
    /// - Returns: the page's path.
    package func write(
        to folder: String, _ language: Language, disk: Disk = .real
    ) throws(LocalizedFailure) -> String {
        try ReportFiles.write([(ChecklistReport.pageName, html(language))], to: folder, disk: disk)
        return folder + "/" + ChecklistReport.pageName
    }
}

/// What has become of a checklist's items from one run to another.
package struct RunComparison: Sendable {
    package struct Change: Equatable, Sendable {
        /// Of the item.
        package let id: String
        package let title: String
        package let before: Verdict?
        package let now: Verdict?
        /// Whether the two verdicts are about different cards.
        package var isOfAnotherCard = false

        /// Whether it is wrong, or could not be tried, and was neither before.
        package var isWorse: Bool {
            func isBad(_ verdict: Verdict?) -> Bool { verdict == .failed || verdict == .blocked }
            return isBad(now) && (!isBad(before) || now == .failed && before == .blocked)
        }
    }

    /// Those that are worse first, each in the order of the list.
    package let changes: [Change]
    /// Items that are as they were, and those that were judged in neither.
    package let same: Int
    package let open: Int
    /// Items of either run that the list has no more, with the verdict on each: the later one's, if both have one.
    package let gone: [(id: String, verdict: Verdict)]
    /// What else differs: the program's version, the list, the terminal, each as it was and as it is.
    package let facts: [(name: String, before: String, now: String)]

    package init(_ before: ChecklistRun, _ now: ChecklistRun) {
        let all = now.checklist.items.map { item in
            // What was judged then was judged of the card of then.
            let (old, new) = (before.lastRecord(of: item.id), now.record(of: item))
            var change = Change(id: item.id, title: item.title, before: old?.verdict, now: new?.verdict)
            if let old { change.isOfAnotherCard = !old.isAbout(new?.card ?? item.card) }
            return change
        }
        let changed = all.filter { $0.before != $0.now }
        changes = changed.filter(\.isWorse) + changed.filter { !$0.isWorse }
        open = all.count { $0.before == nil && $0.now == nil }
        same = all.count - changed.count - open
        let left = now.gone + before.gone.filter { gone in !now.gone.contains { $0.id == gone.id } }
        gone = left.compactMap { id, record in record.verdict.map { (id, $0) } }
        let versions = [before, now].map { run in
            var versions: [String] = []
            for version in run.checklist.items.compactMap({ run.record(of: $0)?.evidence?.version })
            where !version.isEmpty && !versions.contains(version) { versions.append(version) }
            return versions.joined(separator: ", ")
        }
        let named = RunSession.firstFacts.map { name in
            (name, before.sessions.last?.fact(name) ?? "", now.sessions.last?.fact(name) ?? "")
        }
        facts = ([("version", versions[0], versions[1])] + named).filter { $0.1 != $0.2 }
    }
}
