import Foyer
import FoyerPlatformCore
import FoyerTrace

/// The evidence collected while an item was tried.
package struct ItemEvidence: Equatable, Sendable {
    /// The time that the flow was on screen.
    package var took = Duration.zero
    /// In the order of time; those of the lane `input` are what the tester did.
    package var events: [TraceEvent] = []
    /// How the last launch, or the program, ended; `nil` if it did not.
    package var outcome: String?
    /// Every frame, as ``TraceFrames`` packs them; empty if nothing was seen.
    package var frames = ""
    /// What the program under test says that it is, or which file it is.
    package var version: String?
    /// The same of the interpreter, where the program is a script of it.
    package var interpreter: String?

    package init() {}

    /// Of a program that did not start.
    init(failed cause: Phrase) {
        outcome = cause.english
        events = [TraceEvent(.event, at: .zero, cause.english, isFailure: true)]
    }
}

// MARK: - JSON

extension ItemEvidence {
    var json: JSON {
        [
            "took": .number(took.inSeconds), "events": .array(events.map(\.json)),
            "outcome": outcome.map { .string($0) } ?? .null, "frames": .string(frames),
            "version": version.map { .string($0) } ?? .null,
            "interpreter": interpreter.map { .string($0) } ?? .null,
        ]
    }

    init(_ node: JSONNode) throws(JSONShapeError) {
        took = try node.field("took").seconds()
        for event in try node.field("events").elements() { events.append(try TraceEvent(event)) }
        outcome = try node.optionalField("outcome")?.text()
        version = try node.optionalField("version")?.text()
        interpreter = try node.optionalField("interpreter")?.text()
        let packed = try node.field("frames")
        frames = try packed.text()
        // Pages embed it as it is.
        guard Base64.isAlphabet(frames) else { throw packed.shapeError(expected: "Base64") }
        // As 0.4 wrote them, which this reads until 1.0.
        for attempt in try node.optionalField("attempts")?.elements() ?? [] {
            let began = try attempt.field("began").seconds()
            for step in try attempt.field("steps").elements() { events.append(try TraceEvent(step, of: began)) }
        }
    }
}

extension TraceEvent {
    fileprivate var json: JSON {
        var parts: [JSON] = [.number(at.inSeconds), .string(name), .string(lane.rawValue)]
        if isFailure || until != nil { parts.append(.bool(isFailure)) }
        if let until { parts.append(.number(until.inSeconds)) }
        return .array(parts)
    }

    fileprivate init(_ node: JSONNode) throws(JSONShapeError) {
        let parts = try node.elements()
        guard (3...5).contains(parts.count) else { throw node.shapeError(expected: "seconds, a text and a lane") }
        self.init(
            Lane(rawValue: try parts[2].text()) ?? .event, at: try parts[0].seconds(),
            until: parts.count > 4 ? try parts[4].seconds() : nil, try parts[1].text(),
            isFailure: parts.count > 3 && parts[3].value == .bool(true))
    }

    /// A step of an attempt.
    fileprivate init(_ step: JSONNode, of began: Duration) throws(JSONShapeError) {
        let from = began + (try step.field("began").seconds())
        self.init(
            .step, at: from, until: from + (try step.field("took").seconds()), try step.field("label").text(),
            isFailure: try step.field("state").text() == "failed")
    }
}

extension JSONNode {
    fileprivate func seconds() throws(JSONShapeError) -> Duration { .seconds(try number(in: 0.0...1e9)) }
}
