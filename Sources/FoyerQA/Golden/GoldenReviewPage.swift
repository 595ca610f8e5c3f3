import Foyer
import FoyerPlatform

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
        var body = ["<h1>\(shell.word(.goldenScreens))</h1>"]
        for item in review.items {
            body += ["<section>", "<h2>\(PageShell.escaped(item.outcome.path))</h2>", "<ul>"]
            body += item.sentences.map { "<li>\(shell.word($0))</li>" }
            body.append("</ul>")
            if let difference = item.difference {
                body += figure(difference.old, .oldScreen, shell, changes: difference.changes)
                body += figure(difference.new, .newScreen, shell, changes: difference.changes)
            } else {
                body += figure(item.outcome.screen, .newScreen, shell, changes: [])
            }
            body.append("</section>")
        }
        return shell.html(body)
    }

    /// The cells that differ are underlined and reversed beside the screen as it is.
    private func figure(
        _ screen: GoldenScreen, _ name: Phrase, _ shell: PageShell, changes: [GoldenDifference.Change]
    ) -> [String] {
        var marked = screen.buffer
        for change in changes {
            marked.restyle(column: change.column, row: change.row) { cell in
                cell.attributes.formSymmetricDifference(.reverse)
                cell.attributes.insert(.underline)
            }
        }
        let pictures = [screen.buffer] + (changes.isEmpty ? [] : [marked])
        return pictures.enumerated().flatMap { index, picture in
            let caption = index == 0 ? name : name.marked
            return [
                "<figure>", SVGPicture.draw(picture, theme: Theme(), title: language[caption].string),
                "<figcaption>\(shell.word(caption))</figcaption>", "</figure>",
            ]
        }
    }
}

extension Phrase {
    /// The same, with the differences marked.
    fileprivate var marked: Phrase {
        Phrase("\(english), differences marked", "\(simplified)，已标出不同之处", "\(traditional)，已標出不同之處")
    }
}
