import Yams

/// Takes a YAML document apart and collects everything that is not as expected, each with its place.
struct NodeReader {
    private(set) var problems: [ScenarioProblem] = []
    /// The banner keys that there are; `nil` where nobody knows.
    let campaigns: [String]?

    init(campaigns: [String]? = nil) {
        self.campaigns = campaigns
    }

    /// The document's root; `nil` where the text is no YAML.
    mutating func compose(_ text: String, as what: String = "a scenario") -> Node? {
        do {
            let node = try Yams.compose(yaml: text)
            if node == nil { report(nil, "The file is empty; expected \(what).") }
            return node
        } catch let error as YamlError {
            report(error)
        } catch {
            report(nil, "\(error)")
        }
        return nil
    }

    mutating func report(_ mark: Mark?, _ message: String) {
        problems.append(ScenarioProblem(line: mark?.line ?? 1, column: mark?.column ?? 1, message: message))
    }

    private mutating func report(_ error: YamlError) {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            report(mark, "This is no YAML: \(problem)\(context.map { " \($0.text)" } ?? "").")
        case .duplicatedKeysInMapping(let keys, let context):
            report(context.mark, "\"\(keys.first ?? "")\" is there twice; expected each key once.")
        case .reader(let problem, _, _, _): report(nil, "This is no YAML: \(problem).")
        default: report(nil, "This is no YAML: \(error).")
        }
    }

    // MARK: - Mappings

    /// The values of a mapping by key. Keys that nobody knows are reported.
    mutating func fields(_ node: Node, _ what: String, known: [String]) -> [String: Node]? {
        guard let mapping = node.mapping else {
            report(node.mark, "\(what) is \(Self.kind(node)); expected a mapping with \(Self.list(known)).")
            return nil
        }
        var fields: [String: Node] = [:]
        for (key, value) in mapping {
            guard let name = key.scalar?.string else {
                report(key.mark, "A key of \(what) is \(Self.kind(key)); expected one of \(Self.list(known)).")
                continue
            }
            if known.contains(name) {
                fields[name] = value
            } else {
                let meant = Suggestion.nearest(to: name, among: known)
                let hint = meant.map { "did you mean \"\($0)\"?" } ?? "expected \(Self.list(known))."
                report(key.mark, "\(what) knows no \"\(name)\"; \(hint)")
            }
        }
        return fields
    }

    /// A value that must be there.
    mutating func required(_ name: String, in fields: [String: Node], of node: Node, _ what: String) -> Node? {
        if let value = fields[name] { return value }
        report(node.mark, "\(what) lacks \"\(name)\".")
        return nil
    }

    mutating func elements(_ node: Node, _ what: String) -> [Node] {
        guard let sequence = node.sequence else {
            report(node.mark, "\(what) is \(Self.kind(node)); expected a list.")
            return []
        }
        return Array(sequence)
    }

    // MARK: - Scalars

    mutating func text(_ node: Node, _ what: String) -> String? {
        guard let scalar = node.scalar else { return expected("a text", node, what) }
        if scalar.string.isEmpty { return expected("a text", node, what) }
        return scalar.string
    }

    /// One text, or a list of them.
    mutating func texts(_ node: Node, _ what: String) -> [String] {
        if node.sequence != nil { return elements(node, what).compactMap { text($0, what) } }
        return text(node, what).map { [$0] } ?? []
    }

    mutating func integer(_ node: Node, _ what: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = node.scalar?.string, let number = Int(text), range.contains(number) else {
            return expected("a whole number from \(range.lowerBound) to \(range.upperBound)", node, what)
        }
        return number
    }

    mutating func seconds(_ node: Node, _ what: String) -> Duration? {
        guard let text = node.scalar?.string, let number = Double(text), (0...86_400).contains(number) else {
            return expected("a number of seconds from 0 to 86400", node, what)
        }
        return .nanoseconds(Int64((number * 1e9).rounded()))
    }

    mutating func truth(_ node: Node, _ what: String) -> Bool? {
        switch node.scalar?.string {
        case "true": true
        case "false": false
        default: expected("true or false", node, what)
        }
    }

    /// One of a few words.
    mutating func word<Value>(_ node: Node, _ what: String, _ words: KeyValuePairs<String, Value>) -> Value? {
        let text = node.scalar?.string
        if let found = words.first(where: { $0.key == text }) { return found.value }
        let known = words.map(\.key)
        let meant = text.flatMap { Suggestion.nearest(to: $0, among: known) }.map { "; did you mean \"\($0)\"?" }
        return expected(Self.list(known) + (meant ?? ""), node, what)
    }

    mutating func expected<Value>(_ expectation: String, _ node: Node, _ what: String) -> Value? {
        let end = expectation.hasSuffix("?") ? "" : "."
        report(node.mark, "\(what) is \(Self.kind(node)); expected \(expectation)\(end)")
        return nil
    }

    static func kind(_ node: Node) -> String {
        switch node {
        case .scalar(let scalar): scalar.string.isEmpty ? "empty" : "\"\(scalar.string)\""
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .alias: "an alias"
        }
    }

    static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "nothing" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
