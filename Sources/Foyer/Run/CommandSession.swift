import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc
import Synchronization

/// One launch of a command: its steps over all attempts, and the latest attempt's process.
final class CommandSession: Sendable {
    private struct State {
        var process: CommandProcess?
        /// How the command ended before it was ready.
        var earlyEnd: CommandEnd?
        /// Listens for the command's progress, and holds what arrived before there was a listener.
        var reporter: StepReporter?
        var early: [CommandNews] = []
    }

    let appID: AppID
    private let request: CommandLaunch.Request
    private let output: Presentation.Output
    private let language: Language
    private let state = Mutex(State())

    init(_ request: CommandLaunch.Request, _ presentation: Presentation) {
        self.request = request
        output = presentation.output
        language = presentation.language
        appID = CommandID.make(arguments: request.arguments, folder: Self.folder, ready: request.ready)
    }

    var process: CommandProcess? { state.withLock { $0.process } }
    var earlyEnd: CommandEnd? { state.withLock { $0.earlyEnd } }

    /// Stops the command if it still runs, and returns once it has ended.
    func stop() async {
        guard let process else { return }
        process.stop()
        _ = await process.waitForEnd()
    }

    func makeRoot() -> any Screen {
        guard request.view == .log, let process else { return DepartingScreen() }
        return LogScreen(process: process, title: SafeText(request.title))
    }

    // MARK: - Steps

    var steps: [StartupStep] {
        var steps = [
            StartupStep("start", label: "command.start", weight: 0.1) { try await self.start($0) },
            StartupStep("ready", label: language.waiting(for: request.ready).string, weight: 5) {
                try await self.waitUntilReady($0)
            },
        ]
        if let icon = request.icon {
            steps.append(
                StartupStep("icon", label: "icon", weight: 0, after: [], isAwaited: false) { reporter in
                    reporter.icon(try icon.load())
                })
        }
        return steps
    }

    private func start(_ reporter: StepReporter) async throws {
        reporter.info(SplashInfo(appID: appID.text, appName: request.title, iconURL: iconAddress))
        // The previous attempt's process holds its ports and files for as long as it runs.
        await stop()
        try Task.checkCancellation()
        state.withLock { $0 = State() }
        let speech = CommandSpeech()
        let quiet = min(Readiness.quiet, request.timeout / 2)
        let started = try CommandProcess.start(
            CommandRequest(
                arguments: request.arguments, ready: request.ready, quiet: quiet, streams: streams,
                findsLeftBehind: request.findsLeftBehind, handsOver: request.view == .terminal, sharesEnd: true),
            news: {
                speech.hear($0)
                self.hear($0)
            }, output: pass(speech, to: reporter))
        state.withLock { $0.process = started }
    }

    private func waitUntilReady(_ reporter: StepReporter) async throws {
        guard let process else { return }
        let early = state.withLock { state in
            state.reporter = reporter
            defer { state.early = [] }
            return state.early
        }
        for news in early { pass(news, to: reporter) }
        switch await process.waitUntilReady() {
        case .ready: reportReady(process, reporter)
        case .cancelled:
            await stop()
            throw CancellationError()
        case .ended(let end):
            state.withLock { $0.earlyEnd = end }
            throw LaunchFailure.commandEnded(request.name, end, lastWords: process.lastWords)
        }
    }

    // MARK: - What it says

    private func hear(_ news: CommandNews) {
        let reporter = state.withLock { state in
            if state.reporter == nil { state.early.append(news) }
            return state.reporter
        }
        if let reporter { pass(news, to: reporter) }
    }

    private func pass(_ news: CommandNews, to reporter: StepReporter) {
        reporter.pass(news)
        if let status = news.status { tell(["event": "status", "text": .string(status.string)]) }
    }

    private func reportReady(_ process: CommandProcess, _ reporter: StepReporter) {
        guard let readied = process.readied else { return }
        reporter.kind(readied.sign.name)
        let seconds = ((readied.after.inSeconds * 1000).rounded()) / 1000
        tell(["event": "ready", "by": .string(readied.sign.name), "after": .number(seconds)])
    }

    private func tell(_ event: JSON) {
        if case .lines(.json) = output { LineOutput.standard.add(event.jsonText) }
    }

    /// Shows the output until the command is ready; without a screen, output goes where ``streams`` says.
    private func pass(_ speech: CommandSpeech, to reporter: StepReporter) -> @Sendable (CommandOutput) -> Void {
        guard case .screen = output else { return { _ in } }
        return { speech.pass($0, to: reporter) }
    }

    private static func json(_ line: SafeText) -> [UInt8] {
        let object: JSON = ["event": "output", "text": .string(line.string)]
        return Array((object.jsonText + "\n").utf8)
    }

    // MARK: - Surroundings

    private var streams: CommandRequest.Streams {
        switch output {
        case .screen: return .terminal(TerminalSize.read(STDOUT_FILENO))
        case .lines(.plain), .lines(.log): return .pipes(output: .bytes(LineOutput.standard), errors: .bytes(LineOutput.error))
        case .lines(.json):
            let lines = CommandSink.lines(LineOutput.standard, Self.json)
            return .pipes(output: lines, errors: lines)
        }
    }

    private var iconAddress: String {
        guard let icon = request.icon else { return "" }
        return "file://" + (icon.path.hasPrefix("/") ? icon.path : Self.folder + "/" + icon.path)
    }

    private static let folder: String = {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }()
}

/// Stands in for the first screen when the terminal goes to the command: leaves at once.
final class DepartingScreen: Screen {
    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand { .leave }
}
