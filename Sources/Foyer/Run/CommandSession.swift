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
        /// Whether the process was started before there was a splash, which has not taken it over yet.
        var isBegun = false
        /// What was typed at the splash and is not the splash's.
        var keys: [UInt8] = []
    }

    /// Nobody types more while a splash is shown.
    private static let mostKeys = 64 << 10

    let appID: AppID
    private let request: CommandLaunch.Request
    private let output: Presentation.Output
    private let isRecorded: Bool
    private let language: Language
    private let state = Mutex(State())

    init(_ request: CommandLaunch.Request, _ presentation: Presentation) {
        self.request = request
        output = presentation.output
        isRecorded = presentation.recording != nil
        language = presentation.language
        appID = Self.appID(request)
    }

    static func appID(_ request: CommandLaunch.Request) -> AppID {
        CommandID.make(words: request.words, folder: folder, ready: request.ready)
    }

    var process: CommandProcess? { state.withLock { $0.process } }
    var earlyEnd: CommandEnd? { state.withLock { $0.earlyEnd } }

    /// What was typed for the command before it had the terminal.
    var keys: [UInt8] { state.withLock { $0.keys } }

    func keep(_ input: InputEvent) {
        let bytes = input.bytes
        state.withLock { if $0.keys.count + bytes.count <= Self.mostKeys { $0.keys += bytes } }
    }

    /// Stops the command if it still runs, and returns once it has ended.
    func stop() async {
        guard let process else { return }
        process.stop()
        _ = await process.waitForEnd()
    }

    func makeRoot() -> any Screen {
        guard request.view == .log, let process else { return BlankScreen(leavesAt: { _ in true }) }
        return LogScreen(process: process, title: SafeText(request.title))
    }

    // MARK: - Steps

    var steps: [StartupStep] {
        var steps = [
            StartupStep("start", label: .stepCommandStart, weight: 0.1) { try await self.start($0) },
            StartupStep("ready", label: language.waiting(for: request.ready).string, weight: 5) {
                try await self.waitUntilReady($0)
            },
        ]
        if let icon = request.icon {
            steps.append(
                StartupStep("icon", label: .stepIcon, weight: 0, after: [], isAwaited: false) { reporter in
                    reporter.icon(try icon.load())
                })
        }
        return steps
    }

    /// Starts the command before there is a splash; its first attempt takes it over.
    func begin() throws(LaunchFailure) -> CommandProcess {
        let process = try launch { _ in }
        state.withLock { $0.isBegun = true }
        return process
    }

    private func launch(
        output: @escaping @Sendable (CommandOutput) -> Void, heard: @escaping @Sendable (CommandNews) -> Void = { _ in }
    ) throws(LaunchFailure) -> CommandProcess {
        var command = CommandRequest(
            words: request.words, ready: request.ready,
            quiet: request.timeout.map { min(Readiness.quiet, $0 / 2) } ?? Readiness.quiet, streams: streams,
            findsLeftBehind: request.findsLeftBehind, handsOver: isForTerminal, sharesEnd: isOnScreen)
        command.environment = request.environment
        command.probe = request.probe
        if request.speaksOfWaiting { command.sharedTerminal = STDOUT_FILENO }
        command.patience = request.timeout.map { .fails($0) } ?? .standard
        let started = try CommandProcess.start(
            command,
            news: {
                heard($0)
                self.hear($0)
            }, output: output)
        state.withLock { $0.process = started }
        if !isOnScreen { ProcessSignals.passOn(to: started) }
        return started
    }

    private var isOnScreen: Bool { if case .screen = output { true } else { false } }
    private var isForTerminal: Bool { isOnScreen && request.view == .terminal }

    private func start(_ reporter: StepReporter) async throws {
        reporter.info(SplashInfo(appID: appID.text, appName: request.title, iconURL: iconAddress))
        let speech = CommandSpeech()
        let begun = state.withLock { state in
            defer { state.isBegun = false }
            return state.isBegun ? state.process : nil
        }
        if let begun {
            let show = pass(speech, to: reporter)
            show(CommandOutput(lines: begun.follow(show)))
            return
        }
        // The previous attempt's process holds its ports and files for as long as it runs.
        await stop()
        try Task.checkCancellation()
        state.withLock { $0 = State(keys: $0.keys) }
        _ = try launch(output: pass(speech, to: reporter)) { speech.hear($0) }
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
        case .late:
            await stop()
            throw LaunchFailure.commandNotReady(request.name, within: request.timeout ?? .zero)
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
        switch (output, request.ready) {
        case (.screen, _):
            return isForTerminal ? .usersTerminal(STDOUT_FILENO) : .terminal(TerminalSize.read(STDOUT_FILENO))
        case (.lines(.plain), let ready), (.lines(.log), let ready), (.conversation, let ready):
            // A stream that nobody has to read stays the command's own.
            if case .text = ready {} else if !isRecorded { return .inherited }
            return .pipes(output: .bytes(LineOutput.standard), errors: .bytes(LineOutput.error))
        case (.lines(.json), _):
            let lines = CommandSink.lines(LineOutput.standard, Self.json)
            return .pipes(output: lines, errors: lines)
        }
    }

    private var iconAddress: String {
        guard let icon = request.icon else { return "" }
        return "file://" + (icon.path.hasPrefix("/") ? icon.path : Self.folder + "/" + icon.path)
    }

    private static let folder = UserFile.realPath(".") ?? ""
}
