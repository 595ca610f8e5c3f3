import FoyerCore

/// A screen of cells, row by row from the top.
///
/// It keeps one invariant: a wide character is always whole. Overwriting one half blanks the other, and one that would
/// cross the right edge becomes a space.
package struct Buffer: Equatable, Sendable {
    package let size: CellSize
    /// `size.columns * size.rows` cells.
    package private(set) var cells: [ScreenCell]
    /// Whether nothing has been written yet: nearly every page begins by filling itself with the initial cell.
    private var isBlank: Bool

    package static func == (one: Buffer, other: Buffer) -> Bool { one.size == other.size && one.cells == other.cells }

    package init(size: CellSize, filledWith cell: ScreenCell = .blank) {
        self.size = size
        var filling = cell
        if filling.width != 1 { filling = ScreenCell(background: cell.background) }
        cells = Self.cells(filling, count: size.columns * size.rows)
        isBlank = filling == .blank
    }

    /// Every frame begins with this. Copying several cells at once takes half the time of writing each field of each
    /// cell.
    private static func cells(_ cell: ScreenCell, count: Int) -> [ScreenCell] {
        unsafe Array(unsafeUninitializedCapacity: count) { cells, done in
            guard count > 0, let first = cells.baseAddress else { return }
            unsafe first.initialize(to: cell)
            done = 1
            while done < count {
                let more = min(done, 32, count - done)
                unsafe (first + done).initialize(from: first, count: more)
                done += more
            }
        }
    }

    package var bounds: Rect { Rect(size) }

    /// The cell there; blank outside the buffer. Setting a continuation or a cell outside is ignored: the right half of
    /// a wide character comes with its left half.
    package subscript(column: Int, row: Int) -> ScreenCell {
        get {
            guard bounds.contains(column: column, row: row) else { return .blank }
            return cells[row * size.columns + column]
        }
        set {
            guard bounds.contains(column: column, row: row), newValue.width > 0 else { return }
            put(newValue, at: row * size.columns + column, hasRoom: column + 1 < size.columns)
        }
    }

    /// The cells of one row; empty for a row that does not exist.
    package func row(_ row: Int) -> ArraySlice<ScreenCell> {
        guard row >= 0, row < size.rows else { return [] }
        return cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// Writes cells side by side into a row, as far as there is room. A wide character that is cut in half becomes a
    /// space.
    mutating func write(_ line: ArraySlice<ScreenCell>, column: Int, row: Int) {
        let place = Rect(column: column, row: row, columns: line.count, rows: 1).intersection(bounds)
        guard !place.isEmpty else { return }
        let first = line.startIndex + place.column - column
        let line = line[first..<first + place.columns]
        let start = row * size.columns + place.column
        isBlank = false
        guard line.allSatisfy({ $0.width == 1 }) else { return writeWide(line, column: place.column, row: row) }
        breakWide(at: start)
        breakWide(at: start + line.count - 1)
        cells.replaceSubrange(start..<start + line.count, with: line)
    }

    /// Writes glyphs over what is there, which shows behind them where the style has no background. `false`, and nothing
    /// is written, if any of them or of the cells beneath is wide.
    mutating func writeNarrow(_ glyphs: ArraySlice<SizedGlyph>, column: Int, row: Int, style: TextStyle) -> Bool {
        let start = row * size.columns + column
        guard glyphs.allSatisfy({ $0.width == 1 }),
            cells[start..<start + glyphs.count].allSatisfy({ $0.width == 1 })
        else { return false }
        isBlank = false
        unsafe cells.withUnsafeMutableBufferPointer { cells in
            for (index, glyph) in zip(start..., glyphs) {
                unsafe cells[index] = unsafe ScreenCell(
                    glyph.glyph, foreground: style.foreground, background: style.background ?? cells[index].background,
                    attributes: style.attributes)
            }
        }
        return true
    }

    private mutating func writeWide(_ line: ArraySlice<ScreenCell>, column: Int, row: Int) {
        let offset = column - line.startIndex
        var index = line.startIndex
        while index < line.endIndex {
            let cell = line[index]
            let isWhole = cell.width == 1 || cell.width == 2 && index + 1 < line.endIndex
            self[index + offset, row] = isWhole ? cell : cell.blanked
            index += isWhole ? Int(cell.width) : 1
        }
    }

    /// Fills a rectangle with a cell that is one column wide.
    mutating func fill(_ rect: Rect, with cell: ScreenCell) {
        let area = rect.intersection(bounds)
        guard !area.isEmpty, cell.width == 1 else { return }
        if isBlank, cell == .blank { return }
        isBlank = false
        for row in area.row..<area.endRow {
            let start = row * size.columns + area.column
            let end = start + area.columns
            // A remaining half of a wide character becomes a space.
            if cells[start].width == 0 { breakWide(at: start) }
            if cells[end - 1].width > 1 { breakWide(at: end - 1) }
            unsafe cells.withUnsafeMutableBufferPointer { unsafe $0[start..<end].update(repeating: cell) }
        }
    }

    /// Changes colours and attributes of a cell, and keeps its glyph and width.
    package mutating func restyle(column: Int, row: Int, _ change: (inout ScreenCell) -> Void) {
        guard bounds.contains(column: column, row: row) else { return }
        let index = row * size.columns + column
        isBlank = false
        var cell = cells[index]
        let (glyph, width) = (cell.glyph, cell.width)
        change(&cell)
        cell.glyph = glyph
        cell.width = width
        cells[index] = cell
    }

    private mutating func put(_ cell: ScreenCell, at index: Int, hasRoom: Bool) {
        isBlank = false
        // The usual case: neither breaks anything.
        if cell.width == 1, cells[index].width == 1 {
            cells[index] = cell
            return
        }
        breakWide(at: index)
        guard cell.width > 1 else {
            cells[index] = cell
            return
        }
        guard hasRoom else {
            cells[index] = cell.blanked
            return
        }
        breakWide(at: index + 1)
        cells[index] = cell
        var continuation = cell.blanked
        continuation.width = 0
        cells[index + 1] = continuation
    }

    /// Blanks the other half of this cell's wide character.
    private mutating func breakWide(at index: Int) {
        switch cells[index].width {
        case 0: cells[index - 1] = cells[index - 1].blanked
        case 1: return
        default: cells[index + 1] = cells[index + 1].blanked
        }
        cells[index] = cells[index].blanked
    }
}

extension ScreenCell {
    /// A space in this cell's colours.
    var blanked: ScreenCell {
        ScreenCell(foreground: foreground, background: background, attributes: attributes.subtracting(.underline))
    }
}

/// Buffers as text, for comparisons and failure messages in tests.
extension Buffer {
    /// The rows as text, without trailing spaces, separated by line feeds.
    package var text: String { textLines.joined(separator: "\n") }

    /// The rows as text, without trailing spaces.
    package var textLines: [String] { (0..<size.rows).map(rowText) }

    /// The rows as text, each followed by its runs of equal style.
    ///
    /// A run reads `first-last foreground/background attributes`; runs of plain text on the ground are left out.
    package var styledText: String {
        (0..<size.rows).map { row in
            ([rowText(row)] + styleRuns(row).map { "    \($0)" }).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private func rowText(_ row: Int) -> String {
        // Bytes, since a view of scalars takes several times as long to fill; flows read each of their screens.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.columns)
        var end = 0
        for cell in self.row(row) where cell.width > 0 {
            let glyph = cell.glyph
            // Nearly always.
            if glyph.base < 0x80, glyph.mark0 == 0 {
                bytes.append(UInt8(glyph.base))
            } else if glyph.mark0 == 0, let scalar = Unicode.Scalar(glyph.base) {
                bytes.append(contentsOf: scalar.utf8)
            } else {
                for scalar in glyph.scalars { bytes.append(contentsOf: scalar.utf8) }
            }
            if glyph != .space { end = bytes.count }
        }
        return String(decoding: bytes.prefix(end), as: UTF8.self)
    }

    private func styleRuns(_ row: Int) -> [String] {
        let cells = Array(self.row(row))
        var runs: [String] = []
        var start = 0
        for index in cells.indices {
            let isLast = index + 1 == cells.count
            if !isLast, cells[index].style == cells[index + 1].style { continue }
            let style = cells[start].style
            if style != ScreenCell.blank.style { runs.append("\(start)-\(index) \(style.summary)") }
            start = index + 1
        }
        return runs
    }
}

extension ScreenCell {
    fileprivate var style: TextStyle {
        TextStyle(foreground, on: background, attributes: attributes)
    }
}

extension TextStyle {
    fileprivate var summary: String {
        let names: [(ScreenCell.Attributes, String)] = [
            (.bold, "bold"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
        ]
        let set = names.filter { attributes.contains($0.0) }.map(\.1)
        return (["\(foreground.summary)/\((background ?? .ground).summary)"] + set).joined(separator: " ")
    }
}

extension CellColor {
    fileprivate var summary: String {
        if let role { return "\(role)" }
        let digits = String(bits, radix: 16)
        return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
