import Foyer
import FoyerDemo
import FoyerPlatform
import FoyerServe
import FoyerStage
import FoyerSystem
import Glibc
import Synchronization

/// Runs a scenario on the terminal: the real program on the real screen, with the stage on a real socket.
///
/// The scenario's own size is drawn, whatever the terminal's is; the rest is cut off.
package enum LiveRun {
    /// How long an expectation may take to come true, since nobody can know when everything has settled.
    private static let grace = Duration.seconds(5)

    /// - Parameters:
    ///   - server: another platform than Foyer's own.
    ///   - limits: how fast and how long.
    ///   - output: the screen only, or whatever these surroundings call for.
    package static func run(
        _ scenario: Scenario, on assets: ScenarioAssets?, server: WebAddress? = nil,
        reach: FlowPlatform = FlowPlatform(), _ limits: FlowLimits = FlowLimits(),
        output: DisplayChoices.Output = .automatic
    ) async throws(LocalizedFailure) -> ScenarioResult {
        let settings = scenario.settings
        var choices = DisplayChoices(
            output: output, reducesMotion: settings.reducesMotion, usesASCII: settings.isASCII,
            language: settings.language)
        choices.switches = .options
        let presentation = Presentation(choices)
        guard presentation.hasScreen else {
            throw LocalizedFailure(.scenarioNeedsTerminal(presentation.needsScreen))
        }
        if let program = scenario.program { return try await mirror(scenario, program, presentation, limits) }
        guard let assets else { return .failed(scenario, .other(.noAssets)) }
        if server != nil, scenario.needsOwnPlatform { return .failed(scenario, .other(.aServersOrders)) }
        var played = scenario
        let isAlike = presentation.theme.looks(like: DisplayTheme(settings))
        if !isAlike { played.goldens.rule = .off }
        var result = try await play(
            played, on: assets, server,
            Look(theme: presentation.theme, language: presentation.language, reach: reach, limits: limits)
        ) { make in
            try await presentation.run(make)
        }
        result.isUncompared = !isAlike && scenario.steps.contains { $0.action.golden != nil }
        return result
    }

    /// The same against another platform than Foyer's own, and without a terminal: in real time.
    package static func runUnseen(
        _ scenario: Scenario, on assets: ScenarioAssets?, server: WebAddress?, reach: FlowPlatform,
        _ limits: FlowLimits = FlowLimits()
    ) async -> ScenarioResult {
        guard let assets else { return .failed(scenario, .other(.noAssets)) }
        if server != nil, scenario.needsOwnPlatform { return .failed(scenario, .other(.aServersOrders)) }
        let settings = scenario.settings
        let theme = DisplayTheme(settings)
        do {
            return try await play(
                scenario, on: assets, server,
                Look(theme: theme, language: settings.language, reach: reach, limits: limits)
            ) { make in
                _ = try await LoopThread.run { () throws(TerminalError) in
                    let mailbox = try Mailbox<ScreenMessage>()
                    var program = make(mailbox, MonotonicClock.now)
                    return EventLoop.run(
                        &program, on: UnseenDisplay(size: scenario.size, limits.isOver), mailbox: mailbox)
                }
            }
        } catch {
            return .failed(scenario, .other(error.cause))
        }
    }

    /// How its screens look, and reach their platform.
    private struct Look {
        let theme: DisplayTheme
        let language: Language
        let reach: FlowPlatform
        let limits: FlowLimits
    }

    /// - Parameter show: runs the program that it is given on some display.
    private static func play(
        _ scenario: Scenario, on assets: ScenarioAssets, _ address: WebAddress?, _ look: Look,
        _ show: (sending @escaping (Mailbox<ScreenMessage>, Instant) -> LiveProgram) async throws -> Void
    ) async throws(LocalizedFailure) -> ScenarioResult {
        let end = LiveEnd()
        let began = MonotonicClock.now
        var server: StageServer?
        do {
            let places = try TemporaryPlaces(blocked: scenario.settings.isDiskBlocked)
            defer { places.remove() }
            if address == nil {
                server = try await StageServer.start(platform: scenario.platform(else: assets.platform))
            }
            let stage = server.map { SocketStage(server: $0) as any PlayedStage & Sendable } ?? ForeignPlatform()
            let base = try address ?? WebAddress(server?.baseURL ?? "")
            let folders = places.places
            let environment = places.environment + ProgramOrder.surroundings(platform: base, look.language)
            try await show { mailbox, now in
                let host = ScenarioHost(
                    server: base, places: folders, theme: look.theme, language: look.language, stage: stage,
                    settings: scenario.settings, isOnCard: scenario.onCard != nil, reach: look.reach)
                let player = ScenarioPlayer(
                    scenario, grace: grace, pace: look.limits.pace, limit: look.limits.end(from: now))
                let other = OtherTerminal(scenario.settings, environment: environment)
                let program = ScenarioProgram(
                    scenario, host: host, player: player, mailbox: mailbox, at: now, other: other)
                if scenario.onCard != nil { other.reach(host, in: folders) }
                return LiveProgram(
                    scenario: scenario, end: end, program: program, isOver: look.limits.isOver)
            }
        } catch {
            await server?.stop()
            throw LocalizedFailure(error)
        }
        await server?.stop()
        for demo in end.demos.withLock({ $0 }) { await demo.close() }
        var result = end.result.withLock { $0 } ?? .failed(scenario, .terminalGone)
        result.keepGoldens(scenario.goldens.rule)
        result.realTime = MonotonicClock.now - began
        return result
    }
}

extension DisplayTheme {
    /// As a scenario's settings say.
    init(_ settings: ScenarioSettings) {
        self.init(
            depth: settings.depth, palette: .fitting(settings.theme, ground: nil), isASCII: settings.isASCII,
            reducesMotion: settings.reducesMotion, pixelCell: settings.pixelCell)
    }

    /// Whether the same screen has the same cells.
    fileprivate func looks(like other: DisplayTheme) -> Bool {
        depth == other.depth && palette == other.palette && glyphs.isASCII == other.glyphs.isASCII
    }
}

extension LiveRun {
    /// Plays a program that is not ours, whose screens are drawn as its own terminal has them.
    private static func mirror(
        _ scenario: Scenario, _ program: ProgramOrder, _ presentation: Presentation, _ limits: FlowLimits
    ) async throws(LocalizedFailure) -> ScenarioResult {
        let left = CancellationFlag()
        var whileShown = limits
        whileShown.isOver = { limits.isOver() || left.isRaised }
        let (results, told) = AsyncStream.makeStream(of: ScenarioResult.self)
        do {
            try await presentation.show { [whileShown] in
                MirrorScreen { shown in
                    if let shown { told.yield(ProgramRun.run(scenario, program, whileShown, shown: shown)) }
                    told.finish()
                }
            }
        } catch {
            throw LocalizedFailure(error.cause)
        }
        // The terminal may go first; the program is ended all the same, and whatever it has started.
        left.raise()
        var result: ScenarioResult?
        for await last in results { result = last }
        if result?.failure?.reason == .interrupted, !limits.isOver() { result = nil }
        return result ?? .failed(scenario, .terminalGone)
    }
}

/// Shows what stands on another terminal. Keys are for nobody.
private final class MirrorScreen: Screen {
    private let play: @Sendable (((Buffer) -> Void)?) -> Void
    /// `nil`: it is over.
    private let news = Inbox<Buffer?>()
    private var screen: Buffer?

    /// - Parameter play: called once: with what takes the screens, on a thread of its own; with `nil` if there is none.
    init(_ play: @escaping @Sendable (((Buffer) -> Void)?) -> Void) {
        self.play = play
    }

    func appear(_ context: ScreenContext) {
        let post = news.poster(context)
        let play = play
        let work: @Sendable () -> Void = {
            play { post($0) }
            post(nil)
        }
        if BlockingThread.start(work) != 0 {
            play(nil)
            post(nil)
        }
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        for screen in news.drain() {
            guard let screen else { return .leave }
            self.screen = screen
        }
        return .stay
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        guard let screen, let picture = CellPicture(size: screen.size, cells: screen.cells) else { return }
        canvas.picture(picture, column: 0, row: 0)
    }
}

/// Nobody sees it, and nobody types at it.
private final class UnseenDisplay: Display {
    let size: CellSize
    private let isOver: () -> Bool

    init(size: CellSize, _ isOver: @escaping () -> Bool) {
        self.size = size
        self.isOver = isOver
    }

    var now: Instant { MonotonicClock.now }
    var isReady: Bool { true }
    func present(_ frame: Frame) {}

    func wait(until deadline: Instant?, mailbox: Int32) -> [InputEvent] {
        // Nobody wakes it when the run is ended.
        Poll.wait(toRead: [mailbox], for: min(.milliseconds(100), deadline.map { $0 - now } ?? .milliseconds(100)))
        return isOver() ? [.endOfInput] : []
    }
}

extension LocalizedFailure {
    /// Whatever has kept a flow or a run from beginning.
    package init(_ error: any Error) {
        self.init(
            (error as? LocalizedFailure)?.cause ?? (error as? FlowRoom.Failure)?.cause
                ?? (error as? DiskError)?.cause ?? (error as? LoopbackError)?.cause
                ?? (error as? StageError)?.cause ?? (error as? LaunchEngineError)?.cause
                ?? (error as? TerminalError)?.cause ?? Phrase(asIs: "\(error)"))
    }
}

private final class LiveEnd: Sendable {
    let result = Mutex<ScenarioResult?>(nil)
    /// Each has work under way that its screens do not end.
    let demos = Mutex<[DemoHost]>([])
}

/// A scenario in the loop, which leaves its result behind.
private struct LiveProgram: ScreenLoopProgram {
    let scenario: Scenario
    let end: LiveEnd
    var program: ScenarioProgram
    /// Whether the run has been ended.
    let isOver: @Sendable () -> Bool
    private(set) var outcome: Bool?

    var nextDeadline: Instant? { program.nextDeadline }
    var remainingWork: [Task<Void, Never>] { program.remainingWork }

    mutating func handle(_ event: LoopEvent<ScreenMessage>, at now: Instant) {
        program.handle(event, at: now)
        finish(at: now)
    }

    mutating func render(size: CellSize, at now: Instant) -> Frame {
        let frame = program.render(size: size, at: now)
        finish(at: now)
        return frame
    }

    private mutating func finish(at now: Instant) {
        if isOver() { program.fail(.interrupted) }
        guard outcome == nil, program.outcome != nil else { return }
        outcome = true
        let result = program.result(scenario, at: now)
        end.result.withLock { $0 = result }
        end.demos.withLock { [demos = program.demos] in $0 = demos }
        program.end(at: now)
    }
}
