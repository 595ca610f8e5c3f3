import Foyer
import FoyerPlatformCore

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
    /// The address or the number of the defect that it shows; empty if there is none.
    package var defect = ""
    /// Of the sentences of what should be seen that were judged on their own, by their number from 0.
    package var sentences: [Int: Judgement] = [:]
    /// The card that it is about; `nil` in runs of versions that did not write it down.
    var card: CardWording?

    /// Of one sentence of a card.
    package struct Judgement: Equatable, Sendable {
        package var verdict: Verdict
        package var note = ""

        package init(_ verdict: Verdict, note: String = "") {
            (self.verdict, self.note) = (verdict, note)
        }
    }

    package init(
        verdict: Verdict?, note: String = "", time: String, session: Int, evidence: ItemEvidence? = nil
    ) {
        (self.verdict, self.note, self.time, self.session, self.evidence) = (verdict, note, time, session, evidence)
    }

    /// Of a sentence. What is not judged on its own has passed if all of them have, and has the item's verdict if it is the
    /// only one.
    ///
    /// - Parameter count: how many sentences the card has.
    package func judgement(of sentence: Int, among count: Int) -> Judgement? {
        sentences[sentence] ?? (verdict == .passed || count == 1 ? verdict.map { Judgement($0) } : nil)
    }
}

/// The words of a card: what a verdict is about. In English if the file has several languages, so that a run can be continued
/// in another one.
package struct CardWording: Equatable, Sendable {
    let instructions: [String]
    let expectations: [String]
}

/// Where and when a tester sat down to a run.
package struct RunSession: Equatable, Sendable {
    /// RFC 3339.
    package var time: String
    /// The terminal and other facts, in order.
    package var facts: [Fact]

    static let serverName = "server"
    package static let testerName = "tester"
    package static let zoneName = "time zone"
    package static let listName = "list"
    package static let hostName = "host"
    /// Those that a reader wants first: who, what, and where.
    static let firstFacts = [
        testerName, "Foyer", "commit", serverName, listName, hostName, zoneName, "TERM_PROGRAM", "TERM_PROGRAM_VERSION",
        "TERM", "size",
    ]
    /// Names of facts that have a word; the others are names of variables and the like.
    static let words: [String: Phrase] = [
        testerName: .tester, "commit": .commit, serverName: .platformUnderTest, listName: .checklist, hostName: .host,
        zoneName: .timeZone, "size": .sizeOfScreen, "system": .operatingSystem,
    ]

    /// The tester's own platform, if it is not Foyer's.
    var server: String? { fact(Self.serverName) }

    func fact(_ name: String) -> String? { facts.first { $0.name == name }?.value }

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
    case note(item: String, text: String, CardWording? = nil)
    /// The verdict on one sentence of the card, by its number from 0.
    case sentence(item: String, number: Int, ItemRecord.Judgement, CardWording? = nil)
    /// The defect that the item shows.
    case defect(item: String, text: String, CardWording? = nil)
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
        case .note(let item, let text, let card):
            JSON(["entry": "note", "item": .string(item), "text": .string(text), "card": card?.json])
        case .sentence(let item, let number, let judgement, let card):
            JSON([
                "entry": "sentence", "item": .string(item), "number": JSON(number),
                "verdict": .string(judgement.verdict.rawValue), "note": .string(judgement.note), "card": card?.json,
            ])
        case .defect(let item, let text, let card):
            JSON(["entry": "defect", "item": .string(item), "text": .string(text), "card": card?.json])
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
            self = .verdict(item: try node.field("item").text(), try ItemRecord(node, verdict: try Self.verdict(node)))
        case "note":
            self = .note(
                item: try node.field("item").text(), text: try node.field("text").text(), try CardWording(of: node))
        case "sentence":
            self = .sentence(
                item: try node.field("item").text(), number: Int(try node.field("number").integer(in: 0...1_000_000)),
                ItemRecord.Judgement(try Self.verdict(node), note: try node.field("note").text()),
                try CardWording(of: node))
        case "defect":
            self = .defect(
                item: try node.field("item").text(), text: try node.field("text").text(), try CardWording(of: node))
        default: throw kind.shapeError(expected: "session, trial, verdict, sentence, note or defect")
        }
    }

    private static func verdict(_ node: JSONNode) throws(JSONShapeError) -> Verdict {
        let word = try node.field("verdict")
        guard let verdict = Verdict(rawValue: try word.text()) else {
            throw word.shapeError(expected: "passed, failed, blocked or skipped")
        }
        return verdict
    }
}

extension ItemRecord {
    fileprivate func json(_ entry: String, of item: String) -> JSON {
        JSON([
            "entry": .string(entry), "item": .string(item), "verdict": verdict.map { .string($0.rawValue) } ?? .null,
            "note": .string(note), "time": .string(time), "session": JSON(session),
            "evidence": evidence?.json ?? .null, "card": card?.json,
        ])
    }

    fileprivate init(_ node: JSONNode, verdict: Verdict?) throws(JSONShapeError) {
        let evidence = try node.optionalField("evidence")
        self.init(
            verdict: verdict, note: try node.field("note").text(), time: try node.field("time").text(),
            session: Int(try node.field("session").integer(in: 0...1_000_000)),
            evidence: try evidence.map(ItemEvidence.init(_:)))
        card = try CardWording(of: node)
    }
}

extension CardWording {
    var json: JSON {
        ["do": .array(instructions.map { .string($0) }), "see": .array(expectations.map { .string($0) })]
    }

    /// - Returns: `nil` for an entry that does not say it.
    init?(of entry: JSONNode) throws(JSONShapeError) {
        guard let card = try entry.optionalField("card") else { return nil }
        func texts(_ name: String) throws(JSONShapeError) -> [String] {
            var texts: [String] = []
            for text in try card.field(name).elements() { texts.append(try text.text()) }
            return texts
        }
        self.init(instructions: try texts("do"), expectations: try texts("see"))
    }
}
