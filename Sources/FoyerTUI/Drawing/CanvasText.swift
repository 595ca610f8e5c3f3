import FoyerCore

extension Canvas {
    /// Writes text, cut with `…` if it does not fit into `columns`, or before the right edge.
    ///
    /// - Returns: The columns it took.
    @discardableResult
    public mutating func text(
        _ text: SafeText, column: Int, row: Int, style: TextStyle = .text, columns: Int? = nil
    ) -> Int {
        let room = max(0, min(columns ?? .max, size.columns - column))
        let (kept, isCut) = Self.cut(text.glyphs, columns: room)
        var position = column
        if writeNarrow(kept, column: column, row: row, style: style) {
            position += kept.count
        } else {
            for glyph in kept {
                put(glyph.glyph, width: glyph.width, column: position, row: row, style: style)
                position += glyph.width
            }
        }
        if isCut, room > 0 {
            put(glyphs.ellipsis, column: position, row: row, style: style)
            position += 1
        }
        return position - column
    }

    /// Writes one line of text into the first row of a rectangle, cut with `…`.
    ///
    /// If centred text cannot be centred exactly, the odd column is always at its right.
    ///
    /// - Returns: The columns it took.
    @discardableResult
    public mutating func text(
        _ text: SafeText, in rect: Rect, alignment: TextAlignment, style: TextStyle = .text
    ) -> Int {
        guard !rect.isEmpty else { return 0 }
        let width = min(text.columns, rect.columns)
        let offset = alignment.offset(of: width, in: rect.columns)
        return self.text(
            text, column: rect.column + offset, row: rect.row, style: style, columns: rect.columns - offset)
    }

    /// Writes text over as many rows as it needs and the rectangle has; the last one is cut with `…` if there is more.
    /// Centred text is broken into lines of similar length.
    ///
    /// - Returns: The rows it took.
    @discardableResult
    public mutating func paragraph(
        _ text: SafeText, in rect: Rect, alignment: TextAlignment = .leading, style: TextStyle = .text
    ) -> Int {
        let glyphs = TextWrap.styled(text, style)
        var lines =
            alignment == .center
            ? TextWrap.balancedLines(glyphs, width: rect.columns) : TextWrap.lines(glyphs, width: rect.columns)
        if lines.count > rect.rows, rect.rows > 0 {
            lines = Array(TextWrap.lines(glyphs, width: rect.columns).prefix(rect.rows))
            let last = lines.removeLast()
            lines.append(withEllipsis(last, style: style, columns: rect.columns))
        }
        for (index, line) in lines.prefix(rect.rows).enumerated() {
            let offset = alignment.offset(of: TextWrap.columns(of: line), in: rect.columns)
            self.line(line, column: rect.column + offset, row: rect.row + index)
        }
        return min(lines.count, rect.rows)
    }

    /// The rows that `paragraph` needs at this width.
    public static func rows(of text: SafeText, columns: Int) -> Int {
        TextWrap.lines(TextWrap.styled(text, .text), width: columns).count
    }

    /// The columns that a text takes on a line.
    public static func columns(of text: SafeText) -> Int {
        text.columns
    }

    /// The part that fits into `columns`, and whether anything was left out. If so, there is room for one more column
    /// for the ellipsis.
    private static func cut(_ glyphs: [SizedGlyph], columns: Int) -> (kept: ArraySlice<SizedGlyph>, isCut: Bool) {
        var used = 0
        var fitting = 0
        for (index, glyph) in glyphs.enumerated() {
            used += glyph.width
            if used <= columns - 1 { fitting = index + 1 }
            guard used <= columns else {
                var kept = glyphs[..<fitting]
                while kept.last?.glyph == .space { kept.removeLast() }
                return (kept, true)
            }
        }
        return (glyphs[...], false)
    }

    mutating func line(_ line: [StyledGlyph], column: Int, row: Int) {
        var position = column
        for glyph in line {
            put(glyph.glyph, width: glyph.width, column: position, row: row, style: glyph.style)
            position += glyph.width
        }
    }

    private func withEllipsis(_ line: [StyledGlyph], style: TextStyle, columns: Int) -> [StyledGlyph] {
        var line = line
        while TextWrap.columns(of: line) > columns - 1 || line.last?.isSpace == true { line.removeLast() }
        line.append(StyledGlyph(glyph: Glyph(glyphs.ellipsis), width: 1, style: style, link: nil))
        return line
    }
}

extension TextAlignment {
    func offset(of width: Int, in room: Int) -> Int {
        switch self {
        case .leading: 0
        case .center: max(0, (room - width) / 2)
        case .trailing: max(0, room - width)
        }
    }
}
