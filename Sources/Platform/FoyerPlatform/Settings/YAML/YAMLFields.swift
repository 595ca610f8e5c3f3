import FoyerCore
import FoyerPlatformCore

/// What a shape accepts: the keys of its mapping, with those below each, and words; and all of it as a schema.
package struct YAMLOutline: Sendable {
    package var keys: [(name: String, below: YAMLOutline)] = []
    package var words: [String] = []
    /// For editors.
    package var schema: JSON

    package init(words: [String] = [], schema: JSON? = nil) {
        self.words = words
        self.schema = schema ?? (words.isEmpty ? YAMLSchema.anything : YAMLSchema.words(words))
    }

    /// The same with another schema.
    package func described(by schema: JSON) -> YAMLOutline {
        var other = self
        other.schema = schema
        return other
    }

    /// This or the other.
    package func merged(with other: YAMLOutline) -> YAMLOutline {
        var all = self
        all.keys += other.keys
        all.words += other.words
        all.schema = YAMLSchema.either([schema, other.schema])
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
    /// The keys that must be there, and what else is true of the keys; collected only if nothing is decoded.
    private(set) var needed: [String] = []
    private(set) var rules: [JSON] = []
    /// A key on which the others depend, and whether to suppose that it is there.
    private(set) var branch: String?
    private var supposes = false

    init?(_ node: YAMLNode, _ what: Phrase, _ report: YAMLReport) {
        guard let pairs = node.mapping else { return nil }
        (self.node, self.what, self.report, self.pairs, isDecoding) = (node, what, report, pairs, true)
    }

    /// Fields without a mapping, which only record the keys that are requested.
    ///
    /// - Parameter supposes: whether the key on which the others depend is there.
    init(supposes: Bool = false) {
        self.supposes = supposes
        node = YAMLNode(content: .mapping([]), mark: YAMLMark(line: 1, column: 1), isPlain: false)
        (what, report, pairs, isDecoding) = (Phrase(asIs: ""), YAMLReport(), [], false)
    }

    package func has(_ name: String) -> Bool { pair(for: name) != nil }

    /// Whether a key is there on which the others depend.
    package mutating func depends(on name: String) -> Bool {
        if isDecoding { return has(name) }
        branch = name
        return supposes
    }

    /// What is true of the keys beyond their values, for the schema; whoever says so checks it, too.
    package mutating func rule(_ schema: @autoclosure () -> JSON) {
        if !isDecoding { rules.append(schema()) }
    }

    /// Whether one of the keys is there, as one must be.
    package mutating func needsAny(of names: [String]) -> Bool {
        rule(YAMLSchema.hasAny(names))
        return names.contains { has($0) }
    }

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
        if !isDecoding { needed.append(name) }
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

    /// Exactly one of several keys, with its name. A second one is reported; that there is none, the caller reports.
    package mutating func one<Value>(
        of choices: [(name: String, shape: YAMLShape<Value>)], _ beside: (String, String) -> Phrase
    ) -> (name: String, node: YAMLNode, value: Value?)? {
        var first: (name: String, node: YAMLNode, value: Value?)?
        rule(YAMLSchema.hasOne(of: choices.map { [$0.name] }))
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

    /// Reports a key that stands here and belongs elsewhere.
    package mutating func refuse(_ name: String, _ phrase: Phrase) {
        guard let pair = pair(for: name), !asked.contains(name) else { return }
        asked.append(name)
        report.say(pair.key.mark, phrase)
    }

    /// Reports a key that earlier versions knew.
    package mutating func refuse(_ gone: WithdrawnName) { refuse(gone.name, gone.sentence) }

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
