/// A place in a YAML text.
public struct YAMLMark: Hashable, Sendable {
    /// From 1.
    public let line: Int
    /// From 1, in Unicode scalars.
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A value of a YAML document, with its place.
public struct YAMLNode: Sendable {
    public enum Content: Sendable {
        case scalar(String)
        case sequence([YAMLNode])
        /// In the order of the text. A key may be there twice: the document's problems say so.
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    public let content: Content
    /// Where it begins.
    public internal(set) var mark: YAMLMark
    /// Whether it is a scalar without quotation marks, which may mean a number, a truth value or nothing.
    public let isPlain: Bool
    /// Whether it stands for a node above it.
    public internal(set) var isAlias = false

    /// The text of a scalar.
    public var scalar: String? {
        if case .scalar(let text) = content { text } else { nil }
    }

    /// The elements of a sequence.
    public var sequence: [YAMLNode]? {
        if case .sequence(let elements) = content { elements } else { nil }
    }

    /// The pairs of a mapping.
    public var mapping: [(key: YAMLNode, value: YAMLNode)]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }
}
