import Foyer
import FoyerPlatform
import FoyerSystem

/// Plays a recording once: of each wait, what comes true a second time is kept.
struct RecordedPlay {
    /// How long the first of the lines of a wait may take, and each of the others, whose screen has had its time.
    static let patience = Duration.seconds(5)
    private static let glance = Duration.milliseconds(300)

    private let session: ProgramSession
    private let patience: Duration
    private let theme = DisplayTheme(depth: .direct, palette: .fitting(.dark, ground: nil), isASCII: false)
    private let record = FlowRecord(.live)
    private var player = ScenarioPlayer(
        Scenario(title: "", file: ""), grace: RecordedPlay.patience, settling: true)

    /// - Parameters:
    ///   - text: the flow, whose steps are those of the draft.
    ///   - file: where it lies.
    /// - Returns: the draft with the lines that came true again; else why a step cannot be played.
    static func play(
        _ draft: ScenarioRecorder.Draft, _ text: String, file: String, patience: Duration = Self.patience
    ) -> Result<ScenarioRecorder.Draft, LocalizedFailure> {
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
        (self.session, self.patience) = (session, patience)
    }

    private mutating func play(
        _ draft: ScenarioRecorder.Draft
    ) -> Result<ScenarioRecorder.Draft, LocalizedFailure> {
        var played = ScenarioRecorder.Draft(masks: draft.masks)
        // What stood there as something was done last.
        var before: Buffer?
        for (line, others) in zip(draft.steps, draft.others) {
            var kept: String?
            var failure: StepFailure?
            for (index, line) in ([line] + others).enumerated() where kept == nil {
                let (isWait, found) = play(line, within: index == 0 ? patience : Self.glance)
                if found == nil { kept = line } else { failure = failure ?? found }
                if !isWait { before = session.screen }
            }
            if let kept {
                played.steps.append(kept)
                played.others.append([])
            } else if ScenarioRecorder.Draft.isAboutFile(line) {
                // Another program has written it meanwhile.
                continue
            } else if let failure, others.isEmpty || before == nil || session.screen == before {
                return .failure(LocalizedFailure(.stepUnplayed(String(line.dropFirst(4)), failure.phrase)))
            }
            // Else the program has answered, in other words than before: nothing that is the same each time.
        }
        return .success(played)
    }

    private mutating func play(_ line: String, within limit: Duration) -> (isWait: Bool, failure: StepFailure?) {
        let text = Array(line.drop { $0 == " " || $0 == "-" }.utf8)
        guard var step = YAMLShape<ScenarioStep>.stepOfProgram.decode(text, as: .aStepOfIt).value else {
            return (false, .other(.flowUnreadable))
        }
        var isWait = false
        if case .wait(let condition, _) = step.action {
            isWait = true
            step = ScenarioStep(line: step.line, action: .wait(condition, within: limit), summary: step.summary)
        }
        player.add(step)
        while true {
            if let failure = session.failure { return (isWait, .other(failure.cause)) }
            let now = MonotonicClock.now
            switch player.decide(session.observation(theme, record), at: now) {
            case .wait(let instant): session.wait(until: min(instant, now + .milliseconds(100)))
            case .finished: return (isWait, nil)
            case .failed(let failure):
                player.skip(at: MonotonicClock.now)
                return (isWait, failure)
            case .act(let action):
                guard let failure = session.carryOut(action) else { continue }
                player.skip(at: MonotonicClock.now)
                return (isWait, failure)
            }
        }
    }
}
