import FoyerCore

/// A rectangle of a buffer to draw on, with coordinates of its own: column 0, row 0 is its top left cell.
///
/// Nothing is drawn outside the rectangle. Draw on a part of it with `within`:
/// ```swift
/// canvas.within(Rect(column: 2, row: 1, columns: 20, rows: 3)) { part in
///     part.fill(.raised)
///     part.text(title, column: 0, row: 0, style: .strong)
/// }
/// ```
public struct Canvas: Sendable {
    /// The whole screen as drawn so far, not only this rectangle.
    package private(set) var buffer: Buffer
    /// Colours, signs, and whether things move.
    public let theme: DisplayTheme
    /// The size of the drawable area; smaller inside `within(_:_:)`.
    public private(set) var size: CellSize
    private var originColumn = 0
    private var originRow = 0
    /// The drawable area, in the buffer's coordinates.
    private var clip: Rect
    /// Where a click means a key, in the buffer's coordinates.
    private(set) var keyAreas: [(rect: Rect, key: KeyEvent)] = []

    /// Where the focus is, in the buffer's coordinates; `nil` while nothing has it.
    package private(set) var focus: CellPosition?

    /// Pictures that may be shown in pixels, in the buffer's coordinates.
    package private(set) var pictures: [FramePicture] = []
    /// Pictures that may soon come into view, in the places that they will have.
    package private(set) var expected: [FramePicture] = []
    /// What the parts of the screen say in lines.
    package internal(set) var speech = CanvasSpeech()
    /// A text for the terminal's clipboard, which stays until another takes its place.
    package var copied: ClipboardText?
    /// The window's title; `nil` for the one that it has.
    package var title: SafeText?

    /// Draws on a buffer that may already have content.
    package init(_ buffer: Buffer, theme: DisplayTheme = DisplayTheme()) {
        self.buffer = buffer
        self.theme = theme
        size = buffer.size
        clip = buffer.bounds
    }

    /// An empty canvas.
    public init(size: CellSize, theme: DisplayTheme = DisplayTheme()) {
        self.init(Buffer(size: size), theme: theme)
    }

    /// All of it, from column and row 0.
    public var bounds: Rect { Rect(size) }
    /// Its width in cells.
    public var columns: Int { size.columns }
    /// Its height in cells.
    public var rows: Int { size.rows }
    /// The theme's signs: Unicode, or only ASCII.
    public var glyphs: DisplayTheme.Glyphs { theme.glyphs }

    /// Draws on a part of this canvas, in the part's own coordinates.
    public mutating func within(_ rect: Rect, _ draw: (inout Canvas) -> Void) {
        let saved = (size, originColumn, originRow, clip)
        originColumn += rect.column
        originRow += rect.row
        size = rect.size
        clip = clip.intersection(
            Rect(column: originColumn, row: originRow, columns: rect.columns, rows: rect.rows))
        draw(&self)
        (size, originColumn, originRow, clip) = saved
    }

    /// The cell there; blank outside the screen.
    public subscript(column: Int, row: Int) -> ScreenCell {
        buffer[originColumn + column, originRow + row]
    }

    /// Writes one cell. A wide one that does not fit becomes a space; in an ASCII theme, any other sign becomes its
    /// closest equivalent.
    public mutating func put(_ cell: ScreenCell, column: Int, row: Int) {
        let (column, row) = (originColumn + column, originRow + row)
        guard clip.contains(column: column, row: row) else { return }
        if speech.hasAreas { speech.cover(Rect(column: column, row: row, columns: max(1, Int(cell.width)), rows: 1)) }
        if theme.glyphs.isASCII, cell.glyph.base >= 0x7F || cell.glyph.mark0 != 0 {
            putASCII(cell, column: column, row: row)
        } else if cell.width > 1, column + 1 >= clip.endColumn {
            buffer[column, row] = cell.blanked
        } else {
            buffer[column, row] = cell
        }
    }

    /// Writes a space into every cell of an area of this canvas, as nearly every page does first.
    private mutating func fillBlank(_ area: Rect, with cell: ScreenCell) {
        let area = seen(area)
        if speech.hasAreas { speech.cover(area) }
        buffer.fill(area, with: cell)
    }

    /// Writes one sign in a style.
    public mutating func put(_ scalar: Unicode.Scalar, column: Int, row: Int, style: TextStyle = .text) {
        put(Glyph(scalar), width: 1, column: column, row: row, style: style)
    }

    mutating func put(_ glyph: Glyph, width: Int, column: Int, row: Int, style: TextStyle) {
        let background = style.background ?? self[column, row].background
        put(
            ScreenCell(
                glyph, foreground: style.foreground, background: background, attributes: style.attributes,
                width: UInt8(clamping: width)),
            column: column, row: row)
    }

    /// Writes glyphs side by side if all of them are seen and none is wide or has to become ASCII, as most text is;
    /// `false` if nothing was written.
    mutating func writeNarrow(_ glyphs: ArraySlice<SizedGlyph>, column: Int, row: Int, style: TextStyle) -> Bool {
        let place = Rect(column: originColumn + column, row: originRow + row, columns: glyphs.count, rows: 1)
        guard !theme.glyphs.isASCII, !place.isEmpty, place.intersection(clip) == place else { return false }
        guard buffer.writeNarrow(glyphs, column: place.column, row: place.row, style: style) else { return false }
        if speech.hasAreas { speech.cover(place) }
        return true
    }

    /// Writes a picture's cells row by row, from its top left cell; a frame of a slide is little else.
    public mutating func picture(_ picture: CellPicture, column: Int, row: Int) {
        self.picture(picture, column: column, row: row, isFollowed: false)
    }

    /// - Parameter isFollowed: whether its pixels follow it while it moves, where the terminal can move them; then it may
    ///   be cut at an edge, too.
    package mutating func picture(_ picture: CellPicture, column: Int, row: Int, isFollowed: Bool) {
        let place = place(of: picture, column: column, row: row)
        let seen = place.intersection(clip)
        guard !seen.isEmpty else { return }
        if speech.hasAreas { speech.cover(seen) }
        if let drawn = FramePicture(picture, in: place, seen: seen, isFollowed: isFollowed, theme: theme) {
            pictures.append(drawn)
        }
        for line in seen.row..<seen.endRow {
            let start = (line - place.row) * picture.size.columns + seen.column - place.column
            let cells = picture.cells[start..<start + seen.columns]
            buffer.write(theme.glyphs.isASCII ? cells.map(\.inASCII)[...] : cells, column: seen.column, row: line)
        }
    }

    // MARK: Pictures

    private func place(of picture: CellPicture, column: Int, row: Int) -> Rect {
        Rect(
            column: originColumn + column, row: originRow + row, columns: picture.size.columns,
            rows: picture.size.rows)
    }

    /// Announces a picture that may soon come into view there, so that the terminal has its pixels by then.
    package mutating func expect(_ picture: CellPicture, column: Int, row: Int) {
        let place = place(of: picture, column: column, row: row)
        if let coming = FramePicture(picture, in: place, seen: place, isFollowed: true, theme: theme) {
            expected.append(coming)
        }
    }

    /// Announces the pictures of a canvas of this size that comes into view.
    mutating func expect(picturesOf other: Canvas) { expected += other.pictures + other.expected }

    /// Takes over the pictures of a canvas of this size whose cells are here.
    mutating func keep(picturesOf other: Canvas) { pictures += other.pictures }

    /// A veil over the whole canvas covers its pictures, which stay cells beneath it.
    private mutating func veilPictures(_ strength: Double, towards color: CellColor, in rect: Rect?) {
        guard let rect else {
            pictures = []
            return
        }
        let area = rect.moved(columns: originColumn, rows: originRow).intersection(clip)
        let veil = FramePicture.Veil(rect: area, strength: strength, color: color)
        for index in pictures.indices { pictures[index].cover(veil) }
        for index in expected.indices { expected[index].cover(veil) }
    }

    /// Takes over the pictures and the focus of a canvas whose cells were copied here.
    package mutating func adopt(picturesOf other: Canvas, column: Int, row: Int) {
        if let place = other.focus { markFocus(column: place.column + column, row: place.row + row) }
        func moved(_ picture: FramePicture) -> FramePicture {
            var moved = picture
            moved.move(columns: originColumn + column, rows: originRow + row)
            return moved
        }
        pictures += other.pictures.map(moved)
        expected += other.expected.map(moved)
    }

    // MARK: Keys that can be clicked

    /// Makes a click there press the key. If places overlap, the last one counts.
    public mutating func mark(_ rect: Rect, as key: KeyEvent) {
        let area = seen(rect)
        if !area.isEmpty { keyAreas.append((area, key)) }
    }

    /// A rectangle of this canvas in the buffer's coordinates, as far as it is seen.
    package func seen(_ rect: Rect) -> Rect { rect.moved(columns: originColumn, rows: originRow).intersection(clip) }

    /// Forgets all clickable keys, what is said in lines, and the focus so far, because something covers them now.
    package mutating func forgetKeys() {
        keyAreas = []
        speech = CanvasSpeech()
        focus = nil
    }

    /// Says that the focus is at a cell: the terminal's cursor stands there, so that magnifiers and braille lines follow
    /// it. The last call counts; without one, the cursor is hidden.
    public mutating func markFocus(column: Int, row: Int) {
        let (column, row) = (originColumn + column, originRow + row)
        if clip.contains(column: column, row: row) { focus = CellPosition(column: column, row: row) }
    }

    /// The key that a click at a cell of the screen stands for.
    public func key(atColumn column: Int, row: Int) -> KeyEvent? {
        keyAreas.last { $0.rect.contains(column: column, row: row) }?.key
    }

    /// Changes the colours of what is there; glyphs stay.
    package mutating func restyle(_ rect: Rect, _ change: (inout ScreenCell) -> Void) {
        let area = rect.moved(columns: originColumn, rows: originRow).intersection(clip)
        for row in area.row..<area.endRow {
            for column in area.column..<area.endColumn {
                buffer.restyle(column: column, row: row, change)
            }
        }
    }

    /// A wide character keeps its two columns, so that nothing moves.
    private mutating func putASCII(_ cell: ScreenCell, column: Int, row: Int) {
        var plain = cell
        plain.glyph = Glyph(DisplayTheme.Glyphs.substitute(for: cell.glyph.base))
        plain.width = min(cell.width, 1)
        buffer[column, row] = plain
        if cell.width > 1, column + 1 < clip.endColumn { buffer[column + 1, row] = plain }
    }
}

extension ScreenCell {
    /// The same in ASCII. Each half of a wide character becomes a sign of its own.
    fileprivate var inASCII: ScreenCell {
        guard glyph.base >= 0x7F || glyph.mark0 != 0 || width != 1 else { return self }
        var plain = self
        plain.glyph = width == 0 ? .space : Glyph(DisplayTheme.Glyphs.substitute(for: glyph.base))
        plain.width = 1
        return plain
    }
}

extension Canvas {
    /// Writes text, cut with `…` if it does not fit into `columns`, or before the right edge.
    ///
    /// - Returns: The columns it took.
    @discardableResult
    public mutating func text(
        _ text: SafeText, column: Int, row: Int, style: TextStyle = .text, columns: Int? = nil
    ) -> Int {
        let room = max(0, min(columns ?? .max, size.columns - column))
        let (kept, isCut) = Self.cut(text.glyphs(beyond: room), columns: room)
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
        _ text: SafeText, in rect: Rect, alignment: Canvas.Alignment, style: TextStyle = .text
    ) -> Int {
        guard !rect.isEmpty else { return 0 }
        let width = text.columns(atMost: rect.columns)
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
        _ text: SafeText, in rect: Rect, alignment: Canvas.Alignment = .leading, style: TextStyle = .text
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

    package mutating func line(_ line: [StyledGlyph], column: Int, row: Int) {
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

extension Canvas.Alignment {
    func offset(of width: Int, in room: Int) -> Int {
        switch self {
        case .leading: 0
        case .center: max(0, (room - width) / 2)
        case .trailing: max(0, room - width)
        }
    }
}

extension Canvas {
    /// Fills a rectangle, or the whole canvas, with a background and spaces.
    public mutating func fill(_ background: CellColor, in rect: Rect? = nil) {
        fill(ScreenCell(background: background), in: rect)
    }

    /// Fills a rectangle, or the whole canvas, with a cell that is one column wide.
    public mutating func fill(_ cell: ScreenCell, in rect: Rect? = nil) {
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

    mutating func frame(_ rect: Rect, signs frame: DisplayTheme.Glyphs.Border, style: TextStyle) {
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

    /// Lays a veil over the content, as beneath a card of your own: every colour moves towards `color` by `strength` (0…1).
    ///
    /// If intermediate colours cannot be shown, text becomes faint and filled areas are emptied. Without `rect`, nothing
    /// that was drawn before can be clicked or has the focus, and in lines lists and fields of before ask for nothing.
    public mutating func scrim(_ strength: Double, towards color: CellColor = .ground, in rect: Rect? = nil) {
        let theme = theme
        if rect == nil { forgetKeys() }
        veilPictures(strength, towards: color, in: rect)
        restyle(rect ?? bounds) { $0.veil(strength, towards: color, theme) }
    }
}
