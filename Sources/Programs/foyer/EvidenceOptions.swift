import ArgumentParser
import Foyer
import FoyerFlows
import FoyerPlatform
import FoyerSystem
import FoyerTrace
import Glibc

struct EvidenceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Record the terminal's output as an asciicast (version 3; 2 if its name ends in .v2.cast).",
            valueName: "file"),
        completion: .file())
    var record: String?

    @Option(
        help: ArgumentHelp(
            "Write a trace of the run: an HTML page if its name ends in .html, else JSON for Chrome's viewer.",
            valueName: "file"),
        completion: .file())
    var trace: String?

    /// The same options for another process, wherever it is started.
    var arguments: [String] {
        (record.map { ["--record", OutputFile.absolute($0)] } ?? [])
            + (trace.map { ["--trace", OutputFile.absolute($0)] } ?? [])
    }

    /// Whether the trace is a page rather than JSON.
    private var isPage: Bool { trace?.hasSuffix(TracePage.ending) ?? false }

    /// Starts the recording and the trace, if they are wanted.
    ///
    /// A trace is written at the end, when a refusal would take the place of what has happened: so its file is looked at now.
    func recorder(title: String, choices: inout DisplayChoices) throws -> Recorder {
        var recorder = Recorder()
        if let trace { try OutputFile.check(trace, choices.language) }
        if let record {
            do {
                recorder.recording = try Recording(path: record, size: TerminalSize.read(STDOUT_FILENO), title: title)
            } catch {
                throw Failure.said(error.cause, in: choices.language, ExitStatus.wrongInput)
            }
        }
        if isPage { recorder.tape = TerminalTape(title: title, since: MonotonicClock.now) }
        let (recording, tape) = (recorder.recording, recorder.tape)
        guard recording != nil || tape != nil else { return recorder }
        choices.recording = { bytes in
            let (size, now) = (TerminalSize.read(STDOUT_FILENO), MonotonicClock.now)
            recording?.take(bytes, size: size, at: now)
            tape?.take(bytes, size: size, at: now)
        }
        return recorder
    }

    /// Of a launch.
    ///
    /// - Parameters:
    ///   - ending: how the program ended; `nil` if it did not.
    ///   - isBad: whether that was no success.
    func writeTrace(
        _ record: LaunchRecord, _ outcome: LaunchOutcome, name: String, _ recorder: Recorder,
        _ presentation: Presentation, ending: SafeText? = nil, isBad: Bool = false
    ) throws {
        try writeTrace(
            LaunchTrace.json(record, name: name, hasScreen: presentation.hasScreen), recorder, presentation
        ) { attempt, began in
            attempt.take(record, since: began, until: MonotonicClock.now)
            attempt.ending = ending?.string
            if case .failed(let failure) = outcome {
                let errors = record.log.filter { if case .failed = $0.entry { true } else { false } }
                attempt.fail(presentation.language.plainFailed(failure), at: errors.last.map { $0.instant - began })
            } else if let ending, isBad {
                attempt.fail(ending)
            }
        }
    }

    /// - Parameter add: what a page says besides, with times since an instant.
    func writeTrace(
        _ json: @autoclosure () -> String, _ recorder: Recorder, _ presentation: Presentation,
        add: (inout Trace.Try, Instant) -> Void = { _, _ in }
    ) throws {
        guard let trace else { return }
        let text =
            recorder.tape?.page(
                facts: TraceFacts.here, palette: presentation.theme.palette, presentation.language,
                until: MonotonicClock.now, add: add
            ).html ?? json() + "\n"
        try OutputFile.write(text, to: trace, presentation.language)
    }
}

/// A file named on the command line.
enum OutputFile {
    static func exists(_ path: String) -> Bool { UserFile.exists(path) }

    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    /// Refuses what cannot be written later.
    static func check(_ path: String, _ language: Language) throws {
        let isFolder = UserFile.status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
        if !isFolder, access(exists(path) ? path : PathParts(path).folder, W_OK) == 0 { return }
        let cause = SystemError.cause(isFolder ? EISDIR : errno)
        throw Failure.said(.fileNotWritten(path, cause), in: language, ExitStatus.wrongInput)
    }

    static func write(_ text: String, to path: String, _ language: Language) throws {
        try write(Array(text.utf8), to: path, language)
    }

    static func write(_ bytes: [UInt8], to path: String, _ language: Language) throws {
        do { try UserFile.write(bytes, to: path) } catch {
            throw Failure.said(
                .fileNotWritten(path, SystemError.cause(error.code)), in: language, ExitStatus.wrongInput)
        }
    }
}

/// A recording and a trace under way, if they are wanted.
struct Recorder {
    var recording: Recording?
    var tape: TerminalTape?

    func mark(_ label: String, at instant: Instant = MonotonicClock.now) {
        recording?.mark(label, at: instant)
        tape?.mark(label, at: instant)
    }

    /// Marks where a launch has reached another state.
    func hear(_ moment: LaunchPlan.Moment, _ language: Language) {
        guard case .recorded(let line, let record) = moment else { return }
        if let label = language.marker(line.entry, in: record) { mark(label.string, at: line.instant) }
    }

    /// Ends the command as `end` does, and the recording with the status of that.
    ///
    /// - Throws: what `end` throws, or that the recording is incomplete.
    func finish(_ language: Language, _ end: () throws -> Void = {}) throws {
        try check(language)
        do { try end() } catch {
            self.end(status: FoyerCommand.exitCode(for: error).rawValue)
            throw error
        }
        self.end(status: 0)
        try check(language)
    }

    /// The program is about to end with this status.
    func end(status: Int32) { recording?.end(status: status, at: MonotonicClock.now) }

    private func check(_ language: Language) throws {
        guard let failure = recording?.failure else { return }
        throw Failure.said(failure.cause, in: language, ExitStatus.wrongInput)
    }
}
