/// Commands that are started in the order of their needs, and end together: events in, effects out.
///
/// A command starts once all that it needs is ready. The first that fails before the last is ready fails all: whoever ends
/// before it was ready, is not ready in time, or was ready and ends with anything but status 0. Once the last is ready nobody
/// is watched any more; when it ends, the others are ended, each after those that need it.
package struct CommandGroup: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        case waiting
        case starting
        case ready
        /// It has been asked to end.
        case ending
        /// `nil` if it never ran.
        case ended(CommandEnd?, wasReady: Bool)
    }

    package enum Failure: Equatable, Sendable {
        case unstarted
        case late
        case ended(CommandEnd, wasReady: Bool)
    }

    package enum Phase: Equatable, Sendable {
        case starting
        /// The last is ready.
        case running
        /// At that instant who still waits to be ended is ended too.
        case ending(inOrderUntil: Instant)
        case over
    }

    package enum Event: Equatable, Sendable {
        /// It may start as far as the launch is concerned.
        case due(String)
        case unstarted(String)
        case ready(String)
        case late(String)
        case ended(String, CommandEnd)
        /// The user has closed the launch, or another step of it has failed.
        case closed
        case timePassed
    }

    package enum Effect: Equatable, Sendable {
        case start(String)
        case fail(String, Failure)
        case stop(String)
        /// None of them runs any more.
        case end
    }

    /// How long the ends keep their order, however slow each is.
    package static let patience = Duration.seconds(2)

    package private(set) var phase = Phase.starting
    private let needs: CommandNeeds
    private var states: [String: State]

    package init(_ needs: CommandNeeds) {
        self.needs = needs
        states = Dictionary(uniqueKeysWithValues: needs.order.map { ($0, .waiting) })
    }

    package var last: String { needs.order[needs.order.count - 1] }

    package func state(of name: String) -> State { states[name] ?? .waiting }

    /// When to send `timePassed`.
    package var nextDeadline: Instant? {
        guard case .ending(let until) = phase, needs.order.contains(where: { runs($0) }) else { return nil }
        return until
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        let former = self
        let effects = respond(to: event, at: now)
        assert(flaw(since: former, effects) == nil, flaw(since: former, effects) ?? "")
        return effects
    }

    private mutating func respond(to event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .due(let name): start(name)
        case .ready(let name): becomeReady(name)
        case .unstarted(let name) where states[name] == .starting:
            fail(name, .unstarted, leaving: .ended(nil, wasReady: false), at: now)
        case .late(let name) where states[name] == .starting: fail(name, .late, leaving: .starting, at: now)
        case .unstarted, .late: []
        case .ended(let name, let end): ended(name, end, at: now)
        case .closed: beginEnding(at: now)
        case .timePassed: stopNext(at: now)
        }
    }
}

extension CommandGroup {
    private func runs(_ name: String) -> Bool { [.starting, .ready].contains(state(of: name)) }

    private func isSatisfied(_ name: String) -> Bool {
        switch state(of: name) {
        // A task that has been done stays done.
        case .ready, .ended(.status(0), wasReady: true): true
        case .waiting, .starting, .ending, .ended: false
        }
    }

    private mutating func start(_ name: String) -> [Effect] {
        guard phase == .starting, states[name] == .waiting, needs.of(name).allSatisfy(isSatisfied) else { return [] }
        states[name] = .starting
        return [.start(name)]
    }

    private mutating func becomeReady(_ name: String) -> [Effect] {
        guard states[name] == .starting else { return [] }
        states[name] = .ready
        if name == last { phase = .running }
        return []
    }

    private mutating func ended(_ name: String, _ end: CommandEnd, at now: Instant) -> [Effect] {
        let former = state(of: name)
        let wasReady = former == .ready
        let after = State.ended(end, wasReady: wasReady)
        switch (former, phase) {
        case (.waiting, _), (.ended, _): return []
        case (.ready, .starting) where end == .status(0): states[name] = after
        case (_, .starting): return fail(name, .ended(end, wasReady: wasReady), leaving: after, at: now)
        case (_, .running):
            states[name] = after
            if name == last { return beginEnding(at: now) }
        case (_, .ending), (_, .over):
            states[name] = after
            return stopNext(at: now)
        }
        return []
    }

    private mutating func fail(_ name: String, _ failure: Failure, leaving state: State, at now: Instant) -> [Effect] {
        states[name] = state
        return (phase == .starting ? [.fail(name, failure)] : []) + beginEnding(at: now)
    }

    private mutating func beginEnding(at now: Instant) -> [Effect] {
        if phase == .starting || phase == .running { phase = .ending(inOrderUntil: now + Self.patience) }
        return stopNext(at: now)
    }

    /// Stops whoever nobody needs any longer; after a while, everybody.
    private mutating func stopNext(at now: Instant) -> [Effect] {
        guard case .ending(let until) = phase else { return [] }
        let isOrdered = now < until
        let next = needs.order.reversed().filter { name in
            runs(name) && !(isOrdered && needs.dependents(of: name).contains { isAlive($0) })
        }
        for name in next { states[name] = .ending }
        guard !needs.order.contains(where: isAlive) else { return next.map { .stop($0) } }
        phase = .over
        return [.end]
    }

    private func isAlive(_ name: String) -> Bool { runs(name) || state(of: name) == .ending }
}

// MARK: - What can never be
extension CommandGroup {
    /// Looked for after every event, in tests and debug builds.
    private func flaw(since former: CommandGroup, _ effects: [Effect]) -> String? {
        if states.count != needs.order.count { return "a command that is not of the group" }
        if former.phase == .over, phase != .over || !effects.isEmpty { return "the end is not the end" }
        if phase.place < former.phase.place { return "the group goes back" }
        if phase == .over, needs.order.contains(where: isAlive) { return "the end of a group that runs" }
        return effects.contains(.end) == (phase == .over && former.phase != .over) ? nil : "an end that is not told"
    }
}

extension CommandGroup.Phase {
    /// Its place in the course of a group.
    fileprivate var place: Int {
        switch self {
        case .starting: 0
        case .running: 1
        case .ending: 2
        case .over: 3
        }
    }
}
