import FoyerCore
import FoyerSystem
import FoyerTUI

/// Everything that one launch needs, whether it runs a host's own steps or a mini program.
package struct LaunchPlan: Sendable {
    package var appID: String?
    package var machine: LaunchMachine.Configuration
    /// Makes the steps of an attempt; they can share what that attempt finds out.
    package var steps: @Sendable (_ attempt: Int) -> [StartupStep]
    /// What the host knows of the program beforehand.
    package var known: KnownProgram?
    package var memory: ProgressMemory?
    /// When the splash appears.
    package var splash = SplashRule(appears: .atOnce)
    /// Whether it is known beforehand that a package has to be downloaded.
    package var downloads: @Sendable () -> Bool = { false }
    package var uiProvider: UIProvider
    /// How the splash goes; the machine's `fade` is its length.
    package var exit: ExitTransition
    /// How often accessible lines say that the launch goes on.
    package var signInterval = LaunchNarrator.signInterval
    /// Whether the first screen is worth opening the terminal for; that of a command is the command itself.
    package var showsRoot = true
    /// Where lines go if there is no screen.
    package var lineOutput = LineOutput.standard
    package var surroundings = Surroundings.live
    /// Called with each attempt's failure once it is shown, off the thread that owns the screen.
    package var whenFailed: (@Sendable (LaunchFailure) -> Void)?
    /// Called once, when the launch is over, off the thread that owns the screen: it may write to a disk.
    package var whenEnded: (@Sendable (LaunchOutcome) -> Void)?
    /// Called with the same at once, on the thread that owns the screen (or the lines).
    package var whenEnding: (@Sendable (LaunchOutcome) -> Void)?
    /// Takes what is typed while the splash is shown and means nothing to it.
    package var unusedInput: (@Sendable (InputEvent) -> Void)?
    /// Called with each line of the record as it is written, on the thread that owns the screen (or the lines).
    package var whenRecorded: Recorded = { _, _ in }

    /// A line of the record, and the record so far.
    package typealias Recorded = @Sendable (LaunchRecord.Line, LaunchRecord) -> Void

    package init(
        appID: String? = nil, machine: LaunchMachine.Configuration,
        steps: @escaping @Sendable (_ attempt: Int) -> [StartupStep], known: KnownProgram? = nil,
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

    /// The outcome, and what was recorded on the way.
    package struct Report: Sendable {
        package var outcome: LaunchOutcome
        package var record: LaunchRecord
    }

    /// Shows the launch on the screen, or prints it in lines.
    package func run(_ presentation: Presentation) async throws(LaunchEngineError) -> Report {
        var plan = fading(presentation.theme)
        plan.splash.wish = presentation.splash
        plan.signInterval = presentation.signInterval
        let session = LaunchSession(plan)
        switch presentation.output {
        case .lines(let format):
            if let recording = presentation.recording { LineOutput.record(with: recording) }
            let lines = LaunchLines(format: format, language: presentation.language, fit: PlainText.fitted)
            return await LineLaunch(session: session, lines: lines, output: lineOutput).run()
        case .conversation:
            do throws(TerminalError) {
                try await presentation.host { LaunchScene(session) }
            } catch {
                session.leave()
                _ = await session.settle()
                throw .terminal(error)
            }
            return await session.settle()
        case .screen:
            do throws(TerminalError) {
                let goesOn = try await HiddenLaunch(session, language: presentation.language).run()
                if goesOn, showsRoot || session.report == nil {
                    try await presentation.host { LaunchScene(session) }
                }
            } catch {
                session.leave()
                _ = await session.settle()
                throw .terminal(error)
            }
            return await session.settle()
        }
    }

    /// The record of a launch that has not begun.
    var emptyRecord: LaunchRecord { LaunchMachine(machine).record }

    /// How long a slow reader may take to receive the result: until the attempt's own deadline, or a moment longer if
    /// that has passed.
    package func lastInstant(of report: Report) -> Instant {
        let now = surroundings.now
        return max((report.record.began ?? now) + machine.timeout, now + LineOutput.grace)
    }

    /// With reduced motion nothing fades.
    package func fading(_ theme: Theme) -> LaunchPlan {
        var plan = self
        if theme.reducesMotion { plan.machine.fade = .zero }
        return plan
    }
}
