extension LaunchFailure {
    package static func commandNotStarted(_ name: String, _ why: String) -> LaunchFailure {
        LaunchFailure(.unknown, .commandNotStarted(name, why), title: .commandUnstarted)
    }

    package static func commandNotStarted(because obstacle: Phrase) -> LaunchFailure {
        LaunchFailure(.unknown, obstacle, title: .commandUnstarted)
    }

    /// A command of a start-up step did not end with status 0.
    package static func commandStepFailed(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> LaunchFailure {
        LaunchFailure(
            .unknown, .commandStepFailed(name, end, lastWords: lastWords), advice: .reloadStartsAgain,
            title: .commandFailed
        ).advisingInLines(.startAgain)
    }

    package static func commandEnded(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> LaunchFailure {
        LaunchFailure(
            .unknown, .commandEnded(name, end, lastWords: lastWords), advice: .reloadStartsAgain,
            title: .commandEndedEarly
        ).advisingInLines(.startAgain)
    }
}

/// Why the launch of a command, or a command's step, has failed.
extension Phrase {
    package static func commandNotStarted(_ name: String, _ why: String) -> Phrase {
        Phrase("\(name) could not be started: \(why).")
    }

    package static func portTaken(_ port: UInt16) -> Phrase {
        Phrase("Port \(port) is taken by another program already; stop that one, or choose another port.")
    }

    /// - Parameter lastWords: the last line that it wrote.
    package static func commandEnded(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> Phrase {
        let ended = ended(end)
        guard let lastWords else { return Phrase("\(name) \(ended) before it was ready.") }
        return Phrase("\(name) \(ended) before it was ready. It wrote last: \(lastWords)")
    }

    /// - Parameter lastWords: the last line that it wrote.
    static func commandStepFailed(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> Phrase {
        let ended = ended(end)
        guard let lastWords else { return Phrase("\(name) \(ended).") }
        return Phrase("\(name) \(ended). It wrote last: \(lastWords)")
    }

    /// In English with the signal's name.
    private static func ended(_ end: CommandEnd) -> Phrase {
        Phrase(english: end.description, elsewhere: .ending(end))
    }

    static let commandEndedEarly = Phrase("The command ended before it was ready")
    static let commandFailed = Phrase("A command of the start-up failed")
    static let commandUnstarted = Phrase("The command could not be started")
}

/// A command's own message about its failure, from the notify socket. It fills the error page, which only the command's end
/// opens.
package struct CommandError: Equatable, Sendable {
    /// The longest cause or advice, and the longest title, in columns.
    static let longestText = 400
    static let longestTitle = 100

    /// `X_FOYER_ERROR=`: its code as it was written, which may be none of the table; empty if what was said no longer holds.
    package private(set) var word: SafeText?
    /// `X_FOYER_CAUSE=`: what happened.
    package private(set) var cause: SafeText?
    /// `X_FOYER_TITLE=`: the same in a few words.
    package private(set) var title: SafeText?
    /// `X_FOYER_ADVICE=`: what the user can do.
    package private(set) var advice: SafeText?

    /// The code that the page shows; `unknown` where it named none that there is.
    package var code: LaunchCode { Self.code(word) ?? .unknown }

    /// The code that it named, if there is no such code; else `nil`.
    package var unknownCode: SafeText? {
        guard let word, !word.isEmpty, Self.code(word) == nil else { return nil }
        return word
    }

    /// The page has nothing of it to show.
    package var isEmpty: Bool {
        Self.code(word) == nil && [cause, title, advice].allSatisfy { $0?.isEmpty ?? true }
    }

    /// Digits alone: a sign or a space is a mistake.
    private static func code(_ word: SafeText?) -> LaunchCode? {
        guard let word, word.string.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        return Int(word.string).flatMap { LaunchCode(rawValue: $0) }
    }

    private enum Field: String {
        case error = "X_FOYER_ERROR"
        case cause = "X_FOYER_CAUSE"
        case title = "X_FOYER_TITLE"
        case advice = "X_FOYER_ADVICE"
    }

    /// Takes one line of a message; names that are not of an error change nothing.
    mutating func take(_ name: String, _ value: String) {
        guard let field = Field(rawValue: name) else { return }
        func text(_ limit: Int) -> SafeText { SafeText(value, columns: limit, ellipsis: .ellipsis) }
        switch field {
        case .error: word = text(Self.longestTitle)
        case .cause: cause = text(Self.longestText)
        case .title: title = text(Self.longestTitle)
        case .advice: advice = text(Self.longestText)
        }
    }

    /// The error after one more message. A message with a code begins anew, since the former cause was the former error's.
    package func followed(by next: CommandError) -> CommandError {
        guard next.word == nil else { return next }
        var whole = self
        whole.cause = next.cause ?? cause
        whole.title = next.title ?? title
        whole.advice = next.advice ?? advice
        return whole
    }
}

extension LaunchFailure {
    /// The failure as the command itself names it; what it leaves out is as without its words. Code, title, cause and advice
    /// are quoted.
    package func named(by error: CommandError?) -> LaunchFailure {
        guard let error, !error.isEmpty else { return self }
        func said(_ text: SafeText?) -> Phrase? { text.flatMap { $0.isEmpty ? nil : Phrase(asIs: $0.string) } }
        let isUnknown = error.code == .unknown
        let own = said(error.title) ?? error.code.commandTitle
        let advice = said(error.advice)
        return LaunchFailure(
            error.code, said(error.cause) ?? reason, advice: advice ?? (isUnknown ? self.advice : nil),
            title: own ?? title
        ).advisingInLines(advice == nil && isUnknown ? lineAdvice : nil).inItsOwnWords
    }
}

extension LaunchCode {
    /// The title of a command's page, which is no mini program; `nil` where the code tells nothing.
    fileprivate var commandTitle: Phrase? {
        switch self {
        case .removed: Phrase("It has been removed")
        case .suspended: Phrase("It has been suspended")
        case .unknown: nil
        case .notFound: Phrase("It does not exist")
        case .unzipFailed: Phrase("Unpacking failed")
        case .fetchFailed: Phrase("Fetching failed")
        case .downloadFailed: Phrase("The download failed")
        case .timedOut: Phrase("It was not ready in time")
        case .resourcesFailed: Phrase("Files that it needs could not be loaded")
        }
    }
}
