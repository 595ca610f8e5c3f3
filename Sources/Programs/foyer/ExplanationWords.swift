import Foyer

/// The messages of `foyer run --explain` after a command has ended.
extension Language {
    /// Why it was ready, and when.
    func explained(_ sign: ReadinessSignal, after time: Duration) -> SafeText {
        let seconds = Self.tenths(time.inSeconds)
        if sign == .interrupted {
            return self[
                Phrase("Asked to end after \(seconds) s, before it was ready.")]
        }
        if sign == .shared {
            return self[
                Phrase("Another foyer run began on this terminal after \(seconds) s, before it was ready.")]
        }
        if sign == .stopped {
            return self[
                Phrase("Stopped after \(seconds) s, before it was ready.")]
        }
        return self[Phrase("Ready after \(seconds) s: \(reason(sign)).")]
    }

    private static func tenths(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// What came of the sign that came the last time.
    func explained(_ expected: LearnedSignal, by sign: ReadinessSignal?) -> SafeText {
        let waited = self[
            Phrase("Waited for \(expected.kind.name), as last time")]
        let rest: Phrase =
            switch sign {
            case .quiet, .steady, .time:
                expected.followed(by: .quiet, after: .zero) == nil
                    ? Phrase("; it did not come again, and is forgotten.")
                    : Phrase("; it did not come.")
            case .port(let port) where expected.kind != .port(port):
                Phrase("; this time it is port \(port).")
            default: Phrase(".")
            }
        return waited + self[rest]
    }

    /// What showed after the hand-over that the command was ready.
    func explained(found sign: LearnedSignal) -> SafeText {
        let seconds = Self.tenths(sign.after)
        return self[
            Phrase("Its sign came after \(seconds) s: \(sign.kind.name). The next start waits for that.")]
    }

    private func reason(_ sign: ReadinessSignal) -> Phrase {
        switch sign {
        case .interrupted, .stopped, .shared: Phrase(asIs: "")
        case .notify: Phrase("it said so (READY=1)")
        case .port(let port): Phrase("it listens on port \(port)")
        case .bar: Phrase("its progress bar ended")
        case .address: Phrase("it printed its address")
        case .quiet: Phrase("it printed something and then fell silent")
        case .terminal: Phrase("it wanted the terminal")
        case .steady: Phrase("its output went on for five seconds")
        case .time: Phrase("it had its time, and got the terminal as it was")
        case .exit: Phrase("it ended with status 0")
        case .flag: Phrase("the condition that you named was met")
        }
    }

    /// It never was.
    func explainedUnready(_ result: CommandLaunch.Result) -> SafeText {
        if !result.wasStarted { return self[Phrase("It was not started.")] }
        if result.end != nil { return self[Phrase("It exited before it was ready.")] }
        if case .failed(let failure) = result.outcome, failure.code == .timedOut {
            return self[
                Phrase("It was not ready in time, and was ended.")]
        }
        return self[Phrase("It was ended before it was ready.")]
    }

    /// What came of an error that the command named itself; `nil` if it was shown as it was said.
    func explained(_ error: CommandError, isShown: Bool) -> SafeText? {
        if let code = error.unknownCode {
            return self[
                Phrase("X_FOYER_ERROR=\(code) was ignored, because there is no such error.")]
        }
        guard !isShown, !error.isEmpty else { return nil }
        let said = "\(error.code.rawValue)" + (error.cause.map { " (\($0))" } ?? "")
        return self[
            Phrase(
                "It named error \(said), which nobody was shown: that names a failure behind the splash, and causes none."
            )]
    }

    /// Processes of the command's that run on.
    func explained(leftBehind: [ProcessEntry]) -> SafeText {
        let names = leftBehind.map { "\($0.identity) \($0.name.string)" }.joined(separator: ", ")
        return self[names.isEmpty ? Phrase("Nothing of it is left running.") : Phrase("Left running: \(names)")]
    }
}

extension LearnedSignal.Kind {
    fileprivate var name: Phrase {
        switch self {
        case .notify: Phrase(asIs: "READY=1")
        case .port(let port): Phrase("port \(port)")
        case .bar: Phrase("the end of its progress bar")
        case .address: Phrase("the address that it prints")
        }
    }
}
