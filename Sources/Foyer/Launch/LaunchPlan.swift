import FoyerCore
import FoyerSystem
import FoyerTUI

/// Everything that one launch needs, whoever asked for it: a host's own steps, or a mini program.
package struct LaunchPlan: Sendable {
    package var appID: String?
    package var machine: LaunchMachine.Configuration
    /// The steps of an attempt; made anew for each, so that they can share what the attempt finds out.
    package var steps: @Sendable (_ attempt: Int) -> [StartupStep]
    /// What the host knows of the program beforehand.
    package var known: KnownProgram?
    package var memory: ProgressMemory?
    package var uiProvider: UIProvider
    /// Where it is told without a screen.
    package var lineOutput = LineOutput.standard
    package var surroundings = Surroundings.live
    /// Told of each attempt's failure once it is shown; on no thread of the screen's.
    package var whenFailed: (@Sendable (LaunchFailure) -> Void)?
    /// Told once, when the launch is over; on no thread of the screen's: it may write to a disk.
    package var whenEnded: (@Sendable (LaunchOutcome) -> Void)?
    /// Told of the same there and then, on the thread that owns the screen (or the lines).
    package var whenEnding: (@Sendable (LaunchOutcome) -> Void)?
    /// Told of each line of the record as it is written, on the thread that owns the screen (or the lines).
    package var whenNoted: Noted = { _, _ in }

    /// A line of the record, and the record so far.
    package typealias Noted = @Sendable (LaunchRecord.Line, LaunchRecord) -> Void

    package init(
        appID: String? = nil, machine: LaunchMachine.Configuration,
        steps: @escaping @Sendable (_ attempt: Int) -> [StartupStep], known: KnownProgram? = nil,
        memory: ProgressMemory? = nil, uiProvider: UIProvider
    ) {
        self.appID = appID
        self.machine = machine
        self.steps = steps
        self.known = known
        self.memory = memory
        self.uiProvider = uiProvider
    }

    /// How it went, and what was recorded on the way.
    package struct Report: Sendable {
        package var outcome: LaunchOutcome
        package var record: LaunchRecord
    }

    /// Shows the launch on the screen, or tells it in lines.
    package func run(_ presentation: Presentation) async throws(LaunchEngineError) -> Report {
        let session = LaunchSession(fading(presentation.theme))
        switch presentation.output {
        case .lines(let format):
            if let recording = presentation.recording { LineOutput.record(with: recording) }
            let lines = LaunchLines(format: format, language: presentation.language, fit: PlainText.fitted)
            return await LineLaunch(session: session, lines: lines, output: lineOutput).run()
        case .screen:
            do {
                try await presentation.host { LaunchScene(session) }
            } catch {
                throw .terminal(error)
            }
            return await session.settle()
        }
    }

    /// Until when the result may be on its way to somebody who reads slowly: the attempt's own deadline, or a moment
    /// where that has come.
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
