import Foyer
import FoyerStage
import Yams

extension NodeReader {
    private static let stepKeys = [
        "press", "type", "click", "wheel", "resize", "wait", "expect", "advance", "snapshot", "stage", "launch",
    ]

    /// A mapping with one key: what is done, and with what.
    mutating func step(_ node: Node) -> ScenarioStep? {
        guard let fields = fields(node, "A step", known: Self.stepKeys) else { return nil }
        guard let (name, value) = fields.first, fields.count == 1 else {
            if node.mapping?.count != 1 {
                report(node.mark, "A step has \(node.mapping?.count ?? 0) keys; expected one thing to do.")
            }
            return nil
        }
        guard let action = action(name, value) else { return nil }
        return ScenarioStep(line: node.mark?.line ?? 1, action: action, summary: "\(name)\(Self.summary(value))")
    }

    private static func summary(_ value: Node) -> String {
        switch value {
        case .scalar(let scalar): " " + (scalar.string.split(separator: "\n").first.map(String.init) ?? "")
        case .mapping(let mapping):
            " " + mapping.map { ($0.key.scalar?.string ?? "") + summary($0.value) }.joined(separator: ", ")
        case .sequence(let sequence): " " + sequence.map { String(summary($0).dropFirst()) }.joined(separator: ", ")
        case .alias: ""
        }
    }

    private mutating func action(_ name: String, _ value: Node) -> ScenarioStep.Action? {
        switch name {
        case "press": keys(value).map { .input($0) }
        case "type": text(value, "type").map { .input($0.unicodeScalars.map { .key(.character($0)) }) }
        case "click": clickTarget(value).map { .click($0) }
        case "wheel":
            word(value, "wheel", ["up": MouseEvent.Kind.wheelUp, "down": .wheelDown]).map {
                .input([.mouse(MouseEvent($0, column: 1, row: 1))])
            }
        case "resize": size(value, "resize").map { .resize($0) }
        case "wait": wait(value)
        case "expect": condition(value, "expect").map { .expect($0) }
        case "advance": seconds(value, "advance").map { .advance($0) }
        case "snapshot": text(value, "snapshot").map { .snapshot($0) }
        case "stage": .stage(stage(value))
        default: launch(value).map { .launch($0) }
        }
    }

    private mutating func keys(_ node: Node) -> [InputEvent]? {
        let names = texts(node, "press")
        let keys = names.map { name in (name, KeyName.key(name)) }
        if let (wrong, _) = keys.first(where: { $0.1 == nil }) {
            let meant = Suggestion.nearest(to: wrong, among: KeyName.all).map { "did you mean \"\($0)\"?" }
            let known = "expected a character, " + Self.list(KeyName.all) + "."
            report(node.mark, "\"\(wrong)\" is no key; \(meant ?? known)")
            return nil
        }
        return names.isEmpty ? nil : keys.compactMap { $0.1.map { .key($0) } }
    }

    private mutating func clickTarget(_ node: Node) -> ScenarioStep.ClickTarget? {
        if node.scalar != nil { return text(node, "click").map { .text($0) } }
        guard let fields = fields(node, "click", known: ["text", "column", "row"]) else { return nil }
        if let text = fields["text"] { return self.text(text, "text").map { .text($0) } }
        guard let columnNode = required("column", in: fields, of: node, "click"),
            let rowNode = required("row", in: fields, of: node, "click"),
            let column = integer(columnNode, "column", in: 1...1000), let row = integer(rowNode, "row", in: 1...1000)
        else { return nil }
        return .cell(column: column - 1, row: row - 1)
    }

    /// A text alone, or what must hold and within which time.
    private mutating func wait(_ node: Node) -> ScenarioStep.Action? {
        var limit = ScenarioPlayer.patience
        if let within = node.mapping?["within"] { limit = seconds(within, "within") ?? limit }
        return condition(node, "wait", also: ["within"]).map { .wait($0, within: limit) }
    }

    private static let conditionKeys = ["text", "notext", "screen", "state", "calls", "outcome", "exit", "requests"]

    private mutating func condition(_ node: Node, _ what: String, also: [String] = []) -> Condition? {
        var condition = Condition()
        if node.mapping == nil {
            condition.texts = texts(node, what)
            return condition.texts.isEmpty ? nil : condition
        }
        guard let fields = fields(node, what, known: Self.conditionKeys + also) else { return nil }
        if fields.keys.allSatisfy({ also.contains($0) }) {
            report(node.mark, "\(what) names nothing; expected \(Self.list(Self.conditionKeys)).")
        }
        if let node = fields["text"] { condition.texts = texts(node, "text") }
        if let node = fields["notext"] { condition.absent = texts(node, "notext") }
        if let node = fields["screen"] { condition.screen = text(node, "screen").map(ScreenText.lines) }
        if let node = fields["calls"] {
            condition.calls = texts(node, "calls")
            if let wrong = condition.calls?.first(where: { !CallLog.isCall($0) }) {
                report(node.mark, "\"\(wrong)\" is no call of the delegate; expected \(Self.list(CallLog.examples)).")
            }
        }
        if let node = fields["exit"] { condition.exit = integer(node, "exit", in: 0...255) }
        if let node = fields["state"] {
            let known = LaunchPhase.allCases.map(\.rawValue)
            condition.phase = node.scalar.flatMap { LaunchPhase(rawValue: $0.string) }
            if condition.phase == nil { let _: Bool? = expected(Self.list(known), node, "state") }
        }
        if let node = fields["outcome"] {
            condition.outcome = node.scalar?.string
            if !CallLog.isOutcome(condition.outcome ?? "") {
                let _: Bool? = expected("completed, closed or failed CODE", node, "outcome")
            }
        }
        if let node = fields["requests"] { condition.requests = requests(node) }
        return condition
    }

    private mutating func requests(_ node: Node) -> [StageRoute: Int] {
        let routes = StageRoute.allCases.filter { $0 != .any }
        guard let fields = fields(node, "requests", known: routes.map(\.rawValue)) else { return [:] }
        var counts: [StageRoute: Int] = [:]
        for route in routes {
            guard let node = fields[route.rawValue] else { continue }
            counts[route] = integer(node, route.rawValue, in: 0...1_000_000)
        }
        return counts
    }
}
