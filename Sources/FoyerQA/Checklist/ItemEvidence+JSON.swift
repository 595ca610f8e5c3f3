import Foyer

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
