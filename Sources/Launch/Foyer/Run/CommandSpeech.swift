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

/// Says on standard error that a command still starts, until it is ready: for somebody who sees no splash.
struct CommandWaiting {
    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - sleep: waits, and throws once there is nothing to wait for.
    ///   - say: receives each sentence.
    init(
        _ title: String, _ language: Language, clock: @escaping @Sendable () -> Instant = { MonotonicClock.now },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        say: @escaping @Sendable (String) -> Void = { LineOutput.error.add(PlainText.fitted($0)) }
    ) {
        let began = clock()
        task = Task {
            var wait = SplashRule.silence
            while (try? await sleep(wait)) != nil {
                let seconds = Int((clock() - began).inSeconds.rounded())
                say(language.stillStarting(title, seconds: seconds).string)
                wait = LaunchLines.signInterval
            }
        }
    }

    func end() { task.cancel() }

    /// Returns once nothing more will be said.
    func wait() async { await task.value }
}

/// The words of a command's launch.
extension Phrase {
    package static let stepCommandReady = Phrase("Getting ready")
}

extension Language {
    /// The sentence for a user without a screen while a command starts.
    func stillStarting(_ title: String, seconds: Int) -> SafeText {
        let title = SafeText(title)
        return self[
            Phrase("\(title) is still starting, \(seconds) seconds.")]
    }

    /// The loading page's text until the command is ready.
    package func waiting(for rule: ReadyRule) -> SafeText {
        switch rule {
        case .text, .automatic, .end, .command: self[.stepCommandReady]
        case .port(let port): self[Phrase("Waiting for port \(port)")]
        case .url(let address): self[Phrase("Waiting for \(address)")]
        case .file(let path): self[Phrase("Waiting for \(path)")]
        }
    }
}
