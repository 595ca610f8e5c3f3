import Foyer
import FoyerCore
import FoyerSystem
import FoyerTUI
import Synchronization

/// Launches mini programs: the engine with the mini-program pipeline as its steps, and the program's pages as its root.
public struct MiniProgramLaunch: Sendable {
    /// Which program, from which platform, and how long it may take.
    public let request: MiniProgramRequest
    /// What the host knows of the program before the platform has been asked.
    package var known: KnownProgram?
    private let places: Places
    private let splash: (@Sendable () -> any SplashViewDelegate)?
    private let pipeline: MiniProgramPipeline

    /// What came of a launch.
    public struct Result: Sendable {
        /// How the launch ended.
        public let outcome: LaunchOutcome
        /// Where the program lies; `nil` where it did not become ready.
        public let program: InstalledProgram?
        /// The steps with their times, and the log.
        package let record: LaunchRecord
    }

    /// - Parameter splash: makes the delegate of the splash view, on the thread that owns the screen;
    ///   `DefaultSplashViewDelegate` where there is none.
    public init(
        _ request: MiniProgramRequest, places: Places = Places(),
        splash: (@Sendable () -> any SplashViewDelegate)? = nil
    ) {
        self.init(request, places: places, splash: splash, in: .live)
    }

    package init(
        _ request: MiniProgramRequest, places: Places, splash: (@Sendable () -> any SplashViewDelegate)? = nil,
        in surroundings: PlatformSurroundings
    ) {
        self.request = request
        self.places = places
        self.splash = splash
        pipeline = MiniProgramPipeline(request, places: places, in: surroundings)
    }

    /// Runs the launch and the program; returns when the user has left. Without a screen it is told in lines, the
    /// last of which is the result.
    ///
    /// - Parameters:
    ///   - whenFailed: told of each attempt's failure once it is shown: a reload may follow.
    ///   - whenEnded: told how the launch itself ended, while a program that is ready is still shown.
    ///   - whenNoted: told of each line of the record as it is written, with the record so far; on the thread that owns
    ///     the screen, which waits for it.
    package func run(
        _ presentation: Presentation, whenFailed: (@Sendable (LaunchFailure) -> Void)? = nil,
        whenEnded: (@Sendable (LaunchOutcome) -> Void)? = nil,
        whenNoted: @escaping @Sendable (LaunchRecord.Line, LaunchRecord) -> Void = { _, _ in }
    ) async throws(LaunchEngineError) -> Result {
        var plan = try plan(isSeen: presentation.hasScreen)
        plan.whenFailed = whenFailed
        plan.whenEnded = whenEnded
        plan.whenNoted = whenNoted
        let report: LaunchPlan.Report
        do {
            report = try await plan.run(presentation)
        } catch {
            await pipeline.close()
            throw error
        }
        let result = Result(outcome: report.outcome, program: installedProgram, record: report.record)
        presentation.tell(result.outcome, program: result.program, by: plan.lastInstant(of: report))
        if !presentation.hasScreen {
            // Whoever asked for lines has the program now, though its pages are nobody's to look at here.
            if result.outcome == .completed { await pipeline.markLaunched() }
            // The update for the next launch has no other time.
            await pipeline.finishUpdate()
        }
        await pipeline.close()
        return result
    }

    /// The launch as a screen of another host's stack.
    ///
    /// - Parameter ended: told how the launch ended, on the thread that owns the screen; a program that became ready
    ///   stays on screen.
    public func makeScreen(
        theme: Theme, ended: @escaping @Sendable (LaunchOutcome) -> Void = { _ in }
    ) throws(LaunchEngineError) -> any Screen {
        try makeScreen(theme: theme, whenNoted: { _, _ in }, ended: ended)
    }

    /// - Parameter whenNoted: told of each line of the record as it is written, with the record so far.
    package func makeScreen(
        theme: Theme, whenNoted: @escaping LaunchPlan.Noted, ended: @escaping @Sendable (LaunchOutcome) -> Void
    ) throws(LaunchEngineError) -> any Screen {
        var plan = try plan(isSeen: true)
        plan.whenEnding = ended
        plan.whenNoted = whenNoted
        let (pipeline, session) = (pipeline, LaunchSession(plan.fading(theme)))
        return OwnedScreen(LaunchScene(session)) {
            Task {
                _ = await session.settle()
                await pipeline.close()
            }
        }
    }

    private var installedProgram: InstalledProgram? {
        guard let app = pipeline.program?.lease.app else { return nil }
        return InstalledProgram(appID: app.appID, version: app.version.name, path: app.path)
    }

    private func plan(isSeen: Bool) throws(LaunchEngineError) -> LaunchPlan {
        let (pipeline, request) = (pipeline, request)
        let schedule: StepSchedule
        do { schedule = try StepSchedule(pipeline.makeSteps().map(\.step)) } catch { throw .steps(error) }
        var plan = LaunchPlan(
            appID: request.appID,
            machine: LaunchMachine.Configuration(schedule: schedule, timeout: request.timeout),
            steps: { _ in pipeline.makeSteps(isSeen: isSeen) },
            known: known,
            memory: ProgressMemory(appID: request.appID, places: places, work: pipeline.surroundings.work),
            uiProvider: UIProvider(splashViewDelegate: splash, root: { Self.root(pipeline, request.page) }))
        plan.surroundings = pipeline.surroundings.system
        return plan
    }

    private static func root(_ pipeline: MiniProgramPipeline, _ page: PagePath?) -> any Screen {
        guard let program = pipeline.program else { return EmptyScreen() }
        return MiniProgramScreen(program: program, requested: page, surroundings: pipeline.surroundings) {
            Task { await pipeline.markLaunched() }
        }
    }
}

/// Nothing to show: leaves at the first key. What stands in where a root cannot be made.
final class EmptyScreen: Screen {
    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .input(let input) = event, input.isPress { .leave } else { .stay }
    }
}

/// A screen in which a mini program may run.
protocol ProgramHolder: Screen {
    /// The program on screen; `nil` if there is none, or not yet.
    var runningProgram: MiniProgramScreen? { get }
}

extension LaunchScene: ProgramHolder {
    var runningProgram: MiniProgramScreen? { shownRoot as? MiniProgramScreen }
}

/// A screen with something to be done when it has gone, for which the program waits.
final class OwnedScreen: ProgramHolder, ScreenWrapper {
    let wrapped: any Screen
    private let gone: () -> Task<Void, Never>
    private(set) var remainingWork: Task<Void, Never>?

    init(_ screen: any Screen, gone: @escaping () -> Task<Void, Never>) {
        wrapped = screen
        self.gone = gone
    }

    var runningProgram: MiniProgramScreen? { (wrapped as? any ProgramHolder)?.runningProgram }

    func disappear() {
        wrapped.disappear()
        remainingWork = gone()
    }
}
