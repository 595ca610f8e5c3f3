import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// A screen with the notice about events above its footer, until the next key. Where there is more to read than at the
/// screen's head, such as the buttons of a card, the notice lies over the head.
///
/// ```swift
/// try await presentation.show {
///     EventNoticeScreen(Home(), notice: { service.notice }, shown: { service.noticeShown() })
/// }
/// ```
public final class EventNoticeScreen: Screen {
    private let wrapped: any Screen
    private let notice: () -> Phrase?
    private let shown: () -> Void
    private enum State {
        /// None is needed yet.
        case awaited
        /// It is in a frame that may not be on the terminal yet.
        case drawn(Phrase)
        case told(Phrase)
        case dismissed
    }
    private var state = State.awaited
    /// Whether it lies over the head of the screen, since its foot has more to read.
    private var isAtHead = false
    private static let fewLetters = 10

    /// - Parameters:
    ///   - notice: the notice to show; `nil` as long as none is needed.
    ///   - shown: called once, when the notice has been on the screen.
    public init(_ screen: any Screen, notice: @escaping () -> Phrase?, shown: @escaping () -> Void) {
        (wrapped, self.notice, self.shown) = (screen, notice, shown)
    }

    /// The wrapped screen's.
    public var remainingWork: Task<Void, Never>? { wrapped.remainingWork }
    /// The wrapped screen's.
    public var taskbar: TaskbarProgress { wrapped.taskbar }
    /// The wrapped screen's.
    public var links: [FrameLink] { wrapped.links }

    /// Passed on.
    public func appear(_ context: ScreenContext) { wrapped.appear(context) }
    /// Passed on.
    public func disappear() { wrapped.disappear() }

    /// Draws the screen, and the notice over its foot.
    public func draw(in canvas: inout Canvas, context: ScreenContext) {
        wrapped.draw(in: &canvas, context: context)
        if case .awaited = state, let notice = notice() { state = .drawn(notice) }
        switch state {
        case .drawn(let notice), .told(let notice): draw(context.language[notice], over: &canvas)
        case .awaited, .dismissed: break
        }
    }

    private func draw(_ text: SafeText, over canvas: inout Canvas) {
        let margin = canvas.columns > 60 ? 2 : 0
        let rows = Canvas.rows(of: text, columns: max(1, canvas.columns - 2 * margin))
        // The keys stay readable, and so do a card's buttons.
        let body = canvas.bounds.splitBottom(canvas.rows - PageLayout.split(canvas.size).footer.row).rest
        let ends = [body.splitBottom(rows).bottom, body.splitTop(rows).top]
        let letters = ends.map { Self.letters(canvas.buffer, in: $0) }
        // What moves must not make the notice jump.
        if letters[isAtHead ? 1 : 0] > letters[isAtHead ? 0 : 1] + Self.fewLetters { isAtHead.toggle() }
        let place = ends[isAtHead ? 1 : 0]
        canvas.fill(canvas.theme.blend(.raised, .faint, 0.35), in: place)
        canvas.paragraph(text, in: place.inset(columns: margin))
    }

    /// The screen's words, after the notice.
    public func spoken(_ context: ScreenContext) -> Spoken? {
        guard case .drawn(let notice) = state else { return wrapped.spoken(context) }
        var spoken = wrapped.spoken(context) ?? .cells
        spoken.news.insert(context.language[notice], at: 0)
        return spoken
    }

    private static func letters(_ buffer: Buffer, in place: Rect) -> Int {
        (place.row..<place.row + place.rows).reduce(0) { count, row in
            count + buffer.row(row).count { $0.glyph.scalars.contains(where: \.properties.isAlphabetic) }
        }
    }

    /// At once if the notice has been drawn, in order to say so.
    public func nextFrame(after now: Instant) -> Instant? {
        if case .drawn = state { now } else { wrapped.nextFrame(after: now) }
    }

    /// Hands everything on; a key or a click also removes a notice that has been seen.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        switch (event, state) {
        case (.deadline, .drawn(let notice)):
            state = .told(notice)
            shown()
        case (.input(let input), .told) where input.isKeyOrClick: state = .dismissed
        default: break
        }
        return wrapped.handle(event, context: context)
    }
}
