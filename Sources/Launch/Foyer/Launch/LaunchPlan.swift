import FoyerCore
import FoyerSystem
import FoyerTUI
import Synchronization

/// Everything that one launch needs, whether it runs a host's own steps or a mini program.
package struct LaunchPlan: Sendable {
    package var appID: String?
    package var machine: LaunchMachine.Configuration
    /// Makes the steps of an attempt; they can share what that attempt finds out. Either all steps of the schedule, or none
    /// where somebody else reports for them, as in a rehearsal.
    package var steps: @Sendable (_ attempt: Int) -> [StartupStep]
    /// What the host knows of the program beforehand.
    package var known: Known?
    /// What the default splash says before the program's name has arrived.
    var preparing = Phrase.preparing
    package var memory: ProgressMemory?
    /// When the splash appears.
    package var splash = SplashRule(isDueAtOnce: true)
    /// Whether it is known beforehand that a package has to be downloaded.
    package var downloads: @Sendable () -> Bool = { false }
    package var uiProvider: UIProvider
    /// How the splash goes; the machine's `fade` is its length.
    package var exit: ExitTransition
    /// How often accessible lines say that the launch goes on.
    package var signInterval = LaunchNarrator.signInterval
    /// Whether what draws next in this process gets the terminal once the launch is complete, in place of a first screen.
    private(set) var handsOver = false
    /// Says whether a signal leaves the page as its own keys do (``ProcessSignals/leavePage(_:)``), now or after this failure:
    /// who runs the launch then has something to finish, and ends by ``ProcessSignals/notedEnd``. `nil`: the launch leaves
    /// signals alone.
    package var noteSignals: (@Sendable (LaunchFailure?) -> Void)?
    /// Where lines go if there is no screen.
    package var lineOutput = LineOutput.standard
    package var system = SystemServices.live
    /// Hears what happens.
    package var observe: Observer = { _ in }
    /// Of a command's launch: whether its screens read keys. What is typed at the splash is the command's, or the shell's.
    package var keyboard: KeyboardAccess?
    /// Keeps and copies a diagnosis from the error page; `nil` where there is none to be had.
    package var diagnosis: DiagnosisKeeper?

    /// The program's name and picture as a host's list shows them.
    package typealias Known = (name: SafeText, icon: Pixels?)

    package init(
        appID: String? = nil, machine: LaunchMachine.Configuration,
        steps: @escaping @Sendable (_ attempt: Int) -> [StartupStep], known: Known? = nil,
        memory: ProgressMemory? = nil, uiProvider: UIProvider, exit: ExitTransition = .standard
    ) {
        self.appID = appID
        self.machine = machine
        self.steps = steps
        self.known = known
        self.memory = memory
        self.uiProvider = uiProvider
        self.exit = exit
    }

    /// What happens in a launch, for what logs or records it in this package. Hosts hear of it as ``LaunchMoment``.
    package enum Moment: Sendable {
        /// A line of the record was written; with the record so far. On the thread that owns the screen or the lines,
        /// which waits for the observer.
        case recorded(LaunchRecord.Line, LaunchRecord)
        /// An attempt has failed. On the same thread, before it is shown.
        case failing(LaunchFailure)
        /// The launch is over. On the same thread, before anything else is shown.
        case ending(LaunchOutcome)
        /// An attempt's failure is shown; a reload may follow. Off that thread, so that the observer may write to a disk.
        case failed(LaunchFailure)
        /// The launch is over, while a program or command that became ready goes on. Off that thread.
        case ended(LaunchOutcome)
    }

    /// Hears the moments of a launch.
    package typealias Observer = @Sendable (Moment) -> Void

    /// In place of a first screen, what draws next gets the terminal with the splash still on it.
    ///
    /// - Parameter output: where lines go, if there is no screen.
    mutating func handOver(lines output: LineOutput) {
        (handsOver, machine.fade, lineOutput) = (true, .zero, output)
    }

    /// The outcome, and what was recorded on the way.
    package struct Report: Sendable {
        package var outcome: LaunchOutcome
        package var record: LaunchRecord
    }

    /// Shows the launch on the screen, or prints it in lines.
    package func run(_ presentation: Presentation) async throws(LaunchEngineError) -> Report {
        let (session, latest) = begin(presentation)
        switch presentation.output {
        case .lines(let format):
            if let recording = presentation.recording { LineOutput.record(with: recording) }
            let lines = LaunchLines(format: format, language: presentation.language, fit: PlainText.fitted)
            return await LineLaunch(session: session, lines: lines, output: lineOutput).run()
        case .conversation, .screen:
            do { try await show(session, presentation, latest) } catch {
                session.leave()
                _ = await session.settle()
                throw .terminal(error.cause)
            }
            return await session.settle()
        }
    }

    private func show(
        _ session: LaunchSession, _ presentation: Presentation, _ latest: LatestPresentation
    ) async throws(TerminalError) {
        if presentation.isConversation { return try await presentation.host { LaunchScene(session) } }
        let isOneLine = presentation.isOneLine && presentation.splash != .never
        let goesOn =
            try await isOneLine
            ? runInOneLine(session, presentation) : HiddenLaunch.run(session, language: presentation.language)
        guard goesOn, !handsOver || session.report == nil else { return }
        let isReady: @Sendable () -> Bool = { session.report?.outcome == .completed }
        try await presentation.host(
            keyboard: keyboard, handsOver: handsOver ? isReady : nil, hear: latest.take
        ) { LaunchScene(session) }
    }

    /// A launch that is about to be shown.
    func begin(_ presentation: Presentation) -> (LaunchSession, LatestPresentation) {
        var plan = fading(presentation.theme)
        plan.splash.wish = presentation.splash
        plan.signInterval = presentation.signInterval
        let latest = LatestPresentation(presentation)
        plan.diagnosis = .live({ latest.value }, places: Places())
        return (LaunchSession(plan), latest)
    }

    /// - Returns: whether a screen is to follow.
    private func runInOneLine(
        _ session: LaunchSession, _ presentation: Presentation
    ) async throws(TerminalError) -> Bool {
        let line = try LaunchLine(session, presentation)
        try await LoopThread.run { () throws(TerminalError) in try TerminalLine.run(line) { false } }
        line.end()
        return session.report?.outcome ?? .completed == .completed
    }

    /// The record of a launch that has not begun.
    var emptyRecord: LaunchRecord { LaunchMachine(machine).record }

    /// How long a slow reader may take to receive the result: until the attempt's own deadline, or a moment longer if
    /// that has passed.
    package func lastInstant(of report: Report) -> Instant {
        let now = system.now
        return max((report.record.began ?? now) + machine.timeout, now + LineOutput.grace)
    }

    /// With reduced motion nothing fades.
    package func fading(_ theme: DisplayTheme) -> LaunchPlan {
        var plan = self
        if theme.reducesMotion { plan.machine.fade = .zero }
        return plan
    }
}

/// What a host shows: its splash, and its first screen.
///
/// Each closure is called once, on the thread that owns the screen; the objects it makes stay on that thread.
public struct UIProvider: Sendable {
    /// Makes the delegate of the splash view; `nil` for ``DefaultSplashViewDelegate``.
    public var splashViewDelegate: (@Sendable () -> any SplashViewDelegate)?
    /// Makes the first screen, once the launch has succeeded.
    public var root: @Sendable () -> any Screen

    /// A splash of the host's own or the default one, and its first screen.
    public init(
        splashViewDelegate: (@Sendable () -> any SplashViewDelegate)? = nil, root: @escaping @Sendable () -> any Screen
    ) {
        self.splashViewDelegate = splashViewDelegate
        self.root = root
    }

    /// A splash for ``LaunchEngine/prepare()``, after which the host draws with something else: there is no first screen.
    public init(splashViewDelegate: (@Sendable () -> any SplashViewDelegate)? = nil) {
        self.init(splashViewDelegate: splashViewDelegate, root: { BlankScreen(leavesAt: { _ in true }) })
    }
}

/// How a launch is shown by now: the terminal's answers add to what is known of it.
final class LatestPresentation: Sendable {
    private let latest: Mutex<Presentation>

    init(_ presentation: Presentation) { latest = Mutex(presentation) }

    var value: Presentation { latest.withLock { $0 } }
    func take(_ next: Presentation) { latest.withLock { $0 = next } }
}
