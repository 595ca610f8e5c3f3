/// The error catalogue of a launch: every failed launch ends in exactly one of these.
///
/// The raw value is the number that users see, report and look up; `message` is its fixed English text.
public enum LaunchCode: Int, CaseIterable, Sendable {
    /// The program was deleted from the development platform.
    case removed = 1001
    /// The program was taken down from the host.
    case suspended = 1002
    /// Anything that has no code of its own.
    case unknown = 10000
    /// The app id is not valid.
    case notFound = 10001
    /// The package is damaged.
    case unzipFailed = 10002
    /// Metadata could not be had, most likely because of the network.
    case fetchFailed = 10003
    /// The package could not be downloaded, most likely because of the network.
    case downloadFailed = 10009
    /// Not ready within the time that an attempt has.
    case timedOut = 10010
    /// Resources that the program needs could not be downloaded, most likely because of the network.
    case resourcesFailed = 10030

    /// The message as the catalogue fixes it; it stands beside the code in logs and in JSON in every language.
    public var message: String { words.message.english }

    /// Whether a reload can help; it decides what Enter does on the error page. `r` reloads in any case.
    public var reloadCanHelp: Bool { words.reloadCanHelp }

    /// What a process that ended with this failure tells its parent: 1001 → 11, 10000 → 20, 10030 → 50.
    public var exitStatus: Int32 { Int32(rawValue < 10_000 ? rawValue - 990 : rawValue - 9_980) }
}

/// Why a launch failed: the catalogue's code, and the underlying cause beside it.
public struct LaunchFailure: Error, Equatable, Sendable {
    /// What the user sees, reports and looks up.
    public let code: LaunchCode
    /// What happened and to what, in one sentence and in every language that it is known in.
    public let reason: Cause
    /// What the user can do, where the code's own advice would mislead; `nil` elsewhere.
    public let advice: Cause?
    /// What people read beside the code, where its message is of something else; `nil` elsewhere.
    public let title: Cause?

    /// The reason in English, for the log and for JSON. May hold text from outside.
    public var cause: String { reason.english }

    /// A failure with its cause, in every language that it is known in.
    public init(_ code: LaunchCode, _ reason: Cause, advice: Cause? = nil, title: Cause? = nil) {
        self.code = code
        self.reason = reason
        self.advice = advice
        self.title = title
    }

    /// A cause that is known in one language alone.
    public init(_ code: LaunchCode, cause: String) {
        self.init(code, Cause(asIs: cause))
    }

    /// The same code and the same cause; how that is worded in other languages does not count.
    public static func == (left: LaunchFailure, right: LaunchFailure) -> Bool {
        left.code == right.code && left.cause == right.cause
    }
}

extension LaunchFailure: CustomStringConvertible {
    /// For logs and traces, in English. May hold text from outside.
    public var description: String {
        "\(code.rawValue) \(code.message)" + (cause.isEmpty ? "" : " (\(cause))")
    }
}

extension LaunchFailure {
    /// There is the program, but not in the version that was asked for: asking again will not help.
    static func versionElsewhere(wanted: String, offered: String) -> LaunchFailure {
        LaunchFailure(
            .notFound, .versionElsewhere(wanted: wanted, offered: offered),
            advice: .openWithoutVersion(wanted: wanted, offered: offered))
    }
}

extension LaunchFailure {
    package static func commandNotReady(_ name: String, within timeout: Duration) -> LaunchFailure {
        LaunchFailure(
            .timedOut, .commandNotReady(name, within: timeout.plainSeconds), advice: .reloadStartsAgain,
            title: .commandLate)
    }

    package static func commandNotStarted(_ name: String, _ why: String) -> LaunchFailure {
        LaunchFailure(.unknown, .commandNotStarted(name, why), title: .commandUnstarted)
    }

    package static func commandNotStarted(because obstacle: Cause) -> LaunchFailure {
        LaunchFailure(.unknown, obstacle, title: .commandUnstarted)
    }

    /// A command of a start-up step did not end with status 0.
    package static func commandStepFailed(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> LaunchFailure {
        LaunchFailure(
            .unknown, .commandStepFailed(name, end, lastWords: lastWords), advice: .reloadStartsAgain,
            title: .commandFailed)
    }

    package static func commandEnded(_ name: String, _ end: CommandEnd, lastWords: SafeText?) -> LaunchFailure {
        LaunchFailure(
            .unknown, .commandEnded(name, end, lastWords: lastWords), advice: .reloadStartsAgain,
            title: .commandEndedEarly)
    }
}

extension Language {
    /// What happened, for people.
    public func message(_ failure: LaunchFailure) -> SafeText {
        failure.title.map { self[$0] } ?? self[.message(failure.code)]
    }

    /// What the user can do about a failure.
    package func advice(_ failure: LaunchFailure) -> SafeText {
        failure.advice.map { self[$0] } ?? self[.advice(failure.code)]
    }
}
