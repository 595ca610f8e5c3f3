import FoyerCore

/// A field over several rows, for what is longer than a line.
extension TextField {
    /// The rows that the text needs at this width, with the cursor behind it if it is edited.
    package func rows(columns: Int) -> Int { lines(columns: columns).count }

    /// Draws the text over the rows of a rectangle, with the cursor in view; without the focus, from its beginning. Where
    /// there is more, `…` stands beside it.
    package func renderWrapped(into canvas: inout Canvas, in rect: Rect) {
        let lines = lines(columns: rect.columns)
        let focus = isFocused ? lines.lastIndex { $0.lowerBound <= cursor } ?? 0 : 0
        let first = max(0, focus - rect.rows + 1)
        let last = min(lines.count, first + rect.rows)
        canvas.within(rect) { part in
            part.fill(.raised)
            for (row, line) in lines[first..<last].enumerated() { draw(line, row: row, in: &part) }
            if first > 0 { part.put(part.glyphs.ellipsis, column: 0, row: 0, style: .quiet) }
            if last < lines.count {
                part.put(part.glyphs.ellipsis, column: part.columns - 1, row: last - 1 - first, style: .quiet)
            }
        }
        if isFocused { canvas.speak(fieldOf: label, holding: SafeText(text), in: rect) }
    }

    private func draw(_ line: Range<Int>, row: Int, in part: inout Canvas) {
        let end = min(line.upperBound, characters.count)
        part.text(SafeText(String(characters[line.lowerBound..<end])), column: 1, row: row)
        guard isFocused, line.contains(cursor) else { return }
        let column = 1 + Canvas.columns(of: SafeText(String(characters[line.lowerBound..<cursor])))
        part.markFocus(column: column, row: row)
        let under = SafeText(cursor < characters.count ? String(characters[cursor]) : " ")
        part.text(under, column: column, row: row, style: .focused)
    }

    /// The characters of each line; if the text is edited, the last has room for the cursor behind it.
    private func lines(columns: Int) -> [Range<Int>] {
        let room = max(1, columns - 2)
        let widths = characters.map { Canvas.columns(of: SafeText(String($0))) } + (isFocused ? [1] : [])
        var lines: [Range<Int>] = []
        var (start, used, gap) = (0, 0, 0)
        for (index, width) in widths.enumerated() {
            if used + width > room, index > start {
                // Behind the last space, unless a word is longer than a line.
                let end = gap > start ? gap : index
                lines.append(start..<end)
                (start, used) = (end, widths[end..<index].reduce(0, +))
            }
            used += width
            if index < characters.count, characters[index] == " " { gap = index + 1 }
        }
        return lines + [start..<max(start, widths.count)]
    }
}
