import FoyerCore
import FoyerPlatformCore

/// How a YAML node becomes a value; shapes are composed like the values.
///
/// ```swift
/// let item = YAMLShape<Item>.mapping { fields in
///     let title = fields.required("title", .text)
///     let link = fields.optional("link", .text)
///     return title.map { Item(title: $0, link: link) }
/// }
/// let (items, problems) = YAMLShape.list(of: item).decode(bytes, as: "the list")
/// ```
///
/// Decoding does not stop at the first mistake: each is reported with its place, and the value is `nil` if it cannot be
/// read.
package struct YAMLShape<Value: Sendable>: Sendable {
    /// The node, its name in messages, and where to report problems.
    package typealias Read = @Sendable (YAMLNode, Phrase, inout YAMLReport) -> Value?

    package let read: Read
    let makeOutline: @Sendable () -> YAMLOutline

    package init(_ read: @escaping Read) { self.init(outline: YAMLOutline(), read) }

    package init(outline: @autoclosure @escaping @Sendable () -> YAMLOutline, _ read: @escaping Read) {
        (self.read, makeOutline) = (read, outline)
    }

    /// The keys and words that it accepts, for documentation and its tests.
    package var outline: YAMLOutline { makeOutline() }

    /// Decodes a text of one document. If anything is wrong, the value holds what could be read.
    ///
    /// - Parameters:
    ///   - text: the file's bytes.
    ///   - what: the name of the whole in messages.
    ///   - largest: the size limit in bytes; nothing of a longer text is read.
    ///   - salvages: whether a text that stops being YAML at some place counts up to there.
    package func decode(
        _ text: [UInt8], as what: Phrase, largest: Int = YAMLDocument.largest, salvages: Bool = false
    ) -> (value: Value?, problems: [YAMLProblem]) {
        let document = YAMLDocument(text, largest: largest)
        var report = YAMLReport()
        for problem in document.problems { report.add(problem) }
        let isWhole = document.problems.allSatisfy { $0.leavesTheRestReadable }
        guard isWhole || salvages && document.root != nil else { return (nil, report.problems) }
        let nothing = YAMLNode(content: .scalar(""), mark: YAMLMark(line: 1, column: 1), isPlain: true)
        let value = read(document.root ?? nothing, what, &report)
        return (value, report.problems)
    }

    // MARK: - From one shape to another

    package func map<Other>(_ body: @escaping @Sendable (Value) -> Other) -> YAMLShape<Other> {
        YAMLShape<Other>(outline: outline) { node, what, report in read(node, what, &report).map(body) }
    }

    /// The same with another rule; `nil` from `body` means that the value is not `expectation`.
    ///
    /// - Parameter schema: the rule for editors; `nil` if they cannot know. Decoding never evaluates it.
    package func checked<Other>(
        _ expectation: Phrase, schema: @autoclosure @escaping @Sendable () -> JSON? = nil,
        _ body: @escaping @Sendable (Value) -> Other?
    ) -> YAMLShape<Other> {
        YAMLShape<Other>(outline: schema().map(outline.described) ?? outline) { node, what, report in
            guard let value = read(node, what, &report) else { return nil }
            if let other = body(value) { return other }
            report.expected(expectation, node, what)
            return nil
        }
    }

    /// The same with the place.
    package var located: YAMLShape<(value: Value, mark: YAMLMark)> {
        YAMLShape<(value: Value, mark: YAMLMark)>(outline: outline) { node, what, report in
            read(node, what, &report).map { ($0, node.mark) }
        }
    }

    /// The same, or `~`, or nothing at all.
    package var orNull: YAMLShape<Value?> {
        YAMLShape<Value?>(outline: outline.described(by: YAMLSchema.either([YAMLSchema.null, outline.schema]))) {
            node, what, report in
            if node.isPlain, let text = node.scalar, ["", "~", "null"].contains(text) { return .some(nil) }
            return read(node, what, &report).map { .some($0) }
        }
    }

    /// No value if anything is wrong in it, even an unknown key.
    package var faultless: YAMLShape {
        YAMLShape(outline: outline) { node, what, report in
            let before = report.count
            let value = read(node, what, &report)
            let keys = node.mapping?.compactMap(\.key.scalar) ?? []
            return report.count == before && Set(keys).count == keys.count ? value : nil
        }
    }

    /// This for scalars and lists, the other for mappings.
    package func orMapping(_ other: YAMLShape) -> YAMLShape {
        YAMLShape(outline: outline.merged(with: other.outline)) { node, what, report in
            node.mapping == nil ? read(node, what, &report) : other.read(node, what, &report)
        }
    }

    // MARK: - Mappings and lists

    /// A mapping, whose fields are requested one by one, even if some are wrong. Keys that were not requested are
    /// reported.
    ///
    /// - Parameter name: its name in messages, if not its key.
    package static func mapping(
        _ name: Phrase? = nil, _ body: @escaping @Sendable (inout YAMLFields) -> Value?
    ) -> YAMLShape {
        let outline: @Sendable () -> YAMLOutline = {
            var (without, with) = (YAMLFields(), YAMLFields(supposes: true))
            _ = body(&without)
            guard let branch = without.branch else { return without.outline.described(by: without.schema) }
            _ = body(&with)
            return without.outline.described(
                by: ["type": "object", "if": YAMLSchema.has([branch]), "then": with.schema, "else": without.schema])
        }
        return YAMLShape(outline: outline()) { node, what, report in
            guard var fields = YAMLFields(node, name ?? what, report) else {
                report.expected(.aMapping(with: outline().keys.map(\.name)), node, name ?? what)
                return nil
            }
            let value = body(&fields)
            fields.reportUnknown()
            report = fields.report
            return value
        }
    }

    /// A mapping with names of the author's choice, in the order of the text. Duplicates count once.
    package static func table<Element>(
        _ name: YAMLShape<String> = .text, of element: YAMLShape<Element>
    ) -> YAMLShape where Value == [(name: String, value: Element)] {
        YAMLShape(
            outline: element.outline.described(
                by: YAMLSchema.table(of: element.outline.schema, names: name.outline.schema))
        ) { node, what, report in
            guard let pairs = node.mapping else {
                report.expected(.aMapping(with: []), node, what)
                return nil
            }
            var seen: Set<String> = []
            var values: Value = []
            for (key, value) in pairs {
                guard let name = name.read(key, .key(of: what), &report), seen.insert(name).inserted,
                    let value = element.read(value, Phrase(asIs: name), &report)
                else { continue }
                values.append((name, value))
            }
            return values
        }
    }

    /// A list; elements that cannot be read are left out.
    ///
    /// - Parameter needs: what there must be at least one of.
    package static func list<Element>(of element: YAMLShape<Element>, needs: Phrase? = nil) -> YAMLShape
    where Value == [Element] {
        let isNeeded = needs != nil
        return YAMLShape(
            outline: element.outline.described(by: YAMLSchema.list(of: element.outline.schema, atLeastOne: isNeeded))
        ) { node, what, report in
            guard let nodes = node.sequence else {
                report.expected(.aList, node, what)
                return nil
            }
            if let needs, nodes.isEmpty { report.add(node.mark, .isNot(what, .scalar(""), expected: needs)) }
            return nodes.compactMap { element.read($0, what, &report) }
        }
    }

    /// One, or a list of them.
    package static func oneOrMore<Element>(_ element: YAMLShape<Element>, needs: Phrase? = nil) -> YAMLShape
    where Value == [Element] {
        let list = YAMLShape.list(of: element, needs: needs)
        let schema: @Sendable () -> JSON = { YAMLSchema.either([element.outline.schema, list.outline.schema]) }
        return YAMLShape(outline: element.outline.described(by: schema())) { node, what, report in
            guard node.sequence != nil else { return element.read(node, what, &report).map { [$0] } }
            return list.read(node, what, &report)
        }
    }

    // MARK: - Words

    /// One of a few words.
    package static func oneOf(_ words: KeyValuePairs<String, Value>) -> YAMLShape {
        word(words.map { ($0.key, $0.value) })
    }

    /// - Parameter expectation: what is said to be expected; `nil` for the words.
    package static func word(_ words: [(word: String, value: Value)], expectation: Phrase? = nil) -> YAMLShape {
        let known = words.map(\.word)
        return YAMLShape(outline: YAMLOutline(words: known)) { node, what, report in
            if let found = words.first(where: { $0.word == node.scalar }) { return found.value }
            let meant = node.scalar.flatMap { Suggestion.nearest(to: $0, among: known) }
            report.expected(expectation ?? .anyOf(known), node, what, meant: meant)
            return nil
        }
    }
}

extension YAMLShape where Value: RawRepresentable<String> & CaseIterable {
    /// One of the cases.
    package static var anyCase: YAMLShape { word(Value.allCases.map { ($0.rawValue, $0) }) }
}

extension YAMLProblem {
    /// Whether the following text can be read as intended.
    fileprivate var leavesTheRestReadable: Bool {
        switch reason {
        case .duplicateKey, .tag: true
        default: false
        }
    }
}
