/// The error catalogue of a launch: every failed launch ends in exactly one of these.
///
/// The raw value is the number that users see, report and look up; `message` is its fixed English text.
public enum LaunchCode: Int, CaseIterable, Sendable {
    /// The program was deleted from the development platform.
    case removed = 1001
    /// The program was taken down from the host.
    case suspended = 1002
    /// Any failure without a code of its own.
    case unknown = 10000
    /// The app id is not valid.
    case notFound = 10001
    /// The package is damaged.
    case unzipFailed = 10002
    /// The metadata is not available, most likely because of the network.
    case fetchFailed = 10003
    /// The package could not be downloaded, most likely because of the network.
    case downloadFailed = 10009
    /// Not ready within the time limit of an attempt.
    case timedOut = 10010
    /// Resources that the program needs could not be downloaded, most likely because of the network.
    case resourcesFailed = 10030

    /// The catalogue's fixed message, which appears beside the code in logs and in JSON in every language.
    public var message: String { row.message.english }

    /// Whether a reload can help; it decides what Enter does on the error page. `r` reloads in any case.
    public var reloadCanHelp: Bool { row.reloadCanHelp }

    /// The exit status of a process that ended with this failure, such as 11 for 1001.
    public var exitStatus: Int32 { row.exitStatus }

    /// The key that shows the failure in a rehearsal and among the faults of a demo.
    package var key: Unicode.Scalar { row.key }
}

/// Why a launch failed: the catalogue's code with the underlying cause.
public struct LaunchFailure: Error, Equatable, Sendable {
    /// The code that the user sees, reports and looks up.
    public let code: LaunchCode
    /// What happened, in one sentence, in every language in which it is known.
    public let reason: Phrase
    /// What the user can do, if the code's own advice would mislead; otherwise `nil`.
    public let advice: Phrase?
    /// The same in lines, if ``advice`` speaks of the page; otherwise `nil`.
    package private(set) var lineAdvice: Phrase?
    /// The title beside the code, if the code's message does not fit; otherwise `nil`.
    public let title: Phrase?
    /// Whether a command has named it: then its cause and its advice are both worth showing.
    package private(set) var isInItsOwnWords = false
    /// The exit status of `foyer run` for a command that could not be started; `nil` for the code's own.
    package private(set) var commandStatus: Int32?

    /// The reason in English, for the log and for JSON. May contain text from outside.
    public var cause: String { reason.english }

    /// A failure with its cause, in every language in which it is known.
    public init(_ code: LaunchCode, _ reason: Phrase, advice: Phrase? = nil, title: Phrase? = nil) {
        self.code = code
        self.reason = reason
        self.advice = advice
        self.title = title
    }

    /// A failure with a cause known in one language only.
    public init(_ code: LaunchCode, cause: String) {
        self.init(code, Phrase(asIs: cause))
    }

    /// Equal if code and cause are; the wording in other languages does not count.
    public static func == (left: LaunchFailure, right: LaunchFailure) -> Bool {
        left.code == right.code && left.cause == right.cause
    }
}

extension LaunchFailure {
    package func advisingInLines(_ advice: Phrase?) -> LaunchFailure {
        var failure = self
        failure.lineAdvice = advice
        return failure
    }

    package func ending(with status: Int32) -> LaunchFailure {
        var failure = self
        failure.commandStatus = status
        return failure
    }

    var inItsOwnWords: LaunchFailure {
        var failure = self
        failure.isInItsOwnWords = true
        return failure
    }
}

extension LaunchFailure: CustomStringConvertible {
    /// For logs and traces, in English. May contain text from outside.
    public var description: String {
        "\(code.rawValue) \(code.message)" + (cause.isEmpty ? "" : " (\(cause))")
    }
}

extension LaunchFailure {
    /// The program exists, but not in the requested version: asking again will not help.
    package static func versionElsewhere(wanted: String, offered: String) -> LaunchFailure {
        LaunchFailure(
            .notFound, .versionElsewhere(wanted: wanted, offered: offered),
            advice: .openWithoutVersion(wanted: wanted, offered: offered))
    }
}

extension LaunchFailure {
    package static func commandNotReady(_ name: String, within timeout: Duration) -> LaunchFailure {
        LaunchFailure(
            .timedOut, .commandNotReady(name, within: timeout.plainSeconds), advice: .reloadStartsAgain,
            title: .commandLate
        ).advisingInLines(.startAgainWithMoreTime)
    }
}

extension Language {
    /// What happened, for people.
    public func message(_ failure: LaunchFailure) -> SafeText {
        failure.title.map { self[$0] } ?? self[.message(failure.code)]
    }

    /// What the user can do about a failure: its own advice, or else that of its code. The code's speaks of a mini
    /// program; where a host gives the failure a title of its own, it gets plain words.
    public func advice(_ failure: LaunchFailure) -> SafeText {
        self[failure.advice ?? (failure.title == nil ? .advice(failure.code) : failure.code.plainAdvice)]
    }

    /// The same in lines, where there is neither a reload nor a page of details.
    package func lineAdvice(_ failure: LaunchFailure) -> SafeText {
        let own = failure.lineAdvice ?? failure.advice
        return self[own ?? (failure.title == nil ? failure.code.row.lineAdvice : failure.code.plainLineAdvice)]
    }
}
