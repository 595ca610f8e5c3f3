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
        /// The way of starting and showing it; never `becomes`.
        package var route = CommandRoute.screen
        /// Fills ``Result/leftBehind``.
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
        package var expected: LearnedSignal?
        /// The sign that came after the command had been handed over for its silence: it is waited for the next time.
        package var found: LearnedSignal?
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
    /// Without a terminal of its own, the command's bytes go to standard output and standard error unchanged, and the launch
    /// prints lines on standard error. With JSON, everything is a sanitised line on standard output.
    ///
    /// - Parameter observe: hears what happens.
    package func run(
        _ presentation: Presentation, observe: @escaping LaunchPlan.Observer = { _ in }
    ) async throws(LaunchEngineError) -> Result {
        let command = RunningCommand(request, presentation, places)
        if !route.hasOwnTerminal { ProcessSignals.install() }
        defer {
            ProcessSignals.keep()
            ProcessSignals.shareNoEnd()
        }
        var plan = try plan(command)
        plan.observe = observe
        guard route.hasOwnTerminal else {
            let result = try await runInLines(command, plan, presentation)
            await command.memory.finish()
            return result
        }
        var result = try await runOnTerminal(command, plan, presentation)
        await command.memory.finish()
        (result.expected, result.found) = (command.memory.expected, command.memory.found)
        return result
    }

    private var route: CommandRoute { request.route }

    // MARK: - Without a terminal of the command's own

    private func runInLines(
        _ command: RunningCommand, _ plan: LaunchPlan, _ presentation: Presentation
    ) async throws(LaunchEngineError) -> Result {
        let isAnnounced = route == .beside(announces: true)
        let waiting = isAnnounced ? CommandWaiting(request.title, presentation.language) : nil
        defer { waiting?.end() }
        let report = try await plan.run(presentation)
        // Nothing more is said of a command that is ready.
        waiting?.end()
        guard report.outcome == .completed, let process = command.process else {
            return await fail(report, of: plan, command, presentation)
        }
        return await end(process, presentation, record: report.record)
    }

    // MARK: - On a terminal of its own

    private func runOnTerminal(
        _ command: RunningCommand, _ plan: LaunchPlan, _ presentation: Presentation
    ) async throws(LaunchEngineError) -> Result {
        var plan = plan
        switch try await command.runUnseen() {
        case .splash(let began): plan.machine.begun[RunningCommand.startStep] = began
        case .failed(let failure):
            plan.observe(.ended(.failed(failure)))
            return Result(unseen: .failed(failure), command.process, plan.emptyRecord)
        case .over(let process):
            let result = try await handOver(command, process, [], presentation, record: plan.emptyRecord)
            plan.observe(.ended(.completed))
            return result
        }
        plan.keyboard = KeyboardAccess(allowsFailurePage: { ProcessSignals.startedAtPrompt })
        var presentation = presentation
        if command.memory.progress.recall()?.outlastsQuestions != true {
            presentation = presentation.askingOnlyNamed()
        }
        guard route == .screen else {
            return try await runInStatusLine(command, plan, presentation.askingNothing())
        }
        let typed: [UInt8]
        (presentation, typed) = await presentation.interviewing(until: command.process?.settledDescriptor ?? -1)
        let report = try await plan.run(presentation)
        guard report.outcome == .completed, let process = command.process else {
            HandedTerminal.putBack()
            return await fail(report, of: plan, command, presentation, typed)
        }
        return try await handOver(command, process, typed, presentation, record: report.record)
    }

    /// A command that is ready, or needs no splash, has the terminal until it has ended.
    private func handOver(
        _ command: RunningCommand, _ process: CommandProcess, _ typed: [UInt8], _ presentation: Presentation,
        record: LaunchRecord
    ) async throws(LaunchEngineError) -> Result {
        let hand = await command.takeTerminal(of: process)
        defer { hand.close() }
        if try await relay(hand, to: process, typed, presentation.recording) == .terminalGone {
            return Result(terminalGone: process, record)
        }
        if OutstandingAnswers.wereMissing { presentation.keepSilence() }
        await finish(process, hand)
        return await end(process, presentation, record: record)
    }

    /// The command has the terminal from the beginning; one line stands below what it writes while it starts.
    private func runInStatusLine(
        _ command: RunningCommand, _ plan: LaunchPlan, _ presentation: Presentation
    ) async throws(LaunchEngineError) -> Result {
        let launch = plan.begin(presentation).0
        do {
            return try await runInStatusLine(command, plan, presentation, launch)
        } catch {
            command.process?.stop()
            launch.leave()
            _ = await launch.settle()
            throw error
        }
    }

    private func runInStatusLine(
        _ command: RunningCommand, _ plan: LaunchPlan, _ presentation: Presentation, _ launch: LaunchSession
    ) async throws(LaunchEngineError) -> Result {
        let line = try await onTerminal { () async throws(TerminalError) in
            let name = SafeText(request.shortName)
            let line = try LaunchLine(launch, presentation, name: name) { command.process?.hear($0) }
            // Where the line is due at once, the launch itself starts the command.
            if command.process == nil {
                try await LoopThread.run { () throws(TerminalError) in
                    try TerminalLine.run(line) { command.process != nil }
                }
            }
            return line
        }
        if let process = command.process {
            let hand = await process.lend()
            defer { hand.close() }
            guard try await relay(hand, to: process, [], presentation.recording, line: line) == .programEnded else {
                launch.leave()
                return Result(terminalGone: process, await launch.settle().record)
            }
            await finish(process, hand)
            // Nobody is told of an end that somebody has asked for: what it wrote and its status are all there is.
            let isWanted = ProcessSignals.hasPassedEnd || process.end?.isByKey == true
            if isWanted, process.readied == nil, !process.isStopping {
                try await onTerminal { () async throws(TerminalError) in try await LoopThread.run { line.finish() } }
                launch.leave()
                let record = await launch.settle().record
                return await end(process, presentation, record: record)
            }
            ProcessSignals.keep()
        }
        // The launch learns of the command's end a moment later.
        try await onTerminal { () async throws(TerminalError) in try await LoopThread.run { line.finish() } }
        line.end()
        let report = await launch.settle()
        guard report.outcome == .completed, let process = command.process else {
            var result = await fail(report, of: plan, command, presentation)
            result.endsWithinLine = line.isWithinLine
            return result
        }
        return await end(process, presentation, record: report.record)
    }

    private func onTerminal<Value: Sendable>(
        _ body: () async throws(TerminalError) -> Value
    ) async throws(LaunchEngineError) -> Value {
        do { return try await body() } catch { throw .terminal(error.cause) }
    }

    /// - Parameter line: a line of ours below what it writes, until it is ready.
    private func relay(
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

    /// The others in our group get what came last.
    private func finish(_ process: CommandProcess, _ hand: CommandProcess.HandOver) async {
        _ = await process.waitForEnd()
        process.sendGroupRest(hand)
        process.leaveLookout(hand)
    }

    // MARK: - The end

    /// The end of a command that was ready.
    private func end(
        _ process: CommandProcess, _ presentation: Presentation, record: LaunchRecord
    ) async -> Result {
        let end = await process.waitForEnd()
        ProcessSignals.keep()
        switch route {
        case .json:
            let limit = ProcessSignals.hasPassedEnd ? MonotonicClock.now + LineOutput.grace : nil
            presentation.tell(.completed, members: Self.members(end), by: limit)
        case .lines, .beside: LineOutput.error.finish(by: MonotonicClock.now + LineOutput.grace)
        case .statusLine, .screen, .becomes: break
        }
        return Result(
            outcome: .completed, end: end, signal: process.isStopping ? nil : end.signal,
            outputError: process.outputError, readied: process.readied, leftBehind: process.leftBehind,
            said: process.error, record: record)
    }

    /// Ends a launch whose command did not become ready.
    ///
    /// - Parameter typed: what was read before, beside the terminal's answers.
    private func fail(
        _ report: LaunchPlan.Report, of plan: LaunchPlan, _ command: RunningCommand, _ presentation: Presentation,
        _ typed: [UInt8] = []
    ) async -> Result {
        await command.stop()
        let process = command.process
        let written = route.hasOwnTerminal ? await leave(command, presentation, typed) : []
        let outputError = process?.outputError
        // Nobody saw a launch: the command's output and its status are all there is.
        if case .beside = route, let end = command.earlyEnd {
            return Result(
                outcome: .completed, end: end, signal: end.signal, outputError: outputError, readied: nil,
                leftBehind: process?.leftBehind ?? [], said: process?.error, record: report.record)
        }
        // A reader that has gone needs no report.
        if outputError == nil {
            presentation.tell(
                report.outcome, members: Self.members(command.earlyEnd), by: MonotonicClock.now + LineOutput.grace,
                on: plan.lineOutput)
        }
        var result = Result(
            outcome: report.outcome, end: command.earlyEnd,
            signal: ProcessSignals.notedEnd ?? (report.outcome == .closed ? nil : command.earlyEnd?.signal),
            outputError: outputError, readied: nil, leftBehind: process?.leftBehind ?? [],
            said: process?.error, record: report.record,
            wasStarted: process != nil, endsWithinLine: written.last.map { $0 != 0x0A } ?? false)
        if let keyboard = plan.keyboard, !keyboard.hasShownFailurePage, case .status? = command.earlyEnd {
            result.isToldByOutput = !written.isEmpty && !result.isNamed
        }
        return result
    }

    /// What a command has written that was never ready stands on the terminal, as after a hand-over.
    ///
    /// - Returns: all of it.
    private func leave(
        _ command: RunningCommand, _ presentation: Presentation, _ typed: [UInt8]
    ) async -> [UInt8] {
        guard let process = command.process, process.end != nil else { return [] }
        let hand = await command.takeTerminal(of: process)
        defer { hand.close() }
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

    private func plan(_ command: RunningCommand) throws(LaunchEngineError) -> LaunchPlan {
        let steps = command.makeSteps()
        let schedule: StepSchedule
        do { schedule = try StepSchedule(steps.map(\.step)) } catch { throw .steps("\(error)") }
        // Who watches the command knows its time: it does not count while the command is stopped.
        var machine = LaunchMachine.Configuration(schedule: schedule, timeout: .seconds(365 * 86_400))
        // The next picture is the command's own, so there is nothing to fade into.
        machine.fade = .zero
        var plan = LaunchPlan(
            machine: machine, steps: { _ in command.makeSteps() },
            memory: command.memory.progress,
            uiProvider: UIProvider(
                splashViewDelegate: { [shown = request.shown, layout = request.layout] in
                    DefaultSplashViewDelegate.ofCommand(shown, layout)
                }))
        // Standard output belongs to the command.
        switch route {
        case .lines: plan.lineOutput = .error
        case .beside: plan.lineOutput = .nowhere
        case .statusLine, .screen: plan.noteSignals = { command.noteSignals(after: $0) }
        case .json, .becomes: break
        }
        return plan
    }

    /// Whether earlier starts have taught that no splash would be seen, and that is no day old.
    package var needsNoSplash: Bool {
        guard request.splash == .auto else { return false }
        return ProgressMemory(appID: RunningCommand.appID(request), places: places).recallRecent()?.needsNoSplash
            ?? false
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
