import Foyer
import FoyerPlatformCore

/// The evidence collected while an item was tried.
package struct ItemEvidence: Equatable, Sendable {
    package struct Event: Equatable, Sendable {
        /// Seconds from the flow's beginning.
        package let at: Double
        package let text: String
    }

    /// How long the flow was on screen, in seconds.
    package var took = 0.0
    package var events: [Event] = []
    /// The calls to the splash view's delegate.
    package var calls: [String] = []
    /// How the last launch ended; `nil` if there was none.
    package var outcome: String?
    package var screens: [KeptScreen] = []
    /// The attempts of the launches in it, with their steps.
    package var attempts: [Attempt] = []

    package init() {}
}

/// A run's record of an item: of one time that it was done.
package struct ItemRecord: Equatable, Sendable {
    /// `nil` until it is judged.
    package var verdict: Verdict?
    package var note: String
    /// RFC 3339.
    package var time: String
    /// The number of the session, from 1.
    package var session: Int
    /// `nil` if it was not tried.
    package var evidence: ItemEvidence?
}

/// Where and when a tester sat down to a run.
package struct RunSession: Equatable, Sendable {
    /// RFC 3339.
    package var time: String
    /// The terminal and other facts, in order.
    package var facts: [Fact]

    static let serverName = "server"
    /// The tester's own platform, if it is not Foyer's.
    var server: String? { facts.first { $0.name == Self.serverName }?.value }

    package struct Fact: Equatable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(time: String, facts: [Fact]) {
        self.time = time
        self.facts = facts
    }
}

/// One line of a run's file: what happened, in order.
package enum RunEntry: Equatable, Sendable {
    case session(RunSession)
    /// An item has been tried, which begins it again: its former record is kept beneath.
    case trial(item: String, ItemRecord)
    /// A verdict on the last trial, or a correction of the verdict on it.
    case verdict(item: String, ItemRecord)
    /// The note beside the verdict, or for the verdict to come.
    case note(item: String, text: String)
}

// MARK: - JSON

extension RunEntry {
    var json: JSON {
        switch self {
        case .session(let session):
            [
                "entry": "session", "time": .string(session.time),
                "facts": .array(session.facts.map { [.string($0.name), .string($0.value)] }),
            ]
        case .trial(let item, let record): record.json("trial", of: item)
        case .verdict(let item, let record): record.json("verdict", of: item)
        case .note(let item, let text): ["entry": "note", "item": .string(item), "text": .string(text)]
        }
    }

    init(_ node: JSONNode) throws(JSONShapeError) {
        let kind = try node.field("entry")
        switch try kind.text() {
        case "session":
            var facts: [RunSession.Fact] = []
            for fact in try node.field("facts").elements() {
                let parts = try fact.elements()
                guard parts.count == 2 else { throw fact.shapeError(expected: "a name and a value") }
                facts.append(RunSession.Fact(try parts[0].text(), try parts[1].text()))
            }
            self = .session(RunSession(time: try node.field("time").text(), facts: facts))
        case "trial": self = .trial(item: try node.field("item").text(), try ItemRecord(node, verdict: nil))
        case "verdict":
            let word = try node.field("verdict")
            guard let verdict = Verdict(rawValue: try word.text()) else {
                throw word.shapeError(expected: "passed, failed, blocked or skipped")
            }
            self = .verdict(item: try node.field("item").text(), try ItemRecord(node, verdict: verdict))
        case "note": self = .note(item: try node.field("item").text(), text: try node.field("text").text())
        default: throw kind.shapeError(expected: "session, trial, verdict or note")
        }
    }
}

extension ItemRecord {
    fileprivate func json(_ entry: String, of item: String) -> JSON {
        [
            "entry": .string(entry), "item": .string(item), "verdict": verdict.map { .string($0.rawValue) } ?? .null,
            "note": .string(note), "time": .string(time), "session": .integer(Int64(session)),
            "evidence": evidence?.json ?? .null,
        ]
    }

    fileprivate init(_ node: JSONNode, verdict: Verdict?) throws(JSONShapeError) {
        let evidence = try node.optionalField("evidence")
        self.init(
            verdict: verdict, note: try node.field("note").text(), time: try node.field("time").text(),
            session: Int(try node.field("session").integer(in: 0...1_000_000)),
            evidence: try evidence.map { (node) throws(JSONShapeError) in try ItemEvidence(node) })
    }
}

extension ItemEvidence {
    /// An attempt of a launch: when each step ran.
    package struct Attempt: Equatable, Sendable {
        package struct Step: Equatable, Sendable {
            package enum State: String, Sendable { case running, done, failed, cancelled }

            /// A key of the word catalogue, or a host's plain text.
            package let label: String
            package let state: State
            /// Seconds from the attempt's beginning.
            package let began: Double
            package let took: Double
        }

        package let app: String
        /// Seconds from the flow's beginning.
        package let began: Double
        package let took: Double
        /// The steps that began, in the order of the launch.
        package let steps: [Step]
    }
}

extension ItemEvidence.Attempt {
    /// - Parameters:
    ///   - start: when the flow began.
    ///   - now: when it was left, which ends whatever still runs.
    init?(_ attempt: CallLog.Attempt, from start: Instant, to now: Instant) {
        let record = attempt.record
        guard let began = record.began else { return nil }
        let end = record.ended ?? now
        self.init(
            app: SafeText(attempt.app).string, began: Self.seconds(began - start), took: Self.seconds(end - began),
            steps: record.steps.compactMap { step in
                guard let stepBegan = step.began, let state = Step.State(step.state) else { return nil }
                return Step(
                    label: SafeText(step.step.words == nil ? step.step.label : step.step.id).string, state: state,
                    began: Self.seconds(stepBegan - began), took: Self.seconds((step.ended ?? end) - stepBegan))
            })
    }

    private static func seconds(_ time: Duration) -> Double { (max(0, time.inSeconds) * 1000).rounded() / 1000 }
}

extension ItemEvidence.Attempt.Step.State {
    /// `nil` for a step that waits.
    fileprivate init?(_ state: LaunchRecord.Step.State) {
        switch state {
        case .waiting: return nil
        case .running: self = .running
        case .done: self = .done
        case .failed: self = .failed
        case .cancelled: self = .cancelled
        }
    }
}

extension ItemEvidence {
    var json: JSON {
        [
            "took": .number(took), "events": .array(events.map { [.number($0.at), .string($0.text)] }),
            "calls": .array(calls.map { .string($0) }), "outcome": outcome.map { .string($0) } ?? .null,
            "screens": .array(screens.map(\.json)), "attempts": .array(attempts.map(\.json)),
        ]
    }

    /// Seconds in a run's file.
    fileprivate static let seconds = 0.0...1e9

    init(_ node: JSONNode) throws(JSONShapeError) {
        took = try node.field("took").number(in: Self.seconds)
        for event in try node.field("events").elements() {
            let parts = try event.elements()
            guard parts.count == 2 else { throw event.shapeError(expected: "seconds and a text") }
            events.append(Event(at: try parts[0].number(in: Self.seconds), text: try parts[1].text()))
        }
        for call in try node.field("calls").elements() { calls.append(try call.text()) }
        outcome = try node.optionalField("outcome")?.text()
        for screen in try node.field("screens").elements() { screens.append(try KeptScreen(screen)) }
        // Runs of earlier versions have none.
        for attempt in try node.optionalField("attempts")?.elements() ?? [] { attempts.append(try Attempt(attempt)) }
    }
}

extension ItemEvidence.Attempt {
    fileprivate var json: JSON {
        [
            "app": .string(app), "began": .number(began), "took": .number(took),
            "steps": .array(
                steps.map { step in
                    [
                        "label": .string(step.label), "state": .string(step.state.rawValue),
                        "began": .number(step.began), "took": .number(step.took),
                    ]
                }),
        ]
    }

    fileprivate init(_ node: JSONNode) throws(JSONShapeError) {
        app = try node.field("app").text()
        began = try node.field("began").number(in: ItemEvidence.seconds)
        took = try node.field("took").number(in: ItemEvidence.seconds)
        var steps: [Step] = []
        for step in try node.field("steps").elements() {
            let word = try step.field("state")
            guard let state = Step.State(rawValue: try word.text()) else {
                throw word.shapeError(expected: "done, failed, cancelled or running")
            }
            steps.append(
                Step(
                    label: try step.field("label").text(), state: state,
                    began: try step.field("began").number(in: ItemEvidence.seconds),
                    took: try step.field("took").number(in: ItemEvidence.seconds)))
        }
        self.steps = steps
    }
}
