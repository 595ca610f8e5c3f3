import Foyer
import FoyerPlatform
import FoyerStage

// The settings of the platform.

extension YAMLShape where Value == StageOrder {
    /// - Parameter campaigns: the known banner keys; `nil` if they are unknown.
    package static func stage(_ campaigns: [String]?) -> YAMLShape {
        mapping { fields in
            var order = StageOrder()
            fields.set(&order.heals, "heal", .truth)
            fields.set(&order.faults, "faults", .list(of: .fault))
            fields.set(&order.config, "config", .config)
            order.network = fields.optional("network", YAMLShape<StageNetwork>.anyCase)
            fields.set(&order.campaigns, "campaign", .campaigns(campaigns))
            return order
        }
    }
}

extension YAMLShape where Value == [(name: String, value: JSON?)] {
    /// Values of any type; `~` removes one.
    fileprivate static let config = YAMLShape.table(
        of: YAMLShape<JSON>.json.map { $0 == .null ? nil : $0 })
}

extension YAMLShape where Value == [(key: String, of: String)] {
    /// Banner keys, and the campaign of each.
    fileprivate static func campaigns(_ known: [String]?) -> YAMLShape {
        let key = known.map { YAMLShape<String>.oneOf($0) } ?? .text
        return YAMLShape<[(name: String, value: String)]>.table(key, of: key).map { $0.map { ($0.name, $0.value) } }
    }
}

extension YAMLShape where Value == FaultRule {
    /// The code of a launch, for every program or one, or all that there is to say.
    private static let codes = LaunchCode.allCases.map { "\($0.rawValue)" }
    private static let codeSchema = YAMLSchema.either([
        YAMLOutline(words: codes).schema, YAMLSchema.matching("^(\(codes.joined(separator: "|"))):."),
    ])

    fileprivate static let fault = YAMLShape<String>.scalar.checked(.aFaultsCode, schema: codeSchema) { order in
        order.hasPrefix("{") ? nil : try? FaultRule(order: order)
    }
    .orMapping(rule)

    private static let rule = YAMLShape.mapping(.aFault) { fields in
        let route = fields.required("route", YAMLShape<StageRoute>.anyCase)
        let app = fields.optional("app", YAMLShape<String>.text)
        let times = fields.optional("times", YAMLShape<Int>.integer(in: 1...1_000_000))
        let kind = fields.required("fault", YAMLShape<StageFault.Kind>.anyCase)
        for kind in StageFault.Kind.allCases where !kind.needs.isEmpty {
            fields.rule(YAMLSchema.needs(kind.needs, where: "fault", is: kind.rawValue))
        }
        let fault = fields.fault(kind ?? .hang)
        guard let route, kind != nil, let fault else { return nil }
        return FaultRule(route: route, app: app, fault: fault, times: times)
    }
}

extension YAMLFields {
    /// The fields of every kind are allowed; those that the kind needs are required.
    fileprivate mutating func fault(_ kind: StageFault.Kind) -> StageFault? {
        let seconds = optional("seconds", YAMLShape<Double>.seconds(in: 0...3600))
        let rate = optional("bytesPerSecond", YAMLShape<Int>.integer(in: 1...1_000_000_000))
        let at = optional("at", YAMLShape<Int>.integer(in: StageLimits.positions))
        let to = optional("to", YAMLShape<String>.headerLine)
        let code = optional("code", YAMLShape<Int>.integer(in: 200...599))
        let retryAfter = optional("retryAfter", YAMLShape<Int>.integer(in: 0...86_400))
        let type = optional("contentType", YAMLShape<String>.headerLine)
        let by = optional("by", YAMLShape<Int>.integer(in: -1_000_000_000...1_000_000_000))
        let bytes = optional("bytes", YAMLShape<Int>.integer(in: 1...StageLimits.headerPadding))
        let attack = optional("attack", YAMLShape<StageAttack>.anyCase)
        let member = optional("member", YAMLShape<String>.headerLine)
        let value = optional("value", YAMLShape<JSON>.json)
        for name in kind.needs where !has(name) { report.add(node.mark, .lacks(what, [name])) }
        switch kind {
        case .delay: return seconds.map { .delay(seconds: $0) }
        case .rate: return rate.map { .rate(bytesPerSecond: $0) }
        case .trickle: return .trickle
        case .stall: return at.map { .stall(at: $0) }
        case .cut: return at.map { .cut(at: $0) }
        case .reset: return at.map { .reset(at: $0) }
        case .corrupt: return .corrupt(at: at)
        case .type: return type.map { .type($0) }
        case .status: return code.map { .status($0, retryAfter: retryAfter) }
        case .redirect: return to.map { .redirect(to: $0) }
        case .refuse: return .refuse
        case .hang: return .hang
        case .garbage: return .garbage
        case .length: return by.map { .length(by: $0) }
        case .chunked: return .chunked(at: at)
        case .headers: return bytes.map { .headers(bytes: $0) }
        case .endless: return .endless
        case .attack: return attack.map { .attack($0) }
        case .damage: return .damage(at: at)
        case .future: return .future
        case .set: return member.map { .set(member: $0, to: value) }
        }
    }
}

extension StageFault.Kind {
    /// The keys without which it says nothing.
    fileprivate var needs: [String] {
        switch self {
        case .delay: ["seconds"]
        case .rate: ["bytesPerSecond"]
        case .stall, .cut, .reset: ["at"]
        case .type: ["contentType"]
        case .status: ["code"]
        case .redirect: ["to"]
        case .length: ["by"]
        case .headers: ["bytes"]
        case .attack: ["attack"]
        case .set: ["member"]
        case .trickle, .corrupt, .refuse, .hang, .garbage, .chunked, .endless, .damage, .future: []
        }
    }
}

extension YAMLShape where Value == String {
    /// Goes into a header line, so it must not contain a line end.
    fileprivate static var headerLine: YAMLShape {
        text.checked(.oneLine) { text in
            text.utf8.count <= StageLimits.faultText && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? text : nil
        }
    }
}
