import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc
import Logging

/// A command that cannot go on.
enum Failure {
    /// Says it on standard error; what is thrown then is the status.
    static func said(_ cause: Cause, in language: Language, _ status: ExitCode) -> ExitCode {
        StandardError.write(language[cause])
        return status
    }
}

/// Lines on standard output.
enum Output {
    /// For people: in the characters that the locale has.
    static func line(_ text: SafeText) { print(PlainText.fitted(text.string)) }

    /// For programs: always UTF-8.
    static func json(_ json: JSON) { print(json.jsonText) }
}

enum StandardError {
    static var hasRoom: Bool {
        var waiting = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    static func write(_ text: SafeText) {
        let bytes = Array((PlainText.fitted(text.string) + "\n").utf8)
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

    /// Ends the process where what was printed could not be written: it did not go well then.
    ///
    /// - Parameter status: what it ends with where that says already what went wrong.
    static func finishOutput(_ status: ExitCode = .failure) {
        guard let number = PrintedOutput.finish() else { return }
        let cause = Cause.outputLost(SystemError.cause(number))
        // Both may be the same pipe, which nobody reads.
        if StandardError.hasRoom { StandardError.write(DisplayChoices().language[cause]) }
        // Not `exit`, which would try once more.
        _exit(status.rawValue)
    }
}

/// A file that was named on the command line or in the settings, to be read.
enum InputFile {
    /// Why it cannot be read; `nil` where it can.
    ///
    /// - Parameter limit: bytes.
    static func trouble(_ path: String, limit: Int = .max) -> Cause? {
        do throws(DiskError) { try UserFile.check(path, limit: limit) } catch { return SystemError.cause(error.code) }
        return nil
    }
}

enum TerminalSize {
    /// The size of the terminal on standard output; 80×24 where it does not tell.
    static var current: CellSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return CellSize(columns: 80, rows: 24)
        }
        return CellSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}

/// The user's settings; what is wrong in them is said on standard error, and the rest counts.
enum UserSettings {
    static func read(_ places: Places) -> Settings {
        let path = places.settingsFile
        let text: [UInt8]
        do throws(DiskError) {
            guard let found = try SettingsFile.read(path) else { return Settings() }
            text = found
        } catch {
            let cause = Cause.settingsUnreadable(path, SystemError.cause(error.code))
            StandardError.write(DisplayChoices().language[cause])
            return Settings.unread
        }
        let (settings, problems) = SettingsFile.parse(text)
        let language = settings.language ?? DisplayChoices().language
        for problem in problems { StandardError.write(problem.line(in: path, language)) }
        return settings
    }
}

/// What goes to the log file about launches.
struct LaunchLog: Sendable {
    private let logger: Logger

    init(_ places: Places) {
        let file = LogFile(places)
        logger = Logger(label: "launch") { FileLogHandler(label: $0, file: file) }
    }

    func began(_ appID: String) {
        logger.info("launch of \(appID)")
    }

    func failed(_ failure: LaunchFailure) {
        logger.error("\(failure.code.rawValue) \(failure.code.message): \(failure.cause)")
    }

    func ended(_ outcome: LaunchOutcome) {
        switch outcome {
        case .completed: logger.info("ready")
        case .closed: logger.info("closed while loading")
        // Said when it happened.
        case .failed: break
        }
    }
}
