import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import FoyerTUI
import Synchronization

/// The program that a launch installed or found, and its folder.
public struct InstalledProgram: Equatable, Sendable {
    /// The program's id.
    public let appID: String
    /// The version's name, such as "1.2.0".
    public let version: String
    /// The folder's absolute path.
    public let path: String

    var line: LaunchLines.ProgramLine { (appID, version, path) }
}

/// Launches mini programs: the engine with the mini-program pipeline as its steps, and the program's pages as its root.
public struct MiniProgramLaunch: Sendable {
    /// Which program, from which platform, and how long it may take.
    public let request: MiniProgramRequest
    /// What the host knows about the program before asking the platform.
    public var known: KnownProgram?
    /// When the splash appears. It appears at once whatever this says if a package has to be downloaded.
    public var appears = LaunchEngine.Appearance.automatic
    /// Hears what happens in each launch.
    public var observer: LaunchMoment.Observer?
    private let places: Places
    private let splash: (@Sendable () -> any SplashViewDelegate)?
    private let pipeline: MiniProgramPipeline

    /// The outcome of a launch.
    public struct Result: Sendable {
        /// How the launch ended.
        public let outcome: LaunchOutcome
        /// The installed program; `nil` if it did not become ready.
        public let program: InstalledProgram?
        /// The steps of the last attempt, with their times.
        public var steps: [Step] { record.steps.map { Step($0) } }
        /// The steps with their times, and the log.
        package let record: LaunchRecord
    }

    /// What a step of an attempt did, and when.
    public struct Step: Equatable, Sendable {
        /// How far a step has come; the end of its attempt cancels what still runs.
        public enum State: Equatable, Sendable { case waiting, running, done, failed, cancelled }

        /// The step's id, unique in its launch.
        public let id: String
        /// The step's label.
        public let label: String
        /// How far it has come.
        public let state: State
        /// When it began; `nil` before.
        public let began: Instant?
        /// When it ended; `nil` before.
        public let ended: Instant?

        init(_ step: LaunchRecord.Step) {
            (id, label, began, ended) = (step.id, step.label, step.began, step.ended)
            state =
                switch step.state {
                case .waiting: .waiting
                case .running: .running
                case .done: .done
                case .failed: .failed
                case .cancelled: .cancelled
                }
        }
    }

    /// - Parameter splash: makes the splash view's delegate, on the thread that owns the screen;
    ///   `DefaultSplashViewDelegate` if `nil`.
    public init(
        _ request: MiniProgramRequest, places: Places,
        splash: (@Sendable () -> any SplashViewDelegate)? = nil
    ) {
        self.request = request
        self.places = places
        self.splash = splash
        pipeline = MiniProgramPipeline(request, places: places)
    }

    /// Runs the launch and the program; returns when the user has left. Without a screen it prints lines, the last of
    /// which is the result.
    ///
    /// ```swift
    /// let result = try await MiniProgramLaunch(request, places: places).run(Presentation(DisplayChoices()))
    /// switch result.outcome {
    /// case .completed: print("\(result.program?.version ?? "") is in \(result.program?.path ?? "")")
    /// case .closed: print("closed")
    /// case .failed(let failure): print(failure.code.rawValue, failure.cause)
    /// }
    /// for step in result.steps { print(step.label, step.state, step.began ?? .zero, step.ended ?? .zero) }
    /// ```
    public func run(_ presentation: Presentation) async throws(LaunchEngineError) -> Result {
        try await run(presentation, observe: { _ in })
    }

    /// Runs the launch and the program; returns when the user has left. Without a screen it prints lines, the last of
    /// which is the result.
    ///
    /// - Parameter observe: hears what happens.
    package func run(
        _ presentation: Presentation, observe: @escaping LaunchPlan.Observer
    ) async throws(LaunchEngineError) -> Result {
        var plan = try plan(isSeen: presentation.showsScreens)
        plan.observe = observe
        plan.tell(observer)
        let report: LaunchPlan.Report
        do {
            report = try await plan.run(presentation)
        } catch {
            await pipeline.close()
            throw error
        }
        let result = Result(outcome: report.outcome, program: installedProgram, record: report.record)
        presentation.tell(result.outcome, program: result.program?.line, by: plan.lastInstant(of: report))
        if !presentation.showsScreens {
            // Without a screen, the caller has the program now, even though its pages are not shown.
            if result.outcome == .completed { await pipeline.markLaunched() }
            // There is no other time for the next launch's update.
            await pipeline.finishUpdate()
        }
        await pipeline.close()
        return result
    }

    /// The launch as a screen of another host's stack.
    ///
    /// - Parameters:
    ///   - presentation: the host's own, for what the user wants of splashes, and for the diagnosis of an error;
    ///     `Presentation(DisplayChoices())` if `nil`.
    ///   - ended: receives the launch's outcome, on the thread that owns the screen; a program that became ready stays
    ///     on screen.
    public func makeScreen(
        theme: DisplayTheme, presentation: Presentation? = nil,
        ended: @escaping @Sendable (LaunchOutcome) -> Void = { _ in }
    ) throws(LaunchEngineError) -> any Screen {
        let presentation = presentation ?? Presentation(DisplayChoices())
        return try makeScreen(theme: theme, presentation: presentation) { moment in
            if case .ending(let outcome) = moment { ended(outcome) }
        }
    }

    /// - Parameters:
    ///   - presentation: what the user wants of splashes, and the terminal of an error's diagnosis; without one, that has
    ///     what the environment says of the terminal.
    ///   - observe: hears what happens.
    package func makeScreen(
        theme: DisplayTheme, presentation: Presentation? = nil, observe: @escaping LaunchPlan.Observer
    ) throws(LaunchEngineError) -> any Screen {
        var plan = try plan(isSeen: true)
        if let presentation {
            plan.splash.wish = presentation.splash
            plan.signInterval = presentation.signInterval
        }
        plan.diagnosis = .live({ presentation ?? Presentation(DisplayChoices()) }, places: places)
        plan.splash.hasLines = false
        plan.observe = observe
        plan.tell(observer)
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
        do { schedule = try StepSchedule(pipeline.makeSteps().map(\.step)) } catch { throw .steps("\(error)") }
        var plan = LaunchPlan(
            appID: request.appID,
            machine: LaunchMachine.Configuration(schedule: schedule, timeout: request.timeout),
            steps: { _ in pipeline.makeSteps(isSeen: isSeen) },
            known: known.map { ($0.name, $0.icon) },
            memory: ProgressMemory(appID: request.appID, places: places, work: pipeline.surroundings.work),
            uiProvider: UIProvider(splashViewDelegate: splash, root: { Self.root(pipeline, request.page) }))
        plan.system = pipeline.surroundings.system
        plan.splash.isDueAtOnce = appears == .atOnce
        plan.downloads = { !pipeline.store.mayHave(request.appID) }
        return plan
    }

    private static func root(_ pipeline: MiniProgramPipeline, _ page: PagePath?) -> any Screen {
        // Without one no root can be made.
        guard let program = pipeline.program else { return BlankScreen.untilPress }
        return MiniProgramScreen(program: program, requested: page, surroundings: pipeline.surroundings) {
            Task { await pipeline.markLaunched() }
        }
    }
}

/// A screen with work to do after it has gone, for which the program waits.
final class OwnedScreen: ScreenWrapper {
    let child: ScreenChild
    private let gone: () -> Task<Void, Never>
    private(set) var remainingWork: Task<Void, Never>?
    var isUnseen: Bool { wrapped.isUnseen }

    init(_ screen: any Screen, gone: @escaping () -> Task<Void, Never>) {
        child = ScreenChild(screen)
        self.gone = gone
    }

    func disappear() {
        child.disappear()
        remainingWork = gone()
    }
}
