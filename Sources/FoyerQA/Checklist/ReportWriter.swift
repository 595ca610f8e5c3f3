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
        /// The run whose screens are to be drawn next.
        var next: ChecklistRun?
        var isDrawing = false
        /// The path of the report written for a tester who left.
        var last: String?
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

    /// Whether the last report has been written.
    package var isDone: Bool { state.withLock { $0.last != nil } }

    func write(_ run: ChecklistRun, isLast: Bool, post: @escaping @Sendable (Outcome) -> Void) {
        work.start { [self] in
            let result = Result { () throws(RunJournal.Failure) in
                try ChecklistReport(run, language: language).write(to: folder)
            }
            if isLast, case .success(let path) = result { state.withLock { $0.last = path } }
            post(Outcome(result: result, isLast: isLast))
        }
    }

    /// Draws the run's screens, one after the other; while some are being drawn, only the latest run waits.
    func drawScreens(_ run: ChecklistRun) {
        let begins = state.withLock { state in
            state.next = run
            guard !state.isDrawing else { return false }
            state.isDrawing = true
            return true
        }
        guard begins else { return }
        work.start { [self] in
            while let run = nextRun() { ChecklistReport(run, language: language).drawPictures(in: folder, atOnce: 1) }
        }
    }

    private func nextRun() -> ChecklistRun? {
        state.withLock { state in
            defer { state.next = nil }
            if state.next == nil { state.isDrawing = false }
            return state.next
        }
    }
}
