import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// The page that says that a program is too old: of the error page's family, with a button for each way on.
struct VersionNoticePage {
    /// What the user wants.
    enum Choice: Equatable { case update, close }

    let notice: VersionNotice
    private var focus = 0
    /// What came of opening the link.
    private var outcome: LinkOutcome?

    init(_ notice: VersionNotice) { self.notice = notice }

    private var choices: [Choice] { notice.minimum.link.isEmpty ? [.close] : [.update, .close] }

    /// - Returns: whether the page is to be left.
    mutating func handle(_ event: ScreenEvent, _ context: ScreenContext) -> Bool {
        switch event {
        case .chosen(let number): return perform(number)
        case .input(.key(.tab)), .input(.key(.right)), .input(.key(.down)): focus = (focus + 1) % choices.count
        case .input(.key(.backTab)), .input(.key(.left)), .input(.key(.up)):
            focus = (focus + choices.count - 1) % choices.count
        case .input(.key(.enter)): return perform(focus)
        case .input(.key(.character("q"))), .input(.key(.escape)): return true
        case .input(.mouse(let mouse)) where mouse.kind == .click:
            let rect = Rect(column: 0, row: 0, columns: context.size.columns, rows: context.size.rows)
            return page(context.language).hitTest(at: mouse.position, in: rect).map { perform($0) } ?? false
        default: break
        }
        return false
    }

    private mutating func perform(_ number: Int) -> Bool {
        guard choices.indices.contains(number), choices[number] == .update else { return true }
        outcome = TouchConfiguration().open(notice.minimum.link, isConsumed: false, base: nil)
        return false
    }

    func draw(in canvas: inout Canvas, _ context: ScreenContext) {
        page(context.language).render(into: &canvas, in: canvas.bounds, at: context.now)
    }

    func spoken(_ context: ScreenContext) -> Spoken {
        let words = context.language
        var spoken = Spoken(
            words[.versionTooOld] + (words == .english ? "." : "。"),
            [words.versionNeeded(notice), SafeText(notice.minimum.reason), SafeText(notice.minimum.link)].filter {
                !$0.isEmpty
            })
        spoken.news = [said(words)].compactMap { $0 }
        spoken.answers = choices.enumerated().map { number, choice in
            choice == .update
                ? SpokenAnswer(words[.howToUpdate], choose: number) : SpokenAnswer.close(words)
        }
        spoken.usual = 0
        return spoken
    }

    /// What came of opening the link, where that is not to be seen by itself.
    private func said(_ words: Language) -> SafeText? { outcome.flatMap { BannerNotice($0, words)?.text } }

    private func page(_ words: Language) -> ErrorPage {
        let (update, close) = (words[.howToUpdate], words[.close])
        let buttons = choices.map { choice in
            choice == .update ? Button(key: "", label: update) : Button(key: "q", label: close)
        }
        let why = [notice.minimum.reason, notice.minimum.link].filter { !$0.isEmpty }.joined(separator: " ")
        var keys = [KeyHint(.enter, choices[focus] == .update ? update : close)]
        if choices.count > 1 { keys.append(KeyHint("q", close)) }
        return ErrorPage(
            code: "\(SafeText(notice.version)) < \(SafeText(notice.minimum.text))", message: words[.versionTooOld],
            cause: said(words) ?? SafeText(why), advice: words.versionNeeded(notice),
            buttons: ButtonRow(buttons, focus: focus), footer: Footer(keys: keys))
    }
}

/// The same as a screen of its own.
final class VersionNoticeScreen: Screen {
    private var page: VersionNoticePage

    init(_ notice: VersionNotice) { page = VersionNoticePage(notice) }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> ScreenCommand {
        page.handle(event, context) ? .leave : .stay
    }

    func draw(in canvas: inout Canvas, context: ScreenContext) { page.draw(in: &canvas, context) }
    func spoken(_ context: ScreenContext) -> Spoken? { page.spoken(context) }
}
