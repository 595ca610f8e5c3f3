import Foyer
import FoyerDemo
import FoyerGolden
import FoyerStage
import FoyerSystem
import FoyerTrace

/// A scenario as a program of the loop: its screens, and the player that watches and operates them. The same on the
/// terminal and on the virtual clock; only the caller differs.
struct ScenarioProgram: ScreenLoopProgram {
    let host: ScenarioHost
    var screens: ScreenProgram
    private var player: ScenarioPlayer
    var size: CellSize
    /// The last frame.
    private(set) var screen: Buffer
    /// Its pictures that can be shown in pixels.
    private(set) var shownPictures: [ShownPicture] = []
    private var judgement: Instant?
    /// When the screen last changed.
    private var changed: Instant
    private let began: Instant
    private var history = FrameHistory()
    /// Something was done since the last frame.
    private(set) var needsFrame = true
    /// Time has passed since the last frame, so that an animation may have advanced.
    private var isStale = true
    private(set) var outcome: ScenarioVerdict?
    /// Whether the present step has ended it.
    private var isStopped = false
    private var past = FlowPast()
    let other: OtherTerminal?
    private let isOnCard: Bool
    /// Of the last frame.
    private var (links, cursor): ([FrameLink], CellPosition?) = ([], nil)

    /// - Parameter other: where steps in another terminal are taken, if there is one.
    init(
        _ scenario: Scenario, host: ScenarioHost, player: ScenarioPlayer, mailbox: Mailbox<ScreenMessage>,
        at now: Instant, other: OtherTerminal? = nil
    ) {
        self.host = host
        self.other = other
        isOnCard = scenario.onCard != nil
        self.player = player
        size = scenario.size
        screen = Buffer(size: scenario.size)
        (changed, began) = (now, now)
        host.stage.tell(scenario.stage)
        host.control?.connect(to: mailbox)
        var failure: StepFailure?
        if case .link(let link) = scenario.start, !host.accepts(link) { failure = .deadLink(link) }
        var first: any Screen = BlankScreen()
        do { first = try host.makeScreen(scenario.start) } catch {
            failure = .other(error.cause)
        }
        if let onCard = scenario.onCard { first = onCard(first, host, now) }
        screens = ScreenProgram(
            first: first, theme: host.theme, language: host.language, mailbox: mailbox, at: now)
        if let failure { fail(failure) }
    }

    var remainingWork: [Task<Void, Never>] { screens.remainingWork }
    var theme: DisplayTheme { host.theme }
    /// When the screens want to be told the time.
    var screensDeadline: Instant? { screens.outcome == nil ? screens.nextDeadline : nil }
    var nextDeadline: Instant? {
        needsFrame || outcome != nil ? .zero : [screensDeadline, judgement].compactMap { $0 }.min()
    }
    /// Whether something must appear on the screen, or what has been on it counts.
    var isLooking: Bool { player.isLooking || host.showsBanner || isOnCard }

    mutating func handle(_ event: LoopEvent<ScreenMessage>, at now: Instant) {
        switch event {
        case .started: screens.handle(.started, at: now)
        case .posted:
            screens.handle(event, at: now)
            host.theme = screens.theme
            needsFrame = true
        case .deadline:
            if let deadline = screensDeadline, deadline <= now { screens.handle(.deadline, at: now) }
            isStale = true
        case .input(.endOfInput): fail(.terminalGone)
        // The watching user's own input is ignored, and how quick their terminal is.
        case .input, .frameTaken: break
        }
    }

    /// On the terminal every frame is checked, as a user would.
    mutating func render(size: CellSize, at now: Instant) -> Frame {
        let frame = draw(at: now)
        if outcome == nil { validate(at: now) }
        return frame.size == size ? frame : framed(screen, in: size, taskbar: frame.taskbar)
    }

    /// A screen of the scenario's size on a terminal of another.
    private func framed(_ screen: Buffer, in size: CellSize, taskbar: TaskbarProgress) -> Frame {
        var whole = Buffer(size: size)
        for row in 0..<min(size.rows, screen.size.rows) {
            for column in 0..<min(size.columns, screen.size.columns) { whole[column, row] = screen[column, row] }
        }
        return Frame(size: size, cells: whole.cells, taskbar: taskbar)
    }

    @discardableResult
    mutating func draw(at now: Instant) -> Frame {
        needsFrame = false
        isStale = false
        // The last frame of a program that has left is what its user still sees.
        guard screens.outcome == nil else { return Frame(size: screen.size, cells: screen.cells) }
        let frame = screens.render(size: size, at: now)
        var drawn = Buffer(size: frame.size)
        for (index, cell) in frame.cells.enumerated() where cell.width > 0 {
            drawn[index % frame.size.columns, index / frame.size.columns] = cell
        }
        if drawn != screen {
            changed = now
            history.add(drawn.textLines, at: now)
        }
        screen = drawn
        past.take(phase, at: now)
        past.track.take(drawn, .init(cursor: frame.cursor), theme: host.theme, at: now)
        shownPictures = frame.shownPictures
        (links, cursor) = (frame.links, frame.cursor)
        return frame
    }

    /// Lets the player look at the frame, and does what it wants.
    mutating func validate(at now: Instant) {
        judgement = nil
        let before = player
        var decision = player.decide(observation(at: now), at: now)
        if isStale, !decision.isWait {
            // No decision is based on an outdated frame.
            player = before
            draw(at: now)
            // The consequences of the frame come first: a page on it is told at once.
            if let deadline = screensDeadline, deadline <= now { return }
            decision = player.decide(observation(at: now), at: now)
        }
        switch decision {
        case .wait(let instant): judgement = instant
        case .finished: outcome = ScenarioVerdict(failure: player.failure(nil))
        case .failed(let failure): fail(failure)
        case .act(let action):
            needsFrame = true
            history.begin()
            carryOut(action, at: now)
        }
    }

    var demos: [DemoHost] { host.demos }

    /// The scenario is over: every screen leaves.
    mutating func end(at now: Instant) {
        screens.handle(.input(.endOfInput), at: now)
    }

    /// The last screen has left.
    var isOver: Bool { screens.outcome != nil }

    private func observation(at now: Instant) -> ScenarioPlayer.Observation {
        .init(
            screen: screen, theme: host.theme, phase: phase, record: host.record, host: host, past: past, now: now,
            changed: changed,
            golden: { [self] in GoldenScreen(screen, theme: host.theme, links: links, cursor: cursor) })
    }

    private var phase: LaunchPhase { isOver ? .ended : host.record.phase }

    /// The result so far.
    func result(_ scenario: Scenario, at now: Instant) -> ScenarioResult {
        var result = player.result(
            of: scenario, past.track, screen, theme, outcome?.failure, isStopped: isStopped, from: began, to: now
        ) { attempt in
            attempt.take(host.record, requests: host.stage.requests, since: began, until: now)
            attempt.ending = host.record.outcome?.scenarioText
        }
        (result.shownPictures, result.virtualTime) = (shownPictures, now - began)
        return result
    }

    /// The first failure counts.
    mutating func fail(_ reason: StepFailure) {
        guard outcome == nil else { return }
        let why = FailureReason.find(for: reason, on: screen, history: history, began: began)
        let launch = FailureReason.find(for: reason, in: host.record.attempts.last?.record)
        isStopped = true
        outcome = ScenarioVerdict(failure: player.failure(reason, why: why + [launch].compactMap { $0 }))
    }
}

/// Whether a scenario succeeded.
package struct ScenarioVerdict: Sendable {
    package struct Failure: Sendable {
        /// The step at which it failed.
        package let step: ScenarioStep?
        package let reason: StepFailure
        /// Why that may be; empty where nothing is known.
        package var why: [FailureReason] = []
        /// What went wrong after it: golden screens that are not as agreed, and what ended the flow.
        package var more: [Failure] = []

        /// What failed, and why.
        var phrases: [Phrase] { own + afterwards }

        /// The same without what went wrong after it.
        var own: [Phrase] {
            // How it ended says so as well.
            let what = why.contains(where: \.isEnd) && reason.isEnd ? [] : [reason.phrase]
            return what + (reason.difference?.sentences ?? []) + why.map(\.phrase)
        }

        private var afterwards: [Phrase] {
            let goldens = more.compactMap(\.reason.golden).map { PathParts($0).name }
            let others = more.filter { $0.reason.golden == nil }
                .map { Phrase.failedLater($0.step?.line, $0.reason.phrase) }
            return (goldens.isEmpty ? [] : [.moreGoldens(goldens)]) + others
        }

        /// The same in one line.
        package func sentence(_ language: Language) -> SafeText {
            SafeText(phrases.map { language[$0].string }.joined(separator: " "))
        }
    }

    package let failure: Failure?
}
