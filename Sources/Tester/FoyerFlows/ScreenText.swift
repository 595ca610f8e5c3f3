import Foyer
import FoyerSystem

/// A screen as text, for searching.
package struct ScreenText {
    package let lines: [String]

    init(_ lines: [String]) {
        self.lines = lines
    }

    package init(_ screen: Buffer) {
        lines = Self.withoutEmptyEnd(screen.textLines)
    }

    /// Without trailing spaces, and without empty lines at the end.
    static func lines(_ text: String) -> [String] {
        withoutEmptyEnd(
            text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                String(line.reversed().drop { $0 == " " }.reversed())
            })
    }

    private static func withoutEmptyEnd(_ all: [String]) -> [String] {
        var lines = all
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Whether a line matches a regular expression.
    func matches(_ pattern: String) -> Bool {
        guard let expression = try? LineExpression(pattern) else { return false }
        return lines.contains { expression.matches($0) }
    }

    /// Whether a row contains the text, as it stands there. Behind the last character of a row there are blanks.
    ///
    /// - Parameter wraps: the screen may have broken the text between words, as Foyer's own pages do.
    func contains(_ text: String, wraps: Bool = false) -> Bool {
        if lines.contains(where: { $0.contains(text) }) { return true }
        if wraps { return Self.words(lines.joined(separator: " ")).contains(Self.words(text)) }
        guard text.hasSuffix(" ") else { return false }
        let blanks = String(repeating: " ", count: text.count)
        return lines.contains { ($0 + blanks).contains(text) }
    }

    private static func words(_ text: String) -> String {
        text.split(separator: " ").joined(separator: " ")
    }

    /// The first row with the text, from 0.
    static func row(of text: String, in lines: [String]) -> Int? {
        lines.firstIndex { $0.contains(text) }
    }

    /// The row from which on a text is there that the edge breaks in a word, from 0.
    static func brokenRow(of text: String, on screen: Buffer) -> Int? {
        let lines = screen.textLines
        return (0..<max(0, lines.count - 1)).first { row in
            screen.isFull(row) && (lines[row] + lines[row + 1]).contains(text)
        }
    }

    /// The first column of a text in a row, from 0.
    static func column(of text: String, inRow row: Int, of screen: Buffer) -> Int? {
        var line = ""
        for (column, cell) in screen.row(row).enumerated().reversed() where cell.width > 0 {
            line = String(String.UnicodeScalarView(cell.glyph.scalars)) + line
            if line.hasPrefix(text) { return column }
        }
        return nil
    }

    /// Where a text begins that stands in one line.
    static func start(of text: String, on screen: Buffer) -> CellPosition? {
        guard let row = row(of: text, in: screen.textLines), let column = column(of: text, inRow: row, of: screen)
        else { return nil }
        return CellPosition(column: column, row: row)
    }

    /// The rest of a row, from a cell on, without trailing spaces.
    static func text(from place: CellPosition, on screen: Buffer) -> String {
        guard (0..<screen.size.rows).contains(place.row) else { return "" }
        let cells = screen.row(place.row).dropFirst(place.column).filter { $0.width > 0 }
        return lines(cells.map { String(String.UnicodeScalarView($0.glyph.scalars)) }.joined()).first ?? ""
    }

    /// The cell in the middle of the first occurrence in one line, from 0.
    static func place(of text: String, on screen: Buffer) -> (column: Int, row: Int)? {
        let lines = screen.textLines
        for row in lines.indices where text.hasSuffix(" ") || lines[row].contains(text) {
            var line = ""
            var columns: [Int] = []
            for (column, cell) in screen.row(row).enumerated() where cell.width > 0 {
                let part = String(String.UnicodeScalarView(cell.glyph.scalars))
                columns += Array(repeating: column, count: part.unicodeScalars.count)
                line += part
            }
            guard let range = line.firstRange(of: text) else { continue }
            let first = line.unicodeScalars.distance(from: line.startIndex, to: range.lowerBound)
            return (columns[min(first + text.unicodeScalars.count / 2, columns.count - 1)], row)
        }
        return nil
    }
}

extension Buffer {
    /// Whether the last column of a row is taken.
    func isFull(_ row: Int) -> Bool { self[size.columns - 1, row].glyph != .space }
}
