import FoyerCore

/// The words of a launch in lines.
extension Language {
    /// Whole per cent, 0…100.
    package func position(percent: Int) -> SafeText {
        let value = min(100, max(0, percent))
        return SafeText(alreadySafe: String(repeating: " ", count: 3 - String(value).count) + "\(value) %")
    }

    /// A line of progress: " 42 %  Downloading"; without the number if nobody knows it.
    package func plainProgress(percent: Int?, label: SafeText) -> SafeText {
        (percent.map { position(percent: $0) } ?? "     ") + "  " + label
    }

    /// A sign of life in a log.
    package func plainStillLoading(seconds: Int) -> SafeText {
        self[Phrase("still loading, \(seconds) s")]
    }

    package func plainReady(_ app: SafeText, version: SafeText) -> SafeText {
        self[Phrase("\(app) \(version) is ready")]
    }

    /// The last line of a launch that failed: "error 10009: Mini program download failed (cause)".
    package func plainFailed(_ failure: LaunchFailure) -> SafeText {
        let message = message(failure)
        let cause = self[failure.reason]
        let number = failure.code.rawValue
        return self[Phrase("error \(number): \(message)")]
            + (cause.isEmpty ? "" : self[Phrase(" (\(cause))")])
    }

    package var plainClosed: SafeText { self[Phrase("Closed before it was ready")] }
}
