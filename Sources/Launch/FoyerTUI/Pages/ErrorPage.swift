import FoyerCore
import FoyerSystem

/// The default error page of a launch: what happened, the error code, and what the user can do.
package struct ErrorPage: StillWidget, Equatable, Sendable {
    /// The program's name if it is known; otherwise empty.
    package var title: SafeText
    /// The code from the catalogue.
    package var code: SafeText
    package var message: SafeText
    /// What happened, where that is worth showing beside the advice; otherwise empty.
    package var cause: SafeText
    /// One plain sentence of advice.
    package var advice: SafeText
    /// What led to the failure, such as the last lines of a command; dropped first if there is little room.
    package var lines: [SafeText]
    /// Reload and close, or only close; Enter presses the focused one.
    package var buttons: ButtonRow
    package var footer: Footer

    package init(
        title: SafeText = "", code: SafeText, message: SafeText, cause: SafeText = "",
        advice: SafeText, lines: [SafeText] = [], buttons: ButtonRow,
        footer: Footer = Footer(keys: [])
    ) {
        self.title = title
        self.code = code
        self.message = message
        self.cause = cause
        self.advice = advice
        self.lines = lines
        self.buttons = buttons
        self.footer = footer
    }

    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        canvas.within(rect) { canvas in
            canvas.fill(.ground)
            let (body, footer) = PageLayout.split(canvas.size)
            stack(columns: canvas.columns).render(into: &canvas, in: body, at: now)
            self.footer.render(into: &canvas, in: footer)
        }
    }

    /// The index of the button at a place.
    package func hitTest(at place: CellPosition, in rect: Rect) -> Int? {
        let body = PageLayout.split(rect.size).body.moved(columns: rect.column, rows: rect.row)
        return buttons.hitTest(at: place, in: stack(columns: rect.columns).places(in: body)[.buttons])
    }

    private enum Part { case title, code, message, cause, advice, lines, buttons }

    private func stack(columns: Int) -> PageStack<Part> {
        let room = columns - 2 * PageLayout.margin(columns: columns)
        let words = min(room, 52)
        let messageRows = min(2, Canvas.rows(of: message, columns: words))
        let causeRows = cause.isEmpty ? 0 : min(4, Canvas.rows(of: cause, columns: words))
        let adviceRows = min(4, Canvas.rows(of: advice, columns: words))
        let code = Drawing { [code] canvas, rect in
            let sign = String(Character(canvas.glyphs.cross)) + "  "
            canvas.text(SafeText(sign + code.string), in: rect, alignment: .center, style: .bad)
        }
        let lines = Drawing { [lines] canvas, rect in
            for (index, line) in lines.prefix(rect.rows).enumerated() {
                canvas.text(line, in: rect.line(index), alignment: .leading, style: .quiet)
            }
        }
        return PageStack(
            [
                .init(
                    .title, Words(title, style: .quiet), rank: 5, rows: title.isEmpty ? 0 : 1, columns: words),
                .init(.code, code, rank: 0, rows: 1, gap: 1, columns: words),
                .init(
                    .message, Words(message, style: .strong, wraps: true), rank: 1, rows: messageRows, gap: 1,
                    columns: words),
                .init(.cause, Words(cause, wraps: true), rank: 3, rows: causeRows, gap: 1, columns: words),
                .init(
                    .advice, Words(advice, style: .quiet, wraps: true), rank: 4, rows: adviceRows, gap: 1,
                    columns: words),
                .init(.lines, lines, rank: 6, rows: self.lines.count, gap: 1, columns: min(room, 76)),
                .init(.buttons, buttons, rank: 2, rows: buttons.buttons.isEmpty ? 0 : 1, gap: 2, columns: room),
            ])
    }
}

/// The error as an alert over the loading page, for hosts that prefer it.
package struct ErrorAlert: StillWidget, Equatable, Sendable {
    /// The page beneath, as it was when the launch failed.
    package var page: LoadingPage
    package var dialog: AlertDialog

    package init(
        over page: LoadingPage, title: SafeText = "Error connecting!", message: SafeText, okay: SafeText = "OK"
    ) {
        self.page = page
        dialog = AlertDialog(title: title, message: message, buttons: ButtonRow([Button(key: "", label: okay)]))
    }

    package func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        page.render(into: &canvas, in: rect, at: now)
        dialog.render(into: &canvas, in: rect, at: now)
    }

    /// The index of the button at a place.
    package func hitTest(at place: CellPosition, in rect: Rect) -> Int? { dialog.hitTest(at: place, in: rect) }
}
