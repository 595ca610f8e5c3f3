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
        let title, code, message, advice, lines, buttons, footer: Rect
    }

    private func layout(_ size: CellSize) -> Places {
        let (body, footer) = PageLayout.split(size)
        let room = size.columns - 2 * PageLayout.margin(columns: size.columns)
        let words = min(room, 52)
        let messageRows = min(2, Canvas.rows(of: message, columns: words))
        let adviceRows = min(4, Canvas.rows(of: advice, columns: words))
        enum Part { case title, code, message, advice, lines, buttons }
        let places = PageStack<Part>(
            [
                .init(.title, rank: 4, rows: title.isEmpty ? 0 : 1, columns: words),
                .init(.code, rank: 0, rows: 1, gap: 1, columns: words),
                .init(.message, rank: 1, rows: messageRows, gap: 1, columns: words),
                .init(.advice, rank: 3, rows: adviceRows, gap: 1, columns: words),
                .init(.lines, rank: 5, rows: lines.count, gap: 1, columns: min(room, 76)),
                .init(.buttons, rank: 2, rows: buttons.buttons.isEmpty ? 0 : 1, gap: 2, columns: room),
            ], in: body)
        return Places(
            title: places[.title], code: places[.code], message: places[.message], advice: places[.advice],
            lines: places[.lines], buttons: places[.buttons], footer: footer)
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
