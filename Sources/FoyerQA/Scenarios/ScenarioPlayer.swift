import Foyer
import FoyerStage

/// Plays a scenario's steps against what is seen: a value that decides, and is told everything.
struct ScenarioPlayer {
    /// How long a wait lasts at most, unless it says itself.
    static let patience = Duration.seconds(60)

    /// What is seen at an instant.
    struct Observation {
        var screen: Buffer
        var phase: LaunchPhase
        var calls: [String]
        var outcome: LaunchOutcome?
        var requests: (StageRoute) -> Int
        var violation: String?
    }

    enum Decision {
        case act(ScenarioStep.Action)
        /// The step at hand is not done; by that instant it is judged again.
        case wait(until: Instant)
        case finished
        case failed(String)

        var isWait: Bool {
            if case .wait = self { true } else { false }
        }
    }

    let steps: [ScenarioStep]
    /// How long an expectation may take: none where everything has settled before it is asked.
    let grace: Duration
    /// The time before each thing that is done, so that people can watch.
    let pace: Duration
    private(set) var index = 0
    private var began: Instant?
    private(set) var pictures: [ScenarioPicture] = []

    init(_ steps: [ScenarioStep], grace: Duration = .zero, pace: Duration = .zero) {
        self.steps = steps
        self.grace = grace
        self.pace = pace
    }

    /// The step at hand; the last where all are done.
    var step: ScenarioStep? { steps.isEmpty ? nil : steps[min(index, steps.count - 1)] }
    /// Whether the step at hand waits for something to come onto the screen.
    var isLooking: Bool {
        guard index < steps.count, case .wait(let condition, _) = steps[index].action else { return false }
        return condition.needsScreen
    }

    mutating func decide(_ seen: Observation, at now: Instant) -> Decision {
        if let violation = seen.violation { return .failed(violation) }
        while index < steps.count {
            let since = began ?? now
            began = since
            switch steps[index].action {
            case .wait(let condition, let limit):
                guard let unmet = condition.unmet(by: seen) else { break }
                if now >= since + limit { return .failed("For \(limit.inSeconds.formatted) s: \(unmet)") }
                return .wait(until: since + limit)
            case .expect(let condition):
                guard let unmet = condition.unmet(by: seen) else { break }
                if now >= since + grace { return .failed(unmet) }
                return .wait(until: since + grace)
            case .advance(let duration):
                if now < since + duration { return .wait(until: since + duration) }
            case .snapshot(let name): pictures.append(ScenarioPicture(name: name, screen: seen.screen))
            case let action:
                if now < since + pace { return .wait(until: since + pace) }
                endStep()
                return .act(action)
            }
            endStep()
        }
        return .finished
    }

    private mutating func endStep() {
        index += 1
        began = nil
    }
}

/// A screen that a scenario kept.
public struct ScenarioPicture: Sendable {
    public let name: String
    public let screen: Buffer
}

extension Condition {
    var needsScreen: Bool { !texts.isEmpty || !absent.isEmpty || screen != nil }

    /// What does not hold, with what is there; `nil` where everything holds.
    func unmet(by seen: ScenarioPlayer.Observation) -> String? {
        (needsScreen ? unmet(on: ScreenText(seen.screen)) : nil) ?? unmetBeside(seen)
    }

    private func unmet(on text: ScreenText) -> String? {
        if let missing = texts.first(where: { !text.contains($0) }) { return "\"\(missing)\" is not on the screen." }
        if let there = absent.first(where: { text.contains($0) }) { return "\"\(there)\" is on the screen." }
        if let screen, screen != text.lines {
            let row = zip(screen, text.lines).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            let place = row ?? min(screen.count, text.lines.count)
            return "The screen is another from row \(place + 1) on."
        }
        return nil
    }

    /// What has nothing to do with the screen's text.
    private func unmetBeside(_ seen: ScenarioPlayer.Observation) -> String? {
        if let phase, phase != seen.phase { return "The state is \(seen.phase.rawValue), not \(phase.rawValue)." }
        if let calls, calls != seen.calls {
            return "The delegate's calls were: " + (seen.calls.isEmpty ? "none" : seen.calls.joined(separator: ", "))
        }
        let ended = seen.outcome
        if let outcome, outcome != ended?.scenarioText {
            return "The outcome is \(ended?.scenarioText ?? "open"), not \(outcome)."
        }
        if let exit, Int32(exit) != ended?.exitStatus {
            return "The exit status is \(ended.map { "\($0.exitStatus)" } ?? "open"), not \(exit)."
        }
        for (route, count) in requests.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let asked = seen.requests(route)
            if asked != count { return "The stage was asked for \(route.rawValue) \(asked) times, not \(count)." }
        }
        return nil
    }
}

extension Double {
    /// Without a fraction where it has none.
    fileprivate var formatted: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
