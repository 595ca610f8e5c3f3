import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// The host's launch screen, and the splash that follows it: one picture, drawn by the same code.
///
/// Nothing moves at first. If the splash has to wait longer than a moment, a light begins to move, so that waiting
/// looks different from being stuck.
public final class LaunchScreen: Screen {
    private let name: SafeText
    private let tagline: SafeText
    private var since: Instant?
    private var theme = DisplayTheme()

    /// How long it stays still.
    static let moment = Duration.milliseconds(700)
    private static let barColumns = 24

    /// A launch screen with the host's name and a line below it.
    public init(name: SafeText, tagline: SafeText = "") {
        self.name = name
        self.tagline = tagline
    }

    /// Starts counting the moment for which nothing moves.
    public func appear(_ context: ScreenContext) {
        since = context.now
        theme = context.theme
    }

    /// `q` and Esc leave the program.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch event.key {
        case .character("q"), .escape: .leave
        default: .stay
        }
    }

    /// Nothing moves before the moment is over, and never with reduced motion.
    public func nextFrame(after now: Instant) -> Instant? {
        guard let since, !theme.reducesMotion else { return nil }
        let start = since + Self.moment
        if now < start { return start }
        return ProgressBar(fraction: 0, startedAt: start).nextChange(after: now, theme: theme)
    }

    /// The name and the tagline; it asks nothing.
    public func spoken(_ context: ScreenContext) -> Spoken? {
        var spoken = Spoken(name, tagline.isEmpty ? [] : [tagline])
        spoken.isAsking = false
        return spoken
    }

    /// The name and the tagline below a door, where there is room for one.
    public func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let (body, footer) = PageLayout.split(canvas.size)
        let showsDoor = context.theme.canBlend && !canvas.glyphs.isASCII && body.rows >= 12
        let rows = (showsDoor ? Self.door.count + 1 : 0) + (body.rows >= 4 ? 4 : 1)
        var rest = body.centered(CellSize(columns: body.columns, rows: min(rows, body.rows)))
        if showsDoor {
            let (top, below) = rest.splitTop(Self.door.count + 1)
            rest = below
            drawDoor(in: top, &canvas, context.theme)
        }
        canvas.text(name, in: rest.line(0), alignment: .center, style: .strong)
        canvas.text(tagline, in: rest.line(1), alignment: .center, style: .quiet)
        if let since, context.now >= since + Self.moment, rest.rows >= 4 {
            let bar = rest.line(3).centered(CellSize(columns: Self.barColumns, rows: 1))
            ProgressBar(fraction: 0, startedAt: since + Self.moment).render(into: &canvas, in: bar, at: context.now)
        }
        let words = context.language
        Footer(keys: [KeyHint("q", words[.close]), KeyHint("d", words[.details])])
            .render(into: &canvas, in: footer)
    }

    /// A lit door, drawn in cells, since the launch screen waits for no picture.
    private static let door: [[Unicode.Scalar]] = ["▗▟██▙▖", "██████", "██████", "██████"].map {
        Array($0.unicodeScalars)
    }

    private func drawDoor(in rect: Rect, _ canvas: inout Canvas, _ theme: DisplayTheme) {
        let place = rect.centered(CellSize(columns: Self.door[0].count, rows: rect.rows))
        for (row, signs) in Self.door.enumerated() {
            let color = theme.blend(.accent, .accentDeep, Double(row) / Double(Self.door.count - 1))
            for (column, sign) in signs.enumerated() {
                canvas.put(sign, column: place.column + column, row: place.row + row, style: TextStyle(color))
            }
        }
    }
}
