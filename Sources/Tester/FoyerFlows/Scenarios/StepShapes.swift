import Foyer
import FoyerDemo
import FoyerGolden
import FoyerPlatform
import FoyerStage

extension YAMLShape where Value == ScenarioStep {
    /// A mapping with a single key: the action, and its argument.
    static func step(_ campaigns: [String]?) -> YAMLShape {
        step(of: YAMLShape<ScenarioStep.Action>.actions(campaigns))
    }

    /// A step on a card, where things are also done in another terminal.
    package static let stepOnCard = step(
        of: YAMLShape<ScenarioStep.Action>.actions(nil)
            + [("there", YAMLShape<[ScenarioStep]>.list(of: stepOfProgram, needs: .aStep).map { .there($0) })])

    /// A step of a program that is not ours.
    package static let stepOfProgram = step(hasBudget: true, of: YAMLShape<ScenarioStep.Action>.acts(ofProgram: true))

    /// - Parameter hasBudget: whether a budget may stand beside the action.
    private static func step(
        hasBudget: Bool = false, of actions: [(name: String, shape: YAMLShape<ScenarioStep.Action>)]
    ) -> YAMLShape {
        mapping(.aStepOfIt) { fields in
            let found = fields.one(of: actions, Phrase.areTwoSteps)
            let budget = hasBudget ? fields.optional("budget", YAMLShape<StepBudget>.budget) : nil
            let masks = fields.optional("mask", YAMLShape<[GoldenMask]>.oneOrMore(.mask))
            guard let found else {
                // What else stands there is no key of a step, and named as such.
                let isEmpty = fields.node.mapping?.allSatisfy { ["budget", "mask"].contains($0.key.scalar) } == true
                if isEmpty { fields.report.say(fields.node.mark, .emptyStep) }
                return nil
            }
            refuseStrays(beside: found.name, in: &fields, of: actions)
            let (mark, summary) = (fields.node.mark, found.name + summary(found.node))
            if masks != nil, found.name != "golden" {
                fields.report.say(fields.mark(of: "mask"), .standsBeside("mask", found.name))
            }
            return found.value.map {
                ScenarioStep(
                    line: mark.line, column: mark.column, action: $0.covering(masks ?? []), summary: summary,
                    budget: budget)
            }
        }
    }

    /// What stands beside `wait` and belongs within its braces.
    private static func refuseStrays(
        beside name: String, in fields: inout YAMLFields,
        of actions: [(name: String, shape: YAMLShape<ScenarioStep.Action>)]
    ) {
        let keys = fields.node.mapping?.compactMap(\.key.scalar) ?? []
        guard keys.count > 1, ["wait", "expect"].contains(name),
            let within = actions.first(where: { $0.name == name })?.shape.outline.keys.map(\.name)
        else { return }
        let names = actions.map(\.name)
        for key in keys where within.contains(key) && !names.contains(key) {
            fields.refuse(key, .belongsWithin(key, name))
        }
    }

    private static func summary(_ value: YAMLNode) -> String {
        switch value.content {
        case .scalar(let text): " " + (text.split(separator: "\n").first.map(String.init) ?? "")
        case .mapping(let mapping):
            " " + mapping.map { ($0.key.scalar ?? "") + summary($0.value) }.joined(separator: ", ")
        case .sequence(let sequence): " " + sequence.map { String(summary($0).dropFirst()) }.joined(separator: ", ")
        }
    }
}

extension YAMLShape where Value == ScenarioStep.Action {
    fileprivate static func actions(_ campaigns: [String]?) -> [(name: String, shape: YAMLShape)] {
        acts(ofProgram: false) + own + [("stage", YAMLShape<StageOrder>.stage(campaigns).map { .stage($0) })]
            + YAMLShape<Scenario.Start>.choices.filter { $0.name != "open" }.map { name, shape in
                (name, shape.map { .start($0) })
            }
    }

    /// What people do with any program, and what is looked for then.
    fileprivate static func acts(ofProgram: Bool) -> [(name: String, shape: YAMLShape)] {
        hands + (ofProgram ? toProgram : []) + [
            (
                "wait",
                YAMLShape<(Condition, within: Duration)>.wait(ofProgram: ofProgram).map {
                    .wait($0.0, within: $0.within)
                }
            ),
            ("expect", YAMLShape<Condition>.condition(ofProgram: ofProgram).map { .expect($0) }),
        ]
    }

    private static let hands: [(name: String, shape: YAMLShape)] = [
        ("press", YAMLShape<[InputEvent]>.oneOrMore(.key, needs: .aText).map { .input($0) }),
        ("type", YAMLShape<String>.text.map { .input($0.unicodeScalars.map { .key(.character($0)) }) }),
        ("paste", YAMLShape<String>.text.map { .input([.paste($0)]) }),
        ("click", YAMLShape<ScenarioStep.ClickTarget>.target.map { .mouse([.press, .release, .click], $0) }),
        ("point", YAMLShape<ScenarioStep.ClickTarget>.target.map { .mouse([.move], $0) }),
        ("wheel", wheel), ("drag", drag), ("resize", YAMLShape<CellSize>.size.map { .resize($0) }),
        ("advance", YAMLShape<Duration>.duration.map { .advance($0) }),
        ("snapshot", YAMLShape<String>.text.map { .snapshot($0) }), ("golden", golden),
    ]

    private static let golden = YAMLShape<String>.text.checked(.aGoldenName) { name -> ScenarioStep.Action? in
        PlainName.isValid(name) ? .golden(GoldenStep(name: name)) : nil
    }

    private static let toProgram: [(name: String, shape: YAMLShape)] = [
        ("focus", .oneOf(["in": .program(.focus(isIn: true)), "out": .program(.focus(isIn: false))])),
        ("signal", YAMLShape<SignalName>.anyCase.map { .program(.signal($0)) }),
        ("answer", .oneOf(["none": .program(.answer(false)), "all": .program(.answer(true))])),
        ("kill", .oneOf(["program": .program(.kill), "terminal": .program(.hangUp)])),
    ]

    private static let own: [(name: String, shape: YAMLShape)] = [
        ("open", YAMLShape<String>.text.map { .open($0) }),
        ("tap", YAMLShape<Int>.integer(in: 1...Demo.messageLinks.count).map { .tap($0 - 1) }),
        ("bind", YAMLShape<ViewBinding>.binding.map { .bind($0) }),
    ]

    /// The direction, and the pointer's place; in the corner by default.
    private static let wheel = YAMLShape<MouseEvent.Kind>.wheel.map {
        ScenarioStep.Action.mouse([$0], .cell(column: 1, row: 1))
    }
    .orMapping(
        .mapping { fields in
            let (kind, target) = (
                fields.required("to", YAMLShape<MouseEvent.Kind>.wheel),
                fields.required("at", YAMLShape<ScenarioStep.ClickTarget>.target)
            )
            guard let kind, let target else { return nil }
            return .mouse([kind], target)
        })

    private static let drag = YAMLShape.mapping { fields in
        let (from, to) = (
            fields.required("from", YAMLShape<ScenarioStep.ClickTarget>.target),
            fields.required("to", YAMLShape<ScenarioStep.ClickTarget>.target)
        )
        let duration = fields.optional("seconds", YAMLShape<Duration>.duration) ?? .zero
        guard let from, let to else { return nil }
        return .drag(from: from, to: to, over: duration)
    }
}

extension ScenarioStep.Action {
    fileprivate func covering(_ masks: [GoldenMask]) -> Self {
        guard case .golden(var step) = self else { return self }
        step.masks = masks
        return .golden(step)
    }
}

extension YAMLShape where Value == MouseEvent.Kind {
    fileprivate static let wheel = oneOf(["up": .wheelUp, "down": .wheelDown])
}

extension YAMLShape where Value == InputEvent {
    private static let keySchema = YAMLSchema.either([
        YAMLOutline(words: KeyName.all).schema, YAMLSchema.matching(KeyName.pattern),
        // A digit, in YAML.
        YAMLOutline(words: (0...9).map { "\($0)" }).schema,
    ])

    fileprivate static let key = YAMLShape(
        outline: YAMLOutline(words: KeyName.all).described(by: keySchema)
    ) { node, what, report in
        guard let name = YAMLShape<String>.text.read(node, what, &report) else { return nil }
        if let key = KeyName.key(name) { return .key(key) }
        let meant = KeyName.nearest(to: name)
        report.expected(meant == nil ? .anyKey(of: KeyName.all) : .aKeyName, node, what, meant: meant)
        return nil
    }
}

extension YAMLShape where Value == ScenarioStep.ClickTarget {
    /// A text on the screen, or a cell.
    fileprivate static let target = YAMLShape(outline: textOrCell.outline) { node, what, report in
        guard node.sequence != nil else { return textOrCell.read(node, what, &report) }
        report.expected(.aTextOrACell, node, what)
        return nil
    }

    private static let textOrCell = YAMLShape<String>.text.map { ScenarioStep.ClickTarget.text($0) }.orMapping(
        .mapping { fields in
            fields.rule(YAMLSchema.hasOne(of: [["text"], ["column", "row"]]))
            if let text = fields.optional("text", YAMLShape<String>.text) { return .text(text) }
            let column = fields.optional("column", YAMLShape<Int>.integer(in: 1...1000))
            let row = fields.optional("row", YAMLShape<Int>.integer(in: 1...1000))
            guard let column, let row else {
                for name in ["column", "row"] where !fields.has(name) {
                    fields.report.add(fields.node.mark, .lacks(fields.what, [name]))
                }
                return nil
            }
            return .cell(column: column - 1, row: row - 1)
        })
}
