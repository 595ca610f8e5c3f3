import FoyerCore

/// All keys, over any page.
package struct KeyHelp: StillWidget, Equatable, Sendable {
    package var title: SafeText
    /// What takes the panel away, at the right of the title.
    package var close: SafeText
    /// The keys, in the order in which they are shown.
    package var groups: [Group]
    /// The first visible line.
    package var offset: Int

    private let glyphs: DisplayTheme.Glyphs

    /// Keys that belong together.
    package struct Group: Equatable, Sendable {
        /// The page or thing of which these are the keys; empty for a list without groups.
        package var title: SafeText
        /// Keys and what they do, most important first.
        package var keys: [KeyHint]

        package init(_ title: SafeText, _ keys: [KeyHint]) {
            (self.title, self.keys) = (title, keys)
        }
    }

    package init(
        title: SafeText, close: SafeText = "", groups: [Group], glyphs: DisplayTheme.Glyphs = .unicode, offset: Int = 0
    ) {
        self.title = title
        self.close = close
        self.groups = groups
        self.glyphs = glyphs
        self.offset = offset
    }

    /// All keys, without their groups.
    package var keys: [KeyHint] { groups.flatMap(\.keys) }

    /// The largest offset that has an effect on a screen of this size.
    package func maximumOffset(in size: CellSize) -> Int {
        let inner = Panel.places(in: Rect(size), inside: insideSize(in: size)).inner
        return max(0, lines(columns: inner.columns, rows: visibleLines(inner.rows)).count - visibleLines(inner.rows))
    }

    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        canvas.within(rect) { renderPanel(into: &$0) }
    }

    private func renderPanel(into canvas: inout Canvas) {
        let first = min(max(0, offset), maximumOffset(in: canvas.size))
        Panel.render(into: &canvas, inside: insideSize(in: canvas.size)) { part in
            let (heading, list) = rows(part.bounds)
            part.text(title, in: heading, alignment: .leading, style: .strong)
            if headingColumns <= part.columns { part.text(close, in: heading, alignment: .trailing, style: .quiet) }
            let lines = lines(columns: part.columns, rows: list.rows)
            for (index, line) in lines.dropFirst(first).prefix(list.rows).enumerated() {
                let row = list.row + index
                part.line(line.key, column: 0, row: row)
                part.line(line.label, column: line.labelColumn, row: row)
            }
            ScrollIndicator(first: first, visible: list.rows, total: lines.count)
                .render(into: &part, in: list.splitRight(1).right)
        }
    }

    // MARK: - Lines

    private struct Line {
        var key: [StyledGlyph] = []
        var label: [StyledGlyph] = []
        var labelColumn = 0
    }

    /// The columns between keys and labels, and as many at the right for the scroll thumb.
    private static let gap = 3
    private static let edge = 2
    /// The width of a label below which it goes under its keys.
    private static let narrowest = 12

    /// All lines, with a blank one between groups if that leaves them all in sight.
    private func lines(columns: Int, rows: Int) -> [Line] {
        let groups = groups.map { group in
            let title = TextWrap.lines(TextWrap.styled(group.title, .quiet), width: max(1, columns - Self.edge))
            return title.filter { !$0.isEmpty }.map { Line(key: $0) } + lines(of: group.keys, columns: columns)
        }
        let gaps = groups.count - 1
        let isAiry = groups.reduce(gaps) { $0 + $1.count } <= rows
        return Array(groups.joined(separator: isAiry ? [Line()] : []))
    }

    /// A label is beside its keys, or below them if there is little room, in as many lines as it needs.
    private func lines(of keys: [KeyHint], columns: Int) -> [Line] {
        let gap = columns >= widest ? Self.gap : Self.edge
        let isBeside = columns - keyColumns - gap - Self.edge >= min(labelColumns, Self.narrowest)
        let labelColumn = isBeside ? keyColumns + gap : Self.edge
        let style = TextStyle(.accent, attributes: .bold)
        return keys.flatMap { hint -> [Line] in
            let key = TextWrap.lines(TextWrap.styled(hint.text(glyphs), style), width: max(1, columns - Self.edge))
            let label = TextWrap.lines(TextWrap.styled(hint.label, .text), width: columns - labelColumn - Self.edge)
            var lines = label.map { Line(label: $0, labelColumn: labelColumn) }
            guard isBeside, !lines.isEmpty else { return key.map { Line(key: $0) } + lines }
            lines[0].key = key.first ?? []
            return lines
        }
    }

    private var keyColumns: Int { keys.map { Canvas.columns(of: $0.text(glyphs)) }.max() ?? 0 }
    private var labelColumns: Int { keys.map { Canvas.columns(of: $0.label) }.max() ?? 0 }
    private var widest: Int { max(keyColumns + Self.gap + labelColumns + Self.edge, headingColumns) }
    private var headingColumns: Int { Canvas.columns(of: title) + Self.gap + Canvas.columns(of: close) }

    private func insideSize(in size: CellSize) -> CellSize {
        let wanted = CellSize(columns: widest, rows: keys.count + 2)
        let columns = Panel.places(in: Rect(size), inside: wanted).inner.columns
        let airy = CellSize(columns: widest, rows: lines(columns: columns, rows: .max).count + 2)
        let rows = visibleLines(Panel.places(in: Rect(size), inside: airy).inner.rows)
        return CellSize(columns: widest, rows: lines(columns: columns, rows: rows).count + 2)
    }

    private func visibleLines(_ rows: Int) -> Int {
        rows >= 5 ? rows - 2 : rows
    }

    private func rows(_ rect: Rect) -> (heading: Rect, list: Rect) {
        guard visibleLines(rect.rows) < rect.rows else { return (rect.splitTop(0).top, rect) }
        return (rect.splitTop(1).top, rect.splitTop(2).rest)
    }
}
