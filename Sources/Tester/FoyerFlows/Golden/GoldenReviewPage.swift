import Foyer
import FoyerGolden
import FoyerPlatform
import FoyerTrace

/// All that a review asks about, as one HTML page that loads nothing: to look at, not to answer.
package struct GoldenReviewPage {
    package static let name = "golden.html"

    private let review: GoldenReview
    private let language: Language

    package init(_ review: GoldenReview, language: Language) {
        (self.review, self.language) = (review, language)
    }

    package var html: String {
        let shell = PageShell(title: "Foyer · " + language[.goldenScreens].string, language: language)
        let new = review.items.count { $0.difference == nil }
        let tallies = [
            (Phrase.differing, review.items.count - new, "failed"), (.withoutFile, new, "blocked"),
        ].map { name, count, kind in
            "<div class=\"\(count == 0 ? "none" : kind)\"><dt>\(shell.word(name))</dt><dd>\(count)</dd></div>"
        }
        let header = """
            <header><h1>\(shell.word(.goldenScreens))</h1><p class="when">\(shell.word(.reviewAnswers))</p></header>
            <dl class="tallies">\(tallies.joined())</dl>
            """
        return shell.html(
            [header] + review.items.enumerated().map { section($0.element, number: $0.offset + 1, shell) })
    }

    private func section(_ item: GoldenReview.Item, number: Int, _ shell: PageShell) -> String {
        var trace = Trace(title: item.outcome.path)
        var attempt = Trace.Try(frames: frames(item.outcome.screen), took: .zero)
        attempt.screen = (0..<item.outcome.screen.size.rows).map { item.outcome.screen.text($0).line }
        if let difference = item.difference {
            let agreed = difference.expected(beside: difference.new.buffer, theme: DisplayTheme())
            attempt.expected = [Trace.Expected(agreed)]
        }
        trace.tries = [attempt]
        let sentences = item.sentences.map { "<li>\(shell.word($0))</li>" }.joined()
        return """
            <section class="golden" aria-labelledby="screen-\(number)">
            <h2 id="screen-\(number)">\(PageShell.escaped(item.outcome.path))</h2><ul>\(sentences)</ul>
            \(TraceView(trace, in: shell, level: 3, marksChanges: true).html)
            </section>
            """
    }

    private func frames(_ screen: GoldenScreen) -> TraceFrames {
        var track = ScreenTrack()
        track.take(screen.buffer, .init(cursor: screen.cursor, title: screen.title), at: .zero)
        return TraceFrames(track, since: .zero)
    }
}

extension Phrase {
    fileprivate static let differing = Phrase("differ")
    fileprivate static let withoutFile = Phrase("without a file")
    fileprivate static let reviewAnswers = Phrase(
        "This page is to look at; foyer scenario review without --open asks whether to keep each.")
}
