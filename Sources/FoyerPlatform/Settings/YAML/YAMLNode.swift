/// A place in a YAML text.
package struct YAMLMark: Hashable, Sendable {
    /// From 1.
    package let line: Int
    /// From 1, in Unicode scalars.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A value of a YAML document, with its place.
package struct YAMLNode: Sendable {
    package enum Content: Sendable {
        case scalar(String)
        case sequence([YAMLNode])
        /// In the order of the text. A key may appear twice: the document's problems say so.
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    package let content: Content
    /// Where it begins.
    package internal(set) var mark: YAMLMark
    /// Whether it is a scalar without quotation marks, which may mean a number, a boolean or nothing.
    package let isPlain: Bool
    /// Whether it is an alias of a node above it.
    package internal(set) var isAlias = false

    /// The text of a scalar.
    package var scalar: String? {
        if case .scalar(let text) = content { text } else { nil }
    }

    /// The elements of a sequence.
    package var sequence: [YAMLNode]? {
        if case .sequence(let elements) = content { elements } else { nil }
    }

    /// The pairs of a mapping.
    package var mapping: [(key: YAMLNode, value: YAMLNode)]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }
}
