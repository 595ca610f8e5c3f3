import FoyerCore

/// All keys, over whatever page is there.
public struct KeyHelp: Equatable, Sendable {
    public var title: SafeText
    /// Keys and what they do; what matters most comes first.
    public var keys: [KeyHint]
    /// The first line shown.
    public var offset: Int

    /// Columns of what a key does, beside it; with fewer it stands below.
    private static let leastLabel = 16

    public init(title: SafeText, keys: [KeyHint], offset: Int = 0) {
        self.title = title
        self.keys = keys
        self.offset = offset
    }

    /// The largest offset that has an effect on a screen of this size.
    public func maximumOffset(in size: CellSize) -> Int {
        let inner = Panel.places(in: Rect(size), inside: insideSize(in: size)).inner
        return max(0, lines(columns: inner.columns).count - visibleLines(inner.rows))
    }

    public func render(into canvas: inout Canvas) {
        let first = min(max(0, offset), maximumOffset(in: canvas.size))
        Panel.render(into: &canvas, inside: insideSize(in: canvas.size)) { part in
            let (heading, list) = rows(part.bounds)
            part.text(title, in: heading, alignment: .leading, style: .strong)
            let lines = lines(columns: part.columns)
            for (row, line) in lines.dropFirst(first).prefix(max(0, list.rows)).enumerated() {
                part.text(
                    line.key, column: 0, row: list.row + row, style: TextStyle(.accent, attributes: .bold),
                    columns: min(keyColumns, part.columns))
                part.line(line.label, column: line.column, row: list.row + row)
            }
            ScrollIndicator(first: first, visible: list.rows, total: lines.count)
                .render(into: &part, in: list.splitRight(1).right)
        }
    }

    // MARK: - Lines

    private struct Line {
        var key: SafeText = ""
        var label: [StyledGlyph] = []
        var column = 0
    }

    /// What keys do is said whole, over as many lines as it needs.
    private func lines(columns: Int) -> [Line] {
        let beside = keyColumns + (columns >= wishedColumns ? 3 : 2)
        let isBeside = columns >= wishedColumns || columns - beside - Self.scrollColumns >= Self.leastLabel
        let column = isBeside ? beside : 2
        return keys.flatMap { key in
            let label = TextWrap.lines(
                TextWrap.styled(key.label, .text), width: max(1, columns - column - Self.scrollColumns))
            var lines = label.map { Line(label: $0, column: column) }
            if !isBeside || lines.isEmpty { lines.insert(Line(), at: 0) }
            lines[0].key = key.key
            return lines
        }
    }

    /// Kept free for the sign of scrolling.
    private static let scrollColumns = 2

    private var keyColumns: Int { keys.map { Canvas.columns(of: $0.key) }.max() ?? 0 }

    /// With these every key has one line.
    private var wishedColumns: Int {
        let labels = keys.map { Canvas.columns(of: $0.label) }.max() ?? 0
        return max(keyColumns + 3 + labels + Self.scrollColumns, Canvas.columns(of: title))
    }

    private func insideSize(in size: CellSize) -> CellSize {
        let wished = CellSize(columns: wishedColumns, rows: keys.count + 2)
        let columns = Panel.places(in: Rect(size), inside: wished).inner.columns
        return CellSize(columns: wishedColumns, rows: lines(columns: columns).count + 2)
    }

    private func visibleLines(_ rows: Int) -> Int {
        rows >= 5 ? rows - 2 : rows
    }

    private func rows(_ rect: Rect) -> (heading: Rect, list: Rect) {
        guard visibleLines(rect.rows) < rect.rows else { return (rect.splitTop(0).top, rect) }
        return (rect.splitTop(1).top, rect.splitTop(2).rest)
    }
}
