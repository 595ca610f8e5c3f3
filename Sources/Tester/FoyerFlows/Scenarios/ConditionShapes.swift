import Foyer
import FoyerPlatform
import FoyerStage
import FoyerSystem

// The arguments of `wait` and `expect`.

extension YAMLShape where Value == Condition {
    /// - Parameter ofProgram: of one that is not ours, of which only the screen and the end are known.
    static func condition(ofProgram: Bool) -> YAMLShape {
        YAMLShape<[String]>.texts.map { Condition(texts: $0, wraps: !ofProgram) }.orMapping(
            .mapping { fields in fields.condition(ofProgram: ofProgram) })
    }
}

extension YAMLShape where Value == (Condition, within: Duration) {
    /// Only a text, or conditions with a time limit.
    static func wait(ofProgram: Bool) -> YAMLShape {
        let standard = ofProgram ? ScenarioPlayer.patience : ScenarioPlayer.virtualPatience
        return YAMLShape<[String]>.texts.map { (Condition(texts: $0, wraps: !ofProgram), within: standard) }.orMapping(
            .mapping { fields in
                let condition = fields.condition(ofProgram: ofProgram)
                return (condition, within: fields.optional("within", YAMLShape<Duration>.duration) ?? standard)
            })
    }
}

extension YAMLShape where Value == [String] {
    /// At least one: none would be meaningless.
    static var texts: YAMLShape { oneOrMore(.text, needs: .aText) }

    fileprivate static func calls(_ words: CallWords) -> YAMLShape {
        oneOrMore(YAMLShape<String>.text.matching(words.pattern, .aCall(words.whose, words.examples)))
    }
}

extension YAMLFields {
    /// Reports that none of these keys is there, unless there are unknown ones: each of those is reported itself.
    ///
    /// - Parameter others: known keys that say nothing alone.
    mutating func requireAny(of names: [String], beside others: [String] = []) {
        if needsAny(of: names) { return }
        let isKnown = node.mapping?.allSatisfy { others.contains($0.key.scalar ?? "") } ?? true
        if isKnown { report.say(node.mark, .namesNothing(what, names)) }
    }

    fileprivate mutating func condition(ofProgram: Bool) -> Condition {
        var condition = Condition(wraps: !ofProgram)
        set(&condition.texts, "text", .texts)
        set(&condition.absent, "notext", .texts)
        condition.screen = optional("screen", YAMLShape<String>.text.map(ScreenText.lines))
        set(&condition.colours, "colour", .colours)
        set(&condition.cells, "cell", .oneOrMore(.cell))
        condition.still = optional("still", YAMLShape<Duration>.duration)
        set(&condition.patterns, "matches", .oneOrMore(.pattern))
        condition.focus = optional("focus", .text)
        condition.past = past()
        if ofProgram {
            condition.terminal = terminalCondition()
            setExitOfProgram(&condition)
        } else {
            condition.exit = optional("exit", .integer(in: 0...255))
            setFlow(&condition)
        }
        requireAny(of: known, beside: ["within"])
        return condition
    }

    /// A status, or the signal that ended it.
    private mutating func setExitOfProgram(_ condition: inout Condition) {
        switch optional("exit", YAMLShape<ProgramExit>.exit) {
        case .status(let status): condition.exit = status
        case .signal(let name): condition.terminal?.signal = name
        case nil: break
        }
    }

    /// What is known of our own flows.
    private mutating func setFlow(_ condition: inout Condition) {
        condition.phase = optional("state", .anyCase)
        condition.calls = optional("calls", .calls(.delegate))
        condition.outcome = optional("outcome", .scalar.matching(CallWords.outcome, .anOutcome))
        set(&condition.requests, "requests", .requests)
        condition.banner = optional("banner", .banner)
        condition.popup = optional("popup", .calls(.popup))
        condition.root = optional("root", .root)
        condition.events = optional("events", .oneOrMore(.text))
        condition.opened = optional("opened", .oneOf(FlowCall.LinkAnswer.allCases.map(\.rawValue)))
        condition.desktop = optional("desktop", .oneOrMore(.text))
        set(&condition.guide, "guide", .oneOrMore(.text))
    }
}

private enum ProgramExit: Sendable {
    case status(Int)
    case signal(SignalName)
}

extension YAMLShape where Value == ProgramExit {
    private static let status = YAMLShape<Int>.integer(in: 0...255).map { ProgramExit.status($0) }
    private static let signal = YAMLShape<SignalName>.anyCase.map { ProgramExit.signal($0) }

    fileprivate static let exit = YAMLShape(
        outline: signal.outline.described(by: YAMLSchema.either([status.outline.schema, signal.outline.schema]))
    ) { node, what, report in
        guard let word = node.scalar, word.first?.isLetter == true else { return status.read(node, what, &report) }
        if let signal = SignalName(rawValue: word) { return .signal(signal) }
        let known = SignalName.allCases.map(\.rawValue)
        let meant = known.first { ["SIG" + $0, $0].contains(word.uppercased()) }
        report.expected(.statusOrSignal, node, what, meant: meant)
        return nil
    }
}

extension YAMLShape where Value == String {
    /// The same, of texts that match a regular expression.
    fileprivate func matching(_ pattern: String, _ expectation: Phrase) -> YAMLShape {
        checked(expectation, schema: YAMLSchema.matching(pattern)) { text in
            (try? LineExpression(pattern))?.matches(text) == true ? text : nil
        }
    }

    /// A regular expression, which is compiled where it is used.
    static let pattern = YAMLShape(outline: YAMLShape<String>.text.outline) { node, what, report in
        guard let text = YAMLShape<String>.text.read(node, what, &report) else { return nil }
        do throws(LocalizedFailure) {
            _ = try LineExpression(text)
            return text
        } catch {
            report.expected(.regularExpression(error.description), node, what)
            return nil
        }
    }
}

extension YAMLShape where Value == [StageRoute: Int] {
    fileprivate static let requests = YAMLShape.mapping { fields in
        var counts: Value = [:]
        for route in StageRoute.allCases where route != .any {
            counts[route] = fields.optional(route.rawValue, .integer(in: 0...1_000_000))
        }
        return counts
    }
}

extension YAMLShape where Value == [(text: String, color: CellColor)] {
    fileprivate static let colours = YAMLShape<[(name: String, value: CellColor)]>.table(of: .look).map {
        $0.map { (text: $0.name, color: $0.value) }
    }
}

extension YAMLShape where Value == CellCondition {
    fileprivate static let cell = YAMLShape.mapping { fields in
        let place = (
            fields.required("column", YAMLShape<Int>.integer(in: 1...1000)),
            fields.required("row", YAMLShape<Int>.integer(in: 1...1000))
        )
        let condition = CellCondition(
            column: (place.0 ?? 1) - 1, row: (place.1 ?? 1) - 1,
            text: fields.optional("text", YAMLShape<String>.text),
            foreground: fields.optional("colour", YAMLShape<CellColor>.look),
            background: fields.optional("background", YAMLShape<CellColor>.look))
        let looks = ["text", "colour", "background"]
        if !fields.needsAny(of: looks) {
            fields.report.add(fields.node.mark, .lacks(fields.what, looks))
        }
        return condition
    }
}

extension YAMLShape where Value == BannerCondition {
    /// Only the banner's state, or more.
    fileprivate static let banner = YAMLShape<BannerStatus>.anyCase.map { BannerCondition(status: $0) }.orMapping(
        .mapping { fields in
            var condition = BannerCondition()
            condition.status = fields.optional("state", .anyCase)
            condition.page = fields.optional("page", .integer(in: 0...999))
            condition.image = fields.optional(
                "image", .oneOf(["placeholder": .placeholder, "ok": .ready, "failed": .failed]))
            condition.error = fields.optional(
                "error", .word([("none", 0)] + BannerError.allCases.map { ("\($0.rawValue)", $0.rawValue) }))
            condition.moves = fields.optional("moves", .truth)
            condition.calls = fields.optional("calls", .calls(.banner))
            return condition
        })
}

extension YAMLShape where Value == RootCondition {
    /// Only the root's name, or more.
    fileprivate static let root = YAMLShape<String>.text.map { RootCondition(name: $0) }.orMapping(
        .mapping { fields in
            var condition = RootCondition()
            condition.name = fields.optional("name", .text)
            condition.value = fields.optional("value", .scalar)
            condition.source = fields.optional("source", .anyCase)
            condition.fetch = fields.optional("fetch", .anyCase)
            condition.pending = fields.optional("pending", .oneOrMore(.text))
            condition.calls = fields.optional("calls", .calls(.host))
            return condition
        })
}
