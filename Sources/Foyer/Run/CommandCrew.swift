import FoyerCore
import FoyerSystem
import Synchronization

/// The commands of one attempt: those that the last one needs, and the last itself, as processes.
final class CommandCrew: Sendable {
    private struct State {
        var group: CommandGroup
        var processes: [String: CommandProcess] = [:]
        /// The first failure, and whose it is.
        var failure: (name: String, LaunchFailure)?
        var waiters: [String: CheckedContinuation<Milestone, Never>] = [:]
        var endWaiters: [CheckedContinuation<Void, Never>] = []
        /// Who has spoken last.
        var speaker: String?
    }

    enum Milestone {
        case ready
        case failed(LaunchFailure)
        /// It is the last, and has ended before it was ready.
        case ended(CommandEnd)
        case cancelled
    }

    /// As many lines as the error page shows.
    private static let shownLines = 5

    private let request: CommandLaunch.Request
    private let info: SplashInfo
    private let commands: [String: NeededCommand]
    private let streams: @Sendable (String) -> CommandRequest.Streams
    /// The attempt before this one, whose processes hold ports and files for as long as they run.
    private let former: CommandCrew?
    private let state: Mutex<State>
    let last: String

    /// `nil` if the command needs no others.
    init?(
        _ request: CommandLaunch.Request, _ info: SplashInfo, after former: CommandCrew?,
        streams: @escaping @Sendable (_ name: String) -> CommandRequest.Streams
    ) {
        guard let needs = request.needs else { return nil }
        self.request = request
        self.info = info
        self.former = former
        self.streams = streams
        commands = Dictionary(request.needed.map { ($0.name, $0) }) { first, _ in first }
        let group = CommandGroup(needs)
        last = group.last
        state = Mutex(State(group: group))
    }

    // MARK: - The launch's steps

    /// One for each needed command, in the order of their needs.
    func steps(_ language: Language) -> [StartupStep] {
        request.needed.map { command in
            let name = SafeText(command.title ?? command.name)
            let words = request.design.steps[command.name]
            return StartupStep(
                Self.step(command.name), label: words ?? language.starting([name]).string,
                after: request.needs?.of(command.name).map(Self.step) ?? []
            ) { try await self.run(command, $0) }.starting(words == nil ? name : nil)
        }
    }

    /// A step's name: a command may be called like a step of ours.
    static func step(_ name: String) -> String { "needs." + name }

    private func run(_ command: NeededCommand, _ reporter: StepReporter) async throws {
        reporter.info(info)
        await former?.stop()
        try Task.checkCancellation()
        guard handle(.due(command.name)) else { throw CancellationError() }
        let speech = CommandSpeech(of: command.name)
        do {
            let process = try CommandProcess.start(
                command.request(streams(command.name), request.environment),
                news: {
                    speech.hear($0)
                    reporter.pass($0)
                }, output: { self.pass($0, speech, of: command.name, to: reporter) })
            watch(process, as: command.name)
        } catch {
            state.withLock { $0.failure = $0.failure ?? (command.name, error) }
            handle(.unstarted(command.name))
            throw error
        }
        switch await milestone(of: command.name) {
        case .ready, .ended: return
        case .failed(let failure):
            quote(to: reporter)
            throw failure
        case .cancelled: throw CancellationError()
        }
    }

    /// What others say behind a failure would take its place on the page, and once the last has the terminal there is no page.
    func pass(_ output: CommandOutput, _ speech: CommandSpeech, of name: String, to reporter: StepReporter) {
        let isHeard = state.withLock { state in
            guard state.failure == nil, state.group.phase == .starting else { return false }
            if output.lines.contains(where: { !$0.isEmpty }) { state.speaker = name }
            return true
        }
        if isHeard { speech.pass(output, to: reporter) }
    }

    /// The failed command's last lines stand last, where another one has spoken since.
    func quote(to reporter: StepReporter) {
        let lines = state.withLock { state -> [String] in
            guard let failed = state.failure?.name, let process = state.processes[failed] else { return [] }
            let spoken = process.follow { _ in }.filter { !$0.isEmpty }.suffix(Self.shownLines)
            defer { state.speaker = failed }
            guard state.speaker != failed else { return [] }
            return spoken.map { failed == self.last ? $0.string : CommandSpeech.line($0, of: failed) }
        }
        for line in lines { reporter.note(line) }
    }

    /// What one of the others has written, if it was the first to fail: the latest two thousand lines, each after its
    /// command's name.
    var lastLinesOfFailed: [String] {
        state.withLock { state in
            guard let failed = state.failure?.name, failed != last, let process = state.processes[failed] else {
                return []
            }
            return process.follow { _ in }.map { CommandSpeech.line($0, of: failed) }
        }
    }

    /// Returns once the command is ready, or that is not to be expected any longer.
    func milestone(of name: String) async -> Milestone {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Milestone? in
                    if Task.isCancelled { return .cancelled }
                    if let known = Self.milestone(of: name, state) { return known }
                    state.waiters[name] = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            handle(.closed)
            state.withLock { $0.waiters.removeValue(forKey: name) }?.resume(returning: .cancelled)
        }
    }

    private static func milestone(of name: String, _ state: State) -> Milestone? {
        switch state.group.state(of: name) {
        case .ready, .ended(_, wasReady: true): .ready
        case .ended(let end?, wasReady: false) where name == state.group.last: .ended(end)
        case .waiting, .starting, .ending, .ended: state.failure.map { .failed($0.1) }
        }
    }

    // MARK: - Processes

    /// The last may start.
    func beginLast() -> Bool { handle(.due(last)) }

    /// It could not be started after all.
    func giveUpLast() { handle(.unstarted(last)) }

    func watch(_ process: CommandProcess, as name: String) {
        let isUnwanted = state.withLock { state in
            state.processes[name] = process
            return state.group.state(of: name) == .ending
        }
        if isUnwanted { process.stop() }
        Task {
            switch await process.waitUntilReady() {
            // Others wait for the sign that was named, and not for the end.
            case .ready where process.readied?.sign == .exit && name != last && commands[name]?.ready != .automatic:
                break
            case .ready: handle(.ready(name))
            case .late: handle(.late(name))
            case .ended, .cancelled: break
            }
            handle(.ended(name, await process.waitForEnd()))
        }
    }

    /// The last has ended, which its watch may learn a moment later: nobody has asked for it.
    func stop(after end: CommandEnd) async {
        handle(.ended(last, end))
        await stop()
    }

    /// Ends all of them, and returns once they have ended.
    func stop() async {
        await former?.stop()
        handle(.closed)
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.group.phase != .over { state.endWaiters.append(continuation) }
                return state.group.phase == .over
            }
            if isOver { continuation.resume() }
        }
    }

    /// - Returns: whether the command of a `due` is to be started.
    @discardableResult private func handle(_ event: CommandGroup.Event) -> Bool {
        var isStarting = false
        var stopped: [CommandProcess] = []
        var resumed: [(CheckedContinuation<Milestone, Never>, Milestone)] = []
        var over: [CheckedContinuation<Void, Never>] = []
        let (began, deadline) = state.withLock { state in
            let former = state.group.phase
            for effect in state.group.handle(event, at: MonotonicClock.now) {
                switch effect {
                case .start: isStarting = true
                case .fail(let name, let failure):
                    let process = state.processes[name]
                    let failed = self.failure(of: name, failure, lastWords: process?.lastWords)
                        .named(by: process?.error, of: name == last ? nil : name)
                    state.failure = state.failure ?? (name, failed)
                case .stop(let name): stopped += [state.processes[name]].compactMap { $0 }
                case .end: swap(&over, &state.endWaiters)
                }
            }
            for name in Array(state.waiters.keys) {
                guard let known = Self.milestone(of: name, state), let waiter = state.waiters.removeValue(forKey: name)
                else { continue }
                resumed.append((waiter, known))
            }
            return (former != state.group.phase, state.group.nextDeadline)
        }
        for (waiter, milestone) in resumed { waiter.resume(returning: milestone) }
        for process in stopped { process.stop() }
        for waiter in over { waiter.resume() }
        if began, let deadline { passTime(at: deadline) }
        return isStarting
    }

    private func passTime(at deadline: Instant) {
        Task {
            try? await Task.sleep(for: deadline - MonotonicClock.now)
            handle(.timePassed)
        }
    }

    private func failure(of name: String, _ failure: CommandGroup.Failure, lastWords: SafeText?) -> LaunchFailure {
        let own = name == last ? request.name : name
        return switch failure {
        case .unstarted: .neededCommandFailed(own, .status(127), wasReady: false, lastWords: nil)
        case .late: .commandNotReady(own, within: (name == last ? request.timeout : commands[name]?.timeout) ?? .zero)
        case .ended(let end, let wasReady):
            name == last
                ? .commandEnded(own, end, lastWords: lastWords)
                : .neededCommandFailed(own, end, wasReady: wasReady, lastWords: lastWords)
        }
    }
}

/// A command that another one needs.
package struct NeededCommand: Sendable {
    package let name: String
    package var words: [[UInt8]]
    package var title: String?
    package var ready: ReadyRule
    /// Looks whether the address of the rule answers.
    package var probe: (@Sendable () -> Bool)?
    package var timeout: Duration?

    package init(_ name: String, _ command: NamedCommand) {
        self.name = name
        words = command.arguments.map { Array($0.utf8) }
        title = command.title
        ready = command.ready
        timeout = command.timeout.map { .seconds($0) }
    }

    func request(_ streams: CommandRequest.Streams, _ environment: CommandRequest.Environment) -> CommandRequest {
        var request = CommandRequest(words: words, ready: ready, streams: streams)
        request.environment = environment
        request.probe = probe
        // A sign that was named is waited for.
        request.patience = timeout.map { .fails($0) } ?? (ready == .automatic ? .standard : .endless)
        return request
    }
}
