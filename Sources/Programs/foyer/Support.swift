import ArgumentParser
import Foyer
import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import FoyerSystem
import Glibc
import Logging

/// A command that cannot continue.
enum Failure {
    /// Prints it on standard error; the status is thrown.
    static func said(_ cause: Phrase, in language: Language, _ status: ExitCode) -> ExitCode {
        StandardError.write(language[cause])
        return status
    }

    /// Why a site's sources cannot be published or served; all mistakes, each on a line.
    static func said(_ error: PublishError, in language: Language) -> ExitCode {
        switch error {
        case .problems(let problems):
            for problem in problems { StandardError.write(problem.line(language)) }
            return ExitStatus.wrongInput
        case .disk, .server: return said(error.cause, in: language, .failure)
        default: return said(error.cause, in: language, ExitStatus.wrongInput)
        }
    }
}

/// Lines on standard output.
enum Output {
    /// For people, in the locale's character set.
    static func line(_ text: SafeText) { line(text, isLog: false) }

    /// - Parameter isLog: whether it is UTF-8 in any locale where no terminal shows it.
    static func line(_ text: SafeText, isLog: Bool) { print(fitted(text.string, isLog)) }

    /// For people who hear it: whole sentences, wrapped.
    static func say(_ sentences: [SafeText], _ language: Language, isLog: Bool = false) {
        for sentence in sentences {
            for line in SpokenLine.wrapped(SpokenLine.sentence(sentence, language)) { print(fitted(line, isLog)) }
        }
    }

    private static func fitted(_ line: String, _ isLog: Bool) -> String {
        isLog && isatty(STDOUT_FILENO) == 0 ? line : PlainText.fitted(line)
    }

    /// For programs: always UTF-8.
    static func json(_ json: JSON) { print(json.logText) }
}

enum StandardError {
    static var hasRoom: Bool { Poll.canWrite(STDERR_FILENO) }

    /// - Parameter isLog: whether it is UTF-8 in any locale where no terminal shows it.
    static func write(_ text: SafeText, isLog: Bool = false) {
        let line = isLog && isatty(STDERR_FILENO) == 0 ? text.string : PlainText.fitted(text.string)
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

enum StandardStreams {
    /// Bytes as they are, on standard output.
    static func print(_ bytes: [UInt8]) {
        fflush(nil)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return PrintedOutput.recordLoss(errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends the process if its output could not be written, since that is a failure.
    ///
    /// - Parameter status: the exit status, if it already says what went wrong.
    static func finishOutput(_ status: ExitCode = .failure) {
        guard let number = PrintedOutput.finish() else { return }
        let cause = Phrase.outputLost(SystemError.cause(number))
        // Both may be the same pipe, which nobody reads.
        if StandardError.hasRoom { StandardError.write(DisplayChoices().language[cause]) }
        // Not `exit`, which would try again.
        _exit(status.rawValue)
    }
}

/// An input file named on the command line or in the settings.
enum InputFile {
    /// Why it cannot be read; `nil` if it can.
    ///
    /// - Parameter limit: the size limit in bytes.
    static func trouble(_ path: String, limit: Int = .max) -> Phrase? {
        do { try UserFile.check(path, limit: limit) } catch { return SystemError.cause(error.code) }
        return nil
    }
}

/// The user's settings; problems with them, and with variables of the environment, are printed on standard error, and the
/// rest counts.
extension UserSettings {
    static func read(_ places: Places) -> UserSettings {
        let (settings, problems) = find(places)
        for problem in problems { StandardError.write(problem) }
        return settings
    }

    /// Those of the file first. A screen covers standard error, and shows the first itself.
    static func find(_ places: Places) -> (settings: UserSettings, problems: [SafeText]) {
        let (settings, problems) = findInFile(places)
        let language = settings.language ?? DisplayChoices().language
        return (settings, problems + VariableProblems.find(environment: Places.variable).map { language[$0] })
    }

    private static func findInFile(_ places: Places) -> (settings: UserSettings, problems: [SafeText]) {
        let path = places.settingsFile
        let text: [UInt8]
        do {
            guard let found = try SettingsFile.read(path) else { return (UserSettings(), []) }
            text = found
        } catch {
            let cause = Phrase.settingsUnreadable(path, SystemError.cause(error.code))
            return (.unread, [DisplayChoices().language[cause]])
        }
        let (settings, problems) = SettingsFile.parse(text)
        let language = settings.language ?? DisplayChoices().language
        // What ends the reading may be why there are others.
        let ordered = problems.filter(\.endsReading) + problems.filter { !$0.endsReading }
        return (settings, ordered.map { $0.line(in: path, language) })
    }
}

extension ServerFlags {
    /// How campaigns are fetched, and where their events go.
    ///
    /// - Parameter label: the name of what is logged.
    func touch(
        _ settings: UserSettings, _ display: DisplayOptions, _ places: Places, label: String, _ language: Language
    ) throws -> TouchConfiguration {
        var configuration = TouchConfiguration()
        configuration.timeout = limit(settings) ?? configuration.timeout
        configuration.network = try network(settings, places, language)
        configuration.eventsOff = display.eventsOff(settings)
        configuration.howToChangeConsent = .eventsCommand
        configuration.eventFormat = settings.eventFormat ?? .foyer
        configuration.eventAddress = settings.eventURL.flatMap { try? WebAddress($0) }
        let file = LogFile(places)
        let logger = Logger(label: label) { FileLogHandler(label: $0, file: file) }
        configuration.note = { logger.warning("\($0)") }
        return configuration
    }
}

/// Writes about launches to the log file.
struct LaunchLog: Sendable {
    private let logger: Logger

    init(_ places: Places) {
        let file = LogFile(places)
        logger = Logger(label: "launch") { FileLogHandler(label: $0, file: file) }
    }

    func began(_ appID: String) {
        logger.info("launch of \(appID)")
    }

    func hear(_ moment: LaunchPlan.Moment) {
        switch moment {
        case .failed(let failure): logger.error("\(failure.code.rawValue) \(failure.code.message): \(failure.cause)")
        case .ended(.completed): logger.info("ready")
        case .ended(.closed): logger.info("closed while loading")
        // A failure is logged when it is shown.
        case .ended(.failed), .failing, .ending, .recorded: break
        }
    }
}
