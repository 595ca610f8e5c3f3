import Foyer
import FoyerSystem
import Synchronization

/// One flow of a run.
package struct FlowOutcome: Sendable {
    package let title: String
    package let file: String
    package internal(set) var verdict = FlowVerdict.notRun
    /// How often it was played.
    package internal(set) var plays = 0
    /// How many of these did not pass at once.
    package internal(set) var bad = 0
    /// In real time, all tries together.
    package internal(set) var time = Duration.zero
    /// The first play that did not pass at once, with each of its tries; the last play if all passed.
    package internal(set) var result: ScenarioResult?

    init(_ flow: Scenario) {
        (title, file) = (flow.title, flow.file)
    }
}

/// What happens while flows are played, by their numbers.
package enum RunNews: Sendable {
    case began(flow: Int)
    /// A play is over, with all its tries; how its flow has ended so far.
    case ended(flow: Int, FlowVerdict, ScenarioResult, FlowOutcome)
    /// A play was ended before its end.
    case dropped(flow: Int)
    /// A play waits for this, and has for a second; `nil`: it goes on.
    case waits(flow: Int, String?)
}

/// Hands out the flows of a run to whoever plays them, and collects how they end.
///
/// Those who play work on threads of their own: a flow that waits for a program would hold up one of the few that tasks
/// share.
package final class FlowRunner: Sendable {
    private struct State {
        var queue: RunQueue
        /// Those that failed before the present one, by flow and round.
        var tries: [RunQueue.Play: [ScenarioResult]] = [:]
        var outcomes: [FlowOutcome]
        /// Whether the rooms of earlier runs are gone.
        var isSwept = false
        /// When it may be asked again whether a processor is free.
        var nextLook = Instant.zero
    }

    private let flows: [Scenario]
    private let rules: RunRules
    private let state: Mutex<State>
    private let isOver: @Sendable () -> Bool
    private let tell: @Sendable (RunNews) -> Void

    /// - Parameters:
    ///   - isOver: whether the user has ended the run: then what is played ends, and nothing more begins.
    ///   - tell: called on the threads of those who play.
    package init(
        _ flows: [Scenario], _ rules: RunRules, isOver: @escaping @Sendable () -> Bool = { false },
        tell: @escaping @Sendable (RunNews) -> Void = { _ in }
    ) {
        (self.flows, self.rules, self.isOver, self.tell) = (flows, rules, isOver, tell)
        let queue = RunQueue(flows.map(\.kind), rules)
        state = Mutex(State(queue: queue, outcomes: flows.map { FlowOutcome($0) }))
    }

    /// How all have ended so far.
    package var outcomes: [FlowOutcome] { state.withLock(\.outcomes) }

    /// The next flow to play; `nil` if there is none of that kind.
    package func next(_ kind: RunQueue.Kind? = nil) -> (play: RunQueue.Play, flow: Scenario)? {
        if isOver() { state.withLock { $0.queue.stop() } }
        let next = state.withLock { state -> RunQueue.Play? in
            // Before any of this run is kept.
            if !state.isSwept { FlowRoom.removeFormer(of: flows) }
            state.isSwept = true
            return state.queue.next(kind)
        }
        guard let play = next else { return nil }
        if play.failures == 0 { tell(.began(flow: play.flow)) }
        return (play, flows[play.flow])
    }

    package func limits(of play: RunQueue.Play, pace: Duration = .zero) -> FlowLimits {
        var limits = FlowLimits(pace: pace, timeout: flows[play.flow].timeout ?? rules.timeout) { [self] in
            isOver() || state.withLock(\.queue.isStopped)
        }
        limits.noteWait = { [tell] in tell(.waits(flow: play.flow, $0)) }
        return limits
    }

    package func finish(_ play: RunQueue.Play, _ result: ScenarioResult) {
        if result.failure?.reason == .interrupted || result.failure?.reason == .terminalGone && isOver() {
            if let room = result.room { Folder.removeTree(path: room) }
            state.withLock { $0.tries[play.whole] = nil }
            return tell(.dropped(flow: play.flow))
        }
        var rooms: [String] = []
        let ended = state.withLock { state -> (FlowVerdict, ScenarioResult, FlowOutcome)? in
            let ending = state.queue.finish(play, hasPassed: result.hasPassed)
            state.tries[play.whole, default: []].append(result)
            guard case .over(let verdict) = ending else { return nil }
            let whole = ScenarioResult.whole(of: state.tries.removeValue(forKey: play.whole) ?? [], &rooms) ?? result
            let shown = state.outcomes[play.flow].take(whole, &rooms)
            state.outcomes[play.flow].verdict = state.queue.verdict(of: play.flow)
            (state.outcomes[play.flow].plays, state.outcomes[play.flow].bad) = state.queue.plays(of: play.flow)
            return (verdict, shown, state.outcomes[play.flow])
        }
        for room in rooms { Folder.removeTree(path: room) }
        if result.room != nil { FlowRoom.removeOldest() }
        guard let (verdict, whole, outcome) = ended else { return }
        tell(.ended(flow: play.flow, verdict, whole, outcome))
    }

    /// How often those who need a free processor look for one.
    private static let look = Duration.milliseconds(50)

    /// Plays all of them on threads of its own, as many at once as the rules say.
    ///
    /// - Parameter isFree: whether what is played leaves a processor free.
    func work(
        isFree: @escaping @Sendable () -> Bool = { Processors.areFree },
        _ play: @escaping @Sendable (Scenario, FlowLimits) -> ScenarioResult
    ) async {
        let programs = flows.count { $0.program != nil }
        let workers = rules.workers(programs: programs, own: flows.count - programs, cores: BlockingThread.cores)
        await withTaskGroup(of: Void.self) { group in
            for some in workers {
                for _ in 0..<some.count {
                    group.addTask {
                        // Without a thread for each, fewer do all.
                        _ = try? await LoopThread.run {
                            while true {
                                if some.needFreeProcessor { self.wait(for: some.kind, until: isFree) }
                                guard let (number, flow) = self.next(some.kind) else { return }
                                self.finish(number, play(flow, self.limits(of: number)))
                            }
                        }
                    }
                }
            }
        }
    }

    /// Until a processor is free, or there is nothing left to play. One flow begins at a look: the next look sees what it costs.
    private func wait(for kind: RunQueue.Kind?, until isFree: () -> Bool) {
        while !isOver(), state.withLock({ $0.queue.hasNext(kind) }) {
            let now = MonotonicClock.now
            let mayLook = state.withLock { state in
                guard now >= state.nextLook else { return false }
                state.nextLook = now + Self.look / 4
                return true
            }
            if mayLook, isFree() { return }
            MonotonicClock.sleep(Self.look)
        }
    }
}

extension Scenario {
    fileprivate var kind: RunQueue.Kind { program == nil ? .own : .program }
}

extension RunQueue.Play {
    /// The same, whichever try it is.
    fileprivate var whole: RunQueue.Play { RunQueue.Play(flow: flow, round: round) }
}

extension FlowOutcome {
    /// - Parameter rooms: those that nobody will be told of.
    /// - Returns: the result without a room that is gone.
    fileprivate mutating func take(_ play: ScenarioResult, _ rooms: inout [String]) -> ScenarioResult {
        time += play.realTime
        guard let result, !result.hasPassed else {
            result = play
            return play
        }
        var play = play
        if let room = play.room { rooms.append(room) }
        play.room = nil
        return play
    }
}

extension ScenarioResult {
    /// One play, of the tries that it took. The first failure tells most: what failed in it has happened by itself.
    ///
    /// - Parameter rooms: those of the other tries.
    fileprivate static func whole(of tries: [ScenarioResult], _ rooms: inout [String]) -> ScenarioResult? {
        guard var whole = tries.first else { return nil }
        for other in tries.dropFirst() {
            whole.tries += other.tries
            whole.realTime += other.realTime
            whole.virtualTime += other.virtualTime
            if let room = other.room { rooms.append(room) }
        }
        return whole
    }
}
