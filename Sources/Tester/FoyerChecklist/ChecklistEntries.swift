import Foyer

/// What a tester writes down beside a verdict: the note, and the defect once there is one.
struct ChecklistEntries {
    let note: TextField
    let defect: String
    /// The text being written.
    let draft: TextField?
    let writesDefect: Bool
    let language: Language

    /// The most rows of one text.
    private static let most = 4

    private struct Entry {
        let label: SafeText
        let field: TextField
        var rows = 1
    }

    /// The rows that they need of a page, of which the card keeps most.
    func rows(columns: Int, of page: Int) -> Int {
        entries(columns: columns, rows: max(1, page / 3)).reduce(0) { $0 + $1.rows }
    }

    func draw(in canvas: inout Canvas, _ rect: Rect) {
        let labels = labels(rect.columns)
        var rest = rect
        for entry in entries(columns: rect.columns, rows: rect.rows) {
            let (place, below) = rest.splitTop(entry.rows)
            canvas.text(
                entry.label, in: place.line(0), alignment: .leading, style: entry.field.isFocused ? .accent : .quiet)
            entry.field.renderWrapped(into: &canvas, in: place.splitLeft(labels).rest)
            rest = below
        }
    }

    /// The columns of the names before them.
    private func labels(_ columns: Int) -> Int {
        min(columns / 3, max(Canvas.columns(of: language[.note]), Canvas.columns(of: language[.defect])) + 2)
    }

    /// - Parameter rows: how many they may take.
    private func entries(columns: Int, rows: Int) -> [Entry] {
        let (isWritten, width) = (draft != nil, columns - labels(columns))
        var entries = [
            Entry(label: language[.note], field: field(writesDefect ? note : draft ?? note, isWritten && !writesDefect))
        ]
        if isWritten && writesDefect || !defect.isEmpty {
            let text = writesDefect ? draft : nil
            entries.append(
                Entry(label: language[.defect], field: field(text ?? TextField("", text: defect), text != nil)))
        }
        // Where there is room for one, it is the one being written.
        if rows < entries.count { entries = [entries.first(where: \.field.isFocused) ?? entries[0]] }
        var left = rows - entries.count
        for index in entries.indices.sorted(by: { entries[$0].field.isFocused && !entries[$1].field.isFocused }) {
            let more = min(left, min(Self.most, entries[index].field.rows(columns: width)) - 1)
            entries[index].rows += max(0, more)
            left -= max(0, more)
        }
        return entries
    }

    private func field(_ text: TextField, _ isFocused: Bool) -> TextField {
        var field = text
        field.isFocused = isFocused
        return field
    }
}
