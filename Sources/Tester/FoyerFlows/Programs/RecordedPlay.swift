import Foyer
import FoyerPlatform
import FoyerSystem

/// Plays a recording in a fresh folder, and keeps of each wait what comes true again.
struct RecordedPlay {
    /// A recording that plays.
    struct Outcome: Sendable {
        var draft: ScenarioRecorder.Draft
        /// The waits that did not come true again, as the recording had them.
        var leftOut: [String] = []
    }

    /// The number of times that a recording is played: without a wait that was left out, the next key comes sooner.
    private static let mostPlays = 3
    /// How long the first of the lines of a wait may take, and each of the others, whose screen has had its time.
    static let patience = Duration.seconds(5)
    private static let glance = Duration.milliseconds(300)

    private var player: ProgramPlayer
    private let patience: Duration

    /// Plays a recording until a play leaves nothing out.
    ///
    /// - Parameters:
    ///   - text: returns the flow with the steps of a draft.
    ///   - file: the flow's path.
    /// - Returns: the steps that came true again; else why a step cannot be played.
    static func play(
        _ draft: ScenarioRecorder.Draft, file: String, patience: Duration = Self.patience,
        text: (ScenarioRecorder.Draft) -> String
    ) -> Result<Outcome, LocalizedFailure> {
        var outcome = Outcome(draft: draft)
        for _ in 1...mostPlays {
            let steps = outcome.draft.steps
            switch playOnce(outcome.draft, text(outcome.draft), file: file, patience) {
            case .failure(let failure): return .failure(failure)
            case .success(let played):
                outcome = Outcome(draft: played.draft, leftOut: outcome.leftOut + played.leftOut)
            }
            if outcome.draft.steps == steps { break }
        }
        return .success(outcome)
    }

    private static func playOnce(
        _ draft: ScenarioRecorder.Draft, _ text: String, file: String, _ patience: Duration
    ) -> Result<Outcome, LocalizedFailure> {
        guard case .success(let scenario) = Scenario.read(Array(text.utf8), file: file), let order = scenario.program
        else { return .failure(LocalizedFailure(.stepUnplayed("run", .flowUnreadable))) }
        let room: FlowRoom
        do { room = try FlowRoom(order) } catch { return .failure(LocalizedFailure(error.cause)) }
        defer { room.remove() }
        let session: ProgramSession
        do {
            session = try ProgramSession(order, in: room, size: scenario.size, scenario.settings)
        } catch {
            return .failure(LocalizedFailure(room.elsewhere ?? error.cause))
        }
        defer { session.stop() }
        var play = RecordedPlay(session, patience)
        return play.play(draft)
    }

    private init(_ session: ProgramSession, _ patience: Duration) {
        let steps = ScenarioPlayer(Scenario(title: "", file: ""), grace: Self.patience, settling: true)
        player = ProgramPlayer(steps, on: session, DisplayTheme(depth: .direct))
        self.patience = patience
    }

    private mutating func play(_ draft: ScenarioRecorder.Draft) -> Result<Outcome, LocalizedFailure> {
        var outcome = Outcome(draft: ScenarioRecorder.Draft(masks: draft.masks))
        var (keepsWait, firstFailure): (Bool, LocalizedFailure?) = (false, nil)
        for (line, others) in zip(draft.steps, draft.others) {
            var kept: String?
            var failure: StepFailure?
            for (index, line) in ([line] + others).enumerated() where kept == nil {
                let found = play(line, within: index == 0 ? patience : Self.glance)
                if found == nil { kept = line } else { failure = failure ?? found }
            }
            let waitsForScreen = ScenarioRecorder.Draft.waitsForScreen(line)
            if let kept {
                outcome.draft.steps.append(kept)
                outcome.draft.others.append([])
                keepsWait = keepsWait || waitsForScreen
            } else if ScenarioRecorder.Draft.isAboutFile(line) {
                // Another program has written it meanwhile.
                continue
            } else if let failure {
                let step = String(line.dropFirst(4))
                let cause = LocalizedFailure(.stepUnplayed(step, failure.phrase))
                guard waitsForScreen else { return .failure(cause) }
                outcome.leftOut.append(step)
                firstFailure = firstFailure ?? cause
            }
        }
        // A flow without any of its waits would pass whatever the program shows.
        if let firstFailure, !keepsWait { return .failure(firstFailure) }
        return .success(outcome)
    }

    /// - Returns: why the step cannot be played; `nil` if it was.
    private mutating func play(_ line: String, within limit: Duration) -> StepFailure? {
        let text = Array(line.drop { $0 == " " || $0 == "-" }.utf8)
        guard var step = YAMLShape<ScenarioStep>.stepOfProgram.decode(text, as: .aStepOfIt).value else {
            return .other(.flowUnreadable)
        }
        if case .wait(let condition, _) = step.action {
            step.action = .wait(condition, within: limit)
        }
        return player.play(step)
    }
}
