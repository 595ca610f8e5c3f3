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
    }

    /// The step that starts the command.
    static let startStep = "start"

    let appID: String
    let memory: CommandMemory
    private let request: CommandLaunch.Request
    private let output: Presentation.Output
    private let isRecorded: Bool
    private let isOneLine: Bool
    private let language: Language
    private let state = Mutex(State())
    /// What earlier attempts have written, which no terminal has shown yet.
    private let former = Mutex<[[UInt8]]>([])
    /// Nobody starts it again so often that more is missed.
    private static let mostFormer = 16 << 20

    init(_ request: CommandLaunch.Request, _ presentation: Presentation, _ places: Places) {
        self.request = request
        output = presentation.output
        isRecorded = presentation.recording != nil
        isOneLine = presentation.isOneLine
        language = presentation.language
        appID = Self.appID(request)
        memory = CommandMemory(appID: appID, places: places)
    }

    static func appID(_ request: CommandLaunch.Request) -> String {
        CommandID.make(words: request.words, folder: folder, ready: request.ready)
    }

    var process: CommandProcess? { state.withLock { $0.process } }
    var earlyEnd: CommandEnd? { state.withLock { $0.earlyEnd } }

    /// After a failure a signal leaves the page, and the second one ends at once.
    func noteSignals(after failure: LaunchFailure?) {
        ProcessSignals.leavePage(failure != nil && ProcessSignals.notedEnd == nil)
    }

    /// Stops the command if it still runs, and returns once it has ended.
    func stop() async {
        guard let process else { return }
        process.stop()
        _ = await process.waitForEnd()
    }

    /// What was written before the latest attempt, oldest first; taken once.
    func takeFormer() -> [UInt8] {
        former.withLock { pieces in
            defer { pieces = [] }
            return Array(pieces.joined())
        }
    }

    /// The attempt is over, and another one begins.
    private func keepFormer(_ process: CommandProcess) async {
        guard isOnScreen, process.end != nil else { return }
        let rest = await process.handOver()
        process.leaveLookout(rest)
        rest.close()
        former.withLock { pieces in
            pieces.append(rest.history)
            var surplus = pieces.reduce(-Self.mostFormer) { $0 + $1.count }
            while surplus > 0, !pieces.isEmpty { surplus -= pieces.removeFirst().count }
        }
    }

    // MARK: - Steps

    /// The steps of a new attempt.
    func makeSteps() -> [StartupStep] {
        state.withLock { $0.earlyEnd = nil }
        let words = request.design.steps
        var steps = [
            StartupStep(Self.startStep, label: words["start"] ?? language[.stepCommandStart].string, weight: 0.1) {
                try await self.start($0)
            },
            StartupStep("ready", label: words["ready"] ?? language.waiting(for: awaited).string, weight: 5) {
                try await self.waitUntilReady($0)
            },
        ]
        if let icon = request.icon {
            steps.append(
                StartupStep(LaunchStep.icon, label: .stepIcon, weight: 0, after: [], isAwaited: false) { reporter in
                    reporter.icon(try await BlockingWork.threads.run { try icon.load() })
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
            findsLeftBehind: request.findsLeftBehind, handsOver: isOnScreen, sharesEnd: isOnScreen)
        command.environment = request.environment
        command.claim = request.claim
        command.givesWayToReads = isOneLine
        command.probe = request.probe
        if request.speaksOfWaiting { command.sharedTerminal = STDOUT_FILENO }
        if isOnScreen {
            command.expected = memory.expected
            command.learnsSign = { [memory] in memory.take($0) }
        }
        command.patience = request.timeout.map { .fails($0) } ?? .standard
        let started: CommandProcess
        do {
            if isOnScreen {
                ProcessSignals.hold()
                // From here on they are the command's.
                state.withLock { _ in ProcessSignals.leavePage(false) }
            }
            started = try CommandProcess.start(
                command,
                news: {
                    heard($0)
                    self.hear($0)
                }, output: output)
        } catch {
            if isOnScreen { ProcessSignals.keep() }
            throw error
        }
        state.withLock { $0.process = started }
        ProcessSignals.passOn(to: started, isBehindScreen: isOnScreen)
        return started
    }

    /// The user's sign, or the one that came the last time.
    private var awaited: ReadyRule {
        guard isOnScreen, request.ready == .automatic, case .port(let port)? = memory.expected?.kind else {
            return request.ready
        }
        return .port(port)
    }

    /// The command has a terminal of its own, and gets the user's once it is ready.
    var isOnScreen: Bool { if case .screen = output { true } else { false } }

    private var info: SplashInfo {
        SplashInfo(appID: appID, appName: request.title, iconURL: iconAddress, slogan: request.design.slogan ?? "")
    }

    private func start(_ reporter: StepReporter) async throws {
        reporter.info(info)
        // What it says is about its being ready.
        let reporter = reporter.of("ready")
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
        if let process { await keepFormer(process) }
        try Task.checkCancellation()
        state.withLock { $0 = State() }
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
            ProcessSignals.keep()
            await stop()
            throw LaunchFailure.commandNotReady(request.name, within: request.timeout ?? .zero)
        case .ended(let end):
            // From here on a signal leaves the page; before, it was the command's.
            ProcessSignals.leavePage(isOnScreen && ProcessSignals.notedEnd == nil)
            ProcessSignals.keep()
            // One that came too late for the command has asked for its end all the same, and so nothing has failed.
            if isOnScreen, ProcessSignals.hasPassedEnd { return }
            state.withLock { $0.earlyEnd = end }
            throw LaunchFailure.commandEnded(request.name, end, lastWords: process.lastWords).named(by: process.error)
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
        if !readied.sign.isLesson {
            memory.learnNothing()
        } else if isOnScreen {
            memory.settle(readied)
        }
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
        let event: JSON = ["event": "output", "text": .string(line.string)]
        return Array((event.jsonText + "\n").utf8)
    }

    // MARK: - Surroundings

    private var streams: CommandRequest.Streams {
        switch (output, request.ready) {
        case (.screen, _):
            return .usersTerminal(STDOUT_FILENO)
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
