import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// A screen with the notice about events above its footer, until `y` or `n` answers it; any other key or a click sets it
/// aside, and is no answer. Where there is more to read than at the screen's head, such as the buttons of a card, the
/// notice lies over the head. It is not there while the screen has a text field with the focus.
///
/// ```swift
/// try await presentation.show {
///     EventNoticeScreen(Home(), notice: { service.notice }, answered: { service.answerNotice($0) })
/// }
/// ```
public final class EventNoticeScreen: ScreenWrapper {
    /// The screen with the notice over it.
    public let child: ScreenChild
    private let notice: () -> Phrase?
    private let answered: (Bool) -> Void
    private enum State {
        /// None is needed yet.
        case awaited
        case asking(Phrase, since: Instant)
        case settled
    }
    private var state = State.awaited
    /// Whether it has been asked in lines; what is typed from then on is for it.
    private var isHeard = false
    /// Whether letters are text just now.
    private var isTyping = false
    /// Whether a card lies over the screen.
    private var hasCard = false
    /// Whether it lies over the head of the screen, since its foot has more to read.
    private var isAtHead = false
    private static let fewLetters = 4
    /// Nobody means a question that appeared beneath a finger.
    private static let patience = Duration.milliseconds(300)
    private static let (yes, no): (KeyEvent, KeyEvent) = (.character("y"), .character("n"))
    /// The number of the answer in lines that sets it aside.
    private static let notNow = Int.min + 1

    /// - Parameters:
    ///   - notice: the notice to show; `nil` as long as none is needed.
    ///   - answered: called once if the user answers: whether events are allowed.
    public init(_ screen: any Screen, notice: @escaping () -> Phrase?, answered: @escaping (Bool) -> Void) {
        (child, self.notice, self.answered) = (ScreenChild(screen), notice, answered)
    }

    /// Draws the screen, and the notice over its foot.
    public func draw(in canvas: inout Canvas, context: ScreenContext) {
        child.draw(in: &canvas, context: context)
        isTyping = canvas.speech.field != nil
        hasCard = canvas.speech.card != nil
        if case .awaited = state, let notice = notice() { state = .asking(notice, since: context.now) }
        if case .asking(let notice, _) = state, !isTyping { draw(notice, over: &canvas, context.language) }
    }

    private func draw(_ notice: Phrase, over canvas: inout Canvas, _ language: Language) {
        let text = language[notice]
        let margin = PageLayout.margin(columns: canvas.columns)
        let rows = Canvas.rows(of: text, columns: max(1, canvas.columns - 2 * margin)) + 1
        // The keys stay readable, and so do a card's buttons.
        let body = canvas.bounds.splitBottom(canvas.rows - PageLayout.split(canvas.size).footer.row).rest
        let ends = [body.splitBottom(rows).bottom, body.splitTop(rows).top]
        let letters = ends.map { Self.letters(canvas.buffer, in: $0) }
        // What moves must not make the notice jump.
        if letters[isAtHead ? 1 : 0] > letters[isAtHead ? 0 : 1] + Self.fewLetters { isAtHead.toggle() }
        let place = ends[isAtHead ? 1 : 0]
        canvas.fill(canvas.theme.blend(.raised, .faint, 0.35), in: place)
        let (words, keys) = place.splitBottom(1)
        canvas.paragraph(text, in: words.inset(columns: margin))
        Footer(keys: [KeyHint("y", language[.noticeYes]), KeyHint("n", language[.noticeNo])])
            .render(into: &canvas, in: keys)
    }

    private static func letters(_ buffer: Buffer, in place: Rect) -> Int {
        (place.row..<place.row + place.rows).reduce(0) { count, row in
            count + buffer.row(row).count { $0.glyph.scalars.contains(where: \.properties.isAlphabetic) }
        }
    }

    /// The notice in lines, as a question of its own; nothing that was typed ahead may answer it, and a card that is there is
    /// answered first.
    package func question(_ context: ScreenContext) -> Spoken? {
        guard case .asking(let notice, _) = state, !isTyping, isHeard || !context.hasTypedAhead && !hasCard,
            (child.spoken(context) ?? .cells).isAsking
        else { return nil }
        isHeard = true
        let language = context.language
        var spoken = Spoken(language[notice])
        spoken.answers = [
            SpokenAnswer(language[.noticeYes], press: Self.yes).unnumbered,
            SpokenAnswer(language[.noticeNo], press: Self.no).unnumbered,
            // Whoever closes this closes the question, not the screen beneath it.
            SpokenAnswer(language[.noticeNotNow], choose: Self.notNow, letter: "q").unnumbered,
        ]
        spoken.usual = 2
        spoken.precedesCards = true
        return spoken
    }

    /// The notice's question; then the screen's words.
    public func spoken(_ context: ScreenContext) -> Spoken? { question(context) ?? child.spoken(context) }

    private func isMeant(_ since: Instant, _ context: ScreenContext) -> Bool {
        isHeard || context.now >= since + Self.patience
    }

    /// Answers the notice or sets it aside; hands everything else on.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        if case .asking(_, let since) = state {
            switch event {
            case .chosen(Self.notNow):
                state = .settled
                return .stay
            case .input(let input) where isMeant(since, context) && !isTyping && input.isKeyOrClick:
                state = .settled
                let key = event.key
                guard key == Self.yes || key == Self.no else { break }
                answered(key == Self.yes)
                return .stay
            default: break
            }
        }
        return child.handle(event, context: context)
    }
}

extension Phrase {
    fileprivate static let noticeYes = Phrase("Yes")
    fileprivate static let noticeNo = Phrase("No")
    fileprivate static let noticeNotNow = Phrase("Not now")
}
