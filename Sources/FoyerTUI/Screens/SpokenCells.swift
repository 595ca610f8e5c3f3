import FoyerCore

/// A screen that does not say itself what it offers, read from its cells: the rows are the text, and the keys that can be
/// clicked are the answers.
extension Spoken {
    package init(reading canvas: Canvas, news: [SafeText] = []) {
        self.init()
        self.news = news
        let keyRows = Set(canvas.keyAreas.flatMap { $0.rect.row..<$0.rect.endRow })
        var paragraph: [String] = []
        func finish() {
            if !paragraph.isEmpty { text.append(SafeText(paragraph.joined(separator: " "))) }
            paragraph = []
        }
        for row in 0..<canvas.buffer.size.rows {
            let words = SpokenLine.words(Self.row(row, of: canvas.buffer, columns: 0..<canvas.buffer.size.columns))
            if words.isEmpty || keyRows.contains(row) { finish() } else { paragraph.append(words) }
        }
        finish()
        if !text.isEmpty { title = text.removeFirst() }
        for (rect, key) in canvas.keyAreas {
            let words = SpokenLine.words(
                Self.row(rect.row, of: canvas.buffer, columns: rect.column..<rect.endColumn))
            let parts = words.split(separator: " ", maxSplits: 1)
            let label = parts.count == 2 && parts[0].count == 1 ? String(parts[1]) : words
            let answer = SpokenAnswer(SafeText(label), press: key)
            if !label.isEmpty, !answers.contains(answer) { answers.append(answer) }
        }
    }

    private static func row(_ row: Int, of buffer: Buffer, columns: Range<Int>) -> SafeText {
        var text = String.UnicodeScalarView()
        for cell in buffer.row(row)[...].dropFirst(columns.lowerBound).prefix(columns.count) where cell.width > 0 {
            text.append(contentsOf: cell.glyph.scalars)
        }
        return SafeText(String(text))
    }
}
