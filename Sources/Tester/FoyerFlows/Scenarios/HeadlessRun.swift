import CJobs
import Foyer
import FoyerPlatform
import FoyerStage
import FoyerSystem

/// Runs scenarios without a terminal: the program's own loop on one thread, an in-memory stage, and a clock that jumps
/// to the next deadline once nothing is left to do at the present instant. The same scenario does the same things in
/// the same order each time.
enum HeadlessRun {
    /// Runs it on the calling thread, which must not belong to a task.
    ///
    /// - Parameters:
    ///   - limits: how long it may take, on its own clock.
    ///   - isFilmed: whether the result has a film of it.
    ///   - patience: how long it may take in real time; `nil` for as long as it does.
    static func run(
        _ scenario: Scenario, platform: StagePlatform, reach: FlowPlatform = FlowPlatform(), pictures: PictureMemory,
        _ limits: FlowLimits = FlowLimits(), isFilmed: Bool = false, patience: Duration? = .seconds(60)
    ) -> ScenarioResult {
        let began = MonotonicClock.now
        guard cjobs_keep() else { return .failed(scenario, .noMemory) }
        defer { cjobs_release() }
        var result: ScenarioResult
        do {
            result = try play(
                scenario, in: VirtualWorld(pictures: pictures), platform: platform, reach: reach,
                limits, isFilmed: isFilmed, patience: patience)
        } catch {
            result = .failed(scenario, .other(LocalizedFailure(error).cause))
        }
        result.keepGoldens(scenario.goldens.rule)
        result.realTime = MonotonicClock.now - began
        return result
    }

    private static func play(
        _ scenario: Scenario, in world: VirtualWorld, platform: StagePlatform, reach: FlowPlatform,
        _ limits: FlowLimits,
        isFilmed: Bool, patience: Duration?
    ) throws -> ScenarioResult {
        let places = try TemporaryPlaces(blocked: scenario.settings.isDiskBlocked)
        defer { places.remove() }
        let settings = scenario.settings
        let stage = MemoryStage(platform: try scenario.platform(else: platform)) { world.now }
        let host = ScenarioHost(
            server: try WebAddress(MemoryStage.address), places: places.places, theme: DisplayTheme(settings),
            language: settings.language, stage: stage, settings: settings, isOnCard: scenario.onCard != nil,
            surroundings: world.surroundings, reach: reach)
        let mailbox = try Mailbox<ScreenMessage>()
        let network = MemoryNetwork(world) { stage.answer($0) }
        let display = VirtualDisplay(
            size: scenario.size, world: world, network: network, patience: patience, limits.isOver)
        var program = HeadlessProgram(
            ScenarioProgram(
                scenario, host: host, player: ScenarioPlayer(scenario, limit: limits.end(from: world.now)),
                mailbox: mailbox, at: world.now),
            on: display, film: isFilmed ? Film() : nil)
        _ = EventLoop.run(&program, on: display, mailbox: mailbox)
        program.end(at: world.now, mailbox)
        // Nobody waits for an answer in a world that has ended. The program has ended as well and is not told: it would
        // only ask again.
        network.close()
        while display.work() { _ = mailbox.drain() }
        var result = program.scenario.result(scenario, at: world.now)
        result.film = program.film
        return result
    }
}

/// A scenario in a virtual world: drawn, told the time and checked only when everything else that is due has been done.
private struct HeadlessProgram: LoopProgram {
    /// How often the screen is drawn while there is only animation.
    private static let frame = Duration.milliseconds(100)

    private(set) var scenario: ScenarioProgram
    private let display: VirtualDisplay
    private(set) var film: Film?
    private var shown = Frame(size: CellSize(columns: 1, rows: 1), cells: [ScreenCell()])
    private var lastDrawn = Instant(nanoseconds: .min)
    /// When it was last checked, if nothing has happened since.
    private var judged: Instant?

    init(_ scenario: ScenarioProgram, on display: VirtualDisplay, film: Film?) {
        (self.scenario, self.film) = (scenario, film)
        self.display = display
    }

    var outcome: ScenarioVerdict? { scenario.outcome }
    var nextDeadline: Instant? { judged == display.now ? scenario.nextDeadline : .zero }

    mutating func handle(_ event: LoopEvent<ScreenMessage>, at now: Instant) {
        switch event {
        case .deadline: deadlineReached(at: now)
        case .input(.endOfInput): scenario.fail(display.trouble)
        // Memory takes every frame at once.
        case .frameTaken: break
        case .started, .posted, .input:
            scenario.handle(event, at: now)
            changed()
        }
    }

    private mutating func deadlineReached(at now: Instant) {
        // Changes are drawn next.
        guard display.isSettled, !needsFrame(at: now) else { return }
        if let deadline = scenario.screensDeadline, deadline <= now {
            scenario.handle(.deadline, at: now)
            changed()
        } else {
            scenario.validate(at: now)
            judged = now
        }
    }

    mutating func render(size: CellSize, at now: Instant) -> Frame {
        guard display.isSettled, needsFrame(at: now) else { return shown }
        shown = scenario.draw(at: now)
        lastDrawn = now
        film?.take(scenario.screen, theme: scenario.theme, pictures: scenario.shownPictures, at: now)
        changed()
        return shown
    }

    private func needsFrame(at now: Instant) -> Bool {
        if scenario.needsFrame { return true }
        // A film is of all that moves.
        return film == nil ? scenario.isLooking && now >= lastDrawn + Self.frame : now > lastDrawn
    }

    private mutating func changed() {
        judged = nil
        display.unsettle()
    }

    /// The scenario is over: every screen leaves, and the consequences are completed.
    mutating func end(at now: Instant, _ mailbox: Mailbox<ScreenMessage>) {
        scenario.end(at: now)
        for demo in scenario.demos { Task { await demo.close() } }
        repeat {
            for message in mailbox.drain() { scenario.handle(.posted(message), at: now) }
        } while display.work()
    }
}
