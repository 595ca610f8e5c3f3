import FoyerCore

/// A button: `r  Reload`. The focused one is filled.
package struct Button: Equatable, Sendable {
    /// The key that presses it from anywhere; may be empty.
    package var key: SafeText
    package var label: SafeText

    package init(key: SafeText, label: SafeText) {
        self.key = key
        self.label = label
    }

    fileprivate func columns(withKey: Bool) -> Int {
        Canvas.columns(of: label) + 4 + (withKey && !key.isEmpty ? Canvas.columns(of: key) + 2 : 0)
    }

    fileprivate func render(into canvas: inout Canvas, in rect: Rect, isFocused: Bool, withKey: Bool) {
        if isFocused { canvas.markFocus(column: rect.column + min(2, max(0, rect.columns - 1)), row: rect.row) }
        let theme = canvas.theme
        let fill: CellColor = isFocused ? .accent : .raised
        let style = isFocused ? TextStyle.focused : TextStyle(.text, on: fill)
        let caps: TextStyle
        if theme.glyphs.isASCII || theme.depth == .mono {
            caps = TextStyle(isFocused ? .text : .faint, attributes: isFocused ? .bold : [])
            canvas.put(isFocused ? "[" : " ", column: rect.column, row: rect.row, style: caps)
            canvas.put(isFocused ? "]" : " ", column: rect.endColumn - 1, row: rect.row, style: caps)
        } else {
            caps = TextStyle(fill)
            canvas.put(canvas.glyphs.caps.left, column: rect.column, row: rect.row, style: caps)
            canvas.put(canvas.glyphs.caps.right, column: rect.endColumn - 1, row: rect.row, style: caps)
        }
        canvas.within(rect.inset(columns: 1)) { part in
            part.fill(fill)
            var column = 1
            if withKey, !key.isEmpty {
                let keyStyle = isFocused ? style : TextStyle(.accent, on: fill)
                column += part.text(key, column: column, row: 0, style: keyStyle) + 2
            }
            part.text(label, column: column, row: 0, style: style, columns: part.columns - column - 1)
        }
    }
}

/// Buttons in a row, centred in their room.
package struct ButtonRow: StillWidget, Equatable, Sendable {
    package var buttons: [Button]
    /// The index of the button that Enter presses.
    package var focus: Int

    package init(_ buttons: [Button], focus: Int = 0) {
        self.buttons = buttons
        self.focus = focus
    }

    /// Buttons that perform actions.
    package init(_ actions: [ScreenAction], focus: Int) {
        self.init(actions.map { Button(key: $0.hint.text(.unicode), label: $0.hint.label) }, focus: focus)
    }

    /// Tab and the arrows move the focus; Enter and a click press a button.
    ///
    /// - Returns: the index of the button that was pressed.
    package func handle(_ input: InputEvent, in rect: Rect, focus: inout Int) -> Int? {
        let count = max(1, buttons.count)
        switch input {
        case .key(.tab), .key(.right), .key(.down): focus = (self.focus + 1) % count
        case .key(.backTab), .key(.left), .key(.up): focus = (self.focus + count - 1) % count
        case .key(.enter): return buttons.isEmpty ? nil : min(self.focus, count - 1)
        case .mouse(let mouse) where mouse.kind == .click:
            guard let index = hitTest(at: mouse.position, in: rect) else { return nil }
            focus = index
            return index
        default: break
        }
        return nil
    }

    /// The rows in which all buttons can be seen at a width: one, or one for each.
    package func rows(columns: Int) -> Int {
        fitting(columns).shown.count == buttons.count ? min(1, buttons.count) : buttons.count
    }

    /// The place of each button. If there is little room, the keys are dropped first; then the buttons are below each
    /// other, and without rows for that only the focused one is shown.
    package func places(in rect: Rect) -> [(index: Int, rect: Rect)] {
        let (shown, withKey, gap) = fitting(rect.columns)
        if shown.count < buttons.count, rect.rows >= buttons.count {
            return buttons.enumerated().map { index, button in
                let size = CellSize(columns: min(button.columns(withKey: false), rect.columns), rows: 1)
                return (index, rect.line(index).centered(size))
            }
        }
        let widths = shown.map { min(buttons[$0].columns(withKey: withKey), rect.columns) }
        let total = widths.reduce(0, +) + gap * max(0, shown.count - 1)
        var column = rect.column + Canvas.Alignment.center.offset(of: total, in: rect.columns)
        return zip(shown, widths).map { index, width in
            defer { column += width + gap }
            return (index, Rect(column: column, row: rect.row, columns: width, rows: min(1, rect.rows)))
        }
    }

    /// The index of the button at a place.
    package func hitTest(at place: CellPosition, in rect: Rect) -> Int? {
        places(in: rect).first { $0.rect.contains(place) }?.index
    }

    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        guard !rect.isEmpty else { return }
        let withKey = fitting(rect.columns).withKey
        for (index, place) in places(in: rect) where !place.isEmpty {
            buttons[index].render(into: &canvas, in: place, isFocused: index == focus, withKey: withKey)
        }
    }

    private func fitting(_ columns: Int) -> (shown: [Int], withKey: Bool, gap: Int) {
        for (withKey, gap) in [(true, 3), (true, 1), (false, 1)] {
            let widths = buttons.map { $0.columns(withKey: withKey) }
            if widths.reduce(0, +) + gap * max(0, buttons.count - 1) <= columns {
                return (Array(buttons.indices), withKey, gap)
            }
        }
        return (buttons.indices.contains(focus) ? [focus] : Array(buttons.indices.prefix(1)), false, 0)
    }
}
