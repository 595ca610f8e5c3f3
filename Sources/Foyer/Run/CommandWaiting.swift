import FoyerCore
import FoyerSystem
import FoyerTUI

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
