import FoyerCore
import FoyerSystem
import Synchronization

/// Shows what one command prints while it starts: every line in the details, and its last one below the bar, until it
/// reports a status to stand there.
final class CommandSpeech: Sendable {
    /// The most lines of one batch that go to the details' log; of more, the oldest are dropped.
    private static let longestBatch = 50

    private let hasStatus = Mutex(false)
    /// Call this for all news at once, even before there is a reporter to pass it to.
    func hear(_ news: CommandNews) {
        if let status = news.status { hasStatus.withLock { $0 = !status.isEmpty } }
    }

    func pass(_ output: CommandOutput, to reporter: StepReporter) {
        let spoken = output.lines.filter { !$0.isEmpty }
        for text in spoken.suffix(Self.longestBatch) { reporter.note(text.string) }
        let last = output.unfinished.isEmpty ? spoken.last : output.unfinished
        if let last, !hasStatus.withLock({ $0 }) { reporter.status(last.string) }
    }
}

extension StepReporter {
    /// Passes on what a command reports of itself.
    func pass(_ news: CommandNews) {
        if let progress = news.progress { self.progress(progress) }
        if let deadline = news.deadline { extendDeadline(to: deadline) }
        if let status = news.status { self.status(status.string) }
    }
}

extension CommandProcess {
    /// Why it ended too early, in its own words: the error that it reported, or its last line of output.
    var lastWords: SafeText? {
        errorNumber.map { SafeText(SystemError.text($0)) } ?? follow { _ in }.last { !$0.isEmpty }
    }
}
