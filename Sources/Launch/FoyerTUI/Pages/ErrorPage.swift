import FoyerCore
import FoyerSystem

/// The default error page of a launch: what happened, the error code, and what the user can do.
package struct ErrorPage: StillWidget, Equatable, Sendable {
    /// The program's name if it is known; otherwise empty.
    package var title: SafeText
    /// The code from the catalogue.
    package var code: SafeText
    package var message: SafeText
    /// The failure in a sentence, where that is worth showing beside the advice; otherwise empty.
    package var cause: SafeText
    /// One plain sentence of advice.
    package var advice: SafeText
    /// The last lines of a command that failed; dropped first if there is little room.
    package var lines: [SafeText]
    /// Reload and close, or only close; Enter presses the focused one.
    package var buttons: ButtonRow
    package var footer: Footer
    /// The splash that the page grows out of: its picture and name stay where they are, and the rest is below them, if
    /// there is room for that; otherwise the title stands above it.
    package var splash: LoadingPage?

    package init(
        title: SafeText = "", code: SafeText, message: SafeText, cause: SafeText = "",
        advice: SafeText, lines: [SafeText] = [], buttons: ButtonRow,
        footer: Footer = Footer(keys: []), splash: LoadingPage? = nil
    ) {
        self.title = title
        self.splash = splash
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
            let (stack, body, heading) = arrange(in: canvas.size, theme: canvas.theme)
            if let (splash, layout) = heading { splash.renderName(into: &canvas, layout, at: now) }
            stack.render(into: &canvas, in: body, at: now)
            footer.render(into: &canvas, in: PageLayout.split(canvas.size).footer)
        }
    }

    /// The row of buttons, in a theme whose signs decide how large the name of the splash is.
    package func buttonRow(in size: CellSize, theme: DisplayTheme) -> Rect {
        let (stack, body, _) = arrange(in: size, theme: theme)
        return stack.places(in: body)[.buttons]
    }

    private enum Part { case title, code, message, cause, advice, lines, buttons }

    /// The places of all parts, and the parts that stay of the splash.
    private func arrange(
        in size: CellSize, theme: DisplayTheme
    ) -> (stack: PageStack<Part>, body: Rect, heading: (LoadingPage, LoadingLayout)?) {
        let body = PageLayout.split(size).body
        guard var splash, splash.arrangement == .card, !splash.name.isEmpty else {
            return (PageStack(parts(columns: size.columns, lines: lines.count, hasTitle: true)), body, nil)
        }
        let layout = splash.layout(in: size, theme: theme)
        let least = Self.rows(of: parts(columns: size.columns, lines: 0, hasTitle: false))
        var rest = body.splitTop(layout.slogan.endRow - body.row).rest
        // The slogan gives way to the lines.
        if splash.slogan.isEmpty || layout.slogan.isEmpty || rest.rows < least + (lines.isEmpty ? 0 : lines.count + 1) {
            splash.slogan = ""
            rest = body.splitTop(layout.name.endRow - body.row).rest
        }
        guard !layout.name.isEmpty, least <= rest.rows else {
            return (PageStack(parts(columns: size.columns, lines: lines.count, hasTitle: true)), body, nil)
        }
        let shown = min(lines.count, max(0, rest.rows - least - 1))
        return (
            PageStack(parts(columns: size.columns, lines: shown, hasTitle: false)), rest.splitTop(1).rest,
            (splash, layout)
        )
    }

    /// With one row between the parts, and above the first.
    private static func rows(of parts: [PageStack<Part>.Part]) -> Int {
        parts.reduce(0) { $0 + $1.rows + ($1.rows > 0 ? min($1.gap, 1) : 0) }
    }

    private func parts(columns: Int, lines count: Int, hasTitle: Bool) -> [PageStack<Part>.Part] {
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
            for (index, line) in lines.suffix(rect.rows).enumerated() {
                canvas.text(line, in: rect.line(index), alignment: .leading, style: .quiet)
            }
        }
        return [
            .init(
                .title, Words(title, style: .quiet), rank: 5, rows: title.isEmpty || !hasTitle ? 0 : 1, columns: words),
            .init(.code, code, rank: 0, rows: 1, gap: 1, columns: words),
            .init(
                .message, Words(message, style: .strong, wraps: true), rank: 1, rows: messageRows, gap: 1,
                columns: words),
            .init(.cause, Words(cause, wraps: true), rank: 3, rows: causeRows, gap: 1, columns: words),
            .init(
                .advice, Words(advice, style: .quiet, wraps: true), rank: 4, rows: adviceRows, gap: 1, columns: words),
            .init(.lines, lines, rank: 6, rows: count, gap: 1, columns: min(room, 76)),
            .init(.buttons, buttons, rank: 2, rows: buttons.buttons.isEmpty ? 0 : 1, gap: 2, columns: room),
        ]
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
        dialog.render(into: &canvas, in: rect, below: top(in: rect, theme: canvas.theme))
    }

    /// The index of the button at a place, in a theme whose signs decide how large the name of the splash is.
    package func hitTest(at place: CellPosition, in rect: Rect, theme: DisplayTheme) -> Int? {
        dialog.hitTest(at: place, in: rect, below: top(in: rect, theme: theme))
    }

    /// The rows of the picture and the name, which the dialog leaves free.
    private func top(in rect: Rect, theme: DisplayTheme) -> Int {
        page.arrangement == .card ? page.layout(in: rect.size, theme: theme).name.endRow : 0
    }
}
