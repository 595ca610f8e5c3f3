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
        public var appears = Appearance.automatic
        /// Whether the user may close the launch.
        public var offersClose = true
        /// Whether the user may reload after a failure.
        public var offersReload = true
        /// The host's own titles of failures, by code: a mail program never says "Mini program fetch failed". A failure
        /// that brings its own title keeps it.
        public var titles: [LaunchCode: Phrase] = [:]
        /// How the splash goes.
        public var exit = ExitTransition.standard
        /// Screen or lines, theme, motion, glyphs, language, colours.
        public var display: DisplayChoices
        /// Hears what happens in the launch.
        public var observer: LaunchMoment.Observer?
        /// The splash and the first screen.
        public var uiProvider: UIProvider

        /// A configuration; its other parts have defaults, and are set before the engine is made.
        ///
        /// - Parameters:
        ///   - appID: the program's name in the footer, the log and learned progress; `nil` to learn nothing.
        ///   - steps: the steps to run behind the splash; at least one, each with an id of its own.
        ///   - timeout: how long an attempt may take; more than zero.
        ///   - display: how it is shown.
        ///   - uiProvider: the splash and the first screen.
        public init(
            appID: String? = nil, steps: [StartupStep], timeout: Duration = .seconds(30),
            display: DisplayChoices = DisplayChoices(), uiProvider: UIProvider
        ) {
            self.appID = appID
            self.steps = steps
            self.timeout = timeout
            self.display = display
            self.uiProvider = uiProvider
        }

        /// Throws if an engine could not run with it.
        func check() throws(LaunchEngineError) {
            guard timeout > .zero else { throw .outOfRange(setting: "timeout", expected: "more than zero") }
            do { _ = try StepSchedule(steps.map(\.step)) } catch { throw .steps("\(error)") }
        }
    }

    /// When a host's splash appears.
    public enum Appearance: Sendable {
        /// After 300 ms, unless the program is ready by then. At once if it usually takes a second or more.
        case automatic
        /// At once: the host knows that its start takes a while.
        case atOnce
    }

    private struct State {
        var configuration: Configuration
        var hasStarted = false
    }

    private let state: Mutex<State>

    /// An engine for one launch; nothing happens before ``run()`` or ``prepare()``.
    ///
    /// - Throws: what is wrong with the configuration.
    public init(_ configuration: Configuration) throws(LaunchEngineError) {
        try configuration.check()
        state = Mutex(State(configuration: configuration))
    }

    /// An engine configured in one line, with the default splash unless `splash` makes another delegate.
    ///
    /// What is wrong with the steps, ``run()`` throws.
    ///
    /// - Parameter appears: when the splash appears; `.atOnce` if you know that your program takes a while to start.
    public init(
        appID: String? = nil, steps: [StartupStep], appears: Appearance = .automatic,
        splash: (@Sendable () -> any SplashViewDelegate)? = nil, root: @escaping @Sendable () -> any Screen
    ) {
        let provider = UIProvider(splashViewDelegate: splash, root: root)
        var configuration = Configuration(appID: appID, steps: steps, uiProvider: provider)
        configuration.appears = appears
        state = Mutex(State(configuration: configuration))
    }

    /// An engine for ``prepare()``, after which the host draws with something else: there is no first screen.
    public convenience init(
        appID: String? = nil, steps: [StartupStep], appears: Appearance = .automatic,
        splash: (@Sendable () -> any SplashViewDelegate)? = nil
    ) {
        self.init(appID: appID, steps: steps, appears: appears, splash: splash, root: UIProvider().root)
    }

    /// Changes the configuration of an engine that does not run yet.
    ///
    /// - Parameter change: changes it; called at once.
    /// - Throws: `alreadyStarted` once the engine runs, since the splash is on screen by then; what is wrong with the new
    ///   configuration, and then the former one stays.
    public func configure(_ change: (inout Configuration) -> Void) throws(LaunchEngineError) {
        try state.withLock { (state) throws(LaunchEngineError) in
            guard !state.hasStarted else { throw .alreadyStarted(setting: "the configuration") }
            var configuration = state.configuration
            change(&configuration)
            try configuration.check()
            state.configuration = configuration
        }
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
    /// A process that lacks threads, descriptors or memory for a launch is told so on standard error, and the launch has
    /// failed.
    ///
    /// - Returns: how the launch ended; `completed` if the program was shown.
    public nonisolated(nonsending) func run() async throws(LaunchEngineError) -> LaunchOutcome {
        // On the caller's thread: without one of its own the pool would wait for ever.
        if let cause = Shortage.now(.forCommand) { return failWithoutRoom(cause) }
        return try await launch(handsOver: false)
    }

    /// Runs the launch, and gives the terminal to what you draw with next: any library, or bytes of your own.
    ///
    /// ```swift
    /// let outcome = try await engine.prepare()
    /// guard outcome == .completed else { exit(outcome.exitStatus) }
    /// ```
    /// If the launch is complete, the terminal's settings are as they were found, and its second screen (the “alternate
    /// screen”) is still on, with the splash on it: whatever enters it next draws over the splash, and the user never
    /// sees the shell in between. At its end it leaves that screen, as such programs do. A splash that was not seen, since
    /// the program was ready within 300 ms, leaves the terminal untouched.
    ///
    /// After any other outcome, the terminal is as it was found. In lines, the launch is told on standard error, so that
    /// standard output is the program's; accessible lines are a conversation on both, and JSON is on standard output.
    ///
    /// - Returns: how the launch ended; `completed` if the program may begin.
    public nonisolated(nonsending) func prepare() async throws(LaunchEngineError) -> LaunchOutcome {
        if let cause = Shortage.now(.forCommand) { return failWithoutRoom(cause) }
        return try await launch(handsOver: true)
    }

    /// Leaves the screen that ``prepare()`` has left on, for a program that ends before it has drawn anything.
    public func leaveScreen() { HandedOverScreen.leave() }

    private func failWithoutRoom(_ cause: Phrase) -> LaunchOutcome {
        let display = state.withLock(\.configuration.display)
        let failure = LaunchFailure(.unknown, cause)
        if display.output == .json {
            LineOutput.standard.add(LaunchOutcome.failed(failure).jsonLine)
        } else {
            LineOutput.error.add(display.language.plainFailed(failure).string)
        }
        return .failed(failure)
    }

    @concurrent private func launch(handsOver: Bool) async throws(LaunchEngineError) -> LaunchOutcome {
        let (configuration, isFirst) = state.withLock { state in
            defer { state.hasStarted = true }
            return (state.configuration, !state.hasStarted)
        }
        guard isFirst else { throw .alreadyStarted(setting: "a second run") }
        var plan = try Self.plan(configuration)
        if handsOver { plan.handOver(lines: configuration.display.output == .json ? .standard : .error) }
        let presentation = Presentation(configuration.display)
        let report = try await plan.run(presentation)
        if handsOver, report.outcome == .completed { presentation.tellReady(configuration.appID ?? "") }
        presentation.tell(report.outcome, by: plan.lastInstant(of: report), on: plan.lineOutput)
        return report.outcome
    }

    static func plan(_ configuration: Configuration) throws(LaunchEngineError) -> LaunchPlan {
        let schedule: StepSchedule
        do { schedule = try StepSchedule(configuration.steps.map(\.step)) } catch { throw .steps("\(error)") }
        let steps = configuration.steps
        let store = configuration.appID.map { ProgressMemory(appID: $0, places: Places()) }
        var plan = LaunchPlan(
            appID: configuration.appID,
            machine: LaunchMachine.Configuration(
                schedule: schedule, timeout: configuration.timeout, offersClose: configuration.offersClose,
                offersReload: configuration.offersReload, fade: configuration.exit.length,
                titles: configuration.titles),
            steps: { _ in steps }, memory: store, uiProvider: configuration.uiProvider, exit: configuration.exit)
        plan.splash.isDueAtOnce = configuration.appears == .atOnce
        if let name = configuration.name { plan.preparing = .starting(name) }
        plan.tell(configuration.observer)
        return plan
    }
}

extension LaunchEngine.Configuration {
    /// The host as the user knows it: the program that was started, otherwise its id.
    fileprivate var name: String? {
        ResourceFolders.program.map { PathParts($0).name } ?? appID
    }
}
