import FoyerCore
import FoyerSystem
import FoyerTUI
import Glibc

/// Launches a command: puts the splash before any program that takes a while to start.
///
/// Nothing is shown in the first 300 ms: a command that has ended by then, or wants the terminal, never sees a splash. After
/// that the splash stays until the command is ready, shows its output in the details, and learns how long it takes. Then
/// the command gets the terminal. If the command ends early behind the splash, the error page offers to reload.
package struct CommandLaunch: Sendable {
    /// Which command to start, how to show it, and when it counts as ready.
    package struct Request: Sendable {
        /// A command's icon: a file, and how to decode it.
        package struct Icon: Sendable {
            package let path: String
            let load: @Sendable () throws -> Pixels

            /// - Parameter load: reads and decodes the file; called off the screen's thread.
            package init(path: String, load: @escaping @Sendable () throws -> Pixels) {
                self.path = path
                self.load = load
            }
        }

        /// The command and its words; at least one.
        package var arguments: [String]
        /// The same as bytes, where they need not be text.
        package var bytes: [[UInt8]]?
        package var words: [[UInt8]] { bytes ?? arguments.map { Array($0.utf8) } }
        package var environment = CommandRequest.Environment.current
        /// The right to show a splash on the user's terminal.
        package var claim: TerminalClaim?
        /// The name on the splash.
        package var title: String
        /// The user's own splash.
        package var design = SplashDesign()
        /// The icon on the splash; `nil` for the name in large letters.
        package var icon: Icon?
        /// When the command counts as ready.
        package var ready: ReadyRule
        /// Looks whether the address of the rule answers; called on a thread of its own, once a second.
        package var probe: (@Sendable () -> Bool)?
        /// How long the command may take to become ready before it is ended. Without a limit it is never ended, and gets the
        /// terminal after 30 seconds.
        package var timeout: Duration?
        /// Whether there is a splash.
        package var splash = SplashWish.auto
        /// Whether nothing is said of the launch, if it is shown in lines.
        package var isSilent = false
        /// Whether a sentence on standard error says after two seconds, and then every half minute, that it still starts.
        package var speaksOfWaiting = false
        /// Whether ``Result/leftBehind`` is to be known.
        package var findsLeftBehind = false

        /// - Parameter title: the command's name and words unless set.
        package init(
            _ arguments: [String], title: String? = nil, icon: Icon? = nil, ready: ReadyRule = .automatic,
            timeout: Duration? = nil
        ) {
            self.arguments = arguments
            self.title = title ?? Self.name(of: arguments)
            self.icon = icon
            self.ready = ready
            self.timeout = timeout
        }

        /// Without a picture there is no poster.
        var layout: SplashDesign.Layout { design.layout == .poster && icon == nil ? .card : design.layout }

        /// The command's own name, for sentences about it.
        var name: String { arguments.first ?? title }

        /// As its splash shows it.
        var shown: DefaultSplashViewDelegate.Command {
            .init(
                name: SafeText(shortName, columns: TerminalSize.limit),
                words: SafeText(ShellWords.joined(arguments), columns: TerminalSize.limit))
        }

        /// Its own short name, where nobody has given it a title.
        var shortName: String { title == Self.name(of: arguments) ? PathParts(name).name : title }

        private static func name(of arguments: [String]) -> String {
            let command = arguments.first.map { PathParts($0).name } ?? "command"
            return ShellWords.joined([command] + arguments.dropFirst())
        }
    }

    package struct Result: Sendable {
        package let outcome: LaunchOutcome
        /// How the command ended; `nil` if the launch stopped it before it was ready.
        package let end: CommandEnd?
        /// The signal that this process should end by as well: one that it received and passed on, or one that ended
        /// the command.
        package let signal: Int32?
        /// The `errno` of a failed write of the command's output, which ended the command; `nil` if every write
        /// succeeded.
        package let outputError: Int32?
        /// What made the command ready, and how long after its start; `nil` if it never was.
        package let readied: CommandProcess.Readied?
        /// Processes that the command left running; empty unless the request asks for them.
        package let leftBehind: [ProcessEntry]
        /// What the command said of a failure of its own, whether it failed or not; `nil` if nothing.
        package var said: CommandError?
        /// The sign that was waited for, because it came the last time; `nil` if none was.
        package var expected: LearnedSign?
        /// The sign that came after the command had been handed over for its silence: it is waited for the next time.
        package var found: LearnedSign?
        /// The steps with their times, and the log.
        package let record: LaunchRecord
        package var wasStarted = true
        /// Whether what the terminal shows of the command ends within a line.
        package var endsWithinLine = false

        /// The command has written something before it failed with a status, and no page was shown: nothing is added.
        package var isToldByOutput = false

        /// Whether the failure is told in the command's own words.
        package var isNamed: Bool { if case .failed(let failure) = outcome { failure.isInItsOwnWords } else { false } }

        /// The command's own status (128 plus the number if a signal ended it); 127 or 126 if it could not be started; or
        /// the launch's if the command has none.
        package var exitStatus: Int32 {
            if case .failed(let failure) = outcome, let status = failure.commandStatus { return status }
            guard outcome != .closed, let end, outcome == .completed || end != .status(0) else {
                return outcome.exitStatus
            }
            return end.exitStatus
        }
    }

    /// The configuration that the launch was made with.
    package let request: Request
    private let places: Places

    /// Prepares a launch; `run` starts the command.
    package init(_ request: Request, places: Places) {
        self.request = request
        self.places = places
    }

    /// Runs the launch and the command; returns when the command has ended.
    ///
    /// Without a screen, the command's bytes go to standard output and standard error unchanged, and the launch prints
    /// lines on standard error. With JSON, everything is a sanitised line on standard output.
    ///
    /// - Parameter observe: hears what happens.
    package func run(
        _ presentation: Presentation, observe: @escaping LaunchPlan.Observer = { _ in }
    ) async throws(LaunchEngineError) -> Result {
        let session = CommandSession(request, presentation, places)
        var result = try await run(session, presentation, observe)
        await session.memory.finish()
        if session.isOnScreen { (result.expected, result.found) = (session.memory.expected, session.memory.found) }
        return result
    }

    private func run(
        _ session: CommandSession, _ presentation: Presentation, _ observe: @escaping LaunchPlan.Observer
    ) async throws(LaunchEngineError) -> Result {
        if !presentation.hasScreen { ProcessSignals.install() }
        defer {
            ProcessSignals.keep()
            ProcessSignals.shareNoEnd()
        }
        var plan = try plan(session, presentation)
        plan.observe = observe
        if presentation.hasScreen, let result = try await runPrelude(session, presentation, &plan) { return result }
        var presentation = presentation
        var typed: [UInt8] = []
        if presentation.hasScreen {
            plan.keyboard = KeyboardAccess(allowsFailurePage: { ProcessSignals.startedAtPrompt })
            if session.memory.progress.recall()?.outlastsQuestions != true {
                presentation = presentation.askingOnlyNamed()
            }
            (presentation, typed) = await presentation.interviewing(
                until: session.process?.settledDescriptor ?? -1, isOneLine: presentation.isOneLine)
        }
        if presentation.isOneLine {
            return try await CommandInOneLine(self, session, presentation, plan).run()
        }
        let waiting = request.speaksOfWaiting ? CommandWaiting(request.title, presentation.language) : nil
        defer { waiting?.end() }
        let report = try await plan.run(presentation)
        // Nothing more is said of a command that is ready.
        waiting?.end()
        guard report.outcome == .completed, let process = session.process else {
            HandedTerminal.putBack()
            return await end(report, of: plan, session, presentation, typed)
        }
        return try await show(session, process, typed, presentation, record: report.record)
    }

    /// What comes before a splash.
    ///
    /// - Returns: the result if the command needs no splash; `nil` if the plan is to be run.
    private func runPrelude(
        _ session: CommandSession, _ presentation: Presentation, _ plan: inout LaunchPlan
    ) async throws(LaunchEngineError) -> Result? {
        switch try await CommandPrelude(session, request).run() {
        case .splash(let began):
            plan.machine.begun[CommandSession.startStep] = began
            return nil
        case .failed(let failure):
            plan.observe(.ended(.failed(failure)))
            return Result(unseen: .failed(failure), session.process, plan.emptyRecord)
        case .over(let process):
            let result = try await show(session, process, [], presentation, record: plan.emptyRecord)
            plan.observe(.ended(.completed))
            return result
        }
    }

    /// Shows a command that is ready, or hands it the terminal, until it has ended.
    func show(
        _ session: CommandSession, _ process: CommandProcess, _ typed: [UInt8], _ presentation: Presentation,
        record: LaunchRecord
    ) async throws(LaunchEngineError) -> Result {
        switch presentation.output {
        case .screen:
            var hand = await process.handOver()
            defer { hand.close() }
            hand.history = session.takeFormer() + hand.history
            if try await relay(hand, to: process, typed, presentation.recording) == .terminalGone {
                return Result(terminalGone: process, record)
            }
            if OutstandingAnswers.wereMissing { presentation.keepSilence() }
            await finish(process, hand)
        case .lines, .conversation: break
        }
        return await end(session, process, presentation, record: record)
    }

    /// The others in our group get what came last.
    func finish(_ process: CommandProcess, _ hand: CommandProcess.HandOver) async {
        _ = await process.waitForEnd()
        process.sendGroupRest(hand)
        process.leaveLookout(hand)
    }

    /// The end of a command that was ready.
    func end(
        _ session: CommandSession, _ process: CommandProcess, _ presentation: Presentation, record: LaunchRecord
    ) async -> Result {
        let end = await process.waitForEnd()
        ProcessSignals.keep()
        switch presentation.output {
        case .lines(.json):
            let limit = ProcessSignals.hasPassedEnd ? MonotonicClock.now + LineOutput.grace : nil
            presentation.tell(.completed, members: Self.members(end), by: limit)
        case .lines(.plain), .lines(.log), .conversation:
            LineOutput.error.finish(by: MonotonicClock.now + LineOutput.grace)
        case .screen: break
        }
        return Result(
            outcome: .completed, end: end, signal: process.isStopping ? nil : end.signal,
            outputError: process.outputError, readied: process.readied, leftBehind: process.leftBehind,
            said: process.error, record: record)
    }

    /// Ends a launch whose command did not become ready.
    ///
    /// - Parameter typed: what was read before, beside the terminal's answers.
    func end(
        _ report: LaunchPlan.Report, of plan: LaunchPlan, _ session: CommandSession, _ presentation: Presentation,
        _ typed: [UInt8] = []
    ) async -> Result {
        await session.stop()
        let written = await leave(session, presentation, typed)
        let outputError = session.process?.outputError
        // Nobody saw a launch: the command's output and its status are all there is.
        if request.isSilent, let end = session.earlyEnd {
            return Result(
                outcome: .completed, end: end, signal: end.signal, outputError: outputError, readied: nil,
                leftBehind: session.process?.leftBehind ?? [], said: session.process?.error, record: report.record)
        }
        // A reader that has gone needs no report.
        if outputError == nil {
            presentation.tell(
                report.outcome, members: Self.members(session.earlyEnd), by: MonotonicClock.now + LineOutput.grace,
                on: plan.lineOutput)
        }
        var result = Result(
            outcome: report.outcome, end: session.earlyEnd,
            signal: ProcessSignals.notedEnd ?? (report.outcome == .closed ? nil : session.earlyEnd?.signal),
            outputError: outputError, readied: nil, leftBehind: session.process?.leftBehind ?? [],
            said: session.process?.error, record: report.record,
            wasStarted: session.process != nil, endsWithinLine: written.last.map { $0 != 0x0A } ?? false)
        if let keyboard = plan.keyboard, !keyboard.hasShownFailurePage, case .status? = session.earlyEnd {
            result.isToldByOutput = !written.isEmpty && !result.isNamed
        }
        return result
    }

    /// What a command has written that was never ready stands on the terminal, as after a hand-over.
    ///
    /// - Returns: all of it.
    private func leave(
        _ session: CommandSession, _ presentation: Presentation, _ typed: [UInt8]
    ) async -> [UInt8] {
        guard session.isOnScreen, let process = session.process, process.end != nil else { return [] }
        var hand = await process.handOver()
        defer { hand.close() }
        hand.history = session.takeFormer() + hand.history
        guard !hand.history.isEmpty || hand.settings >= 0 else { return [] }
        var shown = hand
        // One that we have ended had no time to put the settings back.
        if process.isStopping { shown.settings = -1 }
        let (rest, recording) = (shown, presentation.recording)
        // A terminal that has gone shows nothing.
        _ = try? await LoopThread.run { () throws(TerminalError) in
            try TerminalRelay.run(rest, typed: typed, recording: recording)
        }
        process.leaveLookout(hand)
        return rest.history
    }

    private static func members(_ end: CommandEnd?) -> [JSON.Member] {
        end.map { [JSON.Member("exit", .integer(Int64($0.exitStatus)))] } ?? []
    }

    // MARK: - The launch

    private func plan(
        _ session: CommandSession, _ presentation: Presentation
    ) throws(LaunchEngineError) -> LaunchPlan {
        let steps = session.makeSteps()
        let schedule: StepSchedule
        do { schedule = try StepSchedule(steps.map(\.step)) } catch { throw .steps("\(error)") }
        // Who watches the command knows its time: it does not count while the command is stopped.
        var machine = LaunchMachine.Configuration(schedule: schedule, timeout: .seconds(365 * 86_400))
        // The next picture is the command's own, so there is nothing to fade into.
        machine.fade = .zero
        var plan = LaunchPlan(
            machine: machine, steps: { _ in session.makeSteps() },
            memory: session.memory.progress,
            uiProvider: UIProvider(
                splashViewDelegate: { [command = request.shown, layout = request.layout] in
                    DefaultSplashViewDelegate.ofCommand(command, layout)
                }))
        // Standard output belongs to the command.
        switch presentation.output {
        case .lines(.plain), .lines(.log), .conversation: plan.lineOutput = request.isSilent ? .nowhere : .error
        case .screen: plan.noteSignals = { session.noteSignals(after: $0) }
        case .lines(.json): break
        }
        return plan
    }

    /// Whether earlier starts have taught that no splash would be seen, and that is no day old.
    package var needsNoSplash: Bool {
        guard request.splash == .auto else { return false }
        return ProgressMemory(appID: CommandSession.appID(request), places: places).recallRecent()?.needsNoSplash
            ?? false
    }

    // MARK: - The command

    /// - Parameter line: a line of ours below what it writes, until it is ready.
    func relay(
        _ hand: CommandProcess.HandOver, to process: CommandProcess, _ typed: [UInt8],
        _ recording: (@Sendable ([UInt8]) -> Void)?, line: (any RelayLine)? = nil
    ) async throws(LaunchEngineError) -> TerminalRelay.End {
        ProcessSignals.passOn(to: process)
        do {
            return try await LoopThread.run { () throws(TerminalError) in
                try TerminalRelay.run(hand, typed: typed, recording: recording, line: line)
            }
        } catch {
            process.stop()
            throw .terminal(error.cause)
        }
    }
}

extension CommandLaunch.Result {
    /// Of a command whose terminal has gone.
    init(terminalGone process: CommandProcess, _ record: LaunchRecord) {
        self.init(
            outcome: .completed, end: nil, signal: SIGHUP, outputError: nil, readied: process.readied, leftBehind: [],
            said: process.error, record: record)
    }

    /// Of a launch that was over before anything was shown.
    init(unseen outcome: LaunchOutcome, _ process: CommandProcess?, _ record: LaunchRecord) {
        self.init(
            outcome: outcome, end: nil, signal: nil, outputError: nil, readied: nil,
            leftBehind: process?.leftBehind ?? [], said: process?.error, record: record, wasStarted: process != nil)
    }
}

extension CommandLaunch.Request {
    /// The command's splash in every state, without the command. Blocks while the picture is decoded.
    package func rehearsal(_ language: Language) -> SplashRehearsal {
        let (command, layout) = (shown, layout)
        let words = design.steps
        return SplashRehearsal(
            info: SplashInfo(appID: "run.rehearsal", appName: title, slogan: design.slogan ?? ""),
            steps: [
                words["start"] ?? language[.stepCommandStart].string,
                words["ready"] ?? language.waiting(for: ready).string,
            ], icon: icon.flatMap { try? $0.load() }, splash: { DefaultSplashViewDelegate.ofCommand(command, layout) })
    }
}

extension DisplayChoices {
    /// The look of a splash of the user's own: its colours are for the theme that their ground belongs to.
    package mutating func take(_ design: SplashDesign) {
        theme = design.theme ?? theme
        guard !design.colors.isEmpty else { return }
        colors = design.colors
        guard design.theme == nil, let ground = design.colors[.ground] else { return }
        var palette = Palette.dark
        palette[.ground] = ground
        theme = palette.isLight ? .light : .dark
    }
}

/// Says on standard error that a command still starts, until it is ready: for somebody who sees no splash.
struct CommandWaiting {
    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - sleep: waits, and throws once there is nothing to wait for.
    ///   - say: receives each sentence.
    init(
        _ title: String, _ language: Language, clock: @escaping @Sendable () -> Instant = { MonotonicClock.now },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        say: @escaping @Sendable (String) -> Void = { LineOutput.error.add(PlainText.fitted($0)) }
    ) {
        let began = clock()
        task = Task {
            var wait = SplashRule.silence
            while (try? await sleep(wait)) != nil {
                let seconds = Int((clock() - began).inSeconds.rounded())
                say(language.stillStarting(title, seconds: seconds).string)
                wait = LaunchLines.signInterval
            }
        }
    }

    func end() { task.cancel() }

    /// Returns once nothing more will be said.
    func wait() async { await task.value }
}
