import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc
import Synchronization

/// The command's process from its start to its end, over all attempts.
final class RunningCommand: Sendable {
    /// The outcome of the time before a splash.
    enum Verdict {
        /// The launch shows the splash, and starts the command unless it has begun already.
        case splash(began: Instant?)
        /// The command wants the terminal, or has ended: what it wrote is all there is.
        case over(CommandProcess)
        case failed(LaunchFailure)
    }

    private struct State {
        /// The latest attempt's.
        var process: CommandProcess?
        /// It was started before the splash, and the launch has not taken it over yet.
        var isUnseen = false
        /// How the command ended before it was ready.
        var earlyEnd: CommandEnd?
        /// Receives the command's progress; before there is one, `early` holds it.
        var reporter: StepReporter?
        var early: [CommandNews] = []
        /// The output of earlier attempts, which no terminal has shown yet.
        var former: [[UInt8]] = []
    }

    /// The step that starts the command.
    static let startStep = "start"
    /// Nobody starts it again so often that more is missed.
    private static let mostFormer = 16 << 20
    /// The interval of looking for the terminal while another process, such as pinentry, has it.
    private static let lentInterval = Duration.milliseconds(100)

    let memory: CommandMemory
    private let appID: String
    private let request: CommandLaunch.Request
    private let isRecorded: Bool
    private let language: Language
    private let state = Mutex(State())

    init(_ request: CommandLaunch.Request, _ presentation: Presentation, _ places: Places) {
        self.request = request
        isRecorded = presentation.recording != nil
        language = presentation.language
        appID = Self.appID(request)
        memory = CommandMemory(appID: appID, places: places)
    }

    static func appID(_ request: CommandLaunch.Request) -> String {
        CommandID.make(words: request.words, folder: folder, ready: request.ready)
    }

    var process: CommandProcess? { state.withLock { $0.process } }
    var earlyEnd: CommandEnd? { state.withLock { $0.earlyEnd } }
    private var route: CommandRoute { request.route }

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

    // MARK: - Its terminal

    /// Hands over the terminal, with all that was written by this attempt and by those before it.
    func takeTerminal(of process: CommandProcess) async -> CommandProcess.HandOver {
        var hand = await process.handOver()
        let former = state.withLock { state in
            defer { state.former = [] }
            return state.former
        }
        hand.history = former.joined() + hand.history
        return hand
    }

    /// The attempt is over, and another one begins.
    private func keepFormer(_ process: CommandProcess) async {
        guard route.hasOwnTerminal, process.end != nil else { return }
        let rest = await process.handOver()
        process.leaveLookout(rest)
        rest.close()
        state.withLock { state in
            state.former.append(rest.history)
            var surplus = state.former.reduce(-Self.mostFormer) { $0 + $1.count }
            while surplus > 0, !state.former.isEmpty { surplus -= state.former.removeFirst().count }
        }
    }

    // MARK: - Before a splash

    /// Starts the command and waits until it needs no splash, or is due to have one. The terminal is as it was found: nothing is
    /// written, and what is typed stays for whoever reads it next.
    func runUnseen() async throws(LaunchEngineError) -> Verdict {
        UsersTerminal.noteEcho()
        let learned = memory.progress.recall()
        let began = MonotonicClock.now
        let delay = SplashDelay(request.splash, learned: learned, at: began)
        if let appears = delay.nextDeadline, appears <= began { return .splash(began: nil) }
        let process: CommandProcess
        do { process = try start(isUnseen: true, output: { _ in }) } catch { return .failed(error) }
        let phase: SplashDelay.Phase
        do {
            phase = try await LoopThread.run { Self.wait(for: process, delay) }
        } catch {
            throw .terminal(error.cause)
        }
        if phase == .splash { return .splash(began: began) }
        if process.milestone == .late {
            await stop()
            return .failed(.commandNotReady(request.name, within: request.timeout ?? .zero))
        }
        if process.readied?.sign.isLesson == false { return .over(process) }
        if let readied = process.readied { memory.settle(readied) }
        let kind = process.readied.map(\.sign) ?? .exit
        let lesson = LearnedProgress(duration: (MonotonicClock.now - began).inSeconds, ends: [:], kind: kind.name)
        if learned?.needsNoSplash != true || learned?.kind != kind.name {
            await memory.progress.keep(learned?.averaged(with: lesson) ?? lesson).value
        }
        return .over(process)
    }

    private static func wait(for process: CommandProcess, _ delay: SplashDelay) -> SplashDelay.Phase {
        var delay = delay
        while delay.phase == .unseen {
            // After `bg` nobody looks at a splash: the command is about to get what there is.
            let isSeen = UsersTerminal.inForeground != nil
            var due = isSeen ? delay.nextDeadline : nil
            if UsersTerminal.isLentBeforeSplash { due = due.map { max($0, MonotonicClock.now + lentInterval) } }
            let stopped = ProcessSignals.wait(
                for: process.settledDescriptor, stops: process.stopsDescriptor, until: due)
            let now = MonotonicClock.now
            if stopped > .zero { delay.handle(.wasStopped(stopped), at: now) }
            switch process.milestone {
            case .ready, .late: delay.handle(.ready, at: now)
            case .ended: delay.handle(.ended, at: now)
            case .cancelled, nil: if !UsersTerminal.isLentBeforeSplash { delay.handle(.timePassed, at: now) }
            }
        }
        return delay.phase
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

    private func start(
        isUnseen: Bool, output: @escaping @Sendable (CommandOutput) -> Void,
        heard: @escaping @Sendable (CommandNews) -> Void = { _ in }
    ) throws(LaunchFailure) -> CommandProcess {
        var command = CommandRequest(
            words: request.words, ready: request.ready,
            quiet: request.timeout.map { min(Readiness.quiet, $0 / 2) } ?? Readiness.quiet, streams: streams,
            findsLeftBehind: request.findsLeftBehind)
        command.environment = request.environment
        command.claim = request.claim
        command.givesWayToReads = route == .statusLine
        command.probe = request.probe
        if route == .beside(announces: true) { command.sharedTerminal = STDOUT_FILENO }
        if route.hasOwnTerminal {
            command.expected = memory.expected
            command.learnsSign = { [memory] in memory.take($0) }
        }
        command.patience = request.timeout.map { .fails($0) } ?? .standard
        let started: CommandProcess
        do {
            if route.hasOwnTerminal {
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
            if route.hasOwnTerminal { ProcessSignals.keep() }
            throw error
        }
        state.withLock { ($0.process, $0.isUnseen) = (started, isUnseen) }
        ProcessSignals.passOn(to: started, isBehindScreen: route.hasOwnTerminal)
        return started
    }

    /// The user's sign, or the one that came the last time.
    private var awaited: ReadyRule {
        guard route.hasOwnTerminal, request.ready == .automatic, case .port(let port)? = memory.expected?.kind else {
            return request.ready
        }
        return .port(port)
    }

    private var info: SplashInfo {
        SplashInfo(appID: appID, appName: request.title, iconURL: iconAddress, slogan: request.design.slogan ?? "")
    }

    private func start(_ reporter: StepReporter) async throws {
        reporter.info(info)
        // What it says is about its being ready.
        let reporter = reporter.of("ready")
        let speech = CommandSpeech()
        let begun: CommandProcess? = state.withLock { state in
            guard state.isUnseen else { return nil }
            state.isUnseen = false
            return state.process
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
        state.withLock { $0 = State(former: $0.former) }
        _ = try start(isUnseen: false, output: pass(speech, to: reporter)) { speech.hear($0) }
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
            ProcessSignals.leavePage(route.hasOwnTerminal && ProcessSignals.notedEnd == nil)
            ProcessSignals.keep()
            // One that came too late for the command has asked for its end all the same, and so nothing has failed.
            if route.hasOwnTerminal, ProcessSignals.hasPassedEnd { return }
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
        } else if route.hasOwnTerminal {
            memory.settle(readied)
        }
        reporter.kind(readied.sign.name)
        let seconds = ((readied.after.inSeconds * 1000).rounded()) / 1000
        tell(["event": "ready", "by": .string(readied.sign.name), "after": .number(seconds)])
    }

    private func tell(_ event: JSON) {
        if route == .json { LineOutput.standard.add(event.jsonText) }
    }

    /// Shows the output until the command is ready; without a screen, output goes where ``streams`` says.
    private func pass(_ speech: CommandSpeech, to reporter: StepReporter) -> @Sendable (CommandOutput) -> Void {
        guard route.hasOwnTerminal else { return { _ in } }
        return { speech.pass($0, to: reporter) }
    }

    private static func json(_ line: SafeText) -> [UInt8] {
        let event: JSON = ["event": "output", "text": .string(line.string)]
        return Array((event.jsonText + "\n").utf8)
    }

    // MARK: - Surroundings

    private var streams: CommandRequest.Streams {
        switch route {
        case .statusLine, .screen: return .usersTerminal(STDOUT_FILENO)
        case .lines, .beside, .becomes:
            // A stream that nobody has to read stays the command's own.
            if case .text = request.ready {} else if !isRecorded { return .inherited }
            return .pipes(output: .bytes(LineOutput.standard), errors: .bytes(LineOutput.error))
        case .json:
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
