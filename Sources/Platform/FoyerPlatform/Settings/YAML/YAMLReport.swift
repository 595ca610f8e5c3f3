import FoyerCore
import FoyerPlatformCore

/// The problems of a YAML text, each with its place.
package struct YAMLReport: Sendable {
    private var found: [YAMLProblem] = []

    /// In the order of the text.
    package var problems: [YAMLProblem] {
        found.sorted { ($0.mark.line, $0.mark.column) < ($1.mark.line, $1.mark.column) }
    }

    var count: Int { found.count }

    mutating func add(_ problem: YAMLProblem) { found.append(problem) }

    package mutating func add(_ mark: YAMLMark, _ reason: YAMLProblem.Reason) {
        found.append(YAMLProblem(reason: reason, mark: mark))
    }

    package mutating func say(_ mark: YAMLMark, _ phrase: Phrase) { add(mark, .other(phrase)) }

    /// Reports a node that is not what was expected.
    package mutating func expected(_ expectation: Phrase, _ node: YAMLNode, _ what: Phrase, meant: String? = nil) {
        add(node.mark, .isNot(what, node.kind, expected: expectation, meant: meant))
    }
}

/// Which of the known words was probably meant.
package enum Suggestion {
    /// Words of other tools and programs for what has another name here.
    private static let others = [
        "sleep": "advance", "delay": "advance", "pause": "advance", "send": "type", "input": "type", "write": "type",
        "key": "press", "keys": "press", "assert": "expect", "check": "expect", "verify": "expect", "should": "expect",
        "screenshot": "snapshot", "capture": "snapshot", "regex": "matches", "contains": "text", "env": "environment",
        "cwd": "folder", "dir": "folder", "directory": "folder", "workdir": "folder", "cmd": "command",
        "exec": "command", "args": "command", "return": "enter", "pgup": "page-up", "pgdn": "page-down",
        "pgdown": "page-down", "del": "delete", "ins": "insert", "spacebar": "space",
    ]

    /// `nil` if nothing is close enough.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let lower = word.lowercased()
        if let other = others[lower], known.contains(other) { return other }
        // A signal's whole name.
        if let name = known.first(where: { lower == "sig" + $0.lowercased() }) { return name }
        let ranked = known.map { ($0, distance(word.lowercased(), $0.lowercased())) }
        guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(1, min(word.count, best.0.count) / 2) else {
            return nil
        }
        return best.0
    }

    /// The number of insertions, deletions and replacements between two words (Levenshtein).
    package static func distance(_ left: String, _ right: String) -> Int {
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
}
