import FoyerCore

/// A raised plate in the middle of a dimmed screen, for alerts and the key help. It has a frame only if its colour
/// alone would not set it off.
package enum Panel {
    /// Columns and rows between the frame and the content.
    static let padding = (columns: 2, rows: 1)

    /// Dims the screen, draws the box and then its content, in the content's own coordinates.
    ///
    /// The box shrinks with the screen: if there is little room, it loses its margin, then its frame.
    ///
    /// - Parameter top: the rows above it that it leaves free, where it fits below them.
    package static func render(
        into canvas: inout Canvas, inside: CellSize, below top: Int = 0, _ draw: (inout Canvas) -> Void
    ) {
        canvas.scrim(0.6)
        let (outer, inner) = places(in: room(in: canvas.bounds, inside: inside, below: top), inside: inside)
        if canvas.theme.canBlend, !canvas.glyphs.isASCII {
            renderPlate(into: &canvas, in: outer, hasEdge: inner != outer)
        } else {
            canvas.fill(.ground, in: outer)
            if inner != outer { canvas.frame(outer, style: .quiet) }
        }
        canvas.within(inner, draw)
    }

    /// The edge takes half of its cells, so that it is as wide at the sides as above and below.
    private static func renderPlate(into canvas: inout Canvas, in rect: Rect, hasEdge: Bool) {
        let fill = canvas.theme.blend(.raised, .faint, 0.2)
        guard hasEdge else { return canvas.fill(fill, in: rect) }
        canvas.fill(fill, in: rect.inset(rows: 1))
        for column in rect.column..<rect.endColumn {
            canvas.put("▄", column: column, row: rect.row, style: TextStyle(fill))
            // In many fonts an upper half leaves a line above it; so the lower half has the page's colour.
            let below = canvas[column, rect.endRow - 1].background
            canvas.put("▄", column: column, row: rect.endRow - 1, style: TextStyle(below, on: fill))
        }
    }

    /// Whether a screen is so small that a box must do without margins.
    package static func isTight(_ screen: CellSize) -> Bool { screen.columns < 24 || screen.rows < 8 }

    static func room(in rect: Rect, inside: CellSize, below top: Int) -> Rect {
        let rest = rect.splitTop(top).rest
        return rest.rows > inside.rows + 2 + 2 * padding.rows ? rest : rect
    }

    /// The places of the box and its content.
    package static func places(in rect: Rect, inside: CellSize) -> (outer: Rect, inner: Rect) {
        let isTight = isTight(rect.size)
        let padding = isTight ? (columns: 1, rows: 0) : padding
        let wanted = CellSize(
            columns: inside.columns + 2 + 2 * padding.columns, rows: inside.rows + 2 + 2 * padding.rows)
        let margin = rect.columns > wanted.columns ? 0 : isTight ? 0 : 1
        let outer = rect.inset(columns: margin).centered(wanted)
        guard outer.rows >= 4, outer.columns >= 8 else { return (outer, outer) }
        let inner = outer.inset(columns: 1 + padding.columns, rows: 1)
        return (outer, outer.rows >= wanted.rows ? inner.inset(rows: padding.rows) : inner)
    }
}

/// A question or a message that wants an answer, over any page.
package struct AlertDialog: StillWidget, Equatable, Sendable {
    package var title: SafeText
    package var message: SafeText
    package var buttons: ButtonRow
    /// The greatest width of the message in columns.
    private static let measure = 44

    package init(title: SafeText, message: SafeText, buttons: ButtonRow) {
        self.title = title
        self.message = message
        self.buttons = buttons
    }

    /// Dims the rectangle and draws the dialog in its middle.
    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        render(into: &canvas, in: rect, below: 0)
    }

    /// Dims the rectangle and draws the dialog in the middle of what is below some rows, if it fits there.
    func render(into canvas: inout Canvas, in rect: Rect, below top: Int) {
        canvas.within(rect) { canvas in
            Panel.render(into: &canvas, inside: insideSize(canvas.size), below: top) { part in
                let (title, message, buttons) = rows(in: part.bounds)
                part.text(self.title, in: title, alignment: .center, style: .strong)
                part.paragraph(self.message, in: message, alignment: .center, style: .quiet)
                self.buttons.render(into: &part, in: buttons)
            }
        }
    }

    /// The index of the button at a place.
    package func hitTest(at place: CellPosition, in rect: Rect) -> Int? { hitTest(at: place, in: rect, below: 0) }

    /// The same for a dialog that was drawn below some rows.
    func hitTest(at place: CellPosition, in rect: Rect, below top: Int) -> Int? {
        let inside = insideSize(rect.size)
        let inner = Panel.places(in: Panel.room(in: rect, inside: inside, below: top), inside: inside).inner
        return buttons.hitTest(at: place, in: rows(in: inner).buttons)
    }

    private func insideSize(_ screen: CellSize) -> CellSize {
        let columns = max(1, min(Self.measure, screen.columns - 8))
        return CellSize(columns: columns, rows: 4 + Canvas.rows(of: message, columns: columns))
    }

    /// If there is little room, the margins shrink first, then the message.
    private func rows(in rect: Rect) -> (title: Rect, message: Rect, buttons: Rect) {
        guard rect.rows > 1 else { return (rect.splitTop(0).top, rect.splitTop(0).top, rect) }
        let (above, buttons) = rect.splitBottom(1)
        let (title, rest) = above.splitTop(1)
        let air = Canvas.rows(of: message, columns: rect.columns) + 2 <= rest.rows ? 1 : 0
        return (title, rest.inset(rows: air), buttons)
    }
}

/// A sentence above the footer that needs no answer. A long one takes up to four rows.
public struct PageNotice: StillWidget, Equatable, Sendable {
    /// The kind of news; each has a sign, so that it does not depend on colour alone.
    public enum Tone: Sendable {
        case plain, good, bad
    }

    /// One sentence.
    public var text: SafeText
    /// Good, bad, or neither.
    public var tone: Tone

    /// A sentence, plain unless said otherwise.
    public init(_ text: SafeText, tone: Tone = .plain) {
        self.text = text
        self.tone = tone
    }

    private static let mostRows = 4

    /// Where the end of the text is drawn, such as an address: a rectangle for each of its rows.
    package func places(ofEnd end: SafeText, in size: CellSize) -> [Rect] {
        let place = textPlace(in: place(in: size))
        let lines = TextWrap.lines(TextWrap.styled(text, .text), width: place.columns)
        var (rest, places) = (end.glyphs.count, [Rect]())
        for (row, line) in lines.enumerated().reversed() where rest > 0 {
            let part = line.suffix(rest)
            rest -= part.count
            let columns = TextWrap.columns(of: Array(part))
            let start = place.column + TextWrap.columns(of: line) - columns
            if row < place.rows { places.append(Rect(column: start, row: place.row + row, columns: columns, rows: 1)) }
        }
        return places.reversed()
    }

    /// One row if the text fits, with its sign and a little room.
    private func place(in size: CellSize) -> Rect {
        let room = PageLayout.split(size).body.inset(columns: PageLayout.margin(columns: size.columns))
        let whole = Canvas.columns(of: text)
        let isLong = whole > room.columns - 4 && room.columns > 6
        let rows = isLong ? min(Self.mostRows, room.rows, Canvas.rows(of: text, columns: room.columns - 6)) : 1
        return room.splitBottom(rows).bottom.centered(CellSize(columns: whole + 6, rows: rows))
    }

    private func textPlace(in place: Rect) -> Rect {
        let columns = place.rows > 1 ? place.columns - 6 : place.columns - 4
        return Rect(column: place.column + 3, row: place.row, columns: max(0, columns), rows: place.rows)
    }

    /// Draws over the bottom of a page, above the footer.
    ///
    /// - Parameter rect: the page, with its footer.
    public func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        let place = place(in: rect.size).moved(columns: rect.column, rows: rect.row)
        guard place.columns > 4, !place.isEmpty else { return }
        let (sign, color): (Unicode.Scalar, CellColor) =
            switch tone {
            case .plain: (canvas.glyphs.dot, .accent)
            case .good: (canvas.glyphs.check, .good)
            case .bad: (canvas.glyphs.cross, .bad)
            }
        let fill = canvas.theme.blend(.raised, .faint, 0.35)
        canvas.fill(fill, in: place)
        canvas.put(sign, column: place.column + 1, row: place.row, style: TextStyle(color))
        canvas.paragraph(text, in: textPlace(in: place))
    }
}
