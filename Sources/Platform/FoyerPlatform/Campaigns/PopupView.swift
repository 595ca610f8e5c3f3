import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// Draws a card over a screen, as a function of its content, the focus, the instant and the size. The screen beneath is
/// dimmed and stays in place.
package struct PopupView: Widget, Equatable, Sendable {
    package var title: SafeText
    package var text: SafeText
    package var labels: [SafeText]
    /// Mapped at `PopupLayout.picture`; one of another size is cut to its middle.
    package var picture: CellPicture?
    package var hasPicture: Bool
    /// The index of the button that Enter presses; the number of buttons for ✕.
    package var focus = 0
    /// When it appeared and began to fade in.
    package var startedAt: Instant

    private static let fade = Motion.sheet

    /// - Parameter hasPicture: whether it has a picture, even if that is not mapped yet.
    package init(_ data: PopupData, hasPicture: Bool, startedAt: Instant) {
        title = SafeText(data.title)
        text = SafeText(data.text)
        labels = data.buttons.map { SafeText($0.label) }
        self.hasPicture = hasPicture
        self.startedAt = startedAt
    }

    package func layout(in size: CellSize) -> PopupLayout {
        PopupLayout(
            size: size, title: title, text: text, hasPicture: hasPicture, buttons: buttons)
    }

    private var buttons: ButtonRow { ButtonRow(labels.map { Button(key: "", label: $0) }, focus: focus) }

    // MARK: - Drawing

    /// Draws over the rectangle; does nothing if it is too small for a card.
    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        canvas.within(rect) { renderOver(&$0, at: now) }
    }

    private func renderOver(_ canvas: inout Canvas, at now: Instant) {
        guard PopupConditions(size: canvas.size).hasRoom else { return }
        let fraction = fraction(at: now, canvas.theme)
        let before = fraction < 1 ? Self.cells(of: canvas) : nil
        renderCard(into: &canvas)
        if let before { Self.blend(before, fraction, into: &canvas) }
    }

    /// The next frame of the fade; `nil` once it is complete.
    package func nextChange(after now: Instant, theme: DisplayTheme) -> Instant? {
        guard !theme.reducesMotion, now < startedAt + Self.fade else { return nil }
        return min(Motion.nextFrame(from: startedAt, after: now), startedAt + Self.fade)
    }

    private func fraction(at now: Instant, _ theme: DisplayTheme) -> Double {
        theme.reducesMotion ? 1 : Motion.fraction(from: startedAt, lasting: Self.fade, at: now)
    }

    private static func cells(of canvas: Canvas) -> Buffer {
        var copy = Buffer(size: canvas.size)
        for row in 0..<canvas.rows {
            for column in 0..<canvas.columns { copy[column, row] = canvas[column, row] }
        }
        return copy
    }

    private static func blend(_ before: Buffer, _ fraction: Double, into canvas: inout Canvas) {
        let between = Transition.render(
            from: before, to: cells(of: canvas), fraction: fraction, theme: canvas.theme)
        guard let picture = CellPicture(size: between.size, cells: between.cells) else { return }
        canvas.picture(picture, column: 0, row: 0)
    }

    private func renderCard(into canvas: inout Canvas) {
        let layout = layout(in: canvas.size)
        Panel.render(into: &canvas, inside: layout.inside) { _ in }
        if let picture, !layout.picture.isEmpty { canvas.picture(picture, in: layout.picture) }
        canvas.paragraph(title, in: layout.title, alignment: .center, style: .strong)
        canvas.paragraph(text, in: layout.text, alignment: .center, style: .text)
        buttons.render(into: &canvas, in: layout.buttons)
        renderCross(into: &canvas, layout)
    }

    /// If colours cannot show the focus on ✕, brackets do.
    private func renderCross(into canvas: inout Canvas, _ layout: PopupLayout) {
        let (column, row) = layout.cross
        let hasFocus = focus == labels.count
        if hasFocus { canvas.markFocus(column: column, row: row) }
        if hasFocus, canvas.glyphs.isASCII || canvas.theme.depth == .mono {
            canvas.put("[", column: column - 1, row: row, style: .strong)
            canvas.put("]", column: column + 1, row: row, style: .strong)
        }
        canvas.put(canvas.glyphs.cross, column: column, row: row, style: hasFocus ? .focused : .quiet)
    }

    // MARK: - Input

    /// The command that an input stands for; `nil` if the card does not use it.
    package func command(for input: InputEvent, in size: CellSize) -> PopupCommand? {
        switch input {
        case .key(.tab), .key(.right), .key(.down): return .next
        case .key(.backTab), .key(.left), .key(.up): return .previous
        case .key(.enter): return .choose
        case .key(.character("q")), .key(.escape): return .close
        case .mouse(let mouse) where mouse.kind == .click: return hitTest(at: mouse.position, in: Rect(size))
        default: return nil
        }
    }

    /// What a click on a button or ✕ means.
    package func hitTest(at place: CellPosition, in rect: Rect) -> PopupCommand? {
        let place = CellPosition(column: place.column - rect.column, row: place.row - rect.row)
        let layout = layout(in: rect.size)
        if layout.close.contains(place) { return .close }
        return buttons.hitTest(at: place, in: layout.buttons).map { .press($0) }
    }
}

/// The places of a card's parts on a screen. A part without room is empty.
package struct PopupLayout: Equatable, Sendable {
    /// The plate with its edge.
    package let card: Rect
    package let picture: Rect
    package let title: Rect
    package let text: Rect
    package let buttons: Rect
    /// ✕, with the cells around it that a click may hit.
    package let close: Rect
    /// The size of the plate's content, without its edge.
    let inside: CellSize

    private static let measure = 24...64
    private static let titleRows = 2
    private static let textRows = 6
    private static let crossRoom = 2
    /// So many rows a picture leaves, so that a page's head and footer stay free; two of them are the card's own edge.
    private static let pageRows = 6
    /// A picture is not shown in fewer rows.
    private static let leastPictureRows = 3
    /// Columns for each row of a picture: it is a little more than twice as wide as high.
    private static let pictureAspect = 4.4

    package init(size: CellSize, title: SafeText, text: SafeText, hasPicture: Bool, buttons: ButtonRow) {
        let isTight = Panel.isTight(size)
        let free = Panel.places(in: Rect(size), inside: CellSize(columns: 1_000, rows: 1_000)).inner.size
        let wished = min(max(size.columns * 6 / 10, Self.measure.lowerBound), Self.measure.upperBound)
        let columns = max(1, min(free.columns, wished))
        let buttonRows = buttons.buttons.isEmpty ? 0 : min(buttons.rows(columns: columns), max(1, free.rows - 1))
        // If there is little room, gaps are dropped first, then the picture, then the text. ✕ is then beside the title,
        // which leaves it a cell and a gap.
        let titleColumns = isTight ? max(1, columns - Self.crossRoom) : columns
        let titleRows = min(
            Self.titleRows, Canvas.rows(of: title, columns: titleColumns), max(1, free.rows - buttonRows))
        let rest = max(0, free.rows - titleRows - buttonRows)
        let textRows = min(Self.textRows, text.isEmpty ? 0 : Canvas.rows(of: text, columns: columns), rest)
        let air = isTight ? 0 : min(rest - textRows, (textRows > 0 && rest - textRows > 4 ? 1 : 0) + min(1, buttonRows))
        let gap = hasPicture && rest - textRows - air > Self.leastPictureRows ? 1 : 0
        let wantedPicture = Int((Double(columns) / Self.pictureAspect).rounded())
        let left = rest - textRows - air - gap
        let room = min(left, max(left - Self.pageRows, Self.leastPictureRows), wantedPicture)
        let pictureRows = hasPicture && room >= Self.leastPictureRows ? room : 0
        let used = pictureRows + (pictureRows > 0 ? gap : 0) + titleRows + textRows + air + buttonRows
        inside = CellSize(columns: columns, rows: used)
        let places = Panel.places(in: Rect(size), inside: inside)
        card = places.outer
        let inner = places.inner
        let (picture, below) = inner.splitTop(pictureRows)
        let (titlePlace, rest2) = below.splitTop(pictureRows > 0 ? gap : 0).rest.splitTop(titleRows)
        self.picture = picture
        self.title = Rect(
            column: titlePlace.column, row: titlePlace.row, columns: min(titlePlace.columns, titleColumns),
            rows: titlePlace.rows)
        let (above, buttons) = rest2.splitBottom(buttonRows)
        self.buttons = buttons
        let textAir = max(0, min(air - min(1, buttonRows), above.rows - textRows))
        self.text = above.splitTop(textAir).rest.splitTop(textRows).top
        close = Rect(column: card.endColumn - 3, row: card.row, columns: 3, rows: min(2, card.rows))
    }

    /// The cell of ✕.
    var cross: (column: Int, row: Int) { (close.column + 1, close.endRow - 1) }
}
