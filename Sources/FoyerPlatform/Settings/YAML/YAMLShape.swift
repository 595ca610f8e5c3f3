import FoyerCore

/// How a YAML node becomes a value; shapes are put together as the values are.
///
/// ```swift
/// let item = YAMLShape<Item>.mapping { fields in
///     let title = fields.required("title", .text)
///     let link = fields.optional("link", .text)
///     return title.map { Item(title: $0, link: link) }
/// }
/// let (items, findings) = YAMLShape.list(of: item).decode(bytes, as: "the list")
/// ```
///
/// Nothing stops at the first mistake: each is reported with its place, and the value is `nil` where it cannot be.
public struct YAMLShape<Value: Sendable>: Sendable {
    /// The node, what to call it in messages, and where to say what is wrong.
    public typealias Read = @Sendable (YAMLNode, String, inout YAMLReport) -> Value?

    let read: Read

    public init(_ read: @escaping Read) { self.read = read }

    /// Decodes a text of one document. Where anything is wrong, the value is what could be read all the same: fit for
    /// finding more that is wrong, and for nothing else.
    public func decode(_ text: [UInt8], as what: String) -> (value: Value?, findings: [YAMLReport.Finding]) {
        let document = YAMLDocument(text)
        var report = YAMLReport()
        for problem in document.problems { report.add(problem.mark, problem.description) }
        guard document.problems.isEmpty else { return (nil, report.findings) }
        guard let root = document.root else {
            report.add(nil, "The file is empty; expected \(what).")
            return (nil, report.findings)
        }
        let value = read(root, what, &report)
        return (value, report.findings)
    }

    /// The same with a further rule; `nil` from `body` means that the value is not `expectation`.
    public func checked<Other>(_ expectation: String, _ body: @escaping @Sendable (Value) -> Other?) -> YAMLShape<Other>
    {
        YAMLShape<Other> { node, what, report in
            guard let value = read(node, what, &report) else { return nil }
            if let other = body(value) { return other }
            report.expected(expectation, node, what)
            return nil
        }
    }

    /// A mapping, whose fields are asked for one by one. Keys that were not asked for are reported.
    public static func mapping(_ body: @escaping @Sendable (inout YAMLFields) -> Value?) -> YAMLShape {
        YAMLShape { node, what, report in
            guard var fields = YAMLFields(node, what, report) else {
                report.expected("a mapping", node, what)
                return nil
            }
            let value = body(&fields)
            fields.reportUnknown()
            report = fields.report
            return value
        }
    }

    /// A list, whatever is wrong with its elements; those that cannot be are left out.
    public static func list<Element>(of element: YAMLShape<Element>) -> YAMLShape where Value == [Element] {
        YAMLShape { node, what, report in
            guard let nodes = node.sequence else {
                report.expected("a list", node, what)
                return nil
            }
            return nodes.compactMap { element.read($0, what, &report) }
        }
    }

    /// One, or a list of them.
    public static func oneOrMore<Element>(_ element: YAMLShape<Element>) -> YAMLShape where Value == [Element] {
        YAMLShape { node, what, report in
            guard node.sequence != nil else { return element.read(node, what, &report).map { [$0] } }
            return list(of: element).read(node, what, &report)
        }
    }

    /// One of a few words.
    public static func oneOf(_ words: KeyValuePairs<String, Value>) -> YAMLShape {
        let known = words.map(\.key)
        let values = Dictionary(words.map { ($0.key, $0.value) }) { first, _ in first }
        return YAMLShape { node, what, report in
            if let value = node.scalar.flatMap({ values[$0] }) { return value }
            let meant = node.scalar.flatMap { Suggestion.nearest(to: $0, among: known) }
            report.expected(
                Suggestion.list(known) + (meant.map { "; did you mean \"\($0)\"?" } ?? ""), node, what)
            return nil
        }
    }
}

extension YAMLShape where Value == String {
    /// Text that is not empty.
    public static var text: YAMLShape {
        YAMLShape { node, what, report in
            if let text = node.scalar, !text.isEmpty { return text }
            report.expected("a text", node, what)
            return nil
        }
    }
}

extension YAMLShape where Value == Int {
    public static func integer(in range: ClosedRange<Int>) -> YAMLShape {
        YAMLShape { node, what, report in
            if let number = node.scalar.flatMap({ Int($0) }), range.contains(number) { return number }
            report.expected("a whole number from \(range.lowerBound) to \(range.upperBound)", node, what)
            return nil
        }
    }
}

extension YAMLShape where Value == Bool {
    public static var truth: YAMLShape {
        YAMLShape { node, what, report in
            switch node.scalar {
            case "true": return true
            case "false": return false
            default:
                report.expected("true or false", node, what)
                return nil
            }
        }
    }
}

extension YAMLShape where Value == JSON {
    /// Any value, as YAML reads plain scalars; what is quoted is text.
    public static var json: YAMLShape { YAMLShape { node, _, _ in node.json } }
}

extension YAMLNode {
    /// The node as JSON; a key that is no scalar is named "".
    public var json: JSON {
        switch content {
        case .mapping(let pairs): return .object(pairs.map { JSON.Member($0.key.scalar ?? "", $0.value.json) })
        case .sequence(let nodes): return .array(nodes.map(\.json))
        case .scalar(let text):
            guard isPlain else { return .string(text) }
            switch text {
            case "", "~", "null": return .null
            case "true": return .bool(true)
            case "false": return .bool(false)
            default: break
            }
            if let whole = Int64(text) { return .integer(whole) }
            if let number = Double(text), number.isFinite { return .number(number) }
            return .string(text)
        }
    }
}

/// The fields of a mapping while it is decoded.
public struct YAMLFields {
    public let node: YAMLNode
    public let what: String
    public var report: YAMLReport
    private let pairs: [(key: YAMLNode, value: YAMLNode)]
    private var asked: [String] = []

    init?(_ node: YAMLNode, _ what: String, _ report: YAMLReport) {
        guard let pairs = node.mapping else { return nil }
        (self.node, self.what, self.report, self.pairs) = (node, what, report, pairs)
    }

    /// The node of a field, for what reads it by itself.
    public mutating func node(_ name: String) -> YAMLNode? {
        asked.append(name)
        return pairs.first { $0.key.scalar == name }?.value
    }

    /// `nil` where it is missing or wrong, which is reported.
    public mutating func required<Value>(_ name: String, _ shape: YAMLShape<Value>) -> Value? {
        guard let field = node(name) else {
            report.add(node.mark, "\(what) lacks \"\(name)\".")
            return nil
        }
        return shape.read(field, name, &report)
    }

    /// `nil` where it is missing, or wrong, which is reported.
    public mutating func optional<Value>(_ name: String, _ shape: YAMLShape<Value>) -> Value? {
        node(name).flatMap { shape.read($0, name, &report) }
    }

    fileprivate mutating func reportUnknown() {
        for (key, _) in pairs {
            guard let name = key.scalar else {
                report.add(key.mark, "A key of \(what) is \(key.kind); expected one of \(Suggestion.list(asked)).")
                continue
            }
            guard !asked.contains(name) else { continue }
            let meant = Suggestion.nearest(to: name, among: asked)
            let hint = meant.map { "did you mean \"\($0)\"?" } ?? "expected \(Suggestion.list(asked))."
            report.add(key.mark, "\(what) knows no \"\(name)\"; \(hint)")
        }
    }
}
