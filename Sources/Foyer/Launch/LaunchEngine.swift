import FoyerCore
import FoyerSystem
import FoyerTUI
import Synchronization

/// Launches a program: shows the splash, runs the start-up steps behind it, then shows the first screen.
///
/// ```swift
/// let engine = LaunchEngine(steps: [StartupStep("warm", label: "Warming up") { _ in … }], root: { Home() })
/// let outcome = try await engine.run()
/// ```
/// Without a terminal, the same launch prints lines, the last of which is the result, and the first screen is not
/// shown.
public final class LaunchEngine: Sendable {
    /// The parts of a launch.
    public struct Configuration: Sendable {
        /// The program's name in the footer, the log and learned progress; `nil` to learn nothing.
        public var appID: String?
        /// The steps to run behind the splash: one after the other, unless a step names what it waits for.
        public var steps: [StartupStep]
        /// How long an attempt may take; 30 seconds by default.
        public var timeout: Duration
        /// When the splash appears: after 300 ms unless the program is ready by then, or at once.
        public var appears: SplashAppearance
        /// Whether the user may close the launch.
        public var offersClose: Bool
        /// Screen or lines, motion, glyphs, language, colours.
        public var display: DisplayChoices
        /// The splash and the first screen.
        public var uiProvider: UIProvider

        /// A configuration; its parts may also be set afterwards, before the engine is made.
        package init(
            appID: String? = nil, steps: [StartupStep],
            timeout: Duration = LaunchMachine.Configuration.standardTimeout,
            appears: SplashAppearance = .automatic, offersClose: Bool = true,
            display: DisplayChoices = DisplayChoices(), uiProvider: UIProvider
        ) {
            self.appID = appID
            self.steps = steps
            self.timeout = timeout
            self.appears = appears
            self.offersClose = offersClose
            self.display = display
            self.uiProvider = uiProvider
        }
    }

    private struct State {
        var configuration: Configuration
        var hasStarted = false
    }

    private let state: Mutex<State>

    /// An engine for one launch; nothing happens before ``run()``.
    public init(_ configuration: Configuration) {
        state = Mutex(State(configuration: configuration))
    }

    /// An engine configured in one line, with the default splash unless `splash` makes another delegate.
    ///
    /// - Parameter appears: when the splash appears; `.atOnce` if you know that your program takes a while to start.
    public convenience init(
        appID: String? = nil, steps: [StartupStep], appears: SplashAppearance = .automatic,
        splash: (@Sendable () -> any SplashViewDelegate)? = nil, root: @escaping @Sendable () -> any Screen
    ) {
        self.init(
            Configuration(
                appID: appID, steps: steps, appears: appears,
                uiProvider: UIProvider(splashViewDelegate: splash, root: root)))
    }

    /// Sets the delegate of the splash view.
    ///
    /// - Throws: `LaunchEngineError.alreadyStarted` once the engine runs, since the splash is on screen by then.
    public func setSplashViewDelegate(
        _ make: @escaping @Sendable () -> any SplashViewDelegate
    ) throws(LaunchEngineError) {
        let isLate = state.withLock { state in
            if !state.hasStarted { state.configuration.uiProvider.splashViewDelegate = make }
            return state.hasStarted
        }
        if isLate { throw .alreadyStarted(setting: "the splash view's delegate") }
    }

    /// Runs the launch and then the program's screens; returns when the user has left.
    ///
    /// - Returns: how the launch ended; `completed` if the program was shown.
    public func run() async throws(LaunchEngineError) -> LaunchOutcome {
        let (configuration, isFirst) = state.withLock { state in
            defer { state.hasStarted = true }
            return (state.configuration, !state.hasStarted)
        }
        guard isFirst else { throw .alreadyStarted(setting: "a second run") }
        let schedule: StepSchedule
        do { schedule = try StepSchedule(configuration.steps.map(\.step)) } catch { throw .steps(error) }
        let steps = configuration.steps
        let store = configuration.appID.map { ProgressMemory(appID: $0, places: Places()) }
        var plan = LaunchPlan(
            appID: configuration.appID,
            machine: LaunchMachine.Configuration(
                schedule: schedule, timeout: configuration.timeout, offersClose: configuration.offersClose),
            steps: { _ in steps }, memory: store, uiProvider: configuration.uiProvider)
        plan.splash.appears = configuration.appears
        let presentation = Presentation(configuration.display)
        let report = try await plan.run(presentation)
        presentation.tell(report.outcome, by: plan.lastInstant(of: report))
        return report.outcome
    }
}
