import FoyerCore

extension Canvas {
    /// Fills a rectangle, or the whole canvas, with a background and spaces.
    public mutating func fill(_ background: Color, in rect: Rect? = nil) {
        fill(Cell(background: background), in: rect)
    }

    /// Fills a rectangle, or the whole canvas, with a cell that is one column wide.
    public mutating func fill(_ cell: Cell, in rect: Rect? = nil) {
        let area = (rect ?? bounds).intersection(bounds)
        guard cell.glyph != .space else { return fillBlank(area, with: cell) }
        for row in area.row..<area.endRow {
            for column in area.column..<area.endColumn {
                put(cell, column: column, row: row)
            }
        }
    }

    /// Draws a box along the edge of a rectangle; none below two columns or rows.
    public mutating func frame(_ rect: Rect, style: TextStyle = .faint) {
        frame(rect, signs: glyphs.frame, style: style)
    }

    mutating func frame(_ rect: Rect, signs frame: Glyphs.Border, style: TextStyle) {
        guard rect.columns > 1, rect.rows > 1 else { return }
        let (right, bottom) = (rect.endColumn - 1, rect.endRow - 1)
        for column in rect.column + 1..<right {
            put(frame.horizontal, column: column, row: rect.row, style: style)
            put(frame.horizontal, column: column, row: bottom, style: style)
        }
        for row in rect.row + 1..<bottom {
            put(frame.vertical, column: rect.column, row: row, style: style)
            put(frame.vertical, column: right, row: row, style: style)
        }
        put(frame.topLeft, column: rect.column, row: rect.row, style: style)
        put(frame.topRight, column: right, row: rect.row, style: style)
        put(frame.bottomLeft, column: rect.column, row: bottom, style: style)
        put(frame.bottomRight, column: right, row: bottom, style: style)
    }

    /// Draws a horizontal line, beginning at a column.
    public mutating func rule(column: Int, row: Int, columns: Int, style: TextStyle = .faint) {
        for offset in 0..<max(0, columns) {
            put(glyphs.rule, column: column + offset, row: row, style: style)
        }
    }

    /// Draws a picture in the middle of a rectangle; a larger one is cut evenly.
    public mutating func picture(_ picture: CellPicture, in rect: Rect) {
        let column = (rect.columns - picture.size.columns) / 2
        let row = (rect.rows - picture.size.rows) / 2
        within(rect) { part in
            part.picture(picture, column: column, row: row)
        }
    }

    /// Lays a veil over the content: every colour moves towards `color` by `strength` (0…1).
    ///
    /// If intermediate colours cannot be shown, text becomes faint and filled areas are emptied. A veil over the whole
    /// canvas disables all clickable keys.
    package mutating func scrim(_ strength: Double, towards color: Color = .ground, in rect: Rect? = nil) {
        let theme = theme
        if rect == nil { forgetKeys() }
        veilPictures(strength, towards: color, in: rect)
        restyle(rect ?? bounds) { $0.veil(strength, towards: color, theme) }
    }
}
