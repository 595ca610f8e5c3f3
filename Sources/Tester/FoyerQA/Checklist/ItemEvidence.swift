import Foyer
import FoyerPlatformCore

/// The evidence collected while an item was tried.
package struct ItemEvidence: Equatable, Sendable {
    package struct Event: Equatable, Sendable {
        /// Seconds from the flow's beginning.
        package let at: Double
        package let text: String
        package var kind = Trace.Mark.Kind.event
        /// Whether it is what one looks for first.
        package var isBad = false

        package init(at: Double, text: String, kind: Trace.Mark.Kind = .event, isBad: Bool = false) {
            (self.at, self.text, self.kind, self.isBad) = (at, text, kind, isBad)
        }
    }

    /// How long the flow was on screen, in seconds.
    package var took = 0.0
    /// In the order of time; those of the kind `input` are what the tester did.
    package var events: [Event] = []
    /// How the last launch, or the program, ended; `nil` if it did not.
    package var outcome: String?
    /// Every frame, as ``TraceFrames`` packs them; empty if nothing was seen.
    package var frames = ""
    /// The attempts of the launches in it, with their steps.
    package var attempts: [Attempt] = []
    /// What the program under test says that it is, or which file it is.
    package var version: String?
    /// The same of the interpreter, where the program is a script of it.
    package var interpreter: String?

    package init() {}

    /// Of a program that did not start.
    init(failed cause: Phrase) {
        outcome = cause.english
        events = [Event(at: 0, text: cause.english, isBad: true)]
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

// MARK: - JSON

extension ItemEvidence {
    var json: JSON {
        [
            "took": .number(took), "events": .array(events.map(\.json)),
            "outcome": outcome.map { .string($0) } ?? .null, "frames": .string(frames),
            "attempts": .array(attempts.map(\.json)), "version": version.map { .string($0) } ?? .null,
            "interpreter": interpreter.map { .string($0) } ?? .null,
        ]
    }

    /// Seconds in a run's file.
    fileprivate static let seconds = 0.0...1e9

    init(_ node: JSONNode) throws(JSONShapeError) {
        took = try node.field("took").number(in: Self.seconds)
        for event in try node.field("events").elements() { events.append(try Event(event)) }
        outcome = try node.optionalField("outcome")?.text()
        version = try node.optionalField("version")?.text()
        interpreter = try node.optionalField("interpreter")?.text()
        let packed = try node.field("frames")
        frames = try packed.text()
        // Pages embed it as it is.
        guard Base64.isAlphabet(frames) else { throw packed.shapeError(expected: "Base64") }
        for attempt in try node.field("attempts").elements() { attempts.append(try Attempt(attempt)) }
    }
}

extension ItemEvidence.Event {
    fileprivate var json: JSON {
        .array([.number(at), .string(text), .string(kind.rawValue)] + (isBad ? [.bool(true)] : []))
    }

    fileprivate init(_ node: JSONNode) throws(JSONShapeError) {
        let parts = try node.elements()
        guard (3...4).contains(parts.count) else { throw node.shapeError(expected: "seconds, a text and a kind") }
        at = try parts[0].number(in: ItemEvidence.seconds)
        text = try parts[1].text()
        kind = Trace.Mark.Kind(rawValue: try parts[2].text()) ?? .event
        isBad = parts.count > 3
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
