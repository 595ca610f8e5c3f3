import FoyerCore
import FoyerSystem

/// The default error page of a launch: what happened, the error code, and what the user can do.
package struct ErrorPage: Equatable, Sendable {
    /// The program's name if it is known; otherwise empty.
    package var title: SafeText
    /// The code from the catalogue.
    package var code: SafeText
    package var message: SafeText
    /// One plain sentence of advice.
    package var advice: SafeText
    /// What led to the failure, such as the last lines of a command; dropped first if there is little room.
    package var lines: [SafeText]
    /// Reload and close, or only close; Enter presses the focused one.
    package var buttons: ButtonRow
    package var footer: Footer

    package init(
        title: SafeText = "", code: SafeText, message: SafeText, advice: SafeText,
        lines: [SafeText] = [], buttons: ButtonRow,
        footer: Footer = Footer(keys: [])
    ) {
        self.title = title
        self.code = code
        self.message = message
        self.advice = advice
        self.lines = lines
        self.buttons = buttons
        self.footer = footer
    }

    package func render(into canvas: inout Canvas) {
        canvas.fill(.ground)
        let layout = layout(canvas.size)
        canvas.text(title, in: layout.title, alignment: .center, style: .quiet)
        let sign = String(Character(canvas.glyphs.cross)) + "  "
        canvas.text(SafeText(sign + code.string), in: layout.code, alignment: .center, style: .bad)
        canvas.paragraph(message, in: layout.message, alignment: .center, style: .strong)
        canvas.paragraph(advice, in: layout.advice, alignment: .center, style: .quiet)
        for (index, line) in lines.enumerated() where index < layout.lines.rows {
            let row = Rect(
                column: layout.lines.column, row: layout.lines.row + index, columns: layout.lines.columns, rows: 1)
            canvas.text(line, in: row, alignment: .leading, style: .quiet)
        }
        if !layout.buttons.isEmpty { buttons.render(into: &canvas, in: layout.buttons) }
        footer.render(into: &canvas, in: layout.footer)
    }

    /// The button at a place on a screen of this size, for a click.
    package func button(atColumn column: Int, row: Int, in size: CellSize) -> Int? {
        buttons.button(atColumn: column, row: row, in: layout(size).buttons)
    }

    private struct Places {
        var title = Rect(CellSize(columns: 0, rows: 0))
        var code = Rect(CellSize(columns: 0, rows: 0))
        var message = Rect(CellSize(columns: 0, rows: 0))
        var advice = Rect(CellSize(columns: 0, rows: 0))
        var lines = Rect(CellSize(columns: 0, rows: 0))
        var buttons = Rect(CellSize(columns: 0, rows: 0))
        var footer = Rect(CellSize(columns: 0, rows: 0))
    }

    /// The parts from top to bottom, each with its rank: 0 is the last to be dropped.
    private func layout(_ size: CellSize) -> Places {
        let (body, footer) = PageLayout.split(size)
        var places = Places()
        places.footer = footer
        let room = body.inset(columns: PageLayout.margin(columns: size.columns))
        let words = room.centered(CellSize(columns: 52, rows: room.rows))
        let wide = room.centered(CellSize(columns: 76, rows: room.rows))
        let messageRows = min(2, Canvas.rows(of: message, columns: words.columns))
        let adviceRows = min(4, Canvas.rows(of: advice, columns: words.columns))
        var parts: [(place: WritableKeyPath<Places, Rect>, rank: Int, rows: Int, gap: Int)] = [
            (\.title, 4, title.isEmpty ? 0 : 1, 0), (\.code, 0, 1, 1), (\.message, 1, messageRows, 1),
            (\.advice, 3, adviceRows, 1), (\.lines, 5, lines.count, 1),
            (\.buttons, 2, buttons.buttons.isEmpty ? 0 : 1, 2),
        ]
        parts.removeAll { $0.rows == 0 }
        func height(_ gaps: Int) -> Int {
            parts.enumerated().reduce(0) { $0 + $1.element.rows + ($1.offset == 0 ? 0 : min(gaps, $1.element.gap)) }
        }
        while height(0) > body.rows, let last = parts.map(\.rank).max() { parts.removeAll { $0.rank == last } }
        let gaps = [2, 1, 0].first { height($0) <= body.rows } ?? 0
        var row = body.row + (body.rows - height(gaps)) / 2
        for (index, part) in parts.enumerated() {
            row += index == 0 ? 0 : min(gaps, part.gap)
            let column = part.place == \.buttons ? room : part.place == \.lines ? wide : words
            places[keyPath: part.place] = Rect(
                column: column.column, row: row, columns: column.columns, rows: part.rows)
            row += part.rows
        }
        return places
    }
}

/// The error as an alert over the loading page, for hosts that prefer it.
package struct ErrorAlert: Equatable, Sendable {
    /// The page beneath, as it was when the launch failed.
    package var page: LoadingPage
    package var dialog: AlertDialog

    package init(
        over page: LoadingPage, title: SafeText = "Error connecting!", message: SafeText, okay: SafeText = "OK"
    ) {
        self.page = page
        dialog = AlertDialog(title: title, message: message, buttons: ButtonRow([Button(key: "", label: okay)]))
    }

    package func render(into canvas: inout Canvas, at now: Instant) {
        page.render(into: &canvas, at: now)
        dialog.render(into: &canvas)
    }
}
