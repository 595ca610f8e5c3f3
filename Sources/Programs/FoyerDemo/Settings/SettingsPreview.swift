import Foyer

/// The effect of the settings in miniature: a picture, words, a moving bar, and the colours.
struct SettingsPreview {
    var startedAt = Instant.zero
    private var drawn: CellPicture?
    private var requested: Wanted?
    private var theme = DisplayTheme()
    private var isShown = false

    private let inbox = Inbox<Painted>()

    private struct Painted: Sendable {
        let wanted: Wanted
        let picture: CellPicture
    }

    private struct Wanted: Equatable, Sendable {
        let size: CellSize
        let theme: DisplayTheme
    }

    private static let pictureColumns = 40
    private static let barColumns = 36
    private static let swatchColumns = 3
    private static let fraction = 0.62
    private static let view = DemoView.all[2]

    mutating func wake() {
        for painted in inbox.drain() where painted.wanted == requested { drawn = painted.picture }
    }

    func nextFrame(after now: Instant) -> Instant? {
        isShown ? bar.nextChange(after: now, theme: theme) : nil
    }

    private var bar: ProgressBar { ProgressBar(fraction: Self.fraction, startedAt: startedAt) }

    mutating func render(into canvas: inout Canvas, in rect: Rect, _ context: ScreenContext) {
        theme = context.theme
        isShown = !rect.isEmpty
        guard isShown else { return }
        let inner = rect.inset(columns: SettingsLayout.marker)
        let (left, rest) = inner.splitLeft(min(Self.pictureColumns, inner.columns * 2 / 5))
        paint(in: left, &canvas, context)
        let right = rest.inset(columns: SettingsLayout.marker)
        let words = right.centered(CellSize(columns: right.columns, rows: 6))
        let language = context.language
        canvas.text(language[Self.view.title], in: words.line(0), alignment: .leading, style: .accent)
        canvas.text(language[Self.view.detail], in: words.line(1), alignment: .leading, style: .quiet)
        let line = words.line(3).splitLeft(Self.barColumns).left
        bar.render(into: &canvas, in: line, at: context.now)
        drawSwatches(words.line(5), &canvas)
    }

    private func drawSwatches(_ line: Rect, _ canvas: inout Canvas) {
        let roles: [CellColor.Role] = [.accent, .accentDeep, .good, .bad, .link, .text, .quiet, .faint]
        for (index, role) in roles.enumerated() {
            let column = line.column + index * (Self.swatchColumns + 1)
            guard column + Self.swatchColumns <= line.endColumn else { return }
            for offset in 0..<Self.swatchColumns {
                canvas.put(canvas.glyphs.bar[8], column: column + offset, row: line.row, style: TextStyle(.role(role)))
            }
        }
    }

    /// Painted off the screen's thread, again for every size and look; the former one stays until then.
    private mutating func paint(in rect: Rect, _ canvas: inout Canvas, _ context: ScreenContext) {
        let wanted = Wanted(size: rect.size, theme: context.theme)
        if requested != wanted {
            if requested?.theme != wanted.theme { drawn = nil }
            requested = wanted
            let post = inbox.poster(context)
            Task {
                let style = wanted.theme.pictureStyle(wanted.size, .aspectFill)
                let size = style.pixelSize
                guard let pixels = Self.view.picture(width: size.width, height: size.height) else { return }
                let picture = CellPicture(pixels, style: style)
                post(Painted(wanted: wanted, picture: picture))
            }
        }
        if let drawn, drawn.size == rect.size { canvas.picture(drawn, in: rect) }
    }
}
