import Foyer
import FoyerPlatform
import FoyerStage

// What `wait` and `expect` ask for.
extension NodeReader {
    private static let conditionKeys = [
        "text", "notext", "screen", "colour", "state", "calls", "outcome", "exit", "requests", "banner", "popup",
        "root", "events", "opened", "desktop", "guide",
    ]

    mutating func condition(_ node: YAMLNode, _ what: String, also: [String] = []) -> Condition? {
        var condition = Condition()
        if node.mapping == nil {
            condition.texts = someTexts(node, what)
            return condition.texts.isEmpty ? nil : condition
        }
        guard let fields = fields(node, what, known: Self.conditionKeys + also) else { return nil }
        if fields.keys.allSatisfy({ also.contains($0) }) {
            report(node.mark, "\(what) names nothing; expected \(Self.list(Self.conditionKeys)).")
        }
        if let node = fields["text"] { condition.texts = someTexts(node, "text") }
        if let node = fields["notext"] { condition.absent = someTexts(node, "notext") }
        if let node = fields["screen"] { condition.screen = text(node, "screen").map(ScreenText.lines) }
        if let node = fields["colour"] { condition.colours = colours(node) }
        if let node = fields["requests"] { condition.requests = requests(node) }
        readLaunch(fields, into: &condition)
        if let node = fields["banner"] { condition.banner = bannerCondition(node) }
        if let node = fields["popup"] {
            condition.popup = calls(node, "a pop-up", PopupCall.examples) { PopupCall.isCall($0) }
        }
        if let node = fields["root"] { condition.root = rootCondition(node) }
        if let node = fields["events"] { condition.events = texts(node, "events") }
        if let node = fields["opened"] {
            let words = ["delivered", "started", "refused"]
            condition.opened = isOne(node, "opened", of: words) ? node.scalar : nil
        }
        if let node = fields["desktop"] { condition.desktop = texts(node, "desktop") }
        if let node = fields["guide"] { condition.guide = texts(node, "guide") }
        return condition
    }

    private mutating func readLaunch(_ fields: [String: YAMLNode], into condition: inout Condition) {
        if let node = fields["calls"] {
            condition.calls = calls(node, "the delegate", CallLog.examples) { CallLog.isCall($0) }
        }
        if let node = fields["exit"] { condition.exit = integer(node, "exit", in: 0...255) }
        if let node = fields["state"] {
            let known = LaunchPhase.allCases.map(\.rawValue)
            condition.phase = node.scalar.flatMap { LaunchPhase(rawValue: $0) }
            if condition.phase == nil { let _: Bool? = expected(Self.list(known), node, "state") }
        }
        if let node = fields["outcome"] {
            condition.outcome = node.scalar
            if !CallLog.isOutcome(condition.outcome ?? "") {
                let _: Bool? = expected("completed, closed or failed CODE", node, "outcome")
            }
        }
    }

    private mutating func calls(
        _ node: YAMLNode, _ whose: String, _ examples: [String], isCall: (String) -> Bool
    ) -> [String] {
        let calls = texts(node, "calls")
        if let wrong = calls.first(where: { !isCall($0) }) {
            report(node.mark, "\"\(wrong)\" is no call of \(whose); expected \(Self.list(examples)).")
        }
        return calls
    }

    private mutating func requests(_ node: YAMLNode) -> [StageRoute: Int] {
        let routes = StageRoute.allCases.filter { $0 != .any }
        guard let fields = fields(node, "requests", known: routes.map(\.rawValue)) else { return [:] }
        var counts: [StageRoute: Int] = [:]
        for route in routes {
            guard let node = fields[route.rawValue] else { continue }
            counts[route] = integer(node, route.rawValue, in: 0...1_000_000)
        }
        return counts
    }

    private mutating func colours(_ node: YAMLNode) -> [(text: String, color: Color)] {
        guard let mapping = node.mapping else {
            report(node.mark, "colour is \(Self.kind(node)); expected a mapping of texts and colours.")
            return []
        }
        return mapping.compactMap { key, value in
            guard let text = text(key, "A text of colour"), let color = color(value, "colour") else { return nil }
            return (text, color)
        }
    }

    /// The banner's state alone, or more.
    private mutating func bannerCondition(_ node: YAMLNode) -> BannerCondition {
        var condition = BannerCondition()
        if node.mapping == nil {
            condition.status = oneOf(node, "banner")
            return condition
        }
        let known = ["state", "page", "image", "error", "moves", "calls"]
        guard let fields = fields(node, "banner", known: known) else { return condition }
        if let node = fields["state"] { condition.status = oneOf(node, "state") }
        if let node = fields["page"] { condition.page = integer(node, "page", in: 0...999) }
        if let node = fields["image"] {
            let words: KeyValuePairs<String, BannerPicture> = [
                "placeholder": .placeholder, "ok": .ready, "failed": .failed,
            ]
            condition.image = word(node, "image", words)
        }
        if let node = fields["error"] { condition.error = bannerError(node) }
        if let node = fields["moves"] { condition.moves = truth(node, "moves") }
        if let node = fields["calls"] {
            condition.calls = calls(node, "a banner", BannerCall.examples) { BannerCall.isCall($0) }
        }
        return condition
    }

    /// One of a closed set of words.
    private mutating func oneOf<Value: RawRepresentable<String> & CaseIterable>(
        _ node: YAMLNode, _ what: String
    ) -> Value? {
        guard isOne(node, what, of: Value.allCases.map(\.rawValue)) else { return nil }
        return node.scalar.flatMap { Value(rawValue: $0) }
    }

    private mutating func bannerError(_ node: YAMLNode) -> Int? {
        let codes = BannerError.allCases.map { "\($0.rawValue)" }
        guard isOne(node, "error", of: ["none"] + codes) else { return nil }
        return node.scalar.flatMap { Int($0) } ?? 0
    }

    /// The root's name alone, or more.
    private mutating func rootCondition(_ node: YAMLNode) -> RootCondition {
        var condition = RootCondition()
        if node.mapping == nil {
            condition.name = text(node, "root")
            return condition
        }
        let known = ["name", "value", "source", "fetch", "pending", "calls"]
        guard let fields = fields(node, "root", known: known) else { return condition }
        if let node = fields["name"] { condition.name = text(node, "name") }
        if let node = fields["value"] { condition.value = node.scalar }
        if let node = fields["source"] { condition.source = oneOf(node, "source") }
        if let node = fields["fetch"] { condition.fetch = oneOf(node, "fetch") }
        if let node = fields["pending"] { condition.pending = texts(node, "pending") }
        if let node = fields["calls"] {
            condition.calls = calls(node, "a host", HostCall.examples) { HostCall.isCall($0) }
        }
        return condition
    }
}
