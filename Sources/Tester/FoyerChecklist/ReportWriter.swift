import Foyer
import FoyerPlatform
import FoyerSystem
import Synchronization

/// Writes a run's report while its screen goes on.
package final class ReportWriter: Sendable {
    struct Outcome: Sendable {
        let result: Result<String, LocalizedFailure>
        /// Whether it was written for a tester who leaves.
        let isLast: Bool
    }

    private let folder: String
    /// The run's own file.
    private let journal: String
    private let language: Language
    private let work: BlockingWork
    /// Those of the trials that a former report had already.
    private let screens = EvidenceScreens()
    /// The run whose report was written for a tester who left.
    private let last = Mutex<ChecklistRun?>(nil)
    /// Of how many changes the report was written last, and where it lies.
    private let written = Mutex<(changes: Int, path: String)?>(nil)

    package init(to folder: String, journal: String, language: Language, work: BlockingWork = .threads) {
        self.folder = folder
        self.journal = journal
        self.language = language
        self.work = work
    }

    /// The run as it was when the tester left; `nil` if its report has not been written.
    package var lastRun: ChecklistRun? { last.withLock { $0 } }

    func write(_ run: ChecklistRun, isLast: Bool, post: @escaping @Sendable (Outcome) -> Void) {
        work.start { [self] in
            let result = Result { () throws(LocalizedFailure) in try writeIfNew(run) }
            if isLast, case .success = result { last.withLock { $0 = run } }
            post(Outcome(result: result, isLast: isLast))
        }
    }

    private func writeIfNew(_ run: ChecklistRun) throws(LocalizedFailure) -> String {
        if let written = written.withLock({ $0 }), written.changes == run.changes { return written.path }
        let path = try ChecklistReport(run, language: language, screens: screens)
            .write(to: folder, journal: journal)
        written.withLock { $0 = (run.changes, path) }
        return path
    }
}
