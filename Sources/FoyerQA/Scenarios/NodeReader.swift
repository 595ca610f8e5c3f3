import FoyerPlatform

/// Takes a YAML document apart and collects everything that is not as expected, each with its place.
struct NodeReader {
    private(set) var problems: [ScenarioProblem] = []
    /// The banner keys that there are; `nil` where nobody knows.
    let campaigns: [String]?

    init(campaigns: [String]? = nil) {
        self.campaigns = campaigns
    }

    /// The document's root; `nil` where the text is no YAML.
    mutating func compose(_ text: [UInt8], as what: String = "a scenario") -> YAMLNode? {
        let document = YAMLDocument(text)
        for problem in document.problems { report(problem.mark, problem.description) }
        guard document.problems.isEmpty else { return nil }
        if document.root == nil { report(nil, "The file is empty; expected \(what).") }
        return document.root
    }

    mutating func report(_ mark: YAMLMark?, _ message: String) {
        problems.append(ScenarioProblem(line: mark?.line ?? 1, column: mark?.column ?? 1, message: message))
    }

    // MARK: - Mappings

    /// The values of a mapping by key. Keys that nobody knows are reported.
    mutating func fields(_ node: YAMLNode, _ what: String, known: [String]) -> [String: YAMLNode]? {
        guard let mapping = node.mapping else {
            report(node.mark, "\(what) is \(Self.kind(node)); expected a mapping with \(Self.list(known)).")
            return nil
        }
        var fields: [String: YAMLNode] = [:]
        for (key, value) in mapping {
            guard let name = key.scalar else {
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
    mutating func required(_ name: String, in fields: [String: YAMLNode], of node: YAMLNode, _ what: String)
        -> YAMLNode?
    {
        if let value = fields[name] { return value }
        report(node.mark, "\(what) lacks \"\(name)\".")
        return nil
    }

    mutating func elements(_ node: YAMLNode, _ what: String) -> [YAMLNode] {
        guard let sequence = node.sequence else {
            report(node.mark, "\(what) is \(Self.kind(node)); expected a list.")
            return []
        }
        return sequence
    }

    // MARK: - Scalars

    mutating func text(_ node: YAMLNode, _ what: String) -> String? {
        guard let text = node.scalar, !text.isEmpty else { return expected("a text", node, what) }
        return text
    }

    /// One text, or a list of them.
    mutating func texts(_ node: YAMLNode, _ what: String) -> [String] {
        if node.sequence != nil { return elements(node, what).compactMap { text($0, what) } }
        return text(node, what).map { [$0] } ?? []
    }

    /// The same where none at all would say nothing.
    mutating func someTexts(_ node: YAMLNode, _ what: String) -> [String] {
        if node.sequence?.isEmpty == true { report(node.mark, "\(what) is empty; expected a text.") }
        return texts(node, what)
    }

    mutating func integer(_ node: YAMLNode, _ what: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = node.scalar, let number = Int(text), range.contains(number) else {
            return expected("a whole number from \(range.lowerBound) to \(range.upperBound)", node, what)
        }
        return number
    }

    mutating func seconds(_ node: YAMLNode, _ what: String) -> Duration? {
        guard let text = node.scalar, let number = Double(text), (0...86_400).contains(number) else {
            return expected("a number of seconds from 0 to 86400", node, what)
        }
        return .nanoseconds(Int64((number * 1e9).rounded()))
    }

    mutating func truth(_ node: YAMLNode, _ what: String) -> Bool? {
        switch node.scalar {
        case "true": true
        case "false": false
        default: expected("true or false", node, what)
        }
    }

    /// One of a few words.
    mutating func word<Value>(_ node: YAMLNode, _ what: String, _ words: KeyValuePairs<String, Value>) -> Value? {
        let text = node.scalar
        if let found = words.first(where: { $0.key == text }) { return found.value }
        let known = words.map(\.key)
        let meant = text.flatMap { Suggestion.nearest(to: $0, among: known) }.map { "; did you mean \"\($0)\"?" }
        return expected(Self.list(known) + (meant ?? ""), node, what)
    }

    mutating func expected<Value>(_ expectation: String, _ node: YAMLNode, _ what: String) -> Value? {
        let end = expectation.hasSuffix("?") ? "" : "."
        report(node.mark, "\(what) is \(Self.kind(node)); expected \(expectation)\(end)")
        return nil
    }

    static func kind(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let text): text.isEmpty ? "empty" : "\"\(text)\""
        case .mapping: "a mapping"
        case .sequence: "a list"
        }
    }

    static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "nothing" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
