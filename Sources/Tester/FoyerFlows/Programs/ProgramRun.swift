import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

/// Plays a scenario on a program that is not ours: on a pseudo-terminal, in real time.
///
/// No step takes longer than it may: a wait as long as it says, an expectation five seconds, a key or a picture one second
/// until the screen is still. At its end the program is ended, and whatever it has started.
package enum ProgramRun {
    /// The time that an expectation has to come true.
    static let grace = Duration.seconds(5)

    /// Runs it on the calling thread.
    ///
    /// - Parameters:
    ///   - limits: how fast, how long, and until when.
    ///   - isFilmed: whether the result has a film of it.
    ///   - shown: told each new screen.
    package static func run(
        _ scenario: Scenario, _ order: ProgramOrder, _ limits: FlowLimits = FlowLimits(), isFilmed: Bool = false,
        shown: (Buffer) -> Void = { _ in }
    ) -> ScenarioResult {
        let began = MonotonicClock.now
        var result: ScenarioResult
        let room: FlowRoom
        do { room = try FlowRoom(order, of: scenario) } catch {
            let place = error.mark.map {
                ScenarioStep(line: $0.line, column: $0.column, action: .advance(.zero), summary: "files")
            }
            return .failed(scenario, .other(error.cause), at: place)
        }
        do {
            let session = try ProgramSession(order, in: room, size: scenario.size, scenario.settings)
            var player = player(of: scenario, on: session, limits)
            var film = Film()
            let theme = player.theme
            let reason = player.play(isOver: limits.isOver, noteWait: limits.noteWait) { screen in
                if isFilmed { film.take(screen, theme: theme, at: MonotonicClock.now) }
                shown(screen)
            }
            let failure = player.steps.failure(reason, why: reason.map(player.reasons) ?? [])
            result = player.result(scenario, failure, isStopped: reason != nil)
            if isFilmed { result.film = film }
            session.stop()
        } catch {
            result = .failed(scenario, .other(room.elsewhere ?? error.cause))
        }
        result.order = order
        if result.hasPassed {
            room.remove()
        } else {
            result.room = room.path
            result.forgotten = room.forgotten
        }
        result.keepGoldens(scenario.goldens.rule)
        result.realTime = MonotonicClock.now - began
        result.virtualTime = result.realTime
        return result
    }

    static func player(of scenario: Scenario, on session: ProgramSession, _ limits: FlowLimits) -> ProgramPlayer {
        let steps = ScenarioPlayer(
            scenario, grace: grace, pace: limits.pace, settling: true, limit: limits.end(from: MonotonicClock.now))
        return ProgramPlayer(steps, on: session, DisplayTheme(scenario.settings))
    }
}

/// The pace of a flow, its longest time, and its early end.
package struct FlowLimits: Sendable {
    /// The time before each action, so that people can watch.
    var pace: Duration
    /// The longest time of the whole flow, on its own clock.
    var timeout: Duration?
    /// The run has been ended meanwhile.
    var isOver: @Sendable () -> Bool
    /// Takes what a step waits for, once it has waited for a second, and `nil` when it goes on.
    var noteWait: @Sendable (String?) -> Void = { _ in }

    package init(
        pace: Duration = .zero, timeout: Duration? = nil, isOver: @escaping @Sendable () -> Bool = { false }
    ) {
        (self.pace, self.timeout, self.isOver) = (pace, timeout, isOver)
    }

    func end(from start: Instant) -> (end: Instant, seconds: String)? {
        timeout.map { (start + $0, $0.inSeconds.formatted) }
    }
}
