import CLibYAML

/// Builds a tree from libyaml's events.
struct YAMLComposer {
    private(set) var root: YAMLNode?
    private(set) var problems: [YAMLProblem] = []
    /// The open lists and mappings, outermost first.
    private var open: [Level] = []
    private var anchors: [String: Anchored] = [:]
    private var values = 0
    private var documents = 0

    /// A list, or a mapping's keys and values in turn.
    private struct Level {
        let isMapping: Bool
        let mark: YAMLMark
        let anchor: String?
        /// The number of values before it.
        let before: Int
        var items: [YAMLNode] = []
        /// The number of levels below it.
        var height = 0
    }

    private struct Anchored {
        let node: YAMLNode
        /// The number of values in it, including itself.
        let values: Int
        /// The levels of lists and mappings, including its own.
        let height: Int
    }

    mutating func take(_ event: yaml_event_t) throws(YAMLProblem) {
        let mark = YAMLMark(event.start_mark)
        switch event.type {
        case YAML_DOCUMENT_START_EVENT:
            documents += 1
            if documents > 1 { throw YAMLProblem(reason: .secondDocument, mark: mark) }
        case YAML_SCALAR_EVENT: try takeScalar(event, mark)
        case YAML_ALIAS_EVENT: try takeAlias(Self.text(event.data.alias.anchor) ?? "", mark)
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            try begin(isMapping: false, mark, anchor: start.anchor, tag: start.tag)
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            try begin(isMapping: true, mark, anchor: start.anchor, tag: start.tag)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: close()
        default: break
        }
    }

    /// Nothing more can be read: open lists and mappings end here.
    mutating func end(with problem: YAMLProblem) {
        while !open.isEmpty { close() }
        problems.append(problem)
    }

    // MARK: - Values

    private mutating func takeScalar(_ event: yaml_event_t, _ mark: YAMLMark) throws(YAMLProblem) {
        let scalar = event.data.scalar
        reject(tag: scalar.tag, mark)
        try count(1, mark)
        let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        let node = YAMLNode(
            content: .scalar(String(decoding: bytes, as: UTF8.self)), mark: mark,
            isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
        if let anchor = Self.text(scalar.anchor) { anchors[anchor] = Anchored(node: node, values: 1, height: 0) }
        add(node, height: 0)
    }

    private mutating func takeAlias(_ name: String, _ mark: YAMLMark) throws(YAMLProblem) {
        guard let anchored = anchors[name] else { throw YAMLProblem(reason: .unknownAlias(name), mark: mark) }
        guard open.count + anchored.height <= YAMLDocument.maxDepth else {
            throw YAMLProblem(reason: .tooDeep, mark: mark)
        }
        try count(anchored.values, mark)
        var node = anchored.node
        node.mark = mark
        node.isAlias = true
        add(node, height: anchored.height)
    }

    private mutating func begin(
        isMapping: Bool, _ mark: YAMLMark, anchor: UnsafeMutablePointer<yaml_char_t>?,
        tag: UnsafeMutablePointer<yaml_char_t>?
    ) throws(YAMLProblem) {
        reject(tag: tag, mark)
        guard open.count < YAMLDocument.maxDepth else { throw YAMLProblem(reason: .tooDeep, mark: mark) }
        let before = values
        try count(1, mark)
        open.append(Level(isMapping: isMapping, mark: mark, anchor: Self.text(anchor), before: before))
    }

    private mutating func close() {
        guard let level = open.popLast() else { return }
        let content = level.isMapping ? mapping(level.items) : .sequence(level.items)
        let node = YAMLNode(content: content, mark: level.mark, isPlain: false)
        let height = level.height + 1
        if let anchor = level.anchor {
            anchors[anchor] = Anchored(node: node, values: values - level.before, height: height)
        }
        add(node, height: height)
    }

    /// A key without a value is left out.
    private mutating func mapping(_ items: [YAMLNode]) -> YAMLNode.Content {
        var first: [String: YAMLMark] = [:]
        var pairs: [(key: YAMLNode, value: YAMLNode)] = []
        var told: Set<String> = []
        for index in stride(from: 0, to: items.count - 1, by: 2) {
            let key = items[index]
            pairs.append((key, items[index + 1]))
            guard let name = key.scalar else { continue }
            if let mark = first[name] {
                guard told.insert(name).inserted else { continue }
                problems.append(YAMLProblem(reason: .duplicateKey(name), mark: mark))
            } else {
                first[name] = key.mark
            }
        }
        return .mapping(pairs)
    }

    private mutating func add(_ node: YAMLNode, height: Int) {
        guard let last = open.indices.last else {
            root = node
            return
        }
        open[last].items.append(node)
        open[last].height = max(open[last].height, height)
    }

    private mutating func count(_ number: Int, _ mark: YAMLMark) throws(YAMLProblem) {
        values += number
        if values > YAMLDocument.maxValues { throw YAMLProblem(reason: .tooManyValues, mark: mark) }
    }

    private mutating func reject(tag: UnsafeMutablePointer<yaml_char_t>?, _ mark: YAMLMark) {
        guard let tag = Self.text(tag) else { return }
        problems.append(YAMLProblem(reason: .tag(tag), mark: mark))
    }

    private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        bytes.map { String(cString: $0) }
    }
}
