import FoyerCore
import FoyerPlatformCore

/// What a shape accepts: the keys of its mapping, with those below each, and words.
package struct YAMLOutline: Sendable {
    package var keys: [(name: String, below: YAMLOutline)] = []
    package var words: [String] = []

    package init(words: [String] = []) { self.words = words }

    func merged(with other: YAMLOutline) -> YAMLOutline {
        var all = self
        all.keys += other.keys
        all.words += other.words
        return all
    }

    /// All keys and words, nested ones as `launch.policy`; words follow a colon: `launch.policy: latest`.
    package var paths: [String] { paths(below: "") }

    private func paths(below prefix: String) -> [String] {
        words.map { "\(prefix): \($0)" }
            + keys.flatMap { key in
                let path = prefix.isEmpty ? key.name : "\(prefix).\(key.name)"
                return [path] + key.below.paths(below: path)
            }
    }
}

/// The fields of a mapping while it is decoded.
package struct YAMLFields {
    package let node: YAMLNode
    package let what: Phrase
    package var report: YAMLReport
    private let pairs: [(key: YAMLNode, value: YAMLNode)]
    private var asked: [String] = []
    /// The requested keys; collected only if nothing is decoded.
    private(set) var outline = YAMLOutline()
    private let isDecoding: Bool

    init?(_ node: YAMLNode, _ what: Phrase, _ report: YAMLReport) {
        guard let pairs = node.mapping else { return nil }
        (self.node, self.what, self.report, self.pairs, isDecoding) = (node, what, report, pairs, true)
    }

    /// Fields without a mapping, which only record the keys that are requested.
    init() {
        node = YAMLNode(content: .mapping([]), mark: YAMLMark(line: 1, column: 1), isPlain: false)
        (what, report, pairs, isDecoding) = (Phrase(asIs: ""), YAMLReport(), [], false)
    }

    /// Whether one of the keys requested so far is present.
    package var hasAny: Bool { asked.contains { has($0) } }

    package func has(_ name: String) -> Bool { pair(for: name) != nil }

    /// Where a value stands; where the mapping begins if it has none of that name.
    package func mark(of name: String) -> YAMLMark { pair(for: name)?.value.mark ?? node.mark }

    /// The keys requested so far.
    package var known: [String] { asked }

    private func pair(for name: String) -> (key: YAMLNode, value: YAMLNode)? {
        pairs.first { $0.key.scalar == name }
    }

    private mutating func field<Value>(_ name: String, _ shape: YAMLShape<Value>) -> YAMLNode? {
        asked.append(name)
        if !isDecoding { outline.keys.append((name, shape.outline)) }
        return pair(for: name)?.value
    }

    /// `nil` if it is missing or wrong, which is reported.
    package mutating func required<Value>(_ name: String, _ shape: YAMLShape<Value>) -> Value? {
        guard let field = field(name, shape) else {
            report.add(node.mark, .lacks(what, [name]))
            return nil
        }
        return shape.read(field, Phrase(asIs: name), &report)
    }

    /// `nil` if it is missing, or wrong, which is reported.
    package mutating func optional<Value>(_ name: String, _ shape: YAMLShape<Value>) -> Value? {
        field(name, shape).flatMap { shape.read($0, Phrase(asIs: name), &report) }
    }

    /// Leaves the value unchanged if the field is missing or wrong.
    package mutating func set<Value>(_ value: inout Value, _ name: String, _ shape: YAMLShape<Value>) {
        if let found = optional(name, shape) { value = found }
    }

    /// At most one of several keys, with its name. A second one is reported.
    package mutating func atMostOne<Value>(
        of choices: [(name: String, shape: YAMLShape<Value>)], _ beside: (String, String) -> Phrase
    ) -> (name: String, node: YAMLNode, value: Value?)? {
        var first: (name: String, node: YAMLNode, value: Value?)?
        for (name, shape) in choices {
            guard let field = field(name, shape) else { continue }
            if let first {
                report.say(field.mark, beside(name, first.name))
            } else {
                first = (name, field, shape.read(field, Phrase(asIs: name), &report))
            }
        }
        return first
    }

    mutating func reportUnknown() {
        for (key, _) in pairs {
            guard let name = key.scalar else {
                report.expected(.anyOf(asked), key, .key(of: what))
                continue
            }
            if !asked.contains(name) { report.add(key.mark, .unknownKey(what, name, known: asked)) }
        }
    }
}
