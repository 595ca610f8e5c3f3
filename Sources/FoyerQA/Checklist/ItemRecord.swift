import Foyer

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
