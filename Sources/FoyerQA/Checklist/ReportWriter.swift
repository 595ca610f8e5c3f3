import Foyer
import FoyerPlatform
import FoyerSystem
import Synchronization

/// Writes a run's report while its screen goes on, and draws the run's screens as they come, so that little is left to
/// draw at the end.
package final class ReportWriter: Sendable {
    struct Outcome: Sendable {
        let result: Result<String, RunJournal.Failure>
        /// Whether it was written for a tester who leaves.
        let isLast: Bool
    }

    private struct State {
        /// The screens that have not been drawn yet, each with its item.
        var waiting: [(KeptScreen, ChecklistItem)] = []
        var isDrawing = false
        var isLeaving = false
        /// The run whose report was written for a tester who left.
        var last: ChecklistRun?
    }

    private let folder: String
    private let language: Language
    private let work: BlockingWork
    private let state = Mutex(State())

    package init(to folder: String, language: Language, work: BlockingWork = .threads) {
        self.folder = folder
        self.language = language
        self.work = work
    }

    /// The run as it was when the tester left; `nil` if its report has not been written.
    package var lastRun: ChecklistRun? { state.withLock { $0.last } }

    func write(_ run: ChecklistRun, isLast: Bool, post: @escaping @Sendable (Outcome) -> Void) {
        if isLast { state.withLock { $0.isLeaving = true } }
        work.start { [self] in
            let result = Result { () throws(RunJournal.Failure) in
                try ChecklistReport(run, language: language).write(to: folder)
            }
            if isLast, case .success = result { state.withLock { $0.last = run } }
            post(Outcome(result: result, isLast: isLast))
        }
    }

    /// Draws an item's screens, one after the other, behind those that still wait.
    func drawScreens(_ screens: [KeptScreen], of item: ChecklistItem) {
        let begins = state.withLock { state in
            state.waiting += screens.map { ($0, item) }
            guard !state.isDrawing else { return false }
            state.isDrawing = true
            return true
        }
        guard begins else { return }
        work.start { [self] in
            while let (screen, item) = nextScreen() {
                ChecklistReport.draw([screen.svg(title: item.title)], in: folder, atOnce: 1)
            }
        }
    }

    private func nextScreen() -> (KeptScreen, ChecklistItem)? {
        state.withLock { state in
            // The last report draws what is left, two at a time.
            guard !state.waiting.isEmpty, !state.isLeaving else {
                state.isDrawing = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
