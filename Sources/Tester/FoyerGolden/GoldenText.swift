import FoyerCore
import FoyerTUI

/// The text of a golden file: the screen's lines as they look, then its styles in runs.
///
///     foyer golden screen 1: 20x3
///     title: Tea House
///     cursor: row 2, column 3
///     plain: #e6e1d6 on #14171f
///     ────────────────────
///      Tea House
///       ▸ 茶  Sencha
///
///     ────────────────────
///     row 1, columns 2-10: #e0a03c on #14171f bold
///     row 2, columns 8-13: link https://example.com/
///
/// The lines are those of the header's size, whatever stands in them; blanks at their ends are left out. What is not named
/// below them looks as `plain` says. Rows and columns count from 1. A cell that the lines cannot show, such as a wide
/// character that this terminal took for a narrow one, is U+FFFD there and named below with its characters.
package enum GoldenText {
    private static let title = "foyer golden screen "
    private static let version = 1
    private static let rule: Character = "─"
    /// What golden files are named, and what is added to that while nobody has accepted them.
    package static let ending = ".txt"
    package static let pending = ".new"
    /// In bytes.
    package static let largest = 16 << 20

    // MARK: - Printing

    package static func print(_ screen: GoldenScreen) -> [UInt8] {
        var lines = ["\(title)\(version): \(screen.size.columns)x\(screen.size.rows)"]
        if !screen.title.isEmpty { lines.append("title: \(screen.title)") }
        lines.append("cursor: " + cursor(screen))
        let plain = screen.plain
        lines.append("plain: " + name(plain))
        let rule = String(repeating: rule, count: screen.size.columns)
        lines.append(rule)
        var odd: [String] = []
        for row in 0..<screen.size.rows {
            var shown = screen
            for column in 0..<screen.size.columns where !isRead(screen[column, row]) {
                put(replacement, 1, at: (column, row), into: &shown)
                odd.append("row \(row + 1), column \(column + 1): \(codes(screen[column, row]))")
            }
            lines.append(shown.text(row).line)
        }
        lines.append(rule)
        lines += runs(screen, { $0.style == plain ? nil : name($0.style) })
        lines += runs(screen, { $0.link.isEmpty ? nil : "link " + $0.link })
        return Array((lines + odd).map { $0 + "\n" }.joined().utf8)
    }

    private static let replacement = Glyph("\u{FFFD}")

    /// Whether a line with this cell is read as this cell.
    private static func isRead(_ place: GoldenScreen.Place) -> Bool {
        guard place.width > 0 else { return true }
        let scalars = place.glyph.scalars
        return scalars.first?.columns == Int(place.width) && scalars.dropFirst().allSatisfy { $0.columns == 0 }
    }

    private static func codes(_ place: GoldenScreen.Place) -> String {
        let codes = place.glyph.scalars.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return codes.joined(separator: " ") + ", \(place.width) wide"
    }

    static func cursor(_ screen: GoldenScreen) -> String {
        guard let cursor = screen.cursor else { return "hidden" }
        let shape = screen.cursorShape == GoldenScreen.block ? "" : ", " + screen.cursorShape
        return "row \(cursor.row + 1), column \(cursor.column + 1)\(shape)"
    }

    static func name(_ style: GoldenScreen.Style) -> String {
        ([name(style.foreground) + " on " + name(style.background)] + names(style.attributes)).joined(separator: " ")
    }

    /// `#rrggbb`; `default` for a terminal's own colour.
    package static func name(_ color: UInt32?) -> String {
        color.map { "#" + String($0 & 0xFF_FFFF | 0x100_0000, radix: 16).dropFirst() } ?? "default"
    }

    private static let attributes: [(String, ScreenCell.Attributes)] = [
        ("bold", .bold), ("faint", .faint), ("italic", .italic), ("underline", .underline), ("overline", .overlined),
        ("strike", .struckOut), ("blink", .blink), ("conceal", .concealed), ("reverse", .reverse),
    ]

    static func names(_ set: ScreenCell.Attributes) -> [String] { attributes.filter { set.contains($0.1) }.map(\.0) }

    /// Cells side by side that say the same, and the rows below them that do as well.
    private static func runs(_ screen: GoldenScreen, _ text: (GoldenScreen.Place) -> String?) -> [String] {
        struct Run { var rows: ClosedRange<Int>, columns: ClosedRange<Int>, text: String }
        var (done, open) = ([Run](), [Run]())
        for row in 0...screen.size.rows {
            var here: [Run] = []
            for (column, place) in (row < screen.size.rows ? Array(screen.row(row)) : []).enumerated() {
                guard let text = text(place) else { continue }
                if let last = here.last, last.columns.upperBound == column - 1, last.text == text {
                    here[here.count - 1].columns = last.columns.lowerBound...column
                } else {
                    here.append(Run(rows: row...row, columns: column...column, text: text))
                }
            }
            for index in here.indices {
                let same = open.firstIndex { $0.columns == here[index].columns && $0.text == here[index].text }
                if let same { here[index].rows = open.remove(at: same).rows.lowerBound...row }
            }
            done += open
            open = here
        }
        done.sort {
            ($0.rows.lowerBound, $0.columns.lowerBound) < ($1.rows.lowerBound, $1.columns.lowerBound)
        }
        return done.map { "\(range("row", $0.rows)), \(range("column", $0.columns)): \($0.text)" }
    }

    private static func range(_ name: String, _ range: ClosedRange<Int>) -> String {
        range.count == 1
            ? "\(name) \(range.lowerBound + 1)" : "\(name)s \(range.lowerBound + 1)-\(range.upperBound + 1)"
    }

    // MARK: - Parsing

    /// A file that is no golden screen.
    package struct Problem: Error, Hashable, Sendable {
        /// From 1.
        package let line: Int
        package let reason: Reason

        package enum Reason: Hashable, Sendable {
            /// A newer Foyer's.
            case version
            case missing(String)
            /// It is wider than the screen.
            case tooLong
            case unknown(String)
        }
    }

    package static func parse(_ bytes: [UInt8]) throws(Problem) -> GoldenScreen {
        var lines = Lines(bytes)
        var screen = try header(&lines)
        for row in 0..<screen.size.rows {
            guard let text = lines.next(), !lines.isAtEnd else {
                throw Problem(line: max(1, lines.number), reason: .missing(String(repeating: rule, count: 3)))
            }
            guard fill(&screen, row, text) else { throw Problem(line: lines.number, reason: .tooLong) }
        }
        guard let end = lines.next(), isRule(end) else {
            throw Problem(line: lines.number, reason: .missing(String(repeating: rule, count: 3)))
        }
        // Each cell is named at most once for its style, its link and its characters.
        var unnamed = 3 * screen.size.columns * screen.size.rows
        while let line = lines.next() {
            if line.isEmpty { continue }
            guard let run = Run(line, in: screen.size), run.cells <= unnamed, run.put(into: &screen) else {
                throw Problem(line: lines.number, reason: .unknown(SafeText(String(line.prefix(200))).string))
            }
            unnamed -= run.cells
        }
        return screen
    }

    /// The lines of a file, one at a time: as strings all at once, 15 MB of line ends took 777 MB.
    private struct Lines {
        private var rest: ArraySlice<UInt8>
        private(set) var isAtEnd = false
        /// Of the line that was read last, from 1.
        private(set) var number = 0

        init(_ bytes: [UInt8]) { rest = bytes[...] }

        mutating func next() -> String? {
            if isAtEnd { return nil }
            number += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            var line = rest[..<(end ?? rest.endIndex)]
            rest = end.map { rest[($0 + 1)...] } ?? []
            isAtEnd = end == nil
            // Git may have written the other line end.
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            return String(decoding: line, as: UTF8.self)
        }
    }

    private static func isRule(_ line: String) -> Bool { !line.isEmpty && line.allSatisfy { $0 == rule } }

    private static func header(_ lines: inout Lines) throws(Problem) -> GoldenScreen {
        guard let first = lines.next(), first.hasPrefix(title) else {
            throw Problem(line: 1, reason: .missing("\(title)\(version)"))
        }
        let words = first.dropFirst(title.count).split(separator: ": ")
        guard words.first.flatMap({ Int($0) }) == version else { throw Problem(line: 1, reason: .version) }
        let sides = words.last?.split(separator: "x").compactMap { Int($0) } ?? []
        guard sides.count == 2, sides.allSatisfy({ (1...1000).contains($0) }) else {
            throw Problem(line: 1, reason: .missing("80x24"))
        }
        var screen = GoldenScreen(size: CellSize(columns: sides[0], rows: sides[1]))
        while let line = lines.next() {
            if isRule(line) { return screen }
            let value = line.firstRange(of: ": ").map { String(line[$0.upperBound...]) } ?? ""
            let problem = Problem(line: lines.number, reason: .unknown(SafeText(line).string))
            if line.hasPrefix("title: ") {
                screen.title = SafeText(value).string
            } else if line.hasPrefix("cursor: ") {
                guard readCursor(value, into: &screen) else { throw problem }
            } else if line.hasPrefix("plain: ") {
                guard let style = style(value) else { throw problem }
                for index in screen.places.indices { screen.places[index].style = style }
            } else {
                throw problem
            }
        }
        throw Problem(line: lines.number + 1, reason: .missing(String(repeating: rule, count: 3)))
    }

    private static func readCursor(_ text: String, into screen: inout GoldenScreen) -> Bool {
        if text == "hidden" { return true }
        let parts = text.split(separator: ", ", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), let row = numbers(parts[0], "row"),
            let column = numbers(parts[1], "column")
        else { return false }
        screen.cursor = CellPosition(column: column.lowerBound, row: row.lowerBound)
        if parts.count == 3 { screen.cursorShape = SafeText(parts[2]).string }
        return true
    }

    /// `row 3` or `rows 3-5`, counted from 0.
    private static func numbers(_ text: String, _ name: String) -> ClosedRange<Int>? {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0] == name || words[0] == name + "s" else { return nil }
        let ends = words[1].split(separator: "-").map { Int($0) ?? 0 }
        guard (1...2).contains(ends.count), let first = ends.first, let last = ends.last, first >= 1, last >= first
        else { return nil }
        return first - 1...last - 1
    }

    private static func style(_ text: String) -> GoldenScreen.Style? {
        let words = text.split(separator: " ").map(String.init)
        guard words.count >= 3, words[1] == "on", let front = color(words[0]), let back = color(words[2]) else {
            return nil
        }
        var style = GoldenScreen.Style(foreground: front, background: back)
        for word in words.dropFirst(3) {
            guard let attribute = attributes.first(where: { $0.0 == word })?.1 else { return nil }
            style.attributes.insert(attribute)
        }
        return style
    }

    private static func color(_ word: String) -> UInt32?? {
        if word == "default" { return .some(nil) }
        guard word.count == 7, word.hasPrefix("#"), let value = UInt32(word.dropFirst(), radix: 16) else { return nil }
        return .some(value)
    }

    /// - Returns: whether the line fits.
    private static func fill(_ screen: inout GoldenScreen, _ row: Int, _ line: String) -> Bool {
        var (column, scalars) = (0, Array(line.unicodeScalars)[...])
        while let base = scalars.popFirst() {
            var marks: [Unicode.Scalar] = []
            while let mark = scalars.first, mark.columns == 0 {
                marks.append(mark)
                scalars.removeFirst()
            }
            let width = max(1, base.columns)
            guard column + width <= screen.size.columns else { return false }
            put(safe(Glyph(base: base, marks: marks)), width, at: (column, row), into: &screen)
            column += width
        }
        return true
    }

    /// A file may come from anybody, and its cells are drawn.
    private static func safe(_ glyph: Glyph) -> Glyph {
        // Joiners and selectors stand where the character around them needs them, which may be in the next cell.
        let scalars = glyph.scalars.enumerated().filter {
            $0.offset == 0 || ![0x200C, 0x200D, 0xFE0E, 0xFE0F].contains($0.element.value)
        }
        return SafeText.keeps(String(String.UnicodeScalarView(scalars.map(\.element)))) ? glyph : replacement
    }

    private static func put(
        _ glyph: Glyph, _ width: Int, at place: (column: Int, row: Int), into screen: inout GoldenScreen
    ) {
        screen[place.column, place.row].glyph = glyph
        screen[place.column, place.row].width = UInt8(width)
        guard place.column + 1 < screen.size.columns else { return }
        let isHalf = screen[place.column + 1, place.row].width == 0
        if width == 2 || isHalf {
            screen[place.column + 1, place.row].glyph = .space
            screen[place.column + 1, place.row].width = width == 2 ? 0 : 1
        }
    }

    /// What is said of some cells below the lines.
    private struct Run {
        let rows: ClosedRange<Int>
        let columns: ClosedRange<Int>
        let text: String

        init?(_ line: String, in size: CellSize) {
            guard let colon = line.firstRange(of: ": ") else { return nil }
            let parts = line[..<colon.lowerBound].split(separator: ", ").map(String.init)
            guard parts.count == 2, let rows = numbers(parts[0], "row"), let columns = numbers(parts[1], "column"),
                rows.upperBound < size.rows, columns.upperBound < size.columns
            else { return nil }
            (self.rows, self.columns, text) = (rows, columns, String(line[colon.upperBound...]))
        }

        var cells: Int { rows.count * columns.count }

        /// - Returns: whether it is understood.
        func put(into screen: inout GoldenScreen) -> Bool {
            if text.hasPrefix("U+") { return putCharacters(into: &screen) }
            let link = text.hasPrefix("link ") ? SafeText(String(text.dropFirst(5))).string : nil
            if let link, link.count > GoldenScreen.longestLink { return false }
            guard let style = link == nil ? style(text) : GoldenScreen.Style() else { return false }
            for row in rows {
                for column in columns {
                    if let link { screen[column, row].link = link } else { screen[column, row].style = style }
                }
            }
            return true
        }

        private func putCharacters(into screen: inout GoldenScreen) -> Bool {
            let parts = text.split(separator: ", ")
            let scalars = parts[0].split(separator: " ").compactMap {
                $0.hasPrefix("U+") ? UInt32($0.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init) : nil
            }
            guard parts.count == 2, let base = scalars.first, parts[1] == "1 wide" || parts[1] == "2 wide" else {
                return false
            }
            let glyph = safe(Glyph(base: base, marks: Array(scalars.dropFirst())))
            GoldenText.put(
                glyph, parts[1] == "2 wide" ? 2 : 1, at: (columns.lowerBound, rows.lowerBound), into: &screen)
            return true
        }
    }
}
