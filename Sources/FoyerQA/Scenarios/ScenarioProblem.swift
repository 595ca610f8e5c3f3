/// What is wrong in a scenario's file, and where.
public struct ScenarioProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    /// From 1, in Unicode scalars.
    public let column: Int
    /// What is there, and what was expected.
    public let message: String

    public var description: String { "\(line):\(column): \(message)" }
}

/// Which of the known words somebody may have meant.
enum Suggestion {
    /// `nil` where nothing is near enough.
    static func nearest(to word: String, among known: [String]) -> String? {
        let ranked = known.map { ($0, distance(word.lowercased(), $0.lowercased())) }
        guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(1, min(word.count, best.0.count) / 2) else {
            return nil
        }
        return best.0
    }

    /// Insertions, deletions and replacements that make one of the other (Levenshtein).
    static func distance(_ left: String, _ right: String) -> Int {
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
