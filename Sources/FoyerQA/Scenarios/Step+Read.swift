import Foyer
import FoyerPlatform
import FoyerStage

extension NodeReader {
    private static let stepKeys = [
        "press", "type", "click", "point", "wheel", "drag", "resize", "wait", "expect", "advance", "snapshot", "stage",
        "tap", "bind",
    ]

    /// A mapping with one key: what is done, and with what.
    mutating func step(_ node: YAMLNode) -> ScenarioStep? {
        guard let fields = fields(node, "A step", known: Self.stepKeys + Self.startKeys) else { return nil }
        guard let (name, value) = fields.first, fields.count == 1 else {
            if node.mapping?.count != 1 {
                report(node.mark, "A step has \(node.mapping?.count ?? 0) keys; expected one thing to do.")
            }
            return nil
        }
        guard let action = action(name, value) else { return nil }
        return ScenarioStep(line: node.mark.line, action: action, summary: "\(name)\(Self.summary(value))")
    }

    private static func summary(_ value: YAMLNode) -> String {
        switch value.content {
        case .scalar(let text): " " + (text.split(separator: "\n").first.map(String.init) ?? "")
        case .mapping(let mapping):
            " " + mapping.map { ($0.key.scalar ?? "") + summary($0.value) }.joined(separator: ", ")
        case .sequence(let sequence): " " + sequence.map { String(summary($0).dropFirst()) }.joined(separator: ", ")
        }
    }

    private mutating func action(_ name: String, _ value: YAMLNode) -> ScenarioStep.Action? {
        switch name {
        case "press": keys(value).map { .input($0) }
        case "type": text(value, "type").map { .input($0.unicodeScalars.map { .key(.character($0)) }) }
        case "click": target(value, "click").map { .mouse([.press, .release, .click], $0) }
        case "point": target(value, "point").map { .mouse([.move], $0) }
        case "wheel": wheel(value)
        case "drag": drag(value)
        case "resize": size(value, "resize").map { .resize($0) }
        case "wait": wait(value)
        case "expect": condition(value, "expect").map { .expect($0) }
        case "advance": seconds(value, "advance").map { .advance($0) }
        case "snapshot": text(value, "snapshot").map { .snapshot($0) }
        case "stage": .stage(stage(value))
        case "open": text(value, "open").map { .open($0) }
        case "tap": integer(value, "tap", in: 1...Notification.all.count).map { .tap($0 - 1) }
        case "bind": binding(value).map { .bind($0) }
        default: start(name, value).map { .start($0) }
        }
    }

    private mutating func keys(_ node: YAMLNode) -> [InputEvent]? {
        let names = someTexts(node, "press")
        let keys = names.map { name in (name, KeyName.key(name)) }
        if let (wrong, _) = keys.first(where: { $0.1 == nil }) {
            let meant = Suggestion.nearest(to: wrong, among: KeyName.all).map { "did you mean \"\($0)\"?" }
            let known = "expected a character, " + Self.list(KeyName.all) + "."
            report(node.mark, "\"\(wrong)\" is no key; \(meant ?? known)")
            return nil
        }
        return names.isEmpty ? nil : keys.compactMap { $0.1.map { .key($0) } }
    }

    private static let wheels: KeyValuePairs<String, MouseEvent.Kind> = ["up": .wheelUp, "down": .wheelDown]

    /// A way to turn it, and where the pointer is then; in the corner unless it says.
    private mutating func wheel(_ node: YAMLNode) -> ScenarioStep.Action? {
        if node.mapping == nil {
            return word(node, "wheel", Self.wheels).map { .mouse([$0], .cell(column: 1, row: 1)) }
        }
        guard let fields = fields(node, "wheel", known: ["to", "at"]),
            let toNode = required("to", in: fields, of: node, "wheel"),
            let atNode = required("at", in: fields, of: node, "wheel"), let kind = word(toNode, "to", Self.wheels),
            let target = target(atNode, "at")
        else { return nil }
        return .mouse([kind], target)
    }

    private mutating func drag(_ node: YAMLNode) -> ScenarioStep.Action? {
        guard let fields = fields(node, "drag", known: ["from", "to", "seconds"]),
            let fromNode = required("from", in: fields, of: node, "drag"),
            let toNode = required("to", in: fields, of: node, "drag"), let from = target(fromNode, "from"),
            let to = target(toNode, "to")
        else { return nil }
        return .drag(from: from, to: to, over: fields["seconds"].flatMap { seconds($0, "seconds") } ?? .zero)
    }

    /// A text on the screen, or a cell.
    private mutating func target(_ node: YAMLNode, _ what: String) -> ScenarioStep.ClickTarget? {
        if node.scalar != nil { return text(node, what).map { .text($0) } }
        guard let fields = fields(node, what, known: ["text", "column", "row"]) else { return nil }
        if let text = fields["text"] { return self.text(text, "text").map { .text($0) } }
        guard let columnNode = required("column", in: fields, of: node, what),
            let rowNode = required("row", in: fields, of: node, what),
            let column = integer(columnNode, "column", in: 1...1000), let row = integer(rowNode, "row", in: 1...1000)
        else { return nil }
        return .cell(column: column - 1, row: row - 1)
    }

    /// A text alone, or what must hold and within which time.
    private mutating func wait(_ node: YAMLNode) -> ScenarioStep.Action? {
        var limit = ScenarioPlayer.patience
        if let within = node.mapping?.first(where: { $0.key.scalar == "within" })?.value {
            limit = seconds(within, "within") ?? limit
        }
        return condition(node, "wait", also: ["within"]).map { .wait($0, within: limit) }
    }
}
