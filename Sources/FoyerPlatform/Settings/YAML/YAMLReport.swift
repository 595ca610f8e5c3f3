/// What is not as expected in a YAML text, each with its place.
public struct YAMLReport: Sendable {
    public struct Finding: Error, Hashable, Sendable, CustomStringConvertible {
        /// From 1.
        public let line: Int
        /// From 1, in Unicode scalars.
        public let column: Int
        /// What is there, and what was expected.
        public let message: String

        public init(line: Int, column: Int, message: String) {
            (self.line, self.column, self.message) = (line, column, message)
        }

        public var description: String { "\(line):\(column): \(message)" }
    }

    private var found: [Finding] = []

    /// In the order of the text.
    public var findings: [Finding] { found.sorted { ($0.line, $0.column) < ($1.line, $1.column) } }

    public mutating func add(_ mark: YAMLMark?, _ message: String) {
        found.append(Finding(line: mark?.line ?? 1, column: mark?.column ?? 1, message: message))
    }

    /// Says what a node is in place of what was expected.
    mutating func expected(_ expectation: String, _ node: YAMLNode, _ what: String) {
        let end = expectation.hasSuffix("?") ? "" : "."
        add(node.mark, "\(what) is \(node.kind); expected \(expectation)\(end)")
    }
}

extension YAMLNode {
    /// What it is, for messages.
    var kind: String {
        switch content {
        case .scalar(let text): text.isEmpty ? "empty" : "\"\(text)\""
        case .mapping: "a mapping"
        case .sequence: "a list"
        }
    }
}

/// Which of the known words somebody may have meant.
public enum Suggestion {
    /// `nil` where nothing is near enough.
    public static func nearest(to word: String, among known: [String]) -> String? {
        let ranked = known.map { ($0, distance(word.lowercased(), $0.lowercased())) }
        guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(1, min(word.count, best.0.count) / 2) else {
            return nil
        }
        return best.0
    }

    /// Insertions, deletions and replacements that make one of the other (Levenshtein).
    public static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.unicodeScalars.prefix(64)), Array(right.unicodeScalars.prefix(64)))
        var row = Array(0...right.count)
        for (index, scalar) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for place in right.indices {
                let replaced = diagonal + (scalar == right[place] ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = min(replaced, row[place] + 1, row[place + 1] + 1)
            }
        }
        return row[right.count]
    }

    /// "a, b or c".
    public static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "nothing" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
