import FoyerCore

/// The words of the splash view.
extension Language {
    /// How long a launch has taken so far, once that is worth a word, and how long it usually takes.
    package func launchTime(elapsed: Duration, usual: Double?) -> SafeText {
        let seconds = Int(elapsed.inSeconds)
        let parts = [
            seconds >= Self.noteworthySeconds ? self[Phrase("\(seconds) s")] : nil,
            usual.map { self[Phrase("usually \(max(1, Int($0.rounded()))) s")] },
        ]
        return SafeText(parts.compactMap { $0?.string }.joined(separator: " · "))
    }

    /// Seconds after which a launch says how long it has taken.
    package static let noteworthySeconds = 5

    /// The title and the message of the alert over the loading page. The network is named only where it is most likely to
    /// blame.
    ///
    /// - Parameter cause: what happened, if it is to be shown; may be empty.
    package func alert(_ failure: LaunchFailure, service: SafeText, cause: SafeText) -> (
        title: SafeText, message: SafeText
    ) {
        guard !failure.mayBeTheNetwork else {
            let message = Phrase("\(service) could not be reached. Check the network and try again.")
            return (failure.title == nil ? self[.alertTitle] : self.message(failure), self[message])
        }
        let words = cause.isEmpty ? lineAdvice(failure) : cause
        return (
            self.message(failure), self[Phrase("\(service): \(words)")]
        )
    }
}

extension LaunchFailure {
    /// Whether the network is most likely to blame: by its code, unless it brings advice of its own.
    fileprivate var mayBeTheNetwork: Bool {
        switch code {
        case .fetchFailed, .downloadFailed, .resourcesFailed: advice == nil
        case .removed, .suspended, .unknown, .notFound, .unzipFailed, .timedOut: false
        }
    }
}

extension Phrase {
    /// Of a mini program whose name is not known yet.
    package static let preparing = Phrase("Preparing the awesome ...")

    /// Of a host's own launch.
    static func starting(_ name: String) -> Phrase {
        Phrase("Starting \(name) …")
    }

    package static let stopCommand = Phrase("Stop")

    package static let alertTitle = Phrase("Error connecting!")
}
