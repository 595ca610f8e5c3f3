import Foyer
import FoyerPlatform
import FoyerStage

// What the platform is told.
extension NodeReader {
    mutating func stage(_ node: YAMLNode) -> StageOrder {
        var order = StageOrder()
        guard let fields = fields(node, "stage", known: ["faults", "config", "campaign", "heal"]) else { return order }
        if let node = fields["heal"] { order.heals = truth(node, "heal") ?? false }
        if let node = fields["faults"] { order.faults = elements(node, "faults").compactMap { fault($0) } }
        if let node = fields["config"] { order.config = config(node) }
        if let node = fields["campaign"] { order.campaigns = campaign(node) }
        return order
    }

    /// Values of whatever type; `~` takes one away.
    private mutating func config(_ node: YAMLNode) -> [(name: String, value: JSON?)] {
        guard let mapping = node.mapping else {
            report(node.mark, "config is \(Self.kind(node)); expected a mapping of names and values.")
            return []
        }
        return mapping.compactMap { key, value in
            guard let name = text(key, "A name of config") else { return nil }
            let json = value.json
            return (name, json == .null ? nil : json)
        }
    }

    /// Banner keys, and whose campaign each has.
    private mutating func campaign(_ node: YAMLNode) -> [(key: String, of: String)] {
        guard let mapping = node.mapping else {
            report(node.mark, "campaign is \(Self.kind(node)); expected a mapping of banner keys.")
            return []
        }
        return mapping.compactMap { key, value in
            guard let name = text(key, "A key of campaign"), isCampaign(key, "campaign"),
                let other = text(value, "campaign"), isCampaign(value, "campaign")
            else { return nil }
            return (name, other)
        }
    }

    private mutating func isCampaign(_ node: YAMLNode, _ what: String) -> Bool {
        campaigns.map { isOne(node, what, of: $0) } ?? true
    }

    private static let faultKeys = [
        "route", "app", "times", "fault", "seconds", "bytesPerSecond", "at", "to", "code", "retryAfter",
        "contentType", "by", "bytes", "attack",
    ]

    private static let faultNames = [
        "delay", "rate", "trickle", "stall", "cut", "reset", "corrupt", "type", "status", "redirect", "refuse", "hang",
        "garbage", "length", "chunked", "headers", "endless", "attack",
    ]

    /// Whether the scalar is one of these words; if not, that is reported.
    mutating func isOne(_ node: YAMLNode, _ what: String, of known: [String]) -> Bool {
        if let text = node.scalar, known.contains(text) { return true }
        let meant = node.scalar.flatMap { Suggestion.nearest(to: $0, among: known) }
        let _: Bool? = expected(Self.list(known) + (meant.map { "; did you mean \"\($0)\"?" } ?? ""), node, what)
        return false
    }

    /// The same words as the stage's control takes, in one mapping.
    private mutating func fault(_ node: YAMLNode) -> FaultRule? {
        guard let fields = fields(node, "A fault", known: Self.faultKeys),
            let route = required("route", in: fields, of: node, "A fault"),
            let kind = required("fault", in: fields, of: node, "A fault"),
            isOne(route, "route", of: StageRoute.allCases.map(\.rawValue)), isOne(kind, "fault", of: Self.faultNames)
        else { return nil }
        var rule: [JSON.Member] = [JSON.Member("route", route.json)]
        var fault: [JSON.Member] = [JSON.Member("kind", kind.json)]
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) where name != "route" && name != "fault" {
            let member = JSON.Member(name, value.json)
            if name == "app" || name == "times" { rule.append(member) } else { fault.append(member) }
        }
        rule.append(JSON.Member("fault", .object(fault)))
        do throws(StageError) {
            return try FaultRule(json: Array(JSON.object(rule).jsonText.utf8))
        } catch {
            report(node.mark, "This fault cannot be: \(error.description).")
            return nil
        }
    }
}
