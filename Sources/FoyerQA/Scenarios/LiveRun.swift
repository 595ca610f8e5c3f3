import Foyer
import FoyerDemo
import FoyerPlatform
import FoyerStage
import FoyerSystem
import Synchronization

/// Runs a scenario on the terminal: the real program on the real screen, with the stage on a real socket.
///
/// The scenario's own size is drawn, whatever the terminal's is; the rest is cut off.
package enum LiveRun {
    /// How long an expectation may take to come true, since nobody can know when everything has settled.
    private static let grace = Duration.seconds(5)

    /// - Parameters:
    ///   - pace: the time before each action, so that people can watch.
    ///   - output: the screen only, or whatever these surroundings call for.
    package static func run(
        _ scenario: Scenario, on assets: ScenarioAssets, reach: FlowPlatform = FlowPlatform(), pace: Duration = .zero,
        output: DisplayChoices.Output = .automatic
    ) async throws(LiveRunFailure) -> ScenarioResult {
        let settings = scenario.settings
        let presentation = Presentation(
            DisplayChoices(
                output: output, reducesMotion: settings.reducesMotion, usesASCII: settings.isASCII,
                language: settings.language))
        guard presentation.hasScreen else {
            throw LiveRunFailure(cause: .scenarioNeedsTerminal(presentation.needsScreen))
        }
        let places: TemporaryPlaces
        let stage: StageServer
        do {
            places = try TemporaryPlaces(blocked: settings.isDiskBlocked)
            stage = try await StageServer.start(platform: assets.platform)
        } catch {
            let cause = (error as? PlaceFailure)?.cause ?? (error as? LoopbackError)?.cause
            throw LiveRunFailure(cause: cause ?? Cause(asIs: "\(error)"))
        }
        defer { places.remove() }
        let result = try await play(scenario, presentation, stage, places.places, reach, pace)
        await stage.stop()
        return result
    }

    private static func play(
        _ scenario: Scenario, _ presentation: Presentation, _ stage: StageServer, _ places: Places,
        _ reach: FlowPlatform, _ pace: Duration
    ) async throws(LiveRunFailure) -> ScenarioResult {
        let end = LiveEnd()
        let began = MonotonicClock.now
        do {
            let server = try WebAddress(stage.baseURL)
            try await presentation.run { mailbox, now in
                let host = ScenarioHost(
                    server: server, places: places, theme: presentation.theme, language: presentation.language,
                    stage: SocketStage(server: stage), settings: scenario.settings, reach: reach)
                let player = ScenarioPlayer(scenario.steps, grace: grace, pace: pace)
                let program = ScenarioProgram(scenario, host: host, player: player, mailbox: mailbox, at: now)
                return LiveProgram(
                    scenario: scenario, theme: presentation.theme, end: end, program: program, began: now)
            }
        } catch {
            throw LiveRunFailure(cause: (error as? LaunchEngineError)?.cause ?? Cause(asIs: "\(error)"))
        }
        for demo in end.demos.withLock({ $0 }) { await demo.close() }
        var result = end.result.withLock { $0 } ?? .failed(scenario, .terminalGone)
        result.realTime = MonotonicClock.now - began
        return result
    }
}

/// Why a scenario could not be run in the terminal.
package struct LiveRunFailure: Error, Sendable, CustomStringConvertible {
    package let cause: Cause
    package var description: String { cause.english }
}

extension StageError {
    /// The sentence in every language.
    package var cause: Cause {
        switch self {
        case .noAssets(let looked): .assetsMissing(looked: looked)
        case .unreadable(let path, let reason): .fileNotRead(path, Cause(asIs: reason))
        case .wrongAsset(let path, let reason): .assetWrong(path, reason)
        case .sources(let error): error.cause
        case .wrongRequest(let reason): Cause(asIs: reason)
        }
    }
}

/// The stage on its sockets, in this process.
struct SocketStage: PlayedStage {
    let server: StageServer

    func tell(_ order: StageOrder) {
        server.withResponder { $0.tell(order) }
        server.settle()
    }

    func count(_ route: StageRoute) -> Int {
        server.withResponder { responder in responder.requests.count { $0.route == route } }
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
    let theme: Theme
    let end: LiveEnd
    var program: ScenarioProgram
    let began: Instant
    private(set) var outcome: Bool?

    init(scenario: Scenario, theme: Theme, end: LiveEnd, program: ScenarioProgram, began: Instant) {
        self.scenario = scenario
        self.theme = theme
        self.end = end
        self.program = program
        self.began = began
    }

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
        guard outcome == nil, program.outcome != nil else { return }
        outcome = true
        let result = ScenarioResult(scenario, program: program, theme: theme, virtualTime: now - began)
        end.result.withLock { $0 = result }
        end.demos.withLock { [demos = program.demos] in $0 = demos }
        program.end(at: now)
    }
}
