/// The text on a screen that somebody probably meant, found only if it is near enough: similar words that mean something else
/// are no reason.
///
///     NearestText(to: "green is ready.", in: ["Green is ready."])?.differences     // [.letterCase]
package struct NearestText: Hashable, Sendable {
    /// Why it was not found.
    enum Difference: Hashable, Sendable {
        case letterCase, blanks
        /// A character that looks like a blank, or like nothing.
        case unseen(Character, isWanted: Bool)
        case lookAlike(found: Character, wanted: Character)
        case spelling
        /// The screen, or the program, ends the text here.
        case cut
    }

    /// From 0.
    let row: Int
    let found: String
    let wanted: String
    let differences: [Difference]

    /// - Parameter fullRows: those whose last column is taken.
    init?(to wanted: String, in lines: [String], fullRows: Set<Int> = []) {
        let search = Search(wanted: wanted, lines: lines)
        guard let best = search.folded ?? search.cut(fullRows) ?? search.similar else { return nil }
        (row, found, differences) = best
        self.wanted = wanted
    }

    /// Both texts, with what differs in brackets.
    var marked: (found: String, wanted: String) {
        let (found, wanted) = (Array(found), Array(wanted))
        let before = zip(found, wanted).prefix { $0 == $1 }.count
        let most = min(found.count, wanted.count) - before
        let after = zip(found.reversed(), wanted.reversed()).prefix { $0 == $1 }.prefix(most).count
        let isPlain = !(found + wanted).contains { "[]".contains($0) }
        let (open, close) = isPlain ? ("[", "]") : ("⟦", "⟧")
        func mark(_ text: [Character]) -> String {
            let part = text[before..<text.count - after].map { VisibleText.name($0) ?? String($0) }.joined()
            return String(text[..<before]) + open + part + close + String(text[(text.count - after)...])
        }
        return (mark(found), mark(wanted))
    }
}

private struct Search {
    typealias Found = (row: Int, found: String, differences: [NearestText.Difference])

    let wanted: String
    let lines: [String]

    // MARK: - The same but for case, blanks and look-alikes

    var folded: Found? {
        for folding in FoldedText.Folding.inOrder {
            let text = FoldedText(wanted, folding)
            // A few letters are anywhere once their case and blanks are gone.
            guard text.scalars.count >= (folding.contains(.blanks) ? 4 : 2) else { continue }
            for (row, line) in lines.enumerated() {
                let folded = FoldedText(line, folding)
                guard let range = folded.firstRange(of: text), folded.isBeginning(range.lowerBound) else { continue }
                let found = folded.original(range)
                return (row, found, differences(found, folding))
            }
        }
        return nil
    }

    private func differences(_ found: String, _ folding: FoldedText.Folding) -> [NearestText.Difference] {
        var all: [NearestText.Difference] = []
        let pairs = Array(zip(found.filter { !Self.isBlank($0) }, wanted.filter { !Self.isBlank($0) }))
        if pairs.contains(where: { $0 != $1 && $0.lowercased() == $1.lowercased() }) { all.append(.letterCase) }
        if folding.contains(.blanks) { all.append(.blanks) }
        for (text, isWanted) in [(found, false), (wanted, true)] {
            if let unseen = text.first(where: { VisibleText.name($0) != nil }) {
                all.append(.unseen(unseen, isWanted: isWanted))
            }
        }
        guard folding.contains(.lookAlikes) else { return all }
        let pair = pairs.first { $0 != $1 && $0.lowercased() != $1.lowercased() }
        return all + (pair.map { [.lookAlike(found: $0, wanted: $1)] } ?? [])
    }

    private static func isBlank(_ character: Character) -> Bool {
        character.isWhitespace || VisibleText.name(character) != nil
    }

    // MARK: - Cut

    /// What begins as wanted and ends at the edge, or in an ellipsis.
    func cut(_ fullRows: Set<Int>) -> Found? {
        let wanted = Array(wanted)
        guard wanted.count >= 8 else { return nil }
        for (row, text) in lines.enumerated() {
            let line = Array(text)
            for start in line.indices where line[start] == wanted[0] {
                let length = zip(line[start...], wanted).prefix { $0 == $1 }.count
                guard length >= 5, length * 2 >= wanted.count, length < wanted.count else { continue }
                let rest = line[(start + length)...]
                let hasEllipsis = rest.first == "…" || rest.starts(with: "...")
                let isAtEdge = rest.isEmpty && fullRows.contains(row)
                if hasEllipsis || isAtEdge { return (row, String(line[start..<start + length]), [.cut]) }
            }
        }
        return nil
    }

    // MARK: - Similar

    var similar: Found? {
        let folding: FoldedText.Folding = [.letterCase, .lookAlikes]
        let text = FoldedText(wanted, folding)
        let length = text.scalars.count { $0 != " " }
        guard length >= 4, length <= 200 else { return nil }
        let limit = length < 5 ? 1 : min(8, max(1, length / 5))
        var best: (distance: Int, row: Int, range: Range<Int>, folded: FoldedText)?
        for (row, line) in lines.enumerated() {
            let folded = FoldedText(line, folding)
            guard let (distance, range) = folded.nearest(to: text), folded.isBeginning(range.lowerBound),
                distance <= min(limit, (best?.distance ?? .max) - 1)
            else { continue }
            best = (distance, row, range, folded)
        }
        guard let best else { return nil }
        let found = best.folded.original(best.range)
        // Four letters are near too many words; only exchanged ones count.
        if length < 5, found.lowercased().sorted() != wanted.lowercased().sorted() { return nil }
        return (best.row, found, [.spelling])
    }
}

/// A text whose differences that people overlook are gone, and where each scalar of it came from.
struct FoldedText {
    struct Folding: OptionSet {
        let rawValue: Int
        static let letterCase = Folding(rawValue: 1)
        static let blanks = Folding(rawValue: 2)
        static let lookAlikes = Folding(rawValue: 4)

        /// Those that change less come first.
        static let inOrder: [Folding] = [
            .letterCase, .blanks, .lookAlikes, [.letterCase, .blanks], [.letterCase, .lookAlikes],
            [.blanks, .lookAlikes], [.letterCase, .blanks, .lookAlikes],
        ]
    }

    private let characters: [Character]
    private(set) var scalars: [Unicode.Scalar] = []
    /// For each scalar, the character that it comes from.
    private var origins: [Int] = []

    init(_ text: String, _ folding: Folding) {
        characters = Array(text)
        for (index, character) in characters.enumerated() {
            let isIgnorable = character.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
            if character.isWhitespace || isIgnorable {
                if !folding.contains(.blanks) { append(" ", from: index) }
                continue
            }
            var plain = folding.contains(.lookAlikes) ? LookAlikes.plain(character) : String(character)
            if folding.contains(.letterCase) { plain = plain.lowercased() }
            if folding.contains([.lookAlikes, .letterCase]) { plain = plain.map(LookAlikes.plain).joined() }
            for scalar in plain.unicodeScalars { append(scalar, from: index) }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, from index: Int) {
        scalars.append(scalar)
        origins.append(index)
    }

    func firstRange(of other: FoldedText) -> Range<Int>? { scalars.firstRange(of: other.scalars) }

    /// Whether no word begins before it: "already" is not nearly "Ready".
    func isBeginning(_ place: Int) -> Bool {
        func isWord(_ place: Int) -> Bool { characters[origins[place]].isLetter || characters[origins[place]].isNumber }
        guard place > 0, origins[place - 1] == origins[place] - 1, isWord(place) else { return true }
        return !isWord(place - 1)
    }

    func original(_ range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last else { return "" }
        return String(characters[origins[first]...origins[last]])
    }

    /// The part with the fewest insertions, deletions, replacements and exchanges (Sellers; optimal string alignment).
    func nearest(to other: FoldedText) -> (distance: Int, range: Range<Int>)? {
        typealias Entry = (distance: Int, start: Int)
        let wanted = other.scalars
        guard !wanted.isEmpty, !scalars.isEmpty else { return nil }
        // One column for each scalar of this text: a match may begin anywhere.
        var before: [Entry] = []
        var last: [Entry] = (0...wanted.count).map { ($0, 0) }
        var best: (distance: Int, range: Range<Int>)?
        for (column, scalar) in scalars.enumerated() {
            var next: [Entry] = [(0, column + 1)]
            for row in 1...wanted.count {
                let isSame = wanted[row - 1] == scalar
                var entry: Entry = (last[row - 1].distance + (isSame ? 0 : 1), last[row - 1].start)
                var others = [next[row - 1], last[row]]
                if row > 1, column > 0, wanted[row - 1] == scalars[column - 1], wanted[row - 2] == scalar {
                    others.append(before[row - 2])
                }
                for other in others where other.distance + 1 < entry.distance {
                    entry = (other.distance + 1, other.start)
                }
                next.append(entry)
            }
            let end = next[wanted.count]
            // Another letter in place of the last one is more likely than none.
            let isSame = scalar != " " && end.distance == best?.distance && end.start == best?.range.lowerBound
            if end.distance < best?.distance ?? .max || isSame, end.start <= column {
                best = (end.distance, end.start..<column + 1)
            }
            (before, last) = (last, next)
        }
        return best
    }
}
