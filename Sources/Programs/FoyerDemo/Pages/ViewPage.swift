import Foyer
import FoyerPlatform

/// One of the demo's own pages: a view, some facts about it, and the way to the next.
final class ViewPage: HostPage {
    let route: HostRoute?
    private let view: DemoView
    private let host: RootActions
    private var drawn: CellPicture?
    private var requested: CellSize?
    private let keySheet = KeySheet()
    var elements: [any ScreenElement] { [keySheet] }

    private let painted = Inbox<CellPicture>()

    init(_ view: DemoView, route: HostRoute, actions: RootActions) {
        self.view = view
        self.route = route
        host = actions
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .woken = event, let picture = painted.drain().last { drawn = picture }
        return .stay
    }

    func actions(_ context: ScreenContext) -> [ScreenAction] {
        let words = context.language
        return [
            ScreenAction(.enter, or: [.right, .pageDown], words[.next]) { self.go(by: 1) },
            ScreenAction(.left, or: [.pageUp]) { self.go(by: -1) },
            ScreenAction(elsewhere: KeyHint("s", words[.addToDesktop])),
            ScreenAction(elsewhere: KeyHint("d", words[.details])),
            ScreenAction("?", words[.keys]) { self.keySheet.open() },
            ScreenAction("q", or: [.escape, .backspace], words[.back]) { context.request(.leave) },
        ]
    }

    private func go(by step: Int) {
        let count = DemoView.all.count
        let next = DemoView.all[(view.number - 1 + step + count) % count]
        host.open("\(Demo.scheme)://\(next.path)")
    }

    func spoken(_ context: ScreenContext) -> Spoken? {
        let words = context.language
        var spoken = Spoken(words[view.title], [words[view.detail], words[view.text]])
        spoken.answers = actions(context)[.enter, "q"].answers
        spoken.usual = 0
        return spoken
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) {
        canvas.fill(.ground)
        let words = context.language
        let (body, footer) = PageLayout.split(canvas.size)
        let room = body.inset(columns: PageLayout.margin(columns: canvas.columns))
        let isRoomy = body.rows >= 14
        let (top, text) = room.splitTop(isRoomy ? body.rows - 7 : max(0, body.rows - 4))
        let picture = isRoomy ? Rect(column: 0, row: 0, columns: canvas.columns, rows: top.endRow) : top
        paint(in: picture, &canvas, context)
        let below = text.splitTop(isRoomy ? 1 : 0).rest
        let used = canvas.text(words[view.title], in: below.line(0), alignment: .leading, style: .accent)
        if used + 3 + Canvas.columns(of: words[view.detail]) <= below.columns {
            canvas.text(words[view.detail], in: below.line(0), alignment: .trailing, style: .quiet)
        }
        let measure = Rect(
            column: below.column, row: below.row + 1, columns: min(below.columns, 76), rows: below.rows - 1)
        canvas.paragraph(words[view.text], in: measure.splitTop(isRoomy ? 1 : 0).rest, style: .text)
        Footer(actions(context), note: SafeText(route?.text ?? "")).render(into: &canvas, in: footer)
        keySheet.draw(in: &canvas, language: words)
    }

    /// Painted off the screen's thread, again for every size; the former one stays until then.
    private func paint(in rect: Rect, _ canvas: inout Canvas, _ context: ScreenContext) {
        guard rect.rows > 1, rect.columns > 1 else { return }
        if requested != rect.size {
            requested = rect.size
            let (view, post, style) = (
                view, painted.poster(context), context.theme.pictureStyle(rect.size, .aspectFill)
            )
            Task {
                guard let pixels = view.picture(width: style.pixelSize.width, height: style.pixelSize.height) else {
                    return
                }
                post(CellPicture(pixels, style: style))
            }
        }
        if let drawn, drawn.size == rect.size { canvas.picture(drawn, in: rect) }
    }
}
