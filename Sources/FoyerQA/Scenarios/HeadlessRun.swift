import CJobs
import Foyer
import FoyerPlatform
import FoyerStage
import FoyerSystem

/// Runs scenarios without a terminal: one thread, in-memory stage, and a clock that jumps to the next deadline when
/// nothing is left to be done at the present one. The same scenario does the same things in the same order each time.
enum HeadlessRun {
    /// How often the screen is drawn while nothing happens but animation.
    private static let frame = Duration.milliseconds(100)
    /// Turns without any time going by, after which something runs in circles.
    private static let longestStandstill = 10_000

    /// Runs it on the thread that calls, which must be no task's.
    static func run(
        _ scenario: Scenario, platform: StagePlatform, pictures: DecodedPictures
    ) -> ScenarioResult {
        let began = MonotonicClock.now
        guard cjobs_keep() else { return .failed(scenario, "There is no memory.") }
        defer { cjobs_release() }
        let world = VirtualWorld(pictures: pictures)
        var result: ScenarioResult
        do {
            result = try play(scenario, in: world, platform: platform)
        } catch {
            result = .failed(scenario, "\(error)")
        }
        result.realTime = MonotonicClock.now - began
        return result
    }

    private static func play(
        _ scenario: Scenario, in world: VirtualWorld, platform: StagePlatform
    ) throws -> ScenarioResult {
        let places = try ScenarioPlaces(blocked: scenario.settings.isDiskBlocked)
        defer { places.remove() }
        let settings = scenario.settings
        let stage = MemoryStage(platform: platform)
        let host = ScenarioHost(
            server: try WebAddress(MemoryStage.address), places: places.places,
            theme: Theme(
                depth: settings.depth, isASCII: settings.isASCII, reducesMotion: settings.reducesMotion),
            language: settings.language, stage: stage, surroundings: world.surroundings)
        let mailbox = try Mailbox<ScreenMessage>()
        var drive = HeadlessDrive(
            world: world, network: MemoryNetwork(world) { stage.answer($0) }, mailbox: mailbox,
            program: ScenarioProgram(
                scenario, host: host, player: ScenarioPlayer(scenario.steps), mailbox: mailbox, at: world.now))
        drive.run(frame: frame, longestStandstill: longestStandstill)
        return ScenarioResult(scenario, program: drive.program, theme: host.theme, virtualTime: world.now - .zero)
    }
}

/// The loop on the virtual clock.
private struct HeadlessDrive {
    let world: VirtualWorld
    let network: MemoryNetwork
    let mailbox: Mailbox<ScreenMessage>
    var program: ScenarioProgram
    private var lastDrawn = Instant(nanoseconds: .min)
    private var hasStarted = false

    init(
        world: VirtualWorld, network: MemoryNetwork, mailbox: Mailbox<ScreenMessage>, program: ScenarioProgram
    ) {
        self.world = world
        self.network = network
        self.mailbox = mailbox
        self.program = program
    }

    mutating func run(frame: Duration, longestStandstill: Int) {
        var turns = 0
        while program.outcome == nil {
            let now = world.now
            turns += 1
            if turns > longestStandstill { program.fail("Something happens without end while no time goes by.") }
            if work(frame: frame, at: now) { continue }
            program.judge(at: now)
            if program.outcome != nil || program.needsFrame || settle(at: now) { continue }
            guard let next = [program.nextDeadline, network.nextInstant].compactMap({ $0 }).min() else {
                program.fail("Nothing more will ever happen.")
                break
            }
            if next > now { turns = 0 }
            world.move(to: next)
        }
        program.end(at: world.now)
        for demo in program.demos { Task { await demo.close() } }
        settle(at: world.now)
        leave()
    }

    /// Ends every request that is under way, so that nobody waits for an answer in a world that is gone. The program has
    /// ended, and hears nothing of it: it would only ask again.
    private func leave() {
        network.close()
        repeat {
            while cjobs_run_next() {}
            _ = mailbox.drain()
        } while network.advance()
    }

    /// One round of what is due at this instant.
    ///
    /// - Returns: whether there may be more: only what has settled is judged.
    private mutating func work(frame: Duration, at now: Instant) -> Bool {
        let hasSettled = !settle(at: now)
        if drawIfNeeded(frame: frame, at: now) { return true }
        guard let deadline = program.screensDeadline, deadline <= now else { return !hasSettled }
        program.handle(.deadline, at: now)
        return true
    }

    /// Everything that can be done at this instant is done: no task waits for a turn, no request for an answer that is
    /// due, nothing lies in the mailbox.
    ///
    /// - Returns: whether there was anything to do.
    @discardableResult
    private mutating func settle(at now: Instant) -> Bool {
        var turns = 0
        var hasWorked = true
        while hasWorked {
            hasWorked = false
            while cjobs_run_next() { hasWorked = true }
            if network.advance() { hasWorked = true }
            for message in mailbox.drain() {
                program.handle(.posted(message), at: now)
                hasWorked = true
            }
            turns += 1
        }
        return turns > 1
    }

    /// - Returns: whether it was.
    private mutating func drawIfNeeded(frame: Duration, at now: Instant) -> Bool {
        let isStale = program.isLooking && now >= lastDrawn + frame
        guard program.needsFrame || isStale else { return false }
        program.draw(at: now)
        lastDrawn = now
        guard !hasStarted else { return true }
        hasStarted = true
        program.handle(.started, at: now)
        return true
    }
}
