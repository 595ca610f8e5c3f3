import FoyerCore
import FoyerTUI

/// How a screen differs from its golden file.
package struct GoldenDifference: Hashable, Sendable {
    package struct Change: Hashable, Sendable {
        /// From 0.
        package let column: Int
        package let row: Int
        let old: GoldenScreen.Place
        let new: GoldenScreen.Place
    }

    package let old: GoldenScreen
    /// With its masks laid on.
    package let new: GoldenScreen
    package let changes: [Change]
    /// The places that are not compared.
    private let masked: Set<Int>
    /// Patterns of its masks that match nothing.
    private let idleMasks: [String]
    /// Sizes that differ leave nothing to compare.
    private var isResized: Bool { old.size != new.size }

    /// Runs of cells that are named.
    private static let mostNamed = 10

    /// - Returns: `nil` if they show the same.
    package init?(from old: GoldenScreen, to new: GoldenScreen, _ masks: [GoldenMask] = []) {
        self.init(from: old, to: MaskedScreen(new, masks))
    }

    package init?(from old: GoldenScreen, to masked: MaskedScreen) {
        let new = masked.screen
        (self.old, self.new) = (old, new)
        var (changes, covered) = ([Change](), masked.covered)
        for index in new.places.indices where old.size == new.size {
            let (before, after) = (old.places[index], new.places[index])
            if before.looks(like: after) { continue }
            if masked.covers(index, of: old) {
                covered.insert(index)
                continue
            }
            let (column, row) = (index % new.size.columns, index / new.size.columns)
            changes.append(Change(column: column, row: row, old: before, new: after))
        }
        (self.changes, self.masked, idleMasks) = (changes, covered, masked.idle)
        if changes.isEmpty, old.size == new.size, !cursorDiffers, old.title == new.title { return nil }
    }

    private var cursorDiffers: Bool {
        old.cursor != new.cursor || new.cursor != nil && old.cursorShape != new.cursorShape
    }

    /// The number of cells that differ.
    package var count: Int { changes.count }

    /// A sentence for each run of them, at most ten, and for the cursor and the title; first for those with another text.
    package var sentences: [Phrase] {
        if isResized { return [.sizeWas(Self.text(new.size), Self.text(old.size))] }
        let runs = GoldenRun.all(of: self)
        var sentences = runs.prefix(Self.mostNamed).map(\.sentence)
        let further = runs.dropFirst(Self.mostNamed).reduce(0) { $0 + $1.count }
        if further > 0 { sentences.append(.furtherCells(further)) }
        if cursorDiffers { sentences.append(.cursorStands(GoldenText.cursor(new), GoldenText.cursor(old))) }
        if old.title != new.title { sentences.append(.titleIs(new.title, old.title)) }
        return sentences + idleMasks.map(Phrase.maskIsIdle)
    }

    private static func text(_ size: CellSize) -> String { "\(size.columns)x\(size.rows)" }

    // MARK: - On a page

    /// The screen that was agreed on, to be shown beside what came: it differs where a difference counts, and nowhere else.
    ///
    /// - Parameters:
    ///   - screen: what came, without masks.
    ///   - mark: what cells have that are not compared.
    package func agreed(beside screen: Buffer, masked mark: ScreenCell.Attributes) -> Buffer {
        var agreed = old.buffer
        let changed = Set(changes.map { $0.row * old.size.columns + $0.column })
        for index in old.places.indices where old.size == screen.size && old.places[index].width > 0 {
            let (column, row) = (index % old.size.columns, index / old.size.columns)
            var cell = screen[column, row]
            if masked.contains(index) {
                (cell.glyph, cell.width) = (GoldenMask.glyph, 1)
                cell.attributes.insert(mark)
            } else if changed.contains(index) || cell.width != old.places[index].width {
                continue
            }
            agreed[column, row] = cell
        }
        return agreed
    }

    // MARK: - Beside each other

    private static let gap = "   "

    /// Both screens beside each other, the old one on the left, with the cells that differ marked below their rows; if
    /// there is not room for all of both, the same part of each.
    ///
    /// - Parameters:
    ///   - columns: the room; `nil` for any.
    ///   - names: what the two are called, if they are not a golden file and what came of it.
    package func lines(
        columns: Int?, _ language: Language, names: (old: String, new: String)? = nil
    ) -> [SafeText] {
        let wide = max(old.size.columns, new.size.columns)
        let room = columns.map { max(8, ($0 - Self.gap.count) / 2) } ?? wide
        let part = part(of: wide, room)
        func line(_ left: String, _ right: String) -> SafeText {
            let whole = Self.padded(left, part.count) + Self.gap + right
            return SafeText(String(whole.reversed().drop { $0 == " " }.reversed()))
        }
        let edge = String(repeating: "─", count: part.count)
        let (left, right) = names ?? (language[.goldenFile].string, language[.screenNow].string)
        var lines = [line(Self.end(of: left, part.count), Self.end(of: right, part.count)), line(edge, edge)]
        for row in 0..<max(old.size.rows, new.size.rows) {
            lines.append(line(Self.text(of: old, row, part), Self.text(of: new, row, part)))
            let marks = marks(row, part)
            if !marks.allSatisfy({ $0 == " " }) { lines.append(line(marks, marks)) }
        }
        return lines + [line(edge, edge)]
    }

    /// What fits of a name: its end, which tells more than its beginning.
    private static func end(of name: String, _ room: Int) -> String {
        let text = SafeText(name)
        if text.columns <= room { return text.string }
        var (end, columns) = (text.string.unicodeScalars.suffix(0), 1)
        for index in text.string.unicodeScalars.indices.reversed() {
            columns += text.string.unicodeScalars[index].columns
            if columns > room { break }
            end = text.string.unicodeScalars[index...]
        }
        return "…" + String(end)
    }

    /// The columns that are shown: all, or those around the first difference.
    private func part(of wide: Int, _ room: Int) -> Range<Int> {
        guard room < wide else { return 0..<wide }
        let first = changes.map(\.column).min() ?? 0
        let last = changes.map(\.column).max() ?? first
        let middle = last - first < room ? (first + last) / 2 : first + room / 3
        let start = min(max(0, middle - room / 2), wide - room)
        return start..<start + room
    }

    private func marks(_ row: Int, _ part: Range<Int>) -> String {
        let columns = Set(changes.filter { $0.row == row }.map(\.column))
        return String(part.map { columns.contains($0) ? "^" : " " })
    }

    private static func text(of screen: GoldenScreen, _ row: Int, _ part: Range<Int>) -> String {
        guard row < screen.size.rows else { return "" }
        var (text, column) = (String.UnicodeScalarView(), part.lowerBound)
        while column < min(part.upperBound, screen.size.columns) {
            let place = screen[column, row]
            // A wide character at an edge is cut.
            let isWhole = place.width == 1 || place.width == 2 && column + 1 < part.upperBound
            text.append(contentsOf: isWhole ? place.glyph.scalars : [" "])
            column += isWhole ? Int(place.width) : 1
        }
        return String(text)
    }

    private static func padded(_ text: String, _ columns: Int) -> String {
        let width = text.unicodeScalars.reduce(0) { $0 + $1.columns }
        return text + String(repeating: " ", count: max(0, columns - width))
    }
}
