import Foyer
import FoyerClient
import FoyerStage
import Yams

extension Scenario {
    /// Reads a scenario's file.
    ///
    /// - Parameter file: the name that reports use.
    /// - Returns: the scenario, or everything that is wrong with it, in the order of the file.
    public static func read(_ text: String, file: String) -> Result<Scenario, ScenarioProblems> {
        var reader = NodeReader()
        var scenario = Scenario(title: "", file: file)
        if let root = reader.compose(text) { scenario.read(root, &reader) }
        guard reader.problems.isEmpty else {
            let sorted = reader.problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
            return .failure(ScenarioProblems(file: file, problems: sorted))
        }
        return .success(scenario)
    }

    private mutating func read(_ root: Node, _ reader: inout NodeReader) {
        let known = ["title", "size", "launch", "demo", "stage", "settings", "steps"]
        guard let fields = reader.fields(root, "A scenario", known: known) else { return }
        if let node = reader.required("title", in: fields, of: root, "The scenario") {
            title = reader.text(node, "title") ?? ""
        }
        if let node = fields["size"] { size = reader.size(node, "size") ?? size }
        if let node = fields["settings"] { settings = reader.settings(node) }
        if let node = fields["stage"] { stage = reader.stage(node) }
        if let found = reader.start(root, fields, "The scenario") { start = found }
        guard let node = reader.required("steps", in: fields, of: root, "The scenario") else { return }
        steps = reader.elements(node, "steps").compactMap { reader.step($0) }
        if node.sequence?.isEmpty == true { reader.report(node.mark, "steps is empty; expected at least one step.") }
    }

}

/// Everything that is wrong with a file.
public struct ScenarioProblems: Error, Sendable, CustomStringConvertible {
    public let file: String
    public let problems: [ScenarioProblem]

    /// One line each: `FILE:LINE:COLUMN: message`.
    public var description: String { problems.map { "\(file):\($0)" }.joined(separator: "\n") }
}

extension NodeReader {
    /// What is on screen first.
    mutating func start(_ node: Node, _ fields: [String: Node], _ what: String) -> Scenario.Start? {
        switch (fields["launch"], fields["demo"]) {
        case (let order?, nil): return launch(order).map { .launch($0) }
        case (nil, let demo?): return word(demo, "demo", ["home": Scenario.Start.home])
        case (nil, nil): report(node.mark, "\(what) lacks \"launch\" or \"demo\".")
        case (_, let demo?): report(demo.mark, "demo stands beside launch; expected one of them.")
        }
        return nil
    }

    mutating func size(_ node: Node, _ what: String) -> CellSize? {
        let parts = (node.scalar?.string ?? "").split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
            (1...1000).contains(columns), (1...1000).contains(rows)
        else { return expected("columns and rows, as 80x24", node, what) }
        return CellSize(columns: columns, rows: rows)
    }

    static let settingKeys = ["language", "motion", "colours", "ascii", "disk"]

    mutating func settings(_ node: Node, known: [String] = settingKeys) -> ScenarioSettings {
        var settings = ScenarioSettings()
        guard let fields = fields(node, "settings", known: known) else { return settings }
        if let node = fields["language"] {
            let words: KeyValuePairs<String, Language> = [
                "en": .english, "zh-Hans": .simplifiedChinese, "zh-Hant": .traditionalChinese,
            ]
            settings.language = word(node, "language", words) ?? settings.language
        }
        if let node = fields["motion"] {
            settings.reducesMotion = word(node, "motion", ["full": false, "reduced": true]) ?? false
        }
        if let node = fields["colours"] {
            let words: KeyValuePairs<String, ColorDepth> = [
                "none": .mono, "16": .ansi16, "256": .indexed256, "24-bit": .direct,
            ]
            settings.depth = word(node, "colours", words) ?? settings.depth
        }
        if let node = fields["ascii"] { settings.isASCII = truth(node, "ascii") ?? false }
        if let node = fields["disk"] {
            settings.isDiskBlocked = word(node, "disk", ["good": false, "blocked": true]) ?? false
        }
        return settings
    }

    /// An app's id, or a mapping with more to say.
    mutating func launch(_ node: Node) -> LaunchOrder? {
        if node.scalar != nil { return text(node, "launch").map { LaunchOrder(app: $0) } }
        let known = ["app", "page", "policy", "public-key", "server", "timeout"]
        guard let fields = fields(node, "launch", known: known),
            let appNode = required("app", in: fields, of: node, "launch"), let app = appNode.scalar?.string
        else { return nil }
        var order = LaunchOrder(app: app)
        if let node = fields["page"], let path = text(node, "page") {
            order.page = PagePath(path) ?? expected("a page, as pages/menu", node, "page")
        }
        if let node = fields["policy"] {
            let words: KeyValuePairs<String, InstallPolicy> = [
                "latest": .latest, "installed-first": .installedFirst, "offline": .offline,
            ]
            order.policy = word(node, "policy", words) ?? .latest
        }
        if let node = fields["public-key"] {
            order.publicKey = word(node, "public-key", ["stage": DemoKey.publicKey])
        }
        if let node = fields["server"], let address = text(node, "server") {
            do throws(WebAddressError) {
                order.server = try WebAddress(address)
            } catch {
                report(node.mark, "server is \"\(address)\"; expected an http or https address: \(error).")
            }
        }
        if let node = fields["timeout"] { order.timeout = seconds(node, "timeout")?.inSeconds }
        return order
    }

    mutating func stage(_ node: Node) -> StageOrder {
        var order = StageOrder()
        guard let fields = fields(node, "stage", known: ["faults", "heal"]) else { return order }
        if let node = fields["heal"] { order.heals = truth(node, "heal") ?? false }
        if let node = fields["faults"] { order.faults = elements(node, "faults").compactMap { fault($0) } }
        return order
    }

    private static let faultKeys = [
        "route", "app", "times", "fault", "seconds", "bytesPerSecond", "at", "to", "code", "retryAfter",
        "contentType", "by", "bytes",
    ]

    private static let faultNames = [
        "delay", "rate", "trickle", "stall", "cut", "reset", "corrupt", "type", "status", "redirect", "refuse", "hang",
        "garbage", "length", "chunked", "headers", "endless",
    ]

    private mutating func isOne(_ node: Node, _ what: String, of known: [String]) -> Bool {
        if let text = node.scalar?.string, known.contains(text) { return true }
        let meant = node.scalar.flatMap { Suggestion.nearest(to: $0.string, among: known) }
        let _: Bool? = expected(Self.list(known) + (meant.map { "; did you mean \"\($0)\"?" } ?? ""), node, what)
        return false
    }

    /// The same words as the stage's control takes, in one mapping.
    private mutating func fault(_ node: Node) -> FaultRule? {
        guard let fields = fields(node, "A fault", known: Self.faultKeys),
            let route = required("route", in: fields, of: node, "A fault"),
            let kind = required("fault", in: fields, of: node, "A fault"),
            isOne(route, "route", of: StageRoute.allCases.map(\.rawValue)), isOne(kind, "fault", of: Self.faultNames)
        else { return nil }
        var rule: [JSON.Member] = [JSON.Member("route", json(route))]
        var fault: [JSON.Member] = [JSON.Member("kind", json(kind))]
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) where name != "route" && name != "fault" {
            let member = JSON.Member(name, json(value))
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

    private func json(_ node: Node) -> JSON {
        let text = node.scalar?.string ?? ""
        if let scalar = node.scalar, scalar.style != .plain { return .string(text) }
        if let whole = Int64(text) { return .integer(whole) }
        if let number = Double(text) { return .number(number) }
        return .string(text)
    }
}
