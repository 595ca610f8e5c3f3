import FoyerCore

/// The way from the launch screen to the host's root, and the actions that wait for it.
///
/// Actions wait in order of arrival until the root is complete. Each is removed before it is carried out, so that one
/// that fails or causes another is not carried out again. At most `maxPending` wait: beyond that an endless flood of
/// links would fill the memory, so further ones are refused at once and their senders told. An accepted action is never
/// lost.
package struct RootMachine: Equatable, Sendable {
    package static let maxPending = 100

    package enum Phase: Equatable, Sendable {
        /// The launch screen, then a splash that is not on the terminal yet.
        case starting
        /// The splash is on the terminal, and the config is being fetched.
        case deciding
        /// The root is on its way to the terminal.
        case replacing(RootDecision)
        case complete(RootDecision)
    }

    package private(set) var phase: Phase = .starting
    package private(set) var config: RemoteConfig
    package private(set) var pending: [PendingAction] = []
    package let rule: RootRule
    /// Whether routes from outside get an entrance before their page.
    package let asksBeforeEntering: Bool
    private var isOpened = false

    package init(rule: RootRule, config: RemoteConfig, asksBeforeEntering: Bool = true) {
        self.rule = rule
        self.config = config
        self.asksBeforeEntering = asksBeforeEntering
    }

    /// `nil` until the root is decided.
    package var decision: RootDecision? {
        switch phase {
        case .starting, .deciding: nil
        case .replacing(let decision), .complete(let decision): decision
        }
    }

    package var isComplete: Bool {
        if case .complete = phase { true } else { false }
    }

    package var nextDeadline: Instant? { config.nextDeadline }

    /// Every event also tells the time, so that no deadline is missed.
    ///
    /// - Parameter shown: the screen stack at the time of the event.
    package mutating func handle(
        _ event: RootEvent, on shown: PlaceStack = PlaceStack(), at now: Instant
    ) -> [RootEffect] {
        let former = self
        let effects = take(event, shown, at: now) + forward(.deadlineReached, at: now)
        assert(flaw(since: former, effects) == nil, flaw(since: former, effects) ?? "")
        return effects
    }

    private mutating func take(_ event: RootEvent, _ shown: PlaceStack, at now: Instant) -> [RootEffect] {
        switch event {
        case .opened:
            guard !isOpened else { return [] }
            isOpened = true
            return [.showSplash]
        case .splashPresented(let time):
            guard isOpened, phase == .starting else { return [] }
            return begin(at: now, time)
        case .config(let event):
            // Nothing is fetched before the splash is on the terminal.
            if case .fetchRequested = event, phase == .starting { return [] }
            return forward(event, at: now)
        case .deadlineReached: break
        case .rootPresented:
            guard case .replacing(let decision) = phase else { return [] }
            phase = .complete(decision)
            return carryOutPending(shown)
        case .actionArrived(let action): return take(action, shown)
        case .entranceConfirmed: return Self.confirm(shown)
        }
        return []
    }

    private mutating func begin(at now: Instant, _ time: WallTime) -> [RootEffect] {
        phase = .deciding
        guard rule.key != nil else { return decide(after: nil) }
        return forward(.fetchRequested(at: time), at: now)
    }

    /// Passes an event to the config, and decides once the fetch that the splash waits for has ended in any way.
    private mutating func forward(_ event: RemoteConfigEvent, at now: Instant) -> [RootEffect] {
        var effects: [RootEffect] = []
        for effect in config.handle(event, at: now) {
            effects.append(.config(effect))
            guard case .reportFetched(let fetch) = effect, phase == .deciding else { continue }
            effects += config.handle(.activationRequested, at: now).map(RootEffect.config)
            effects += decide(after: fetch)
        }
        return effects
    }

    private mutating func decide(after fetch: ConfigFetch?) -> [RootEffect] {
        let decision = rule.decide(config.snapshot, after: fetch)
        phase = .replacing(decision)
        return [.replaceRoot(decision)]
    }

    private mutating func take(_ action: PendingAction, _ shown: PlaceStack) -> [RootEffect] {
        if isComplete {
            var shown = shown
            return [carryOut(action, on: &shown)]
        }
        guard pending.count < Self.maxPending else { return [.refuse(.tooManyPending, action: action.id)] }
        pending.append(action)
        return []
    }

    private mutating func carryOutPending(_ shown: PlaceStack) -> [RootEffect] {
        let taken = pending
        pending = []
        var shown = shown
        return taken.map { carryOut($0, on: &shown) }
    }

    /// - Parameter shown: receives what the effect will put on the stack, for the actions after this one.
    private func carryOut(_ action: PendingAction, on shown: inout PlaceStack) -> RootEffect {
        if shown.shows(action.route) { return .alreadyShown(action: action.id) }
        guard !shown.isFull else { return .refuse(.tooDeep, action: action.id) }
        let place: Place
        switch action.origin {
        case .outside where asksBeforeEntering: place = .entrance(action.route)
        case .outside, .inside: place = .page(action.route)
        }
        shown.push(place)
        return .push(place, action: action.id)
    }

    private static func confirm(_ shown: PlaceStack) -> [RootEffect] {
        guard case .entrance(let route)? = shown.top else { return [] }
        var beneath = shown
        beneath.removeTop()
        return beneath.shows(route) ? [.removeTop] : [.replaceTop(.page(route))]
    }
}

// MARK: - What can never be
extension RootMachine {
    /// Looked for after every event, in tests and debug builds.
    private func flaw(since former: RootMachine, _ effects: [RootEffect]) -> String? {
        if let decision = former.decision, decision != self.decision { return "the root is decided twice" }
        if former.isComplete, !isComplete { return "a root that was complete is not" }
        if isComplete, !pending.isEmpty { return "an action waits for a root that is complete" }
        if pending.count > Self.maxPending { return "\(pending.count) actions wait" }
        if phase != .starting, !isOpened { return "a decision before the splash" }
        if phase == .deciding, rule.key == nil || !config.isFetching { return "nothing is left to be decided by" }
        let replaces = effects.count { if case .replaceRoot = $0 { true } else { false } }
        return replaces == (former.decision == nil && decision != nil ? 1 : 0) ? nil : "\(replaces) roots at once"
    }
}

/// Events on the way to the root, and on the screens above it.
package enum RootEvent: Equatable, Sendable {
    /// The program has started: only the launch screen is on the terminal.
    case opened
    /// The splash is on the terminal. Only now may the config be fetched and the root be replaced.
    case splashPresented(at: WallTime)
    /// For the config: the contents of the disk, and the platform's answer.
    case config(RemoteConfigEvent)
    /// The root has replaced the splash on the terminal.
    case rootPresented
    case actionArrived(PendingAction)
    case entranceConfirmed
    /// The instant of `nextDeadline` has come.
    case deadlineReached
}

package enum RootEffect: Equatable, Sendable {
    /// Show a splash that looks exactly like the launch screen as the first root.
    case showSplash
    case config(RemoteConfigEffect)
    case replaceRoot(RootDecision)

    // The outcome of an action, once for each: perform in this order.
    /// Put its page, or the entrance before it, on top.
    case push(Place, action: Int)
    case alreadyShown(action: Int)
    case refuse(ActionRefusal, action: Int)

    /// The entrance was confirmed: its target replaces it.
    case replaceTop(Place)
    /// The entrance was confirmed, and its target is right beneath it.
    case removeTop
}
