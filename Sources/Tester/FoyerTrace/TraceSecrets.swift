import Foyer

/// Puts dots in the place of what looks like a secret on the screens and in the texts of a trace, which people post.
///
/// All of it is looked through at once: what is a secret on one screen is one on each.
struct TraceSecrets {
    /// How many places were hidden.
    let count: Int
    private let covered: [String: String]

    /// - Parameter texts: what stands beside the screens.
    init(_ screens: some Sequence<Buffer>, texts: [String] = []) {
        var (seen, lines): (Set<String>, [String]) = ([], [])
        for line in texts where seen.insert(line).inserted { lines.append(line) }
        for screen in screens {
            for line in screen.wrappedLines where seen.insert(line.text).inserted { lines.append(line.text) }
        }
        let dotted = SecretFilter.dot(lines)
        count = dotted.count
        covered = Dictionary(uniqueKeysWithValues: zip(lines, dotted.lines).filter { $0 != $1 })
    }

    func covering(_ text: String) -> String { covered[text] ?? text }

    func covering(_ screen: Buffer) -> Buffer {
        var result = screen
        for line in screen.wrappedLines {
            guard let dotted = covered[line.text] else { continue }
            for (place, (scalar, old)) in zip(
                line.places, zip(dotted.unicodeScalars, line.text.unicodeScalars)) where scalar != old
            {
                var cell = screen[place.column, place.row]
                cell.glyph = Glyph(scalar)
                cell.width = 1
                result[place.column, place.row] = cell
                // The other half of a wide character.
                if place.column + 1 < screen.size.columns, screen[place.column, place.row].width > 1 {
                    result[place.column + 1, place.row] = cell
                }
            }
        }
        return result
    }
}

extension Buffer {
    /// Lines as they were written: a row that is full to its end goes on in the next one. One scalar for each cell.
    fileprivate var wrappedLines: [(text: String, places: [CellPosition])] {
        var lines: [(text: String, places: [CellPosition])] = []
        var (text, places) = (String.UnicodeScalarView(), [CellPosition]())
        for row in 0..<size.rows {
            for column in 0..<size.columns where self[column, row].width > 0 {
                text.append(Unicode.Scalar(self[column, row].glyph.base) ?? " ")
                places.append(CellPosition(column: column, row: row))
            }
            if let last = text.last, last != " ", row + 1 < size.rows { continue }
            while text.last == " " {
                text.removeLast()
                places.removeLast()
            }
            if !text.isEmpty { lines.append((String(text), places)) }
            (text, places) = (String.UnicodeScalarView(), [])
        }
        return lines
    }
}
