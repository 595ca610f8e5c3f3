import Foyer
import FoyerPlatform
import FoyerStage

// What is on screen first: a key of the scenario's, of a checklist's item, and a step.
extension NodeReader {
    static let startKeys = ["launch", "demo", "banner", "open"]

    /// Exactly one of the keys.
    mutating func start(_ node: YAMLNode, _ fields: [String: YAMLNode], _ what: String) -> Scenario.Start? {
        let given = Self.startKeys.filter { fields[$0] != nil }
        guard let key = given.first, let value = fields[key] else {
            report(node.mark, "\(what) lacks \(Self.list(Self.startKeys.map { "\"\($0)\"" })).")
            return nil
        }
        for other in given.dropFirst() {
            report(fields[other]?.mark, "\(other) stands beside \(key); expected one of them.")
        }
        return start(key, value)
    }

    mutating func start(_ key: String, _ value: YAMLNode) -> Scenario.Start? {
        switch key {
        case "launch": launch(value).map { .launch($0) }
        case "banner": banner(value).map { .banner($0) }
        case "open": text(value, "open").map { .link($0) }
        default: word(value, "demo", ["home": Scenario.Start.home, "start": .host])
        }
    }

    /// An app's id, or a mapping with more to say.
    mutating func launch(_ node: YAMLNode) -> LaunchOrder? {
        if node.scalar != nil { return text(node, "launch").map { LaunchOrder(app: $0) } }
        let known = ["app", "page", "policy", "public-key", "server", "timeout"]
        guard let fields = fields(node, "launch", known: known),
            let appNode = required("app", in: fields, of: node, "launch"), let app = appNode.scalar
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
}
