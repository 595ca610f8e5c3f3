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

enum StandardError {
    static func write(_ text: SafeText) {
        let bytes = Array((text.string + "\n").utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

enum StandardStreams {
    /// Ends the process where what was printed could not be written: it did not go well then.
    static func finishOutput() {
        guard let number = PrintedOutput.finish() else { return }
        let cause = Cause.fileNotWritten("standard output", SystemError.text(number))
        StandardError.write(DisplayChoices().language[cause])
        // Not `exit`, which would try once more.
        _exit(ExitCode.failure.rawValue)
    }
}

/// A file that was named on the command line or in the settings, to be read.
enum InputFile {
    /// Why it cannot be read; `nil` where it can.
    static func trouble(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return SystemError.text(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return SystemError.text(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: return SystemError.text(EISDIR)
        default: return SystemError.text(EINVAL)
        }
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
        guard let text = SettingsFile.read(places.settingsFile) else {
            if OutputFile.exists(places.settingsFile) {
                StandardError.write(DisplayChoices().language[Cause.settingsUnreadable(places.settingsFile)])
            }
            return Settings()
        }
        let (settings, problems) = SettingsFile.parse(text)
        for problem in problems { StandardError.write(SafeText("\(places.settingsFile), \(problem.description)")) }
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
