import ArgumentParser
import Foyer
import FoyerFlows
import FoyerGolden
import FoyerPlatform
import FoyerSystem
import Glibc
import Synchronization

struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Draws a screen of a flow, or a whole flow as a film, or compares two screens.",
        discussion: """
            Plays the scenario without a terminal up to the step, and draws the settled screen. APNG moves: it \
            shows everything up to that step, and then starts again. A recording (--record) is drawn \
            the same way, without photographs in pixels, which recordings do not hold.

            --diff compares two screens instead, each a golden file, or the last screen of a recording or a trace: it \
            names the cells that differ, and shows both beside each other.

            EXAMPLES:
              foyer snapshot flows/loading-page --format ansi
              foyer snapshot my.yaml --at error --size 120x30 --format svg -o error.svg
              foyer snapshot demo/home --theme light --format png -o home.png
              foyer snapshot flows/loading-page --format apng -o loading.png
              foyer snapshot run.cast --format apng -o run.png
              foyer snapshot --diff yesterday.cast today.cast

            EXIT STATUS: 0 success; 1 the scenario failed before that step, or cannot be drawn, or two screens differ; 64 it has no such step; \
            65 the file has a mistake.
            """)

    @Argument(
        help: "A scenario file, the name of one that ships with Foyer, or a recording (FILE.cast).",
        completion: .file())
    var scenario: String

    @Option(
        help: ArgumentHelp(
            "The step to draw: its number, or the name of a snapshot (of a marker in a recording); by default the last.",
            valueName: "step"))
    var at: String?

    @Option(
        help: ArgumentHelp("Columns and rows; by default the scenario's own.", valueName: "80x24"),
        transform: size)
    var size: CellSize?

    @Option(help: "dark or light; by default the scenario's own.")
    var theme: DisplaySettings.Theme?

    @Option(
        help: """
            text, ansi (for a terminal, in colour), svg, png (with photographs in pixels), or apng, which moves.
            """)
    var format = Snapshot.Format.text

    @Option(
        help: ArgumentHelp("Compare the screen of this file with the other's.", valueName: "file"),
        completion: .file())
    var diff: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var words: LanguageOption

    mutating func validate() throws {
        if format.isBinary, output == nil, isatty(STDOUT_FILENO) == 1 {
            let name = format.rawValue.uppercased()
            throw ValidationError("A terminal cannot show \(name) files; name a file with --output FILE.")
        }
        if diff != nil, size != nil || theme != nil || output != nil || format != .text {
            throw ValidationError("--diff draws nothing; leave out the options of drawing.")
        }
        if isRecording, size != nil { throw ValidationError("A recording has a size of its own; leave out --size.") }
    }

    func run() async throws {
        let language = words.chosen(UserSettings.read(Places()))
        if let diff { return try compare(diff, language) }
        let picture = isRecording ? try recorded(language) : try await played(language)
        guard let output else { return StandardStreams.print(picture) }
        try OutputFile.write(picture, to: output, language)
    }

    private func compare(_ old: String, _ language: Language) throws {
        let screens: (old: GoldenScreen, new: GoldenScreen)
        do { screens = try GoldenFiles.screens(old, scenario, at: at) } catch {
            throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
        }
        guard let difference = GoldenDifference(from: screens.old, to: screens.new) else {
            return Output.line(language[.screensAreEqual])
        }
        Output.line(SafeText(scenario + ": ") + language[.goldenDiffers(old, cells: difference.count)])
        for sentence in difference.sentences { Output.line(language[sentence]) }
        let room = isatty(STDOUT_FILENO) == 1 ? TerminalSize.read(STDOUT_FILENO).columns : nil
        for line in difference.lines(columns: room, language, names: (old, scenario)) { Output.line(line) }
        throw ExitCode.failure
    }

    private var isRecording: Bool { scenario.hasSuffix(".cast") }

    private func played(_ language: Language) async throws -> [UInt8] {
        let line = MovingLine()
        defer { line.clear() }
        let (path, assets) = try chosen()
        let flow = try ScenarioInput.scenarios([path], assets, language)[0]
        do {
            return try await Snapshot.draw(
                flow, at: at, size: size, theme: theme, language: words.language, format: format, on: assets
            ) { [line] in line.tell($0, language) }
        } catch {
            throw end(error, language)
        }
    }

    /// The scenario's file, and what it is played on.
    private func chosen() throws -> (path: String, assets: ScenarioAssets?) {
        if OutputFile.exists(scenario) { return (scenario, try ScenarioInput.assets(for: [scenario])) }
        let assets = try ScenarioInput.assets()
        let shipped = "\(assets.shipped)/\(scenario).yaml"
        return (OutputFile.exists(shipped) ? shipped : scenario, assets)
    }

    private func recorded(_ language: Language) throws -> [UInt8] {
        let line = MovingLine()
        defer { line.clear() }
        let bytes: [UInt8]
        do { bytes = try UserFile.read(scenario, limit: RecordedRun.largest) } catch {
            throw Failure.said(
                .fileNotRead(scenario, SystemError.cause(error.code)), in: language, ExitStatus.wrongInput)
        }
        let run: RecordedRun
        do { run = try RecordedRun(bytes) } catch {
            StandardError.write(SafeText("\(scenario): ") + language[error.cause])
            throw ExitStatus.wrongInput
        }
        do {
            return try Snapshot.draw(run, named: scenario, at: at, theme: theme, format: format) {
                line.tell($0, language)
            }
        } catch {
            throw end(error, language)
        }
    }

    /// Standard output is for the picture: problems go elsewhere.
    private func end(_ failure: PictureFailure, _ language: Language) -> any Error {
        switch failure {
        case .noStep(let phrase): return ValidationError(language[phrase].string)
        case .notShown(let phrase): StandardError.write(language[phrase])
        case .noPicture: StandardError.write(SafeText(failure.description))
        case .failed(let report): for line in SafeText.lines(of: report(language)) { StandardError.write(line) }
        }
        return ExitCode.failure
    }

    private static func size(_ text: String) throws -> CellSize {
        guard let size = CellSize(scenario: text) else {
            throw ValidationError("\"\(text)\" is not a size; write it as 80x24.")
        }
        return size
    }
}

/// A line on standard error that says how far it is, if that is a terminal.
private final class MovingLine: Sendable {
    private static let interval = Duration.milliseconds(100)
    private let isShown = isatty(STDERR_FILENO) == 1
    /// When it was last written; `nil` if it is not there.
    private let written = Mutex<Instant?>(nil)

    func tell(_ news: Snapshot.News, _ language: Language) {
        switch news {
        case .hint(let phrase):
            clear()
            StandardError.write(language[phrase])
        case .progress(let phrase):
            let now = MonotonicClock.now
            let isDue = written.withLock { written in
                guard isShown, written.map({ now - $0 >= Self.interval }) ?? true else { return false }
                written = now
                return true
            }
            if isDue { Self.write("\r" + PlainText.fitted(language[phrase].string) + "\u{1B}[K") }
        }
    }

    func clear() {
        let wasThere = written.withLock { written in
            defer { written = nil }
            return written != nil
        }
        if wasThere { Self.write("\r\u{1B}[K") }
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

extension Snapshot.Format: ExpressibleByArgument {}
extension DisplaySettings.Theme: ExpressibleByArgument {}
