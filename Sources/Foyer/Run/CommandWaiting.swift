import FoyerCore
import FoyerSystem
import FoyerTUI

/// Says on standard error that a command still starts, until it is ready: for somebody who sees no splash.
struct CommandWaiting {
    private let task: Task<Void, Never>

    init(_ title: String, _ language: Language) {
        let began = MonotonicClock.now
        task = Task {
            var wait = SplashRule.silence
            while (try? await Task.sleep(for: wait)) != nil {
                let seconds = Int((MonotonicClock.now - began).inSeconds.rounded())
                LineOutput.error.add(PlainText.fitted(language.stillStarting(title, seconds: seconds).string))
                wait = LaunchLines.signInterval
            }
        }
    }

    func end() { task.cancel() }
}
