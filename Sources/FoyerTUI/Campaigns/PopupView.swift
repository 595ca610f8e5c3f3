import FoyerCore

/// Draws a card over a screen, as a function of its content, the focus, the instant and the size. The screen beneath is
/// dimmed and stays in place.
package struct PopupView: Equatable, Sendable {
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

    /// Draws over the canvas; does nothing if the screen is too small for a card.
    package func render(into canvas: inout Canvas, at now: Instant) {
        guard PopupSurroundings(size: canvas.size).hasRoom else { return }
        let fraction = fraction(at: now, canvas.theme)
        let before = fraction < 1 ? Self.cells(of: canvas) : nil
        renderCard(into: &canvas)
        if let before { Self.blend(before, fraction, into: &canvas) }
    }

    /// The next frame of the fade; `nil` once it is complete.
    package func nextChange(after now: Instant, theme: Theme) -> Instant? {
        guard !theme.reducesMotion, now < startedAt + Self.fade else { return nil }
        return min(Motion.nextFrame(from: startedAt, after: now), startedAt + Self.fade)
    }

    private func fraction(at now: Instant, _ theme: Theme) -> Double {
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
        case .mouse(let mouse) where mouse.kind == .click:
            let layout = layout(in: size)
            if layout.close.contains(column: mouse.column, row: mouse.row) { return .close }
            return buttons.button(atColumn: mouse.column, row: mouse.row, in: layout.buttons).map { .press($0) }
        default: return nil
        }
    }
}
