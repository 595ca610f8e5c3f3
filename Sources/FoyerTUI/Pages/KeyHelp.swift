import FoyerCore

/// All keys, over whatever page is there.
public struct KeyHelp: Equatable, Sendable {
    public var title: SafeText
    /// Keys and what they do; what matters most comes first.
    public var keys: [KeyHint]
    /// The first key shown.
    public var offset: Int

    public init(title: SafeText, keys: [KeyHint], offset: Int = 0) {
        self.title = title
        self.keys = keys
        self.offset = offset
    }

    /// The largest offset that has an effect on a screen of this size.
    public func maximumOffset(in size: CellSize) -> Int {
        max(0, keys.count - visibleKeys(Panel.places(in: Rect(size), inside: insideSize).inner.rows))
    }

    public func render(into canvas: inout Canvas) {
        let first = min(max(0, offset), maximumOffset(in: canvas.size))
        Panel.render(into: &canvas, inside: insideSize) { part in
            let (heading, list) = rows(part.bounds)
            part.text(title, in: heading, alignment: .leading, style: .strong)
            let visible = min(list.rows, keys.count - first)
            let labels = keyColumns + (part.columns >= insideSize.columns ? 3 : 2)
            for line in 0..<max(0, visible) {
                let key = keys[first + line]
                part.text(
                    key.key, column: 0, row: list.row + line, style: TextStyle(.accent, attributes: .bold),
                    columns: keyColumns)
                part.text(
                    key.label, column: labels, row: list.row + line, columns: part.columns - labels - 2)
            }
            ScrollIndicator(first: first, visible: list.rows, total: keys.count)
                .render(into: &part, in: list.splitRight(1).right)
        }
    }

    private var keyColumns: Int { keys.map { Canvas.columns(of: $0.key) }.max() ?? 0 }

    private var insideSize: CellSize {
        let labels = keys.map { Canvas.columns(of: $0.label) }.max() ?? 0
        let columns = max(keyColumns + 3 + labels + 2, Canvas.columns(of: title))
        return CellSize(columns: columns, rows: keys.count + 2)
    }

    private func visibleKeys(_ rows: Int) -> Int {
        rows >= 5 ? rows - 2 : rows
    }

    private func rows(_ rect: Rect) -> (heading: Rect, list: Rect) {
        guard visibleKeys(rect.rows) < rect.rows else { return (rect.splitTop(0).top, rect) }
        return (rect.splitTop(1).top, rect.splitTop(2).rest)
    }
}
