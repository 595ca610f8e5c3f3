import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerQA
import FoyerSystem
import Glibc

/// Options that keep evidence.
struct EvidenceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Record the terminal's output as an asciicast (version 3; 2 if its name ends in .v2.cast).",
            valueName: "file"),
        completion: .file())
    var record: String?

    @Option(
        help: ArgumentHelp("Write the run as a Chrome trace.", valueName: "file"),
        completion: .file())
    var trace: String?

    var flags: EvidenceFlags { EvidenceFlags(record: record, trace: trace) }
}

/// What the command line says about evidence.
struct EvidenceFlags {
    var record: String?
    var trace: String?

    /// The same options for another process, wherever it is started.
    var arguments: [String] {
        (record.map { ["--record", OutputFile.absolute($0)] } ?? [])
            + (trace.map { ["--trace", OutputFile.absolute($0)] } ?? [])
    }

    /// Starts the recording, if one is wanted.
    func recorder(title: String, choices: inout DisplayChoices) throws -> Recorder {
        guard let record else { return Recorder() }
        do {
            let recording = try Recording(path: record, size: TerminalSize.read(STDOUT_FILENO), title: title)
            choices.recording = { recording.take($0, size: TerminalSize.read(STDOUT_FILENO), at: MonotonicClock.now) }
            return Recorder(recording: recording)
        } catch {
            throw Failure.said(error.cause, in: choices.language, ExitStatus.wrongInput)
        }
    }

    func writeTrace(_ record: LaunchRecord, name: String, _ presentation: Presentation) throws {
        try writeTrace(
            LaunchTrace.json(record, name: name, hasScreen: presentation.hasScreen), presentation.language)
    }

    func writeTrace(_ json: @autoclosure () -> String, _ language: Language) throws {
        guard let trace else { return }
        try OutputFile.write(json() + "\n", to: trace, language)
    }
}

/// A file named on the command line.
enum OutputFile {
    static func exists(_ path: String) -> Bool { UserFile.exists(path) }

    /// The absolute path of the file.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    static func write(_ text: String, to path: String, _ language: Language) throws {
        try write(Array(text.utf8), to: path, language)
    }

    static func write(_ bytes: [UInt8], to path: String, _ language: Language) throws {
        do throws(DiskError) { try UserFile.write(bytes, to: path) } catch {
            throw Failure.said(
                .fileNotWritten(path, SystemError.cause(error.code)), in: language, ExitStatus.wrongInput)
        }
    }
}

/// A recording under way, if one is wanted.
struct Recorder {
    var recording: Recording?

    func mark(_ label: String, at instant: Instant = MonotonicClock.now) {
        recording?.mark(label, at: instant)
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
